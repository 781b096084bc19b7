"""What tests of a scene lean on, for scenes of other packages as well. It needs pytest."""

import pytest

pytest.register_assert_rewrite("core.testing.conformance")
