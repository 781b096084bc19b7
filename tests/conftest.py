"""No test, and no import a test makes, leaves loopback or sees a real key; and none depends on the machine's speed."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.loopback import guard, hide_private, settle

settings.register_profile(
    "repeatable", deadline=None, derandomize=True, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("repeatable")


def pytest_configure() -> None:
    guard(pytest.MonkeyPatch())  # for as long as the process lives: what is imported while collecting counts as well


@pytest.fixture(autouse=True)
def loopback_only(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    hide_private(monkeypatch)
    yield
    settle()
