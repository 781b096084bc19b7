"""Experiments in the lobby: progress, standings, games, and one of the games on the stage."""

from pathlib import Path

import pytest

from core.errors import UserError
from core.lab.design import read_experiment
from core.lab.experiment import ExperimentFolder
from core.lab.report import folders_in, progress
from tests.tui.conftest import screen_of, stage_of, until
from tui.lobby.app import LobbyApp

TOML = """name = "pairs"
scene = "coup"
games = 2
[options]
players = 2
[cast]
design = "round-robin"
policies = ["random", "honest"]
rotate = true
"""


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """Write an experiment of four games, of which three are over."""
    folder = tmp_path / "experiments" / "pairs"
    folder.mkdir(parents=True)
    source = folder / "experiment.toml"
    source.write_text(TOML)
    ExperimentFolder(read_experiment(source), folder, {}).run(source, 1)
    rows = (folder / "rows.jsonl").read_text().splitlines(keepends=True)
    assert len(rows) == 4
    (folder / "rows.jsonl").write_text("".join(rows[:2]))
    (folder / "rows-1-of-2.jsonl").write_text(rows[2])
    return folder


def test_progress_counts_all_shards_and_says_who_leads(begun: Path) -> None:
    (begun.parent / "empty").mkdir()
    (begun.parent / "empty" / "experiment.toml").write_text(TOML)
    assert list(folders_in([begun.parent, begun, begun / "nowhere"])) == [begun]
    made = progress(begun, {})
    assert (made.name, made.scene, len(made.rows), made.planned) == ("pairs", "coup", 3, 4)
    assert made.measure == "won"
    assert {name for name, _ in made.leaders} == {"random", "honest"}
    assert [figure[-1] for _, figure in made.leaders] == ["%", "%"]
    (begun / "experiment.toml").write_text("name = 3\n")
    with pytest.raises(UserError, match="name"):
        progress(begun, {})


async def test_the_lobby_lists_experiments_and_opens_their_games(begun: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.screens.experiments.experiment_folders", lambda: [begun.parent])
    app = LobbyApp(pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Scenes" in screen_of(app))
        lobby = app.screen
        await pilot.press("e")
        await until(pilot, lambda: "coup 3 of 4   won:" in screen_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "pairs   coup 3 of 4" in screen_of(app))
        assert screen_of(app).count("seed ") == 3
        rows = [row.strip() for row in screen_of(app).splitlines()]
        first = rows.index("won")
        assert {row.split()[0] for row in rows[first + 1 : first + 3]} == {"honest", "random"}
        assert all(row.endswith(" %") for row in rows[first + 1 : first + 3]), "who leads has a row each"
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is not lobby and "coup · 2 players" in screen_of(app))
        assert stage_of(app).live is None  # type: ignore[arg-type]


@pytest.mark.slow
async def test_a_game_whose_recording_is_gone_is_played_again(begun: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in (begun / "recordings").iterdir():
        path.unlink()
    monkeypatch.setattr("tui.screens.experiments.experiment_folders", lambda: [begun.parent])
    digests = {row.digest for row in progress(begun, {}).rows}
    app = LobbyApp(pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Scenes" in screen_of(app))
        await pilot.press("e")
        await until(pilot, lambda: "coup 3 of 4" in screen_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "seed 1" in screen_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "coup · 2 players" in screen_of(app))
        stage = stage_of(app)  # type: ignore[arg-type]
        assert stage.live is not None
        await until(pilot, lambda: stage.view.ended is not None)
        assert stage.view.ended is not None
        assert stage.view.ended.digest in digests
