"""Hanabi on the stage: true to the state, own cards are never painted, keys and text lead to moves."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import pytest
from textual.pilot import Pilot

from core.engine.casting import open_run, prepare
from core.engine.events import Body, Event, Noted, Said
from core.recording.header import Header
from scenes.hanabi.config import HanabiConfig
from scenes.hanabi.events import Played
from scenes.hanabi.scene import HanabiScene
from tests.tui.conftest import row, screen_of, stage_of
from tests.tui.test_snapshots import Compare
from themes.palettes import PALETTES
from tui.panes.hanabi import lists
from tui.panes.hanabi.facts import Facts
from tui.panes.hanabi.pane import HanabiPane
from tui.panes.hanabi.score import title
from tui.panes.kit import Row, line_of
from tui.stages import StageApp
from tui.state.stage import StageState
from tui.styles import plain
from tui.view import View

SIZES = [(60, 20), (80, 24), (100, 30), (120, 40), (200, 50)]
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")


@cache
def game(players: int = 4, variant: str = "standard", seed: int = 3) -> tuple[Header, tuple[Event, ...]]:
    cast = dict.fromkeys(NAMES[:players], "cautious")
    header = prepare("hanabi", {"players": players, "variant": variant}, cast, seed)

    async def run() -> tuple[Event, ...]:
        return tuple([event async for event in open_run(header)])

    with ThreadPoolExecutor(1) as aside:  # a test may already run an event loop
        return header, aside.submit(asyncio.run, run()).result()


def ends() -> list[int]:
    """Return the last events of turns; each drawn card is known by then to all who may see it."""
    return [event.n for event in game()[1] if event.end == "turn"]


def view_of(at: int, perspective: str = "", **options: Any) -> View:
    header, events = game(**options)
    view = View(header)
    view.extend(events)
    view.perspective = perspective
    view.go(at)
    return view


def replaying(at: int, perspective: str = "", theme: str = "dark", **options: Any) -> StageApp:
    stage = StageState(view_of(at, perspective, **options), playing=False)
    return StageApp(stage, PALETTES[theme], pace=0.0, motion=False)


def pane_of(app: StageApp) -> HanabiPane:
    pane = stage_of(app).view.pane
    assert isinstance(pane, HanabiPane)
    return pane


def scene_of(view: View) -> HanabiScene:
    assert isinstance(view.scene, HanabiScene)
    return view.scene


# -- contents of the screen


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.few(1)
async def test_the_numbers_are_those_of_the_scene(size: tuple[int, int]) -> None:
    app = replaying(0)
    async with app.run_test(size=size) as pilot:
        view = stage_of(app).view
        for n in (*ends()[::30], view.known):
            view.go(n)
            await pilot.pause()
            scene, text = scene_of(view), screen_of(app)
            assert f"score {scene.kept} " in text
            assert "●" * scene.clues + "○" * (8 - scene.clues) in text
            assert re.search(rf"deck +{len(scene.deck) - scene.drawn} ", text)
            assert f"{3 - scene.strikes} left" in text
            for suit, rank in zip(scene.variant.suits, scene.stacks, strict=True):
                assert re.search(rf"{suit.letter} ?{rank or '·'}", text)
            for hand in scene.hands:
                cards = [scene.variant.labels[scene.cards[order]] for order in reversed(hand)]
                assert re.search(r"[▐▌▸ ]+".join(f"{card[0]} ?{card[1]}" for card in cards), text)


def test_pace_and_efficiency() -> None:
    facts = Facts(scene_of(view_of(7)).observe(""))
    assert (facts.best, facts.pace) == (25, 34 + 4 - 25)
    assert facts.efficiency == pytest.approx(25 / (8 + 13 + 4))
    for n in range(8, len(game()[1]) + 1, 5):
        scene = scene_of(view_of(n))
        facts = Facts(scene.observe(""))
        assert facts.best >= scene.kept
        assert facts.pace == scene.kept + facts.seen.deck + 4 - facts.best


def test_holders_know_what_they_can_deduce_and_others_are_told_no_more() -> None:
    for n in ends()[::3]:
        scene = scene_of(view_of(n))
        full = Facts(scene.observe(""))
        for seat, name in enumerate(scene.names):
            own = Facts(scene.observe(name))
            for held, same in zip(own.seen.hands[seat], full.seen.hands[seat], strict=True):
                assert own.possible(seat, held) == full.possible(seat, same)
                assert full.possible(seat, same) >> scene.cards[held.order] & 1
            for other, hand in enumerate(own.seen.hands):
                for held in hand:
                    assert not full.possible(other, held) & ~own.possible(other, held)


def backs(text: str) -> list[str]:
    """Return the cards as they are painted in Ann's row."""
    line = next(line for line in text.split("\n") if re.match(r" ?[● ] Ann", line))
    return re.findall(r"[RYGBPTMK?] [1-5?]", line[:58])


