"""A human at a Hanabi seat: keys, clicks and text lead to moves, and the human's own cards are never painted."""

import re
from typing import Any

import pytest
from textual.pilot import Pilot

from core.engine.casting import prepare
from core.engine.events import Acted
from scenes.hanabi.actions import Clue
from scenes.hanabi.events import Clued
from tests.scenes.test_hanabi_rules import deck_of
from tests.tui.conftest import my_turn, row, screen_of, type_in, until
from tests.tui.test_hanabi_stage import NAMES, backs, pane_of, scene_of, view_of
from tests.tui.test_snapshots import Compare
from tui.panes.hanabi.facts import Facts
from tui.panes.hanabi.seat import Selection
from tui.stages import StageApp
from tui.state.opening import live_stage
from tui.view import View


def playing(seed: int = 3, **options: Any) -> StageApp:
    """Return the app with a human at Ann's seat."""
    cast = dict.fromkeys(NAMES[1 : options.get("players", 4)], "cautious")
    return StageApp(live_stage(prepare("hanabi", options, cast, seed, human=True), None), pace=0.0, motion=False)


def acts(view: View) -> list[str]:
    return [event.data.command for event in view.events if isinstance(event.data, Acted)]


async def moved(pilot: Pilot[str], rounds: int) -> None:
    """Wait until each player has made `rounds` moves and it is the human's turn again."""
    stage = await my_turn(pilot)
    players = len(stage.view.header.cast)
    await until(pilot, lambda: len(scene_of(stage.view).history) == players * rounds)
    await my_turn(pilot)


async def test_keys_become_moves() -> None:
    app = playing()
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        for count, keys in enumerate((("down", "c", "enter"), ("3", "p"), ("2", "right", "d")), 1):
            await pilot.press(*keys)
            await moved(pilot, count)
        await pilot.click(offset=(22, 5))
        await pilot.press("r", "escape", "r")
        assert re.search("touches +Bob", row(app, "preview"))
        await pilot.press("enter")
        await until(pilot, lambda: len(acts(stage.view)) == 4)
        first, *_, last = acts(stage.view)
        assert [*acts(stage.view)[1:3]] == ["play c", "discard c"]
        assert re.fullmatch("clue Bob (red|yellow|green|blue|purple)", first)
        assert re.fullmatch("clue Bob [1-5]", last)


def test_a_selected_card_that_is_gone_gives_way_to_the_one_in_its_place() -> None:
    facts, selection = Facts(scene_of(view_of(60)).observe("Ann")), Selection()
    for slot, found in ((1, 1), (4, 3)):
        selection.order, selection.seat, selection.slot = 49, 1, slot
        assert selection.settle(facts, "Ann") == facts.seen.hands[1][found].order


async def test_a_card_that_no_clue_touches_prepares_none() -> None:
    """All of Bob's cards are white but for the oldest, which is null."""
    app = playing(players=2, variant="white-null-3", deck=deck_of("R1 R1 R1 R2 R2  U1 W1 W2 W3 W4", "white-null-3"))
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(pilot)
        await pilot.press("down", "c")
        assert "clues Bob 4" in screen_of(app)
        assert "touches" not in screen_of(app)
        await pilot.press("r")
        assert re.search("touches +Bob", row(app, "preview"))
        await pilot.press("escape", "right", "right", "right", "right", "r")
        assert "touches" not in screen_of(app)


@pytest.mark.parametrize("variant", ["standard", "rainbow"])
@pytest.mark.slow
async def test_a_preview_tells_what_the_clue_then_touches(variant: str) -> None:
    app = playing(variant=variant)
    async with app.run_test(size=(120, 40)) as pilot:
        stage = await my_turn(pilot)
        for count in (1, 2, 3):
            scene = scene_of(stage.view)
            clue = next(action for action in scene.legal("Ann") if isinstance(action, Clue))
            hands = [[*reversed(hand)] for hand in scene.hands]
            await pilot.press("m")
            await type_in(pilot, scene.describe(clue))
            await pilot.pause()
            told = re.findall(r" ([a-e]) +([RYGBPM][1-5]) ", row(app, "preview"))
            assert "touches" in row(app, "preview")
            outlined = sum("▐" in row(app, "board", y) for y in range(23))
            assert outlined
            known = stage.view.known
            await pilot.press("enter", "escape")
            await until(pilot, lambda n=known: stage.view.known > n)  # type: ignore[misc]
            done = next(e.data for e in stage.view.events[known:] if isinstance(e.data, Clued))
            assert [slot for slot, _ in told] == [
                "abcde"[i] for i, order in enumerate(hands[done.to]) if order in done.touched
            ]
            await moved(pilot, count)


