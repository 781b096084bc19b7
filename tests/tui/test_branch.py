"""Branches from the playhead: the screen that asks for changes, the branch's own stage, and the way back."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from core.engine.casting import prepare
from core.errors import UserError
from core.recording.file import Recording
from tests.tui.conftest import (
    my_turn,
    recorded_sample,
    row,
    screen_of,
    seated,
    stage_of,
    type_in,
    until,
    watching,
)
from tui.cli.branching import Change
from tui.screens.branch import BranchScreen, read_changes
from tui.screens.stage import StageScreen
from tui.stages import StageApp
from tui.state.opening import live_stage, replay_stage


async def ask(pilot: Pilot[str], *keys: str) -> BranchScreen:
    """Open the branch screen at the playhead and press some keys."""
    await pilot.press("b")
    screen = pilot.app.screen
    assert isinstance(screen, BranchScreen)
    await pilot.press(*keys)
    return screen


async def opened(pilot: Pilot[str], below: StageScreen) -> StageScreen:
    """Wait for the branch's stage and return it."""
    await until(pilot, lambda: isinstance(pilot.app.screen, StageScreen) and pilot.app.screen is not below)
    stage = pilot.app.screen
    assert isinstance(stage, StageScreen)
    return stage


async def test_a_seat_of_bots_is_taken_where_the_playhead_is(own_data: Path) -> None:
    async with watching("coloring-bots", at=100) as (app, pilot, _):
        replay = stage_of(app)
        await ask(pilot)
        assert "branch after event 100" in screen_of(app)
        assert "your seat" in screen_of(app), "nobody had one: Enter takes the usual"
        await pilot.press("enter")
        stage = await opened(pilot, replay)
        await my_turn(pilot)
        assert stage.view.seat == "H"
        assert stage.view.events[:94] == replay.view.events[:94]
        await pilot.press("ctrl+q")
        await until(pilot, lambda: app.screen is replay)
        assert replay.view.n == 100
        assert "back at the branch point" in row(app, "place")
    made = Recording.read(next((own_data / "runs").glob("*.jsonl")))
    parent = made.header.parent
    assert parent is not None
    assert parent.n <= 100
    assert made.header.cast == {"A": "rules", "H": "human", "B": "rules"}


async def test_policies_seed_and_options_are_set_and_esc_goes_back(own_data: Path) -> None:
    async with watching("coloring-sample", at=60) as (app, pilot, _):
        replay = stage_of(app)
        screen = await ask(pilot, "escape")
        assert app.screen is replay
        screen = await ask(pilot)
        assert screen.changes.row == ("cast", "H")
        await pilot.press("up", "ctrl+u", *"random", "down")
        await type_in(pilot, "rules")
        await pilot.press("down", "down", "9", "down")
        await type_in(pilot, "-o max_turns=30")
        await pilot.press("enter")
        stage = await opened(pilot, replay)
        header = stage.view.header
        assert (header.seed, header.config["max_turns"]) == (9, 30)
        assert header.cast == {"A": "random", "H": "rules", "B": "rules"}
        await until(pilot, lambda: stage.view.ended is not None)


async def test_what_cannot_be_is_said_in_a_line() -> None:
    async with watching("coloring-bots", at=100) as (app, pilot, _):
        await ask(pilot, "up", *"py:evil:Bot", "enter")
        await until(pilot, lambda: "py:evil" in screen_of(app) and "making" not in screen_of(app))
        assert isinstance(app.screen, BranchScreen)
        await pilot.press("ctrl+u", "up")
        await type_in(pilot, "-o fixed=3")
        await pilot.press("enter")
        await until(pilot, lambda: "would have led to another one" in screen_of(app))
        await pilot.press("ctrl+u", *"nonsense", "enter")
        await until(pilot, lambda: "write -o KEY=VALUE" in screen_of(app))
        await pilot.press("escape")
        assert isinstance(app.screen, StageScreen)


async def test_in_ones_own_past_the_run_waits_and_says_that_it_was_left(tmp_path: Path) -> None:
    async with seated(record=tmp_path / "run.jsonl") as (app, pilot, stage):
        await pilot.press("p")
        await until(pilot, lambda: stage.view.turn > 3 and stage.state.my_turn)
        await pilot.press("left_square_bracket")
        await ask(pilot)
        assert stage.state.paused
        await pilot.press("escape")
        assert not stage.state.paused
        await ask(pilot, "enter")
        branch = await opened(pilot, stage)
        assert branch.view.seat == "H"
        await pilot.press("ctrl+q")
        await until(pilot, lambda: app.screen is stage)
        assert not stage.state.paused
        await pilot.press("end")
        await until(pilot, lambda: any("branched at event" in e.data.sentence() for e in stage.view.events))
        await until(pilot, lambda: stage.state.my_turn)


async def test_a_process_that_is_told_to_end_leaves_the_branch_and_what_it_lies_on(tmp_path: Path) -> None:
    async with seated(record=tmp_path / "run.jsonl") as (app, pilot, stage):
        await pilot.press("p")
        await until(pilot, lambda: stage.view.turn > 3 and stage.state.my_turn)
        await pilot.press("left_square_bracket")
        await ask(pilot, "enter")
        branch = await opened(pilot, stage)
        app.end()
        await until(pilot, lambda: not app.is_running)
    assert branch.live is not None
    assert branch.live.path is not None
    for path in (tmp_path / "run.jsonl", branch.live.path):
        ended = Recording.read(path).ended
        assert ended is not None
        assert ended.reason == "stop"


async def test_a_crowd_has_a_row_for_everybody() -> None:
    recording = recorded_sample("feed-sample")
    app = StageApp(replay_stage(recording, at=len(recording.events) // 2), pace=0.0, motion=False)
    async with app.run_test(size=(60, 20)) as pilot:
        screen = await ask(pilot)
        assert screen.changes.rows[0] == ("cast", "*")
        assert "everybody" in screen_of(app)
        await pilot.press("up", "up")
        assert screen.changes.row == ("", "-o")
        assert "▸ options" in screen_of(app)


def test_options_and_interventions_are_read_as_the_command_line_reads_them() -> None:
    told = read_changes("-o plan='5 boost @mira' --intervene 'news Ida the mill burns' -o x=")
    assert told == ({"plan": "5 boost @mira", "x": ""}, ["news Ida the mill burns"], Change())
    assert read_changes("--set 'Ann a=R3'")[2] == Change(set="Ann a=R3")
    with pytest.raises(UserError, match="the number of an event"):
        read_changes("--forget plan")


async def test_a_live_run_of_bots_is_branched_at_now() -> None:
    app = StageApp(live_stage(prepare("coup", {"playouts": 2}, {"*": "rules"}, 3), None), pace=0.0, motion=False)
    async with app.run_test(size=(120, 40)) as pilot:
        stage = stage_of(app)
        await until(pilot, lambda: stage.view.ended is not None)
        stage.view.go(40)
        await ask(pilot, "enter")
        branch = await opened(pilot, stage)
        assert branch.view.seat in branch.view.header.cast


async def test_a_message_is_withheld_and_the_track_shows_where(own_data: Path) -> None:
    async with watching("coloring-bots", at=100) as (app, pilot, _):
        replay = stage_of(app)
        said = next(event for event in replay.view.events if event.kind == "said")
        await ask(pilot, "up", "up")
        await type_in(pilot, f"--withhold {said.n}")
        await pilot.press("enter")
        stage = await opened(pilot, replay)
        assert stage.view.events[said.n - 1].kind == "withheld"
        assert (said.n, "set") in [mark[:2] for mark in stage.view.marks]
