"""Coup on the stage: true to the state, nothing hidden from a perspective is painted, and it fits every terminal."""

import asyncio
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from textual.pilot import Pilot

import playbill as pb
from core.engine.casting import open_run, prepare
from core.engine.events import Event, Said
from core.recording.header import Header
from scenes.coup.events import Challenged, Proved, Undoubted
from scenes.coup.moves import CHARACTERS, Character
from scenes.coup.observation import Observation
from scenes.coup.scene import CoupScene
from scenes.coup.strong.belief import Odds
from tests.tui.conftest import row, screen_of, stage_of
from tests.tui.test_replay import shown
from tests.tui.test_snapshots import Compare
from themes.palettes import PALETTES
from tui.panes.coup import facts
from tui.panes.coup.pane import CoupPane
from tui.panes.kit import Room, Row, line_of
from tui.stages import StageApp
from tui.state.stage import StageState
from tui.styles import plain
from tui.view import View

SIZES = [(60, 20), (80, 24), (100, 30), (120, 40), (200, 50)]
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")


SEEDS = {2: 19, 4: 92, 6: 15}
"""Seeds of games with bluffs, blocks, challenges and exchanges, by number of players."""


@cache
def game(players: int = 4, policy: str = "random") -> tuple[Header, tuple[Event, ...]]:
    """Play a game; random players often bluff, challenge and block."""
    seed = SEEDS[players]
    header = prepare("coup", {"players": players, "playouts": 2}, dict.fromkeys(NAMES[:players], policy), seed)

    async def run() -> tuple[Event, ...]:
        return tuple([event async for event in open_run(header)])

    with ThreadPoolExecutor(1) as aside:  # a test may already run an event loop
        return header, aside.submit(asyncio.run, run()).result()


def view_of(at: int, perspective: str = "", events: Sequence[Event] = (), **options: Any) -> View:
    header, played = game(**options)
    view = View(header)
    view.extend(events or played)
    view.perspective = perspective
    view.go(at)
    return view


def replaying(at: int, perspective: str = "", theme: str = "dark", **options: Any) -> StageApp:
    stage = StageState(view_of(at, perspective, **options), playing=False)
    return StageApp(stage, PALETTES[theme], pace=0.0, motion=False)


def ends(**options: Any) -> list[int]:
    return [event.n for event in game(**options)[1] if event.end == "turn"]


def claim(number: int, *, block: bool = False, **options: Any) -> int:
    """Return the number of the event of a game's n-th claim or block."""
    scene = view_of(len(game(**options)[1]), **options).scene
    assert isinstance(scene, CoupScene)
    return [made.n for made in scene.claims if made.block == block][number]


def scene_of(view: View) -> CoupScene:
    assert isinstance(view.scene, CoupScene)
    return view.scene


def pane_of(app: StageApp) -> CoupPane:
    pane = stage_of(app).view.pane
    assert isinstance(pane, CoupPane)
    return pane


def painted(view: View) -> list[str]:
    """Paint the board and all lists, in a narrow and in a wide terminal, with the odds."""
    pane = view.pane
    assert isinstance(pane, CoupPane)
    pane._odds = True
    out = list[str]()
    for room in (Room(80, 24, 80), Room(120, 40, 77)):
        pane.room = room
        out += [
            line for line in shown(view) if not line.startswith(("[Marked(", "[]"))
        ]  # the track shows only markers that the perspective may see
        out += [plain(line) for line in pane.board(room.cells, pane.board_rows())]
    return out


# -- contents of the screen


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.few(1)
async def test_coins_and_cards_are_those_of_the_scene(size: tuple[int, int], players: int) -> None:
    app = replaying(0, players=players)
    async with app.run_test(size=size) as pilot:
        view = stage_of(app).view
        for n in (*ends(players=players)[::12], view.known):
            view.go(n)
            await pilot.pause()
            game, text = scene_of(view).game, screen_of(app)
            for name, coins, hand, lost in zip(game.names, game.coins, game.hands, game.lost, strict=True):
                line = next(line for line in text.split("\n") if re.match(rf" [● ] {name}\b", line)).split("│")[0]
                assert re.search(rf"{'●' * min(10, coins)}{'·' * (10 - coins)} +{coins} ", line)
                held = hand[:-2] if game.phase == "exchange" and game.names[game.actor] == name else hand
                cards = [f" {card}" for card in held] + [f"×{card}" for card in lost]
                assert re.search(r" +".join(cards), line)
                assert ("out" in line) == (not hand)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.few(1)
