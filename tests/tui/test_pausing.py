"""A run that waits for a person is not paused unseen, and what is held says how it goes on."""

from core.engine.casting import prepare
from tests.tui.conftest import my_turn, row
from tui.stages import StageApp
from tui.state.opening import live_stage


async def test_space_does_not_hold_a_run_that_waits_for_its_person() -> None:
    app = StageApp(live_stage(prepare("council", {}, {}, 4, human=True), None), pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        await pilot.press("i", "space")
        assert not stage.state.paused
        assert "nothing to pause" in row(app, "preview")
        await pilot.press("escape")
        assert stage.live is not None
        stage.live.control.pause()
        stage.state.touch()
        await pilot.pause()
        assert "paused: space continues" in row(app, "preview")
        assert "space go on" in row(app, "footer")
        await pilot.press("space")
        assert not stage.state.paused
        assert "paused" not in row(app, "preview")
