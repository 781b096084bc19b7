from tests.core.conftest import toy as toy
