"""A scrolled list returns to its newest line by End or by a click on its last row."""

import pytest

from core.engine.casting import prepare
from tests.tui.conftest import screen_of, stage_of, until, watching
from tui.lines import Lines
from tui.stages import StageApp
from tui.state.opening import live_stage


def shown(pane: Lines) -> list[str]:
    return ["".join(segment.text for segment in pane.render_line(y)).rstrip() for y in range(pane.size.height)]


async def test_end_and_the_foot_of_the_talk_lead_to_the_newest_line() -> None:
    stage = live_stage(prepare("chat", {"max_turns": 60}, {"*": "rules"}, 3), None)
    app = StageApp(stage, pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: stage.view.ended is not None)
        await pilot.press("escape")
        pane = stage_of(app).query_one("#board", Lines)
        newest = shown(pane)
        await pilot.press("pageup", "pageup")
        assert "newer" in shown(pane)[-1]
        await pilot.press("end")
        assert shown(pane) == newest
        await pilot.press("pageup")
        await pilot.click("#board", offset=(6, pane.size.height - 1))
        assert shown(pane) == newest


@pytest.mark.parametrize("name", ["coloring-sample", "werewolf-sample", "coup-sample"])
@pytest.mark.few(1)
async def test_end_leads_to_the_newest_line_of_every_tab(name: str) -> None:
    async with watching(name, at=10_000) as (_, pilot, stage):
        dock = stage.pane_of("dock")
        for _ in stage.view.pane.tabs(False):
            await pilot.press("tab")
            newest = shown(dock)
            if not dock.follow:
                continue
            await pilot.press("pageup")
            if "newer" in shown(dock)[-1]:
                await pilot.press("end")
            assert shown(dock) == newest, stage.state.tab
            await pilot.press("pageup")


async def test_another_tab_begins_at_its_own_end() -> None:
    async with watching(at=10_000) as (_, pilot, stage):
        await pilot.press("tab", "pageup")
        dock = stage.pane_of("dock")
        assert dock.below
        await pilot.press("tab")
        assert not dock.below or not dock.follow
        await pilot.press("shift+tab")
        assert not dock.below


async def test_the_foot_of_a_page_of_help_turns_the_page() -> None:
    async with watching(at=100) as (app, pilot, _):
        await pilot.press("question_mark")
        page = app.screen.query_one("#page", Lines)
        assert "more lines" in shown(page)[-1]
        before = page.first
        await pilot.click("#page", offset=(6, page.size.height - 1))
        assert page.first == before + page.size.height - 3
        await pilot.press("end")
        assert page.below == 0
        assert "more lines" not in screen_of(app)
        assert "esc closes" in shown(page)[0], "the title stays"
