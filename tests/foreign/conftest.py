"""Packages here are installed as anybody's would be."""

from collections.abc import Iterator

import pytest

from tests.toy import brought


@pytest.fixture(autouse=True, scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("site")
    with (
        pytest.MonkeyPatch.context() as path,
        brought(folder, path, liars_dice="tests.foreign.liars_dice.scene:LiarsDice"),
    ):
        yield