async def test_eyes() -> None:
    app = replaying(60, perspective="Ann")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        scene = scene_of(stage_of(app).view)
        text = screen_of(app)
        known = [Facts(scene.observe("Ann")).possible(0, held) for held in scene.observe("Ann").hands[0]]
        for shown_as, possible in zip(backs(text), known, strict=True):
            assert ("?" in shown_as) == (possible.bit_count() > 1)
        stage_of(app).view.perspective = ""
        await pilot.pause()
        assert "?" not in "".join(backs(screen_of(app)))


async def test_clicks_and_the_list_of_moves_go_there() -> None:
    app = replaying(60)
    async with app.run_test(size=(80, 24)) as pilot:
        view, pane = stage_of(app).view, pane_of(app)
        await pilot.click(offset=(20, 6))
        assert "▸Bob b" in screen_of(app)
        await pilot.press("down", "4")
        assert "▸Cat d" in screen_of(app)
        await pilot.press("tab", "up")
        assert view.turn == 34
        turn = int(row(app, "dock", 1).split()[0])
        await pilot.click("#dock", offset=(5, 1))
        assert view.turn == turn
        assert "Moves" not in "".join(plain(line_of(line)) for line in pane.side(42, 20))
        pane.room.tab = "Notes"
        rows = [plain(line_of(line)) for line in pane.side(42, 20)]
        at = next(y for y, text in enumerate(rows) if text.startswith(" 2"))
        row_at = pane.side(42, 20)[at]
        assert isinstance(row_at, Row)
        assert view.go_step(row_at.n)
        assert view.turn == int(rows[at].split()[0])


class Feedback(Body):
    kind = "feedback_of_a_test"
    stance: str
    move: str
    words: str


def test_talk_is_shown_as_it_was_said_and_no_further_than_the_playhead() -> None:
    view, ledger = view_of(20, "Bob"), lists.Ledger()
    bodies = [
        (Said("hello [b]all[/b]"), None),
        (Said("only for Cat", ("Cat",)), ("Cat",)),
        (Feedback("modify", "play b", "[1 word hidden: named a card] is next"), None),
        (Said("later"), None),
    ]
    for n, (body, audience) in zip((10, 11, 12, 30), bodies, strict=True):
        ledger.take(Event(n, 3, body.kind, "Ann", audience, body), scene_of(view))
    ledger.take(Event(13, 3, "noted", "Bob", ("Bob",), Noted("mine is red")), scene_of(view))
    lines = [plain(line) for line in lists.talk(ledger, view, 70, hang=False)]
    assert lines == [
        " Ann   hello [b]all[/b]",
        " Ann modifies   play b: [1 word hidden: named a card] is next",
    ]
    assert "mine is red" in plain(lists.notes(ledger, view, Facts(scene_of(view).observe("Bob")))[-1])


async def test_why_tells_what_the_mover_knew() -> None:
    _, events = game()
    played = next(e for e in events if isinstance(e.data, Played) and e.n > 40)
    app = replaying(played.n)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i")
        text = screen_of(app)
        assert f"{played.agent} plays" in text
        assert "✓ playable" in text
        assert f"by what {played.agent} knew" in text
        assert played.n in pane_of(app).decisions()


# -- pictures


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.few(1)
def test_all_eyes(snap_compare: Compare, size: tuple[int, int]) -> None:
    assert snap_compare(replaying(61), terminal_size=size)


@pytest.mark.parametrize("theme", ["light", "plain", "color-blind"])
@pytest.mark.few(1)
def test_themes(snap_compare: Compare, theme: str) -> None:
    assert snap_compare(replaying(61, perspective="Ann", theme=theme), terminal_size=(80, 24))


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
@pytest.mark.few(1)
def test_five_players_with_six_suits(snap_compare: Compare, size: tuple[int, int]) -> None:
    app = replaying(80, players=5, variant="six-suits", theme="light")
    assert snap_compare(app, terminal_size=size)


def test_two_players_and_why(snap_compare: Compare) -> None:
    async def press(pilot: Pilot[str]) -> None:
        await pilot.press("i")

    assert snap_compare(replaying(70, players=2), terminal_size=(120, 40), run_before=press)


def test_a_long_name_of_a_deck_is_not_cut() -> None:
    config = HanabiConfig(variant="muddy-rainbow-fives-cocoa-rainbow-5")
    assert title(config, "seed 1", 120) == "hanabi · 4 players · muddy-rainbow-fives-cocoa-rainbow-5 · seed 1"
    assert title(config, "seed 1", 80) == "muddy-rainbow-fives-cocoa-rainbow-5"
    assert title(config, "seed 1", 72) == "hanabi · 4 players"
    assert title(HanabiConfig(variant="rainbow-brown-4"), "seed 1", 80) == "hanabi · 4 players · rainbow-brown-4"


async def test_the_help_tells_what_the_decks_suits_are() -> None:
    app = replaying(5, variant="funnels-dark-pink-5")
    async with app.run_test(size=(80, 80)) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        told = " ".join(screen_of(app).split())
        assert "This deck is Funnels & Dark Pink (5 Suits): red (R), yellow (Y)" in told
        assert "Dark Pink cards are touched by pink. A clue of a rank touches all lower ranks, too." in told
