"""Seats that compete: only they are rotated, and only they win or lose."""

from pathlib import Path

import pytest

from core.engine.casting import competitors, prepare
from core.lab.batch import Plan, play_batch
from core.lab.design import read_experiment
from core.trust.grants import NOTHING

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eli", "Fay")


@pytest.mark.parametrize(
    ("scene", "options", "neutral"),
    [
        ("werewolf", {"players": 6}, "Moderator"),
        ("council", {"members": 4}, "Chair"),
        ("chat", {"players": 3, "ordering": "moderated"}, "Moderator"),
    ],
)
def test_a_moderator_keeps_its_seat_when_the_cast_is_rotated(
    scene: str, options: dict[str, object], neutral: str
) -> None:
    header = prepare(scene, options, {"*": "random", "Ann": "rules", neutral: "llm:mock"}, 5)
    seats = competitors(header)
    assert set(header.cast) - set(seats) == {neutral}
    jobs = [job.header for job in Plan(header, 2 * len(seats), rotate=True)]
    assert [job.seed for job in jobs] == [5] * len(seats) + [6] * len(seats)
    assert all(job.cast[neutral] == "llm:mock" for job in jobs)
    first = [next(name for name in seats if job.cast[name] == "rules") for job in jobs]
    assert first == [*seats, *seats], "each seat once, in seat order"


def test_a_moderator_neither_wins_nor_loses() -> None:
    header = prepare("werewolf", {"players": 6, "days": 1}, {"*": "random", "Moderator": "rules"}, 1)
    batch = play_batch(header, 6, 1)
    assert {policy: told["seats"] for policy, told in batch.summary(header)["policies"].items()} == {"random": 36}
    assert any(not game.winners for game in batch.games), "a game that nobody won counts for its players alone"
    assert all(game.competitors == [*NAMES] for game in batch.games)


def test_line_ups_of_an_experiment_leave_the_moderator_to_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "experiment.toml"
    path.write_text(
        'name = "x"\nscene = "werewolf"\ngames = 2\noptions = {players = 6}\n'
        '[cast]\ndesign = "cross-play"\npolicies = ["quiet", "bold"]\nrotate = true\n'
    )
    experiment = read_experiment(path)
    cells = experiment.cells(NOTHING)
    assert {cell.header.cast["Moderator"] for cell in cells} == {"rules"}
    jobs = list(experiment.jobs(cells, tmp_path))
    assert {job.header.cast["Moderator"] for job in jobs} == {"rules"}
    assert len([job for job in jobs if job.cell == "quiet + bold"]) == 12
