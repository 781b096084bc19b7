"""No test, and no import a test makes, leaves loopback or sees a real key; and none depends on the machine's speed."""

import gc
import os
from collections.abc import Iterator
from itertools import count
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

import tests.examples  # noqa: F401  its profiles
from tests.loopback import guard, hide_private, settle

settings.load_profile("quick")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command does, before anything imports numpy


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--deeds", type=int, default=40, help="how much a monkey that has time does at each screen")


scratch = TemporaryDirectory(prefix="playbill-data-")
"""The data folder of tests that have none of their own, and their caches."""
numbers = count()


def pytest_configure() -> None:
    os.environ["PLAYBILL_DATA"] = scratch.name
    guard(pytest.MonkeyPatch())  # for as long as the process lives: what is imported while collecting counts as well
    gc.disable()  # what is imported and collected stays


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of a test that is `few(n)`, have so many variants always, spread over all, and the others with all tests.

    With `few(n, others=False)` nothing has the others: another test has as much as they do.
    """
    variants: dict[str, list[pytest.Item]] = {}
    markers: dict[str, pytest.Mark] = {}
    dropped: set[pytest.Item] = set()
    for item in items:
        if (marker := item.get_closest_marker("few")) is not None and item.get_closest_marker("slow") is None:
            name = item.nodeid.partition("[")[0]
            markers[name] = marker
            variants.setdefault(name, []).append(item)
    for name, every in variants.items():
        count = markers[name].args[0]
        always = {len(every) * i // count for i in range(count)}
        for i, item in enumerate(every):
            if i not in always:
                item.add_marker("slow")
                if markers[name].kwargs.get("others") is False:
                    dropped.add(item)
    items[:] = [item for item in items if item not in dropped]


def pytest_collection_finish() -> None:
    """Walk less often through the heap, and not at all through what stays: a sixth of the time of a screen test."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


def pytest_unconfigure() -> None:
    """Leave nothing to walk through for the plugin that collects garbage five times at the end."""
    gc.freeze()


@pytest.fixture(autouse=True)
def loopback_only(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    hide_private(monkeypatch)
    monkeypatch.setenv("PLAYBILL_CACHE", f"{scratch.name}/cache-{next(numbers)}")
    yield
    settle()
