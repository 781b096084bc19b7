"""The files of shipped experiments are up to date; if not, run `make experiments`."""

import asyncio
from pathlib import Path

import pytest

from core.lab.design import read_experiment
from core.lab.experiment import ExperimentFolder
from core.lab.page import page
from core.lab.playing import play_job
from core.lab.report import Report
from tests.make_experiments import FOLDER

SHIPPED = sorted(file.parent.name for file in FOLDER.glob("*/experiment.toml"))


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.few(1)
def test_games_and_page_are_those_of_today(name: str) -> None:
    lab = ExperimentFolder(read_experiment(FOLDER / name / "experiment.toml"), FOLDER / name, {})
    assert len(SHIPPED) == 6
    assert lab.left == []
    cell = lab.cells[1].name
    for job in [job for job in lab.jobs if job.cell == cell][:3]:
        assert asyncio.run(play_job(job._replace(recording=""))).digest == lab.rows[job.recording].digest
    is_same = page(Report(lab)) == (FOLDER / name / "report.html").read_text("utf-8")
    assert is_same, f"docs/experiments/{name}/report.html is not what its rows give: make experiments"


@pytest.mark.parametrize("name", ["coloring-modes", "coup-verifier", "hanabi-discussion"])
def test_an_example_with_a_model_is_played_as_it_is(name: str, tmp_path: Path) -> None:
    path = FOLDER.parent / "examples" / "experiments" / f"{name}.toml"
    lab = ExperimentFolder(read_experiment(path).model_copy(update={"games": 1}), tmp_path, {})
    lab.check()
    lab.run(path, 1)
    assert [row.status for row in lab.rows.values()] == ["done"] * len(lab.cells)
