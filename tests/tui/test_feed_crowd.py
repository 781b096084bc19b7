"""A crowd on the stage looks just like individual accounts."""

import pytest

from core.engine.casting import prepare
from core.engine.events import Acted
from scenes.feed.crowd import Crowd
from tests.tui.conftest import my_turn, row, stage_of, type_in, until
from tests.tui.test_feed_stage import pane_of, rows, scene_of
from tui.panes.feed.why import moment_of, why
from tui.stages import StageApp
from tui.state.opening import live_stage
from tui.styles import plain

SMALL = {"agents": 300, "ticks": 60, "world": "lively", "crowd": 2}


@pytest.mark.slow
async def test_a_person_in_a_crowd_looks_around() -> None:
    app = StageApp(live_stage(prepare("feed", SMALL, {}, 3, human=True), None), pace=0.0, motion=False)
    async with app.run_test(size=(120, 40)) as pilot:
        stage = await my_turn(pilot)
        scene = scene_of(app)
        assert isinstance(scene.agents, Crowd)
        shown = "\n".join(rows(app, "board"))
        assert all(f" {count} " in shown for count in scene.distribution().values())
        await pilot.press("l")
        await until(pilot, lambda: any(isinstance(event.data, Acted) for event in stage.view.events))
        await my_turn(pilot)
        await pilot.press("slash")
        await type_in(pilot, "mira")
        await pilot.press("enter")
        assert "@mira" in row(app, "dock", 0)
        assert pane_of(app)._looks.account.item == 0
        assert not stage.state.failed


async def test_why_one_of_a_crowd_decided() -> None:
    header = prepare("feed", {**SMALL, "ticks": 6}, {"*": "rules"}, 3)
    app = StageApp(live_stage(header, None), pace=0.0, motion=False)
    async with app.run_test(size=(120, 40)) as pilot:
        view = stage_of(app).view
        await until(pilot, lambda: view.ended is not None)
        lines = [plain(line) for line in why(view, None, 100)]
        moment = moment_of(view, scene_of(app).numbers[lines[0].split("@")[1].split()[0]])
        assert moment is not None
        assert moment.seen.name not in header.cast
        assert lines[-1].split()[0] in ("▸scroll", "scroll")
        assert moment.chosen in moment.seen.options
