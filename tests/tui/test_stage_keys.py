"""Keys of the stage: where each acts, the message of an idle one, and no pause while a human is to move."""

import pytest

from core.engine.casting import prepare
from core.engine.events import Acted
from tests.tui.conftest import my_turn, playing, replaying, row, seated, stage_of, type_in, until
from tests.tui.test_hanabi_seat import acts, moved
from tests.tui.test_hanabi_seat import playing as playing_hanabi
from tui.screens.stage import StageScreen
from tui.stages import StageApp
from tui.state.opening import live_stage


def commands(stage: StageScreen) -> list[str]:
    return [e.data.command for e in stage.view.events if isinstance(e.data, Acted) and e.agent == stage.view.seat]


async def test_a_draft_is_thrown_away_by_one_key_and_the_footer_says_which() -> None:
    async with seated() as (app, pilot, stage):
        footer = stage.state.command_list.footer()
        await pilot.press("m")
        assert "^u" not in row(app, "footer")
        await type_in(pilot, "hello")
        assert "^u discard" in row(app, "footer")
        await pilot.press("left", "left", "ctrl+u")
        assert not stage.words.value
        await type_in(pilot, "again")
        await pilot.press("escape")
        assert "^u" not in row(app, "footer"), "the board has the keys"
        assert stage.state.command_list.footer() == footer
        await pilot.press("ctrl+u")
        assert not stage.words.value
        assert stage.focused is stage.query_one("#board")


async def test_letters_of_the_board_work_while_the_dock_has_the_focus_and_it_says_so() -> None:
    async with seated() as (app, pilot, stage):
        await pilot.press("tab")
        assert stage.focused is stage.pane_of("dock")
        assert "p pass" in row(app, "footer")
        assert "arrows" not in row(app, "footer")
        await pilot.press("p")
        await until(pilot, lambda: commands(stage) == ["pass"])
        assert stage.focused is stage.query_one("#board")


async def test_after_a_clue_p_plays_from_ones_own_hand_and_no_key_becomes_text() -> None:
    app = playing_hanabi()
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        await pilot.press("down", "c", "enter")
        await moved(pilot, 1)
        await pilot.press("p")
        await moved(pilot, 2)
        assert acts(stage.view)[1] == "play a"
        await pilot.press("down", "p")
        assert not stage.words.value
        assert "plays a" in row(app, "preview")


@pytest.mark.parametrize(
    ("seated", "told"),
    [
        (True, {"n": "n (next notable) is for the past; [ looks back", "f7": "f7 has no meaning here; ?", "5": "5 "}),
        (False, {"m": "only a player writes", "h": "hints are for", "w": "w "}),
    ],
)
async def test_a_key_that_does_nothing_here_says_why(seated: bool, told: dict[str, str]) -> None:
    app = playing() if seated else replaying(at=50)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot) if seated else stage_of(app)
        for key, words in told.items():
            await pilot.press(key)
            assert stage.state.news[0].startswith(words)


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
