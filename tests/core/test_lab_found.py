"""A report over recordings that lie in a folder, made by nobody's design."""

from math import inf
from pathlib import Path

import pytest

import playbill as pb
from core.errors import UserError
from core.lab.figures import mean_of
from core.lab.page import page
from core.lab.recordings_folder import RecordingsFolder, read_folder
from core.lab.report import Report
from core.lab.results import Sheet
from tests.core.lab_table import COUP, played


def sheet(report: Report, title: str) -> Sheet:
    return next(each for each in report.sheets() if each.title == title)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two scenes; Coup at two tables; a file that is cut off, one that is damaged, and one that is there twice."""
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
    (made,) = [each for each in read_folder(folder) if each.experiment.scene == "coup"]
    return made


def test_what_differs_makes_cells_and_each_scene_is_reported_by_itself(folder: Path) -> None:
    assert {each.experiment.scene: len(each.rows) for each in read_folder(folder)} == {"coup": 8, "hanabi": 1}
    made = Report(of_coup(folder))
    assert [row[:2] for row in sheet(made, "Cells").rows] == [
        ("players=2, honest + random", "4 (and 1 unfinished)"),
        ("players=3, 3 random", "3"),
    ]
    assert {row.rotation for row in made.by_cell["players=2, honest + random"]} == {0, 1}, "seats make no other cell"


def test_the_figures_are_of_whole_games_alone(folder: Path) -> None:
    made = Report(of_coup(folder))
    cells = sheet(made, "Cells")
    games = [pb.load(folder / f"three-{seed}.jsonl") for seed in (1, 2, 3)]
    assert cells.rows[1][cells.columns.index("actions")] == mean_of(
        [int(str(g.outcome.metrics["actions"])) for g in games], (0, inf)
    )
    assert [row[0] for row in sheet(made, "Files left out").rows] == ["damaged.jsonl", "zz-again.jsonl"]
    text = page(made)
    assert "the same game as coup-3.jsonl" in text
    assert "event 4 should be here, and event 9 is" in text
    assert text.count(" class=marked") == text.count("<td>unfinished: </td>") == 1


def test_recordings_of_an_experiment_give_its_figures(tmp_path: Path) -> None:
    lab = played(tmp_path, COUP)
    (lab.folder / "experiment.toml").unlink()
    (made,) = read_folder(lab.folder)
    designed, undesigned = Report(lab), Report(made)
    for title in ("Wins by policy", "Wins by policy and seat", "Wins of one against another"):
        told = [
            dict(zip(sheet(each, title).columns, row, strict=True))
            for each in (designed, undesigned)
            for row in sorted(sheet(each, title).rows, key=lambda row: str(row[0]))
        ]
        assert told[: len(told) // 2] == told[len(told) // 2 :]


def test_a_folder_without_a_whole_file_says_why(tmp_path: Path) -> None:
    (tmp_path / "notes.jsonl").write_text('{"format": "other"}\n')
    with pytest.raises(UserError, match=r"no recording that can be read; notes.jsonl: line 1: is not the header"):
        read_folder(tmp_path)
