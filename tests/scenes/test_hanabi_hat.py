"""The hat-guessing player: clues can be decoded, all players decode the same, and scores are as expected."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from core.engine.agents import Agent, RandomAgent
from core.engine.chance import Draw
from scenes.hanabi.bots import Cautious
from scenes.hanabi.hat.player import HatPlayer
from scenes.hanabi.hat.public import NO_MESSAGE, clue_messages
from scenes.hanabi.hat.questions import chance_of, copy_sets, decode_hand, encode_hand, members
from scenes.hanabi.knowledge import board_of
from scenes.hanabi.observation import Observation
from scenes.hanabi.variants import VARIANTS, Variant
from tests.examples import few_of
from tests.scenes.hanabi_game import Game
from tests.scenes.hanabi_tables import ANY_TABLE, DECKS


def hats(count: int) -> list[Agent]:
    return [HatPlayer() for _ in range(count)]


WIDTHS: tuple[Callable[[Draw], int], ...] = (
    lambda draw: -1,
    Draw.bits,
    lambda draw: draw.bits() & draw.bits(),
    lambda draw: 0,
)
"""Ways to draw how much is known of a card."""


def moments(variant: Variant, size: int, draw: Draw) -> Any:
    """Draw a possible board, and a hand of cards with the public knowledge of each."""
    deck = list(variant.deck)
    draw.shuffle(deck)
    copies, stacks = list(variant.copies), [draw.below(4) for _ in variant.suits]
    for suit, rank in enumerate(stacks):
        for card in range(5 * suit, 5 * suit + rank):
            copies[card] -= 1
            deck.remove(card)
    cards = tuple(deck[:size])
    for card in deck[size : size + draw.below(len(deck) - size)]:
        copies[card] -= 1
    planes = copy_sets(tuple(copies))
    hand = tuple([(draw.bits() & draw.choice(WIDTHS)(draw) | 1 << card) & planes[0] for card in cards])
    return cards, hand, board_of(variant, tuple(stacks), tuple(copies)), planes


@pytest.mark.parametrize("variant", [deck for deck in DECKS if VARIANTS[deck].is_told])
def test_an_encoded_hand_can_be_decoded(variant: str) -> None:
    draw = Draw(7)
    for _ in range(100):
        cards, hand, board, planes = moments(VARIANTS[variant], 4 + draw.below(2), draw)
        total = 2 + draw.below(15)
        value, known = encode_hand(hand, cards, total, board, planes)
        assert 0 <= value < total
        assert decode_hand(hand, value, total, board, planes) == (0, known)
        assert all(
            mask >> card & 1 and not mask & ~before for mask, card, before in zip(known, cards, hand, strict=True)
        )


@pytest.mark.parametrize("variant", [deck for deck in DECKS if VARIANTS[deck].is_told])
def test_every_message_can_be_sent_whatever_the_hand_is(variant: str) -> None:
    draw, v = Draw(8), VARIANTS[variant]
    sizes = set()
    for _ in range(100):
        cards, hand, board, _ = moments(v, 4 + draw.below(2), draw)
        kinds = clue_messages(v, hand, board.useless)
        sizes.add(kinds.size)
        for _ in range(10):
            said = set()
            for clue, mask in enumerate(v.touched):
                touched = [bool(mask >> card & 1) for card in cards]
                if any(touched):
                    said.add(kinds.message(v.is_color(clue), touched))
            assert said - {NO_MESSAGE} == set(range(kinds.size))
            other = tuple([draw.choice(members(mask)) for mask in hand])
            if all(other.count(card) <= v.copies[card] for card in other):
                cards = other  # equally good, by public knowledge
    assert {3, 4} <= sizes


@pytest.mark.parametrize("players", few_of([3, 5, 2, 4], 2))
def test_all_players_know_the_same_of_all_cards(players: int) -> None:
    game = Game(hats(players), seed=11)
    for turn, _ in game.turns():
        views = [HatPlayer().catch_up(game.scene.observe(name)) for name in game.scene.names]
        seen: Observation = turn.observation
        assert [view.hands for view in views] == [
            [list(reversed([h.order for h in hand])) for hand in seen.hands]
        ] * players
        for hand in game.scene.hands:
            for order in hand:
                (mask,) = {view.possible[order] for view in views}
                assert mask >> game.scene.cards[order] & 1
                assert not mask & ~game.scene.possible[order]
        assert len({(view.board, view.planes, view.clues, view.broken) for view in views}) == 1
        assert not views[0].broken


@ANY_TABLE
@pytest.mark.few(2)
def test_a_fresh_instance_acts_the_same(players: int, variant: str) -> None:
    for partner in (HatPlayer, Cautious):
        for turn, action in Game([*hats(players - 1), partner()], 3, variant).turns():
            if turn.observation.seat < players - 1:
                assert HatPlayer().act(turn) == action


def test_an_instance_may_be_seated_in_another_game() -> None:
    one = HatPlayer()
    for seed in (1, 2):
        for turn, _ in Game(hats(3), seed).turns():
            assert one.act(turn) == HatPlayer().act(turn)


def test_an_observation_is_all_it_takes_and_chance_is_not_drawn() -> None:
    def no_chance(purpose: str) -> Draw:
        raise AssertionError(purpose)

    for turn, action in Game(hats(2), 4).turns():
        turn.chance = no_chance
        assert HatPlayer().act(turn) == action


@ANY_TABLE
@pytest.mark.few(2)
def test_it_sits_at_any_table(players: int, variant: str) -> None:
    partners: tuple[type[RandomAgent | Cautious], ...] = (RandomAgent, Cautious)
    for seed, partner in enumerate(partners):
        others = [partner() for _ in range(players - 1)]
        Game([*hats(players - 1), partner()], seed, variant).play()
        Game([others[0], *hats(1), *others[1:]], seed, variant, in_order=seed == 0).play()
        Game(hats(players), seed, variant, in_order=False).play()


@pytest.mark.parametrize("players", few_of([2, 4, 3, 5], 2))
def test_with_beginners_it_plays_about_as_they_do(players: int) -> None:
    games = [Game([Cautious(), *hats(players - 1)], seed).play() for seed in range(5)]
    assert sum(scene.score for scene in games) / 5 > {2: 15, 3: 15, 4: 14, 5: 13}[players]
    assert not any(scene.is_complete() == "bombed" for scene in games)


SCORES = [
    *[(2, "six-suits", 26.0), (4, "rainbow", 29.0)],
    (3, "standard", 24.5),
    (5, "standard", 24.7),
    (4, "black", 28.0),
]


@pytest.mark.parametrize(
    ("players", "variant", "least"),
    [
        *[(2, "standard", 22.3), (4, "standard", 24.7)],
        *[
            pytest.param(*more, marks=pytest.mark.slow)
            for more in ((2, "six-suits", 26.0), (4, "rainbow", 29.0), *SCORES)
        ],
    ],
)
@pytest.mark.few(1)
def test_its_scores(players: int, variant: str, least: float) -> None:
    """A beginner gets 18, 17, 16 and 15 with the standard deck."""
    scores = [Game(hats(players), seed, variant).play().score for seed in range(10)]
    assert sum(scores) / len(scores) > least


def test_chances_count_copies() -> None:
    planes = copy_sets(VARIANTS["standard"].copies)
    assert chance_of(0b00001, 0b10011, planes) == 3 / 6
    assert chance_of(0b100, 0b10011, planes) == 0
    assert chance_of(0b11111, 0b10011, planes) == 1
    assert members(0b10011) == [0, 1, 4]


@pytest.mark.parametrize("players", [2, 4])
def test_it_says_why(players: int) -> None:
    """What it says of its own card is true, and its clue gives each player what the strategy reads from it."""
    game = Game(hats(players), 1)
    game.play()
    verbs = {"play": "plays ", "discard": "discards ", "clue": "clues "}
    for move, said in zip(game.scene.history, game.thoughts, strict=True):
        assert said.startswith(verbs[move.kind]), said
        if move.kind == "play" and "it is the " in said:
            suit, rank = divmod(move.card, 5)
            assert f"it is the {game.scene.variant.suits[suit].name.lower()} {rank + 1}, which fits" in said
            assert move.fits
        if move.kind == "play" and ("and each fits" in said or "which fits" in said):
            assert move.fits
    clues = [said for said in game.thoughts if said.startswith("clues ")]
    assert any(" learns to play " in said for said in clues)


def test_it_says_which_number_and_who_told() -> None:
    """The number is one of those in use, and the player that told of a card did make such a move before."""
    game = Game(hats(3), 2)
    numbers, tellers = 0, 0
    for _ in game.turns():
        pass
    for move, said in zip(game.scene.history, game.thoughts, strict=True):
        if found := re.search(r"the number (\d+) of 0 to (\d+): ", said):
            assert 0 <= int(found[1]) <= int(found[2]) <= 7
            numbers += 1
        if found := re.search(r"; (\w+)'s (clue|discard) was the last to tell of it$", said):
            before = game.scene.history[: game.scene.history.index(move)]
            assert any((game.scene.names[m.seat], m.kind) == found.groups() for m in before)
            assert found[1] != game.scene.names[move.seat]
            tellers += 1
    assert numbers > 5
    assert tellers > 5
