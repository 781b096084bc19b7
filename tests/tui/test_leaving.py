"""Esc goes one step back, and asks first where a run would be stopped or lost."""

from pathlib import Path

from tests.tui.conftest import playing, row, screen_of, seated, stage_of, until, watching
from tui.lobby.app import LobbyApp
from tui.lobby.screen import LobbyScreen


async def test_a_run_that_goes_on_is_left_with_yes(tmp_path: Path) -> None:
    async with seated(record=tmp_path / "run.jsonl") as (app, pilot, stage):
        await pilot.press("m", "x", "escape")
        assert stage.words.value == "x", "the first step back only leaves the input"
        await pilot.press("escape")
        assert "leave? the game is recorded" in row(app, "preview")
        await pilot.press("r")
        assert not stage.state.leaving
        assert "leave" not in row(app, "preview")
        await pilot.press("escape", "escape")
        assert not stage.state.leaving, "esc is no yes"
        await pilot.press("escape", "y")
        await until(pilot, lambda: not app.is_running)


async def test_a_game_that_is_not_recorded_is_not_lost_by_a_slip() -> None:
    app = playing(H="rules")
    async with app.run_test(size=(80, 24)) as pilot:
        stage = stage_of(app)
        await until(pilot, lambda: stage.has_class("over"))
        await pilot.press("l")
        assert "not recorded and will be lost" in row(app, "place")
        await pilot.press("n", "end", "escape", "y")
        await until(pilot, lambda: not app.is_running)


async def test_a_replay_is_left_at_once() -> None:
    async with watching("coloring-sample", at=20) as (app, pilot, _):
        await pilot.press("i", "escape", "escape")
        await until(pilot, lambda: not app.is_running)


async def test_the_lobby_asks_where_something_was_set_up() -> None:
    app = LobbyApp(pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await pilot.press("tab", "down", "right", "escape", "escape")
        assert "esc again leaves" in screen_of(app)
        await pilot.press("down", "escape")
        assert app.is_running
        await pilot.press("escape")
        await until(pilot, lambda: not app.is_running)
