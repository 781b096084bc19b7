"""Looking ahead by the hat strategy: what it imagines can be, its simulator plays by the rules, and it pays."""

import asyncio
import re
from collections import Counter

import pytest

from core.agents import RandomAgent
from core.chance import Draw
from scenes.hanabi.actions import Clue, Discard
from scenes.hanabi.bots import Cautious
from scenes.hanabi.hat import HatPlayer
from scenes.hanabi.hat.board import planes_of
from scenes.hanabi.observation import Observation
from scenes.hanabi.scene import HanabiScene
from scenes.hanabi.search import hats
from scenes.hanabi.search.hats import HatSearcher
from scenes.hanabi.search.sampling import Unseen
from scenes.hanabi.search.shared import ALL, SharedInformation, less
from scenes.hanabi.search.simulate import Table
from scenes.hanabi.variants import HANDS, VARIANTS
from tests.scenes.hanabi_game import Game, act
from tests.scenes.hanabi_tables import ANY_TABLE, HAT_TABLE

TINY = 40


@pytest.fixture
def daring(monkeypatch: pytest.MonkeyPatch) -> None:
    """Believes anything, in the last third of a game, so that a tiny budget leads it astray a lot."""
    for name, value in {
        "EARLY": 9,
        "BATCH": 2,
        "ENOUGH": 1,
        "SURE": -0.5,
        "DOUBT": 0.0,
    }.items():
        monkeypatch.setattr(hats, name, value)


def start(game: Game, strict: bool = False) -> Table:
    """The game as it stands at its start, for the simulator."""
    scene = game.scene
    public = SharedInformation(scene.variant, len(scene.names), ALL, strict)
    return Table.of(public, scene.observe(scene.names[0]), 0).dealt(scene.deck)


def agrees(table: Table, scene: HanabiScene) -> bool:
    return (
        table.hands == scene.hands
        and table.stacks == scene.stacks
        and (table.clues, table.strikes, table.left, table.drawn)
        == (scene.clues, scene.strikes, scene.left, scene.drawn)
        and table.is_over == (scene.is_complete() is not None)
    )


# -- the simulator


@HAT_TABLE
@pytest.mark.few(3)
def test_the_simulator_keeps_the_rules(players: int, variant: str) -> None:
    for seed in range(3):
        game = Game([RandomAgent()] * players, seed, variant)
        table = start(game)
        for turn, action in game.turns():
            assert agrees(table, game.scene)
            assert sorted(map(str, table.legal_clues())) == sorted(str(a) for a in turn.legal if isinstance(a, Clue))
            table.step(action)
        assert agrees(table, game.scene)


@HAT_TABLE
@pytest.mark.few(3)
def test_the_simulator_plays_the_hat_strategy(players: int, variant: str) -> None:
    for seed, strict in enumerate((True, False)):
        game = Game([HatPlayer() for _ in range(players)], seed, variant)
        table = start(game, strict)
        for turn, action in game.turns():
            assert agrees(table, game.scene)
            public = HatPlayer().catch_up(turn.observation)
            assert (table.board, table.planes, table.possible) == (public.board, public.planes, public.possible)
            assert table.blueprint() == action
            table.step(action)
        assert agrees(table, game.scene)
        assert not table.broken


def test_copies_are_counted_down() -> None:
    draw, variant = Draw(3), VARIANTS["black"]
    copies, planes = list(variant.copies), planes_of(variant.copies)
    deck = list(variant.deck)
    draw.shuffle(deck)
    for card in deck:
        copies[card] -= 1
        planes = less(planes, 1 << card)
        assert planes == planes_of(tuple(copies))


# -- what is not seen


def test_hands_are_drawn_evenly() -> None:
    """Of the ways to lay out a a b c in two places, the second of which is a or b."""
    unseen, draw, counts = Unseen((2, 1, 1), (0b111, 0b011)), Draw(5), Counter[tuple[int, int]]()
    for _ in range(4000):
        dealt = unseen.deal(draw)
        assert dealt is not None
        hand, rest = dealt
        assert sorted(hand + rest) == [0, 0, 1, 2]
        counts[hand[0], hand[1]] += 1
    ways = {(0, 0): 2, (0, 1): 2, (1, 0): 2, (2, 0): 2, (2, 1): 1}
    assert set(counts) == set(ways)
    assert all(abs(counts[way] / 4000 - n / 9) < 0.03 for way, n in ways.items())


def test_what_cannot_be_is_not_drawn() -> None:
    assert Unseen((1, 1), (0b01, 0b01)).deal(Draw(1)) is None


