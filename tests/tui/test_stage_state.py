"""The stage's state: independent of Textual, and unchanged while nothing happens."""

import subprocess
import sys

from core.engine.casting import prepare
from tests.tui.conftest import recorded_sample, seated, stage_of, watching
from tui.state.opening import live_stage, replay_stage


def test_no_module_of_it_imports_textual() -> None:
    code = "import sys, tui.state.opening; print([name for name in sys.modules if name.split('.')[0] == 'textual'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_keys_change_the_frame_without_a_screen() -> None:
    stage = replay_stage(recorded_sample("coloring-sample"), at=50)
    stage.ready = True
    before = stage.frame()
    assert stage.frame() == before
    stage.keys.do("previous-event")
    assert stage.view.n < 50
    assert stage.frame() != before
    assert stage.keys.can("branch")
    assert stage.keys.can("hint") is None


async def test_nothing_is_due_while_the_person_is_to_move() -> None:
    async with seated() as (_, pilot, stage):
        await pilot.pause()
        assert stage.state.due() is None
        assert stage._alarm._timer is None
        await pilot.press("i")
        assert stage.state.due() is None


async def test_a_replay_is_due_until_it_stands() -> None:
    async with watching(at=50) as (app, pilot, _):
        state = stage_of(app).state
        assert state.due() is None
        await pilot.press("space")
        assert state.due() is not None
        await pilot.press("space")
        assert state.due() is None


async def test_a_covered_stage_paints_when_it_is_shown_again() -> None:
    async with seated() as (_, pilot, stage):
        await pilot.press("question_mark")
        frame = stage.frame
        stage.state.touch()
        await pilot.pause()
        assert stage.frame == frame
        await pilot.press("escape")
        await pilot.pause()
        assert stage.frame != frame


def test_a_live_stage_waits_for_its_screen() -> None:
    stage = live_stage(prepare("coloring", {}, {}, 7, human=True), None)
    assert not stage.ready
    assert stage.keys.before_key("r", "r")
    assert not stage.view.known