async def test_what_is_refused_is_said_and_a_hint_is_a_move() -> None:
    app = playing()
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        await pilot.press("d")
        assert "8 clue tokens" in row(app, "preview")
        await pilot.press("h")
        words = row(app, "preview").strip().split(": ")
        assert words[0] == "hint, Enter plays it"
        stage.view.scene.check("Ann", stage.view.scene.parse("Ann", words[1]))
        await pilot.press("m")
        await type_in(pilot, "clue Zoe 1")
        await pilot.pause()
        assert "nobody is called" in row(app, "preview")
        assert not acts(stage.view)


@pytest.mark.parametrize(("policy", "players", "name"), [("hat", 3, "hat strategy"), ("search", 2, "code for two")])
async def test_among_players_by_numbers_a_hint_is_by_theirs(policy: str, players: int, name: str) -> None:
    cast = dict.fromkeys(NAMES[1:players], policy)
    header = prepare("hanabi", {"players": players}, cast, 3, human=True)
    app = StageApp(live_stage(header, None), pace=0.0, motion=False)
    async with app.run_test(size=(120, 40)) as pilot:
        stage = await my_turn(pilot)
        await pilot.press("h")
        said = row(app, "preview").strip()
        command = re.fullmatch(rf"hint, Enter plays it: (.+?): the {name} (plays|discards|clues) .+", said)
        assert command, said
        stage.view.scene.check("Ann", stage.view.scene.parse("Ann", command[1]))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_own_cards_are_never_painted(size: tuple[int, int]) -> None:
    """Two games that differ only in what Ann may not know are painted the same, cell by cell."""
    app = playing()
    async with app.run_test(size=size) as pilot:
        stage = await my_turn(pilot)
        await pilot.pause()
        text, scene = screen_of(app), scene_of(stage.view)
        assert backs(text) == ["? ?"] * 4
        for order, card in zip(scene.hands[0], (1, 6, 11, 16), strict=True):
            scene.cards[order] = card

        async def again(perspective: str) -> str:
            pane_of(app).view._kept = (None, {})
            stage.view.perspective = perspective
            stage.state.touch()
            await pilot.pause()
            return screen_of(app)

        assert await again("Ann") == text
        assert backs(await again("")) == ["B 2", "G 2", "Y 2", "R 2"]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.few(1)
def test_a_clue_in_preparation(snap_compare: Compare, size: tuple[int, int]) -> None:
    async def press(pilot: Pilot[str]) -> None:
        await my_turn(pilot)
        await pilot.press("down", "down", "r")

    assert snap_compare(playing(), terminal_size=size, run_before=press)


async def test_who_is_asked_for_advice_is_told_whose_move_it_is_and_answers_by_keys() -> None:
    header = prepare("hanabi", {"players": 3}, {"Ann": "human", "*": "llm:mock"}, 5)
    app = StageApp(live_stage(header, None), pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        await pilot.press("p")
        await until(pilot, lambda: stage.state.my_turn and "Bob's move: " in row(app, "preview"))
        assert "s support  o modify  a another" in row(app, "preview")
        assert row(app, "footer").startswith(" s support  o modify  a another move")
        await pilot.press("p")
        assert stage.state.my_turn, "no move is made while a partner asks"
        await pilot.press("o")
        assert stage.words.value == "modify "
        await pilot.press("ctrl+u", "escape", "s")
        await until(pilot, lambda: any(e.kind == "advised" and e.agent == "Ann" for e in stage.view.events))
