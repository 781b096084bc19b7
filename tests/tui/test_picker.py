"""Lists to pick from: matches of a text, the cursor, and a palette of the commands that are possible now."""

import pytest

from tests.tui.conftest import replaying, screen_of, seated, watching
from tests.tui.test_mouse import place
from tui.pick_list import Pick, PickList
from tui.screens.picker import Picker

PICKS = [Pick(label, about, list) for label, about in (("Full view", "no secrets"), ("View of Ann", ""), ("Hint", "h"))]


def test_each_word_must_match_and_labels_that_begin_so_come_first() -> None:
    listed = PickList(PICKS)
    listed.narrow("view")
    assert [pick.label for pick in listed.found] == ["View of Ann", "Full view"]
    listed.narrow("SECRETS full")
    assert [pick.label for pick in listed.found] == ["Full view"]
    listed.narrow("secrets hint")
    assert (listed.found, listed.pick) == ([], None)
    listed.narrow("")
    assert list(listed.found) == PICKS


def test_single_steps_go_around_and_pages_stop_at_the_ends() -> None:
    listed = PickList(PICKS)
    listed.move(-1)
    assert listed.at == 2
    listed.move(1)
    assert listed.at == 0
    listed.move(10)
    assert listed.at == 2
    listed.move(-10)
    assert listed.at == 0
    listed.narrow("nothing")
    listed.move(1)
    assert (listed.at, list(listed.window(5))) == (0, [])


def test_the_window_follows_the_cursor() -> None:
    listed = PickList([Pick(str(i), "", list) for i in range(10_000)])
    assert listed.window(5) == range(5)
    listed.move(-1)
    assert listed.window(5) == range(9_995, 10_000)
    listed.move(-3)
    assert listed.window(5) == range(9_995, 10_000)
    listed.narrow("99")
    assert listed.window(5) == range(5)


async def test_the_palette_offers_what_is_possible_now() -> None:
    async with seated() as (app, pilot, stage):
        await pilot.press("ctrl+p")
        shown = screen_of(app)
        assert "Hint" in shown
        assert "Eyes of" not in shown
        assert "Spoiler" not in shown
        await pilot.press(*"hin", "enter")
        assert app.screen is stage
        assert stage.state.news[0].startswith("hint, ")


async def test_in_a_replay_it_looks_and_goes_elsewhere() -> None:
    async with watching(at=50) as (app, pilot, stage):
        await pilot.press("ctrl+p")
        assert "Hint" not in screen_of(app)
        await pilot.press(*"view", "space", "o", "f", "space", "B")
        await pilot.click(offset=place(app, "View of B", "rows"))
        assert stage.view.perspective == "B"
        await pilot.press("ctrl+p", *"go", "space", *"to", "space", "…", "enter")
        assert stage.state.asking == "go"
        await pilot.press("1", "2", "enter")
        assert stage.view.n == 12


@pytest.mark.slow
async def test_of_many_eyes_those_that_are_typed_are_found() -> None:
    async with watching("feed-sample", at=40) as (app, pilot, stage):
        last = list(stage.view.header.cast)[-1]
        await pilot.press("v")
        assert screen_of(app).startswith(" Playbill  whose perspective?")
        assert "full view" in screen_of(app)
        await pilot.press("down", "end", *(letter for letter in last if letter.isalnum()), "enter")
        assert app.screen is stage
        assert stage.view.perspective in stage.view.header.cast
        await pilot.press("v", "escape", "v", "x", "y", "z", "z", "y", "enter")
        assert "no match" in screen_of(app)
        await pilot.press("ctrl+u", "enter")
        assert stage.view.perspective == ""


@pytest.mark.parametrize("size", [(80, 24), (60, 20)], ids=str)
async def test_what_is_cut_in_its_row_is_read_whole_once_it_is_chosen(size: tuple[int, int]) -> None:
    app = replaying(at=1)
    labels = [f"seed {i}, players=4, random + honest + bluffer + strong" for i in range(40)]
    picks = [Pick(label, f"won by Ann (bluffer), turn {i}", list) for i, label in enumerate(labels)]
    async with app.run_test(size=size) as pilot:
        app.push_screen(Picker("games", picks))
        await pilot.press(*["down"] * 30)
        below = screen_of(app).splitlines()[-4:-1]
        assert " ".join(" ".join(below).split()) == f"{labels[30]} won by Ann (bluffer), turn 30"
        await pilot.click(offset=(5, size[1] - 3))  # these rows cannot be picked
        assert app.screen.query("#rows")
