"""Fixtures of the core tests: the toy scene registered by name, as another package's scene would be."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.core.table import header, record
from tests.toy import brought


@pytest.fixture(autouse=True, scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as path, brought(folder, path, toy="tests.toy:ToyScene"):
        yield folder


@pytest.fixture
async def small(tmp_path: Path) -> Path:
    """A short, complete recording with a turn of several steps."""
    path = tmp_path / "small.jsonl"
    await record(path, header(9, players=2, tokens=2, refills=0))
    assert b'"end":"step"' in path.read_bytes()
    return path
