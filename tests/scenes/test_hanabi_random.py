"""Random games of Hanabi: the rules hold, and OpenSpiel agrees."""

import asyncio
import os
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.agents import Agent
from core.engine.casting import open_run, prepare, set_up
from core.engine.chance import Draw
from core.engine.events import Event, RunEnded
from core.engine.turn import Turn
from core.errors import IllegalAction
from core.recording.header import Header
from scenes.hanabi.actions import Action, Clue, Discard, Play
from scenes.hanabi.events import Clued, Discarded, Drew, Played, Shuffled
from scenes.hanabi.knowledge import PublicTable
from scenes.hanabi.scene import HanabiScene
from scenes.hanabi.variants import site_name_by_option
from tests.examples import examples
from tests.scenes.hanabi_tables import DECKS

ANN, BOB = "Ann", "Bob"


class Careful(Agent):
    """A random agent that seldom plays cards that do not fit. It looks at its hidden cards, so it is no real player."""

    def __init__(self, daring: float, generous: float) -> None:
        self.daring, self.generous = daring, generous

    def act(self, turn: Turn) -> Action:
        scene: Any = turn._scene
        draw = turn.chance("act")
        hand = scene.hands[scene.seat[turn.name]][::-1]
        legal = cast(Sequence[Action], turn.legal)
        fits: list[Action] = [a for a in legal if isinstance(a, Play) and _fits(scene, hand[a.slot])]
        if fits and draw.random() < self.generous:
            return pick(draw, fits)
        safe = [a for a in legal if not isinstance(a, Play)]
        return pick(draw, legal if not safe or draw.random() < self.daring else safe)


def pick(draw: Draw, actions: Sequence[Action]) -> Action:
    return draw.choice(actions)


def _fits(scene: HanabiScene, order: int) -> bool:
    suit, rank = divmod(scene.cards[order], 5)
    return scene.stacks[suit] == rank


class Wish(NamedTuple):
    """The settings of a random game."""

    players: int
    variant: str
    bomb: str
    seed: int
    daring: float
    generous: float

    @property
    def header(self) -> Header:
        options = {"players": self.players, "variant": self.variant, "bomb": self.bomb}
        return prepare("hanabi", options, {"*": "random"}, self.seed)


class Recorded(NamedTuple):
    header: Header
    events: list[Event]
    lines: list[bytes]


def play(wish: Wish) -> Recorded:
    """Play the game; return it with the lines of its recording."""
    header, written = wish.header, list[bytes]()
    agents: dict[str, Agent] = {name: Careful(wish.daring, wish.generous) for name in header.cast}
    run = open_run(header, agents=agents, write=written.append)

    async def go() -> list[Event]:
        return [event async for event in run]

    events = asyncio.run(go())
    return Recorded(header, events, b"".join(written).splitlines())


wishes = st.builds(
    Wish,
    st.sampled_from([2, 3, 4, 5]),
    st.sampled_from(DECKS),
    st.sampled_from(["zero", "keep"]),
    st.integers(0, 10**6),
    st.sampled_from([0.0, 0.02, 0.2, 1.0]),
    st.sampled_from([0.0, 0.5, 1.0]),
)
FEW = examples(60)


