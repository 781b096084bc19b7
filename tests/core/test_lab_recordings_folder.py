"""Reports on folders of recordings that belong to no experiment."""

from math import inf
from pathlib import Path

import pytest

import playbill as pb
from core.errors import UserError
from core.lab.figures import mean_of
from core.lab.page import page
from core.lab.recordings_folder import RecordingsFolder, read_folder
from core.lab.report import Report
from core.lab.results import Cell, Sheet
from tests.core.lab_table import COUP, played


def sheet(report: Report, title: str) -> Sheet:
    return next(each for each in report.sheets() if each.title == title)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two scenes, two kinds of Coup games, a cut file, a damaged one and a duplicate."""
    out = tmp_path_factory.mktemp("recordings")
    for seed in (1, 2, 3):
        pb.play("coup", {"players": 2}, {"Ann": "honest", "Bob": "random"}, seed, record=out / f"coup-{seed}.jsonl")
        pb.play("coup", {"players": 3}, {"*": "random"}, seed, record=out / f"three-{seed}.jsonl")
    pb.play("coup", {"players": 2}, {"Bob": "honest", "Ann": "random"}, 1, record=out / "turned.jsonl")
    pb.play("hanabi", {"players": 2}, {"*": "cautious"}, record=out / "hanabi.jsonl")
    whole = (out / "coup-3.jsonl").read_bytes()
    (out / "zz-again.jsonl").write_bytes(whole)
    (out / "coup-3-cut.jsonl").write_bytes(whole[: len(whole) // 2])
    (out / "damaged.jsonl").write_bytes(whole.replace(b'"n":4', b'"n":9', 1))
    return out


def of_coup(folder: Path) -> RecordingsFolder:
    return next(each for each in read_folder(folder) if each.experiment.scene == "coup")


def test_options_and_line_ups_make_cells_of_each_scene(folder: Path) -> None:
    assert {each.experiment.scene: len(each.rows) for each in read_folder(folder)} == {"coup": 8, "hanabi": 1}
    report = Report(of_coup(folder))
    assert [row[:2] for row in sheet(report, "Cells").rows] == [
        ("players=2, honest + random", "4 (and 1 unfinished)"),
        ("players=3, 3 random", "3"),
    ]
    assert {row.rotation for row in report.by_cell["players=2, honest + random"]} == {0, 1}, "seats make no other cell"


def test_only_whole_games_are_in_the_figures(folder: Path) -> None:
    report = Report(of_coup(folder))
    cells = sheet(report, "Cells")
    games = [pb.load(folder / f"three-{seed}.jsonl") for seed in (1, 2, 3)]
    assert cells.rows[1][cells.columns.index("actions")] == mean_of(
        [int(str(g.outcome.metrics["actions"])) for g in games], (0, inf)
    )
    assert [row[0] for row in sheet(report, "Files left out").rows] == ["damaged.jsonl", "zz-again.jsonl"]
    text = page(report)
    assert "the same game as coup-3.jsonl" in text
    assert "expected event 4, found event 9" in text
    assert text.count(" class=marked") == text.count("<td>unfinished: </td>") == 1


def test_recordings_of_an_experiment_give_its_sheets(tmp_path: Path) -> None:
    lab = played(tmp_path, COUP)
    (lab.folder / "experiment.toml").unlink()
    (folder,) = read_folder(lab.folder)
    for title in ("Wins by policy", "Wins by policy and seat", "Wins of one against another"):
        expected, found = (sheet(Report(games), title) for games in (lab, folder))
        assert sorted_rows(found) == sorted_rows(expected)


def sorted_rows(sheet: Sheet) -> list[dict[str, Cell]]:
    rows = sorted(sheet.rows, key=lambda row: str(row[0]))
    return [dict(zip(sheet.columns, row, strict=True)) for row in rows]


def test_a_folder_without_a_readable_recording_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "notes.jsonl").write_text('{"format": "other"}\n')
    with pytest.raises(UserError, match=r"no recording that can be read; notes.jsonl: line 1: is not the header"):
        read_folder(tmp_path)
