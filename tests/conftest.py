"""No test, and no import a test makes, leaves loopback or sees a real key."""

from collections.abc import Iterator

import pytest

from tests.loopback import guard, hide_private, settle


def pytest_configure() -> None:
    guard(pytest.MonkeyPatch())  # for as long as the process lives: what is imported while collecting counts as well


@pytest.fixture(autouse=True)
def loopback_only(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    hide_private(monkeypatch)
    yield
    settle()