async def test_with_six_players_claim_answers_and_history_are_all_there(size: tuple[int, int]) -> None:
    app = replaying(claim(0, players=6), players=6)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        text = screen_of(app)
        made = scene_of(stage_of(app).view).claims[-1]
        assert f"{made.agent} claims {made.card}" in text
        assert "On the table" in text
        for name in scene_of(stage_of(app).view).names:
            assert name == made.agent or f"{name} ?" in text
        assert row(app, "dock")


@pytest.mark.parametrize("perspective", ["", "Bob"])
def test_nobody_is_caught_before_the_card_is_shown(perspective: str) -> None:
    """Until the card is shown, the screen does not tell whether the claim was true."""
    events = game()[1]
    told = [
        (one, next_, painted(view_of(one.n, perspective)))
        for one, next_ in pairwise(events)
        if isinstance(one.data, Challenged) and not one.end
    ]
    assert any(isinstance(next_.data, Proved) for _, next_, _ in told)
    for challenge, _, lines in told:
        assert any(f"{challenge.agent} challenges {challenge.data.claimant}'s claim" in line for line in lines)  # type: ignore[attr-defined]
        assert not any("caught: " in line for line in lines)


def test_claims_are_marked_for_the_director_alone() -> None:
    last = len(game()[1])
    marks = "\n".join(painted(view_of(last)))
    scene = scene_of(view_of(last))
    assert marks.count("✗ bluff") > 2
    assert any(not made.true for made in scene.claims)
    for name in scene.names:
        for n in ends()[::12]:
            told = painted(view_of(n, name))
            assert not any(re.search(r"✓ true|✗ bluff", line) for line in told if not line.startswith(" claim "))


def test_an_undoubted_bluff_is_marked_for_who_made_it() -> None:
    header, events = game()
    bluffed = next(event for event in events if isinstance(event.data, Undoubted) and not event.data.true)
    view = view_of(0)
    (mark,) = [mark for mark in view.marks if mark.n == bluffed.n]
    assert mark.mark == "missed"
    for name in header.cast:
        view.perspective = name
        assert view.may_see(bluffed) == (name == bluffed.agent)


# -- the list


async def test_a_row_of_the_history_goes_there() -> None:
    app = replaying(len(game()[1]))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("tab", "up", "up", "up", "up")
        rows = [row(app, "dock", y) for y in range(3)]
        y = next(y for y, text in enumerate(rows) if re.match(r" +\d+ ", text))
        await pilot.click("#dock", offset=(10, y))
        assert scene_of(stage_of(app).view).game.actions == int(rows[y].split()[0])
        pane_of(app).room.tab = "Odds"
        side = [plain(line_of(line)) for line in pane_of(app).side(42, 30)]
        at = next(y for y, text in enumerate(side) if text.startswith(" 12 "))
        row_at = pane_of(app).side(42, 30)[at]
        assert isinstance(row_at, Row)
        assert stage_of(app).view.go_step(row_at.n)
        assert scene_of(stage_of(app).view).game.actions == 12


# -- pictures


def count_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute odds from the cards alone, so that pictures do not depend on how players are read."""

    def odds(seen: Observation) -> dict[str, dict[Character, Odds]]:
        return {
            name: {card: Odds(n := seen.odds_by_counting(name, card), n, 0, 0) for card in CHARACTERS}
            for name in seen.names
        }

    monkeypatch.setattr(facts, "all_odds", odds)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.few(1)
def test_all_eyes_at_a_block(snap_compare: Compare, size: tuple[int, int]) -> None:
    assert snap_compare(replaying(claim(0, block=True)), terminal_size=size)


@pytest.mark.parametrize("theme", ["light", "plain", "color-blind"])
@pytest.mark.few(1)
def test_themes(snap_compare: Compare, theme: str) -> None:
    assert snap_compare(replaying(claim(4), perspective="Ann", theme=theme), terminal_size=(80, 24))


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
@pytest.mark.few(1)
def test_six_players(snap_compare: Compare, size: tuple[int, int]) -> None:
    app = replaying(claim(12, players=6), players=6, perspective="Cat")
    assert snap_compare(app, terminal_size=size)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.few(1)
def test_the_end_and_why(snap_compare: Compare, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]) -> None:
    count_only(monkeypatch)

    async def press(pilot: Pilot[str]) -> None:
        await pilot.press("i")

    assert snap_compare(replaying(len(game()[1])), terminal_size=size, run_before=press)


def test_words_do_not_change_why_a_card_is_lost() -> None:
    game = pb.play("coup", {}, {"*": "bluffer"}, 3)
    scene = CoupScene(game.scene.config, game.scene.names)
    for event in game.events:
        scene.apply(event)
        if isinstance(event.data, Proved):
            break
    loser = scene.observe("").loser
    scene.apply(Said("well done").by(loser))
    found = facts.Facts(scene, loser)
    assert found.seen.phase == "lose"
    assert isinstance(found.newest_move.data, Proved)
