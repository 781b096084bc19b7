"""The shipped experiments are what they would be if they were run today; if not: `make experiments`."""

import asyncio

import pytest

from core.lab.design import read_experiment
from core.lab.experiment import Lab
from core.lab.page import page
from core.lab.playing import play_job
from core.lab.report import Report
from tests.make_experiments import FOLDER

SHIPPED = sorted(file.parent.name for file in FOLDER.glob("*/experiment.toml"))


def test_there_are_some() -> None:
    assert len(SHIPPED) == 5


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.few(1)
def test_a_cell_played_again_has_the_same_digests(name: str) -> None:
    lab = Lab(read_experiment(FOLDER / name / "experiment.toml"), FOLDER / name, {})
    assert lab.left == []
    cell = lab.cells[1].name
    for job in [job for job in lab.jobs if job.cell == cell][:5]:
        assert asyncio.run(play_job(job._replace(recording=""))).digest == lab.rows[job.recording].digest


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.few(2)
def test_the_page_is_that_of_the_rows(name: str) -> None:
    lab = Lab(read_experiment(FOLDER / name / "experiment.toml"), FOLDER / name, {})
    is_same = page(Report(lab)) == (FOLDER / name / "report.html").read_text("utf-8")
    assert is_same, f"docs/experiments/{name}/report.html is not what its rows give: make experiments"
