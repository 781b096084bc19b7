"""Packages here are installed as anybody's would be."""

from collections.abc import Iterator

import pytest

from tests.toy import brought


@pytest.fixture(autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("site")
    with brought(folder, monkeypatch, liars_dice="tests.foreign.liars_dice.scene:LiarsDice"):
        yield
