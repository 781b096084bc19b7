"""A key that does nothing here says what it is for, or that it has no meaning."""

import pytest

from tests.tui.conftest import my_turn, playing, replaying, stage_of


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("n", "n (next notable) is for the past; [ looks back"),
        ("f7", "f7 has no meaning here; ? lists the keys"),
        ("5", "5 "),
    ],
)
async def test_in_a_seat(key: str, words: str) -> None:
    async with playing().run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        await pilot.press(key)
        assert stage.state.news[0].startswith(words)


@pytest.mark.parametrize(("key", "words"), [("m", "only a player writes"), ("h", "hints are for"), ("w", "w ")])
async def test_in_a_replay(key: str, words: str) -> None:
    app = replaying(at=50)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(key)
        assert stage_of(app).state.news[0].startswith(words)


async def test_a_draft_does_not_change_the_footer_of_the_board() -> None:
    app = playing()
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        before = stage.state.keys.footer()
        await pilot.press("m", "h", "i", "escape")
        assert stage.state.text == "hi"
        assert stage.state.keys.footer() == before
