"""Every test here can play the toy scene by its name, as a scene that another package brings."""

from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from core.registry import find_scene, scene_names
from tests.core.table import header, record
from tests.toy import bring


@pytest.fixture(autouse=True)
def toy(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("site")
    bring(folder, toy="tests.toy:ToyScene")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr("core.registry.entry_points", cache(entry_points))  # each real one takes milliseconds
    scene_names.cache_clear()
    find_scene.cache_clear()
    yield folder
    scene_names.cache_clear()
    find_scene.cache_clear()


@pytest.fixture
async def small(tmp_path: Path) -> Path:
    """A whole recording, short, with a turn of several steps."""
    path = tmp_path / "small.jsonl"
    await record(path, header(9, players=2, tokens=2, refills=0))
    assert b'"end":"step"' in path.read_bytes()
    return path
