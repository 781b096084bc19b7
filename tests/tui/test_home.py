"""The home screen: pictures of real positions, games as they were played last, and the way to options and back."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from core.recording.checked_reader import read_run
from core.user_config import own_models
from tests.tui.conftest import screen_of, until
from tests.tui.test_lobby_recordings import record
from tui.home.positions import read_last_games
from tui.home.screen import HomeScreen
from tui.home.tile import Tile
from tui.lobby.app import LobbyApp
from tui.lobby.recordings import recording_row
from tui.lobby.screen import LobbyScreen
from tui.panes.coloring.board import GraphBoard
from tui.preferences import load_choices
from tui.screens.stage import StageScreen
from tui.state.opening import toured


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLAYBILL_DATA", str(tmp_path))
    monkeypatch.setenv("PLAYBILL_CONFIG", str(tmp_path / "config.toml"))
    (tmp_path / "config.toml").touch()
    monkeypatch.setattr("tui.home.positions.read_run", read_once)
    return tmp_path


read_once = cache(read_run)
"""Reads each recording once: the samples are the same in every test."""


@asynccontextmanager
async def home(width: int = 120, height: int = 40) -> AsyncIterator[tuple[Pilot[Any], HomeScreen]]:
    app = LobbyApp(pace=0, motion=False)
    async with app.run_test(size=(width, height)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen) and len(app.screen.query(".picture > *")) == 8)
        screen = app.screen
        assert isinstance(screen, HomeScreen)
        yield pilot, screen


async def test_scenes_are_pictures_of_positions(data: Path) -> None:
    await record(data, "one.jsonl", max_turns=6, human=True)
    async with home() as (pilot, screen):
        board = screen.query(Tile).first().query_one(GraphBoard)
        assert {"a1", "h1"} <= set(board.frame.places)
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: "▸coloring" in screen_of(pilot.app))
        assert "find out who is a wolf" in screen_of(pilot.app)


async def test_enter_plays_as_last_time(data: Path) -> None:
    await record(data, "one.jsonl", max_turns=6, human=True)
    async with home() as (pilot, screen):
        assert screen.state.setup.options == {"max_turns": 6}
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, StageScreen))
        stage = pilot.app.screen
        assert isinstance(stage, StageScreen)
        header = stage.state.view.header
        assert (header.scene, header.config["max_turns"], header.cast["H"]) == ("coloring", 6, "human")


async def test_tours_are_not_repeated(data: Path) -> None:
    path = await record(data, "tour-1.jsonl", scene="coup", options={"players": 3}, human=True)
    assert read_last_games("coup", [recording_row(path)]).header is None
    path = await record(data, "own.jsonl", scene="coup", options={"players": 3}, human=True)
    assert read_last_games("coup", [recording_row(path)]).header is not None
    stage = toured("coup").view.path
    assert stage is not None
    assert stage.name.startswith("tour-")


async def test_options_are_one_key_away_and_esc_returns(data: Path) -> None:
    await record(data, "one.jsonl", max_turns=6)
    async with home() as (pilot, screen):
        await pilot.press("right", "o")
        await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))
        assert "Options chat" in screen_of(pilot.app)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen)
        await pilot.press("down", "down")
        assert screen.state.pane == "recent"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, StageScreen))


async def test_settings_are_changed_and_kept(data: Path) -> None:
    await record(data, "one.jsonl", max_turns=6)
    async with home(80, 24) as (pilot, _):
        await pilot.press("comma", "enter")
        await until(pilot, lambda: "Theme: light" in screen_of(pilot.app))
        assert load_choices().theme == "light"
        await pilot.press(*"keys", "enter")
        await until(pilot, lambda: "Keys: vim" in screen_of(pilot.app))
    assert load_choices().keymap == "vim"


@pytest.mark.slow
async def test_a_model_is_tested_and_added(data: Path) -> None:
    await record(data, "one.jsonl", max_turns=6)
    async with home(80, 24) as (pilot, _):
        await pilot.press("comma", *"models", "enter")
        await until(pilot, lambda: "litellm knows it" in screen_of(pilot.app))
        await pilot.press(*"no-such:model", "enter")
        await until(pilot, lambda: "calling" not in screen_of(pilot.app) and "no-such" in screen_of(pilot.app))
        await pilot.press("ctrl+s")
        assert own_models() == {}
        await pilot.press("ctrl+u", *"llm:mock", "enter")
        await until(pilot, lambda: "llm:mock answers" in screen_of(pilot.app))
        await pilot.press("ctrl+s")
        await until(pilot, lambda: "is among the policies of every seat now" in screen_of(pilot.app))
    assert own_models() == {"mock": {}}
