"""No test, and no import a test makes, leaves loopback or sees a real key; and none depends on the machine's speed."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

import tests.examples  # noqa: F401  its profiles
from tests.loopback import guard, hide_private, settle

settings.load_profile("quick")


def pytest_configure() -> None:
    guard(pytest.MonkeyPatch())  # for as long as the process lives: what is imported while collecting counts as well
    gc.disable()  # what is imported and collected stays


def pytest_collection_finish() -> None:
    """Walk less often through the heap, and not at all through what stays: a sixth of the time of a screen test."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


@pytest.fixture(autouse=True)
def loopback_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    hide_private(monkeypatch)
    monkeypatch.setenv("PLAYBILL_CACHE", str(tmp_path / "cache"))
    yield
    settle()
