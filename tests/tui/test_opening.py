"""Slow openings show their progress and can be canceled."""

import asyncio
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
from textual.pilot import Pilot

from core.engine.casting import prepare
from core.errors import UserError
from core.recording.checked_reader import read_run
from tests.tui.conftest import RECORDINGS, screen_of, stage_of, until
from tui.screens.opening import Opening, OpeningScreen, Progress
from tui.screens.stage import StageScreen
from tui.stages import StageApp
from tui.state.opening import live_stage, replay_stage
from tui.state.playback import ReplaySpeed
from tui.state.stage import StageState

SAMPLE = RECORDINGS / "coloring-sample.jsonl"


async def test_a_bar_stands_there_until_the_recording_is_read() -> None:
    go_on = threading.Event()

    def make(progress: Progress) -> StageState:
        recording = read_run(SAMPLE, progress)
        progress("checking 60 events", 0.5)
        go_on.wait()
        return replay_stage(recording, at=0)

    app = StageApp(OpeningScreen(Opening("reading a game", make)), pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot, "checking 60 events")
        assert "━" * 20 + "─" * 20 in screen_of(app)
        go_on.set()
        await until(pilot, lambda: isinstance(app.screen, StageScreen))
        assert stage_of(app).view.known == len(read_run(SAMPLE).events)


async def shown(pilot: Pilot[str], words: str) -> None:
    def is_shown() -> bool:
        screen = pilot.app.screen
        if isinstance(screen, OpeningScreen):
            screen.paint()
        return words in screen_of(pilot.app)

    await until(pilot, is_shown)


async def test_it_can_be_left_without_waiting_and_says_why_it_could_not_be_opened() -> None:
    never = threading.Event()

    def wait(progress: Progress) -> StageState:
        never.wait()
        raise UserError("late")

    def refuse(progress: Progress) -> StageState:
        raise UserError("line 3: not an event")

    app = StageApp(OpeningScreen(Opening("reading a game", wait)))
    async with app.run_test() as pilot:
        await shown(pilot, "esc leaves")
        await pilot.press("escape")
    never.set()
    assert (app.return_code, app.return_value) == (2, "playbill: not opened: reading a game")
    app = StageApp(OpeningScreen(Opening("reading a game", refuse)))
    async with app.run_test() as pilot:
        await until(pilot, lambda: app.return_code is not None)
    assert app.return_value == "playbill: line 3: not an event"


async def test_an_opening_of_many_events_is_laid_out_in_pieces(monkeypatch: pytest.MonkeyPatch, own_data: Path) -> None:
    monkeypatch.setattr("tui.state.loading.EVENTS_PER_FRAME", 5)
    monkeypatch.setattr("tui.state.loading.SILENT_SECONDS", -1.0)
    go_on = asyncio.Event()
    monkeypatch.setattr("tui.state.loading.asyncio", SimpleNamespace(sleep=lambda _: go_on.wait()))
    app = StageApp(live_stage(prepare("feed", {"agents": 60, "ticks": 5}, {}, 3, human=True), None), pace=0.0)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = stage_of(app)
        await until(pilot, lambda: "loading" in screen_of(app))
        go_on.set()
        await until(pilot, lambda: stage.view.ended is not None or stage.state.my_turn)
        assert not stage.query_one("#notice").display


def test_a_speed_that_is_not_reached_is_measured_over_a_second() -> None:
    reached = ReplaySpeed()
    for tick in range(40):
        reached.add(100 + tick / 10, 0.075)
    assert reached.share == pytest.approx(0.25, abs=0.05)
    for tick in range(40):
        reached.add(104 + tick / 10, 0.0)
    assert reached.share == 1
