"""Animated moments on the board, in play and replay: no key is lost during one, and animation can be turned off."""

from itertools import pairwise
from pathlib import Path

import pytest

from core.engine.casting import prepare
from core.errors import UserError
from scenes.coup.events import Challenged, Lost, Proved
from tests.tui.conftest import my_turn, recorded_sample, row, stage_of, until
from tui.preferences import load_choices, motion_is_on, save_choices
from tui.stages import StageApp
from tui.state.opening import live_stage, replay_stage

LONG = 1e6
"""A pace at which a moment stays on the board until a key is pressed."""


async def test_a_challenge_stands_before_the_card_turns() -> None:
    recording = recorded_sample("coup-sample")
    challenge, turned = next(
        (event, after)
        for event, after in pairwise(recording.events)
        if isinstance(event.data, Challenged) and isinstance(after.data, Proved | Lost)
    )
    stage = replay_stage(recording, at=challenge.n - 1, speed=64.0)
    app = StageApp(stage, pace=LONG)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("space")
        await until(pilot, lambda: stage.view.n == challenge.n)
        assert row(app, "legend") == f" ▸ {challenge.agent} {challenge.data.sentence()}"
        await pilot.press("space")
        assert not stage.playing, "the key was taken"
        assert "▸" not in row(app, "legend")
        await pilot.press("right")
        assert stage.view.n == turned.n


async def test_a_live_run_halts_at_a_beat_and_a_key_shows_the_rest_at_once() -> None:
    header = prepare("hanabi", {}, dict.fromkeys(("Ann", "Bob", "Cat", "Dan"), "random"), 7)
    app = StageApp(live_stage(header, None), pace=LONG)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = stage_of(app)
        app.tempo.pace = LONG / 1e3
        stage.state.speed = 1e12  # until the first moment, turns follow each other at once
        await until(pilot, lambda: stage.view.n > 0)
        stage.state.speed = 1.0
        await until(pilot, lambda: stage.state.beats.now is not None)
        assert "fuse burns" in row(app, "legend") or "complete" in row(app, "legend")
        held = stage.view.known
        await pilot.press("i")
        assert stage.has_class("why")
        assert stage.state.beats.now is None
        assert stage.view.known > held


async def test_without_motion_nothing_is_held() -> None:
    header = prepare("hanabi", {}, dict.fromkeys(("Ann", "Bob", "Cat", "Dan"), "random"), 7)
    app = StageApp(live_stage(header, None), pace=1e-6, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = stage_of(app)
        await until(pilot, lambda: stage.view.ended is not None)
        assert stage.state.beats.now is None


def test_paces_and_motion_are_remembered(own_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (load_choices().pace, motion_is_on()) == (1.0, True)
    save_choices(pace=4.0)
    save_choices(motion=False)
    assert (load_choices().pace, motion_is_on()) == (4.0, False)
    config = own_data / "config.toml"
    config.write_text("motion = true")
    monkeypatch.setenv("PLAYBILL_CONFIG", str(config))
    assert motion_is_on()
    monkeypatch.setenv("PLAYBILL_MOTION", "off")
    assert not motion_is_on()
    monkeypatch.setenv("PLAYBILL_MOTION", "maybe")
    with pytest.raises(UserError, match="on or off"):
        motion_is_on()


async def test_a_pace_that_is_set_by_key_is_kept(own_data: Path) -> None:
    header = prepare("chat", {}, {}, 7, human=True)
    app = StageApp(live_stage(header, None), pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(pilot)
        await pilot.press("escape", ">")
        assert load_choices().pace == 2.0
        assert "2 times the usual speed" in row(app, "preview")
