"""Every test here can play the toy scene by its name, as a scene that another package brings."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.scene import scene_names
from tests.toy import bring


@pytest.fixture(autouse=True)
def toy(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("site")
    bring(folder, toy="tests.toy:ToyScene")
    monkeypatch.syspath_prepend(folder)
    scene_names.cache_clear()
    yield folder
    scene_names.cache_clear()
