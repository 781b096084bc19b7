"""The queries of docs/experiments.md, run on tables made by its commands."""

import re
import shlex
from pathlib import Path

import pytest

from tests.packages import ROOT
from tests.tui.test_cli import playbill

pytestmark = pytest.mark.slow
TEXT = (ROOT / "docs" / "experiments.md").read_text("utf-8")


def blocks(kind: str) -> list[str]:
    every = re.findall(r"^```(\w*)\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
    return [text for language, text in every if language == kind]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the tables, and a link to the docs."""
    pytest.importorskip("pyarrow")
    made = tmp_path_factory.mktemp("docs")
    (made / "docs").symlink_to(ROOT / "docs")
    path = pytest.MonkeyPatch()
    path.chdir(made)
    for line in blocks("")[0].splitlines():
        command, *words = shlex.split(line)
        assert command == "playbill"
        playbill(*words)
    path.undo()
    return made


def test_the_queries(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    duckdb = pytest.importorskip("duckdb")
    monkeypatch.chdir(folder)
    queries = blocks("sql")
    assert len(queries) >= 6
    for query in queries:
        assert duckdb.sql(query).fetchall(), query
    winners = duckdb.sql(queries[0]).fetchall()
    assert {row[0]: row[1] for row in winners} == {"honest": 15, "random": 45}


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_data_frames(folder: Path, monkeypatch: pytest.MonkeyPatch, library: str) -> None:
    pytest.importorskip(library)
    monkeypatch.chdir(folder)
    (code,) = (each for each in blocks("python") if f"import {library}" in each)
    told: dict[str, object] = {}
    exec(code, told)
    assert len(told["answer"]) > 0  # type: ignore[arg-type]