@pytest.mark.parametrize("players", HANDS)
def test_hands_agree_with_what_is_public_and_with_what_is_seen(players: int) -> None:
    game, draw = Game([HatPlayer() for _ in range(players)], 5), Draw(6)
    for turn, _ in game.turns():
        seen: Observation = turn.observation
        player = HatSearcher()
        public = player.catch_up(seen)
        imagined = player.imagine(seen, public)
        for _ in range(3):
            cards = imagined(draw)
            assert cards is not None
            gone = {move.order: move.card for move in seen.history if move.order >= 0}
            assert Counter(gone.get(order, card) for order, card in enumerate(cards)) == Counter(game.scene.deck)
            for order in public.hands[seen.seat]:
                assert public.possible[order] >> cards[order] & 1
            for hand in seen.hands:
                assert all(held.card in (None, cards[held.order]) for held in hand)


# -- the player


@pytest.mark.usefixtures("daring")
def test_the_same_game_gives_the_same_moves_and_a_fresh_instance_the_same() -> None:
    first = Game([HatSearcher(TINY), HatSearcher(TINY)], 4)
    moves = []
    for _, action in first.turns():
        moves.append(action)
        if len(moves) % 10 == 0:
            assert act(HatSearcher(TINY), first.turn()) == action
    again = HatSearcher(TINY)
    assert [action for _, action in Game([again, again], 4).turns()] == moves


@pytest.mark.usefixtures("daring")
@ANY_TABLE
@pytest.mark.few(3)
def test_it_sits_at_any_table(players: int, variant: str) -> None:
    Game([HatSearcher(TINY) for _ in range(players)], 1, variant).play()
    partner = (RandomAgent, Cautious)[players % 2]
    Game([HatSearcher(TINY), *[partner() for _ in range(players - 1)]], 2, variant).play()
    Game([HatPlayer(), *[HatSearcher(TINY, strict=True) for _ in range(players - 1)]], 3, variant).play()


@pytest.mark.usefixtures("daring")
@pytest.mark.parametrize("players", HANDS)
@pytest.mark.few(2)
def test_what_it_does_is_true_for_all(players: int) -> None:
    """All players know the same of all cards, and it is so, whatever the search has found better."""
    game = Game([HatSearcher(2 * TINY) for _ in range(players)], 8)
    for _ in game.turns():
        scene = game.scene
        views = [HatSearcher().catch_up(scene.observe(name)) for name in scene.names]
        assert len({tuple(view.possible) for view in views}) == 1
        assert not views[0].broken
        assert all(views[0].possible[order] >> scene.cards[order] & 1 for hand in scene.hands for order in hand)


LATE = (
    "P4 Y4 B4 G2 P3 B2 G5 R3 B1 R4 B3 P2 R2 Y1 B1 P3 R1 G3 B5 G1 P2 P4 B1 P1 B3 "
    "Y3 R1 B2 Y3 R5 Y1 G1 B4 G4 Y4 P1 Y5 R4 G2 Y1 G3 R3 R2 G4 G1 R1 P1 Y2 Y2 P5"
)
LONG = 64
"""A deck with which the strategy gets 22, since after so many moves it discards where a clue would save a turn."""


def test_it_finds_a_better_move_than_the_strategy() -> None:
    game = Game([HatPlayer(), HatPlayer()], deck=LATE)
    table = start(game)
    for action in game.skip(LONG):
        table.step(action)
    plain, found = table.blueprint(), act(HatSearcher(4000), game.turn())
    assert (type(plain), type(found)) == (Discard, Clue)
    assert table.dealt(table.cards).value(plain)[0] == 22
    assert table.dealt(table.cards).value(found)[0] == 24


def test_it_says_why_it_does_something_else() -> None:
    game = Game([HatPlayer(), HatPlayer()], deck=LATE)
    game.skip(LONG)
    turn, said = game.turn(), list[str]()
    turn.think = said.append
    act(HatSearcher(4000), turn)
    assert len(said) == 1
    told = (
        r"would discard [a-e] by the hat strategy; in \d+ deals that can be, to clue \w+ \w+ brings \d\.\d+ points more"
    )
    assert re.fullmatch(told, said[0]), said


def test_it_does_not_keep_the_screen_waiting() -> None:
    async def ticks() -> int:
        game, count = Game([HatPlayer(), HatPlayer()], deck=LATE), 0
        game.skip(LONG)
        thinking = asyncio.ensure_future(HatSearcher(4000).act(game.turn()))
        while not thinking.done():
            count += 1
            await asyncio.sleep(0)
        return count

    assert asyncio.run(ticks()) > 20
