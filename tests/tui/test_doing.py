"""Keys act where the eye is: drafts are thrown away by one key, and the board's letters work from the dock."""

from core.engine.events import Acted
from tests.tui.conftest import my_turn, playing, row, type_in, until
from tests.tui.test_hanabi_seat import acts, moved
from tests.tui.test_hanabi_seat import playing as playing_hanabi
from tui.screens.stage import StageScreen


def commands(stage: StageScreen) -> list[str]:
    return [e.data.command for e in stage.view.events if isinstance(e.data, Acted) and e.agent == stage.view.seat]


async def test_a_draft_is_thrown_away_by_one_key_and_the_footer_says_which() -> None:
    app = playing()
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        await pilot.press("m")
        assert "^u" not in row(app, "footer")
        await type_in(pilot, "hello")
        assert "^u discard" in row(app, "footer")
        await pilot.press("left", "left", "ctrl+u")
        assert not stage.words.value
        await type_in(pilot, "again")
        await pilot.press("escape")
        assert "^u" not in row(app, "footer"), "the board has the keys"
        await pilot.press("ctrl+u")
        assert not stage.words.value
        assert stage.focused is stage.query_one("#board")


async def test_letters_of_the_board_work_while_the_dock_has_the_focus_and_it_says_so() -> None:
    app = playing()
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
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
