"""Hands as counts of characters, the ways to deal them, and batches of public states."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scenes.coup.moves import COPIES
from scenes.coup.strong.opponents import HAND_INDEX, HANDS

Array = NDArray[np.float32]
Numbers = NDArray[np.intp]
KINDS = 5
NONE = -1
"""Index that stands for no card."""


@cache
def hand_counts(size: int) -> Numbers:
    """Return the number of each character in each hand of this size."""
    hands = HANDS[size] if size in HANDS else combinations_with_replacement(range(KINDS), size)
    return np.array([[hand.count(card) for card in range(KINDS)] for hand in hands])


@cache
def exchange_piles(size: int) -> Numbers:
    """Return the possible piles (hand and two drawn cards) of an exchange with `size` cards in hand, as counts."""
    every = hand_counts(size + 2)
    return every[(every <= COPIES).all(axis=1)]


@cache
def exchange_splits(size: int) -> Array:
    """Return the number of ways to split each pile into a hand and two drawn cards, by pile and hand."""
    return np.array(
        [
            [prod(comb(int(a), int(b)) for a, b in zip(pile, hand, strict=True)) for hand in hand_counts(size)]
            for pile in exchange_piles(size)
        ],
        np.float32,
    )


def _count_ways(left: int, first: int, second: int) -> int:
    if first + second > left:
        return 0
    return factorial(left) // factorial(left - first - second) // factorial(first) // factorial(second)


_WAYS = np.array([[[_count_ways(u, a, b) for b in range(5)] for a in range(5)] for u in range(COPIES + 1)], np.float32)


def count_deals(hidden: Numbers, mine: Numbers, theirs: Numbers) -> Array:
    """Return the number of ways to deal both hands from the hidden cards, by state, my hand and the other hand."""
    result = np.ones((len(hidden), len(mine), len(theirs)), np.float32)
    for card in range(KINDS):
        result *= _WAYS[hidden[:, card]][:, mine[:, card]][:, :, theirs[:, card]]
    return result


@cache
def hands_with_card(size: int, card: int) -> Numbers:
    """Return the indices of the five two-card hands that contain this turned-up card, by the other card."""
    assert size == 2
    return np.array([HAND_INDEX[tuple(sorted((card, other)))] for other in range(KINDS)])


def holds_card(size: int, card: int, lost: int) -> Array:
    """Return 1 for each hand that contains the card, not counting a card `lost` that is turned up; else 0."""
    has = hand_counts(size).copy()
    if lost != NONE:
        has[:, lost] -= 1
    return (has[:, card] > 0).astype(np.float32)


@cache
def redraw_matrix(size: int, card: int, lost: int) -> Array:
    """Return the transition matrix of showing a card and drawing another: old hands in rows, new in columns."""
    hands = hand_counts(size)
    result = np.zeros((len(hands), len(hands)), np.float32)
    every = HANDS[size]
    for i, hand in enumerate(every):
        left = list(hand)
        if lost != NONE and lost in left:
            left.remove(lost)
        elif lost != NONE:
            continue
        if card not in left:
            continue
        rest = list(hand)
        rest.remove(card)
        for drawn in range(KINDS):
            after = tuple(sorted((*rest, drawn)))
            weight = 1.0 + (len(after) == 2 and after[0] == after[1])
            result[i, HAND_INDEX[after]] += weight / (1.0 + (lost == card and len(hand) == 2))
    return result


class States(NamedTuple):
    """A batch of states in which each player has the same number of cards."""

    cards: tuple[int, int]
    coins: Numbers
    """Coins of the actor and of the other player, one row per state."""
    hidden: Numbers
    """Cards that are not turned up, by character."""
    ranges: tuple[Array, Array]
    """Probability that each player's own choices lead here with each hand: the actor's, then the other's. The odds of
    the deal are not included."""


def join_states(parts: Sequence[States]) -> States:
    return States(
        parts[0].cards,
        np.concatenate([part.coins for part in parts]),
        np.concatenate([part.hidden for part in parts]),
        (np.concatenate([part.ranges[0] for part in parts]), np.concatenate([part.ranges[1] for part in parts])),
    )
