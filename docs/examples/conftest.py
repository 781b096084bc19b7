"""Keep what an example registers out of other tests in the same process, and play few of its games in quick tests."""

import pytest

from playbill.testing import Conformance
from tests.api.conftest import _own_names

__all__ = ["_own_names"]


def pytest_itemcollected(item: pytest.Item) -> None:
    if isinstance(item, pytest.Function) and item.cls and issubclass(item.cls, Conformance):
        item.add_marker(pytest.mark.few(2))