@FEW
@given(wishes)
def test_whatever_is_played_the_rules_hold(wish: Wish) -> None:
    game = play(wish)
    scene, _ = set_up(game.header)
    assert isinstance(scene, HanabiScene)
    deck: tuple[int, ...] = ()
    last_drawn, movers = "", list[str]()
    for event in game.events:
        before, held = scene.clues, scene.stacks.copy()
        over = scene.is_complete()
        scene.apply(event)
        match event.data:
            case Shuffled(cards):
                deck = cards
                continue
            case Discarded():
                assert before < 8
                assert scene.clues == before + 1
            case Played(card=card, fits=fits):
                assert fits == (held[card // 5] == card % 5)
                completes = fits and card % 5 == 4
                assert scene.clues == min(8, before + completes)
            case Clued(touched=touched):
                assert before > 0
                assert touched
                assert scene.clues == before - 1
        if isinstance(event.data, Played | Discarded | Clued):
            assert over is None, "a move after the end"
            if last_drawn:
                movers.append(event.agent)
            if scene.drawn == len(deck) and not last_drawn:
                last_drawn = event.agent
        hands = [order for hand in scene.hands for order in hand]
        if scene.hands[0]:
            there = [deck[order] for order in hands] + list(deck[scene.drawn :]) + scene.discards
            there += [5 * suit + rank for suit, top in enumerate(scene.stacks) for rank in range(top)]
            assert sorted(there) == list(scene.variant.deck)
            assert all(scene.cards[order] in (deck[order], -1) for order in hands)
        assert len(set(hands)) == len(hands)
        assert 0 <= scene.clues <= 8
        assert 0 <= scene.strikes <= 3
    table = PublicTable(scene.variant, wish.players)
    for move in scene.history:
        table.apply(move)
    public = (table.hands, table.drawn, table.stacks, table.clues, table.strikes, table.left)
    assert public == (scene.hands, scene.drawn, scene.stacks, scene.clues, scene.strikes, scene.left)
    end = game.events[-1].data
    assert isinstance(end, RunEnded)
    assert end.reason == scene.is_complete()
    match end.reason:
        case "deck_out":
            assert sorted(movers) == sorted(scene.names)
            assert movers[-1] == last_drawn
        case "perfect":
            assert sum(scene.stacks) == scene.variant.count
        case "bombed":
            assert scene.strikes == 3
    zeroed = end.reason == "bombed" and wish.bomb == "zero"
    assert end.result["score"] == (0 if zeroed else sum(scene.stacks))
    assert end.result["kept"] == sum(scene.stacks)
    assert end.result["perfect"] == (end.reason == "perfect")


@FEW
@given(wishes)
def test_legal_is_what_check_allows_and_the_default_is_safe(wish: Wish) -> None:
    game = play(wish)
    scene, _ = set_up(game.header)
    assert isinstance(scene, HanabiScene)
    sizes = range(5)
    everything: list[Action] = [*map(Play, sizes), *map(Discard, sizes)]
    everything += [Clue(to, clue) for to in range(wish.players) for clue in range(len(scene.variant.clues))]
    for event in game.events:
        scene.apply(event)
        if event.end != "turn" or event.turn % 5 or scene.is_complete():
            continue
        for name in scene.names:
            legal = set(scene.legal(name))
            assert len(legal) == len(scene.legal(name))
            assert legal == {action for action in everything if _allowed(scene, name, action)}
            default = scene.default(name)
            assert default in legal
            assert not isinstance(default, Play)


def _allowed(scene: HanabiScene, name: str, action: Action) -> bool:
    try:
        scene.check(name, action)
    except IllegalAction:
        return False
    return True


def test_the_games_at_random_end_in_every_way() -> None:
    """Otherwise the tests above would cover less than they seem to."""
    games = [play(Wish(2, "standard", "zero", seed, daring, 1.0)) for seed in range(12) for daring in (0, 1.0)]
    ends = [game.events[-1].data for game in games]
    assert {end.reason for end in ends if isinstance(end, RunEnded)} == {"deck_out", "bombed", "perfect"}


# -- another implementation

OPENSPIEL = os.environ.get("OPENSPIEL_PYTHON", "")


@pytest.mark.skipif(not OPENSPIEL, reason="OPENSPIEL_PYTHON names no Python that has OpenSpiel")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_openspiel_agrees(players: int) -> None:
    from tests.bench.hanabi_openspiel import disagreements

    assert disagreements(OPENSPIEL, players, games=50) == []


def drawn(events: Sequence[Event]) -> int:
    return sum(len(event.data.cards) for event in events if isinstance(event.data, Drew))


def test_each_card_is_drawn_once_and_only_others_are_told_which() -> None:
    game = play(Wish(4, "standard", "zero", 5, 0.0, 0.5))
    assert drawn(game.events) == 50
    for event in game.events:
        if isinstance(event.data, Drew):
            assert event.agent not in (event.audience or ())
            assert len(event.audience or ()) == 3
        if isinstance(event.data, Shuffled):
            assert event.audience == ()


@pytest.mark.parametrize("bot", ["rules", "hat", "cautious", "llm:mock"])
@pytest.mark.few(2)
def test_decks_of_all_kinds_are_played_by_all(bot: str) -> None:
    """One in every few hundred decks, and others for each bot."""
    for n, key in enumerate([*site_name_by_option()][len(bot) :: 470]):
        header = prepare("hanabi", {"variant": key, "players": 2 + n % 4, "talk": "none"}, {"*": bot}, n)
        run = open_run(header)

        async def go(run: Any = run) -> list[Event]:
            return [event async for event in run]

        end = asyncio.run(go())[-1].data
        assert isinstance(end, RunEnded), key
        assert end.reason in ("deck_out", "bombed", "perfect"), key
