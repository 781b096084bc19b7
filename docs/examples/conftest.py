"""Keep what an example registers out of other tests in the same process."""

from tests.api.conftest import _own_names

__all__ = ["_own_names"]
