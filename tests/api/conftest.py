"""What these tests share: packages that somebody else wrote, on a path of their own, forgotten after each test."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.engine import bot_references, registry
from tests.packages import forget

GREEDY = """
from pathlib import Path
Path(__file__).with_name("imported").touch()
from playbill import Agent

class Greedy(Agent):
    def act(self, turn):
        return turn.legal[-1]
"""
"""A bot whose module leaves a mark when it is imported."""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder on the path, and the working directory."""
    folder = tmp_path / "site"
    folder.mkdir()
    before = {*sys.modules}
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PLAYBILL_DATA", str(tmp_path))
    forget()
    yield folder
    forget()
    for name in {*sys.modules} - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(folder)):
            del sys.modules[name]


@pytest.fixture(autouse=True)
def _own_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test registers or gives as an object is known to that test alone."""
    monkeypatch.setattr(registry, "_registered", {})
    monkeypatch.setattr(bot_references, "_passed_bots", {})
