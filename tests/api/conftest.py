"""What these tests share: packages that somebody else wrote, on a path of their own, forgotten after each test."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.engine import bot_references, registry
from core.engine.registry import forget_installed, installed_scene

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
    monkeypatch.setattr(bot_references, "_given", {})


def forget() -> None:
    forget_installed()
    installed_scene.cache_clear()


def bring(folder: Path, **groups: dict[str, str]) -> None:
    """Make `folder` a package that brings these entry points, by the last word of their group."""
    info = folder / "somebody_elses-1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: somebody-elses\nVersion: 1.0\n")
    lines = [
        line
        for group, entries in groups.items()
        for line in (f"[playbill.{group}]", *(f"{name} = {target}" for name, target in entries.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join([*lines, ""]))
    forget()
