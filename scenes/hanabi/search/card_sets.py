"""Sets of cards as 60-bit numbers, one bit per copy, for vectorized games.

Each suit has six bits for second and third copies (bit 0 the third of rank 1, bits 1 to 5 the second of each rank), and
six bits, thirty places higher, for first copies (bit 0 always empty, bits 1 to 5 the ranks). So the lowest bit of a
card is removed first when a copy is taken; counting bits gives the size of a set; and addition carries along a run of
ranks.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

SUIT, UP = 6, 30
FIRST = sum(31 << UP + SUIT * suit + 1 for suit in range(5))
"""The first copies of all cards."""
SECOND = sum(15 << SUIT * suit + 1 for suit in range(5))
THIRD = sum(1 << SUIT * suit for suit in range(5))
ALL = FIRST | SECOND | THIRD


def all_copies(first: Any) -> Any:
    """Return all copies of the cards with these first copies."""
    return first | first >> UP & SECOND | first >> UP + 1 & THIRD


def card_bits(card: int) -> int:
    """Return all copies of an identity."""
    suit, rank = divmod(card, 5)
    return int(all_copies(1 << UP + SUIT * suit + 1 + rank))


CARDS = tuple(card_bits(card) for card in range(25))
RANKS = tuple(sum(CARDS[5 * suit + rank] for suit in range(5)) for rank in range(5))
COLORS = tuple(sum(CARDS[5 * suit + rank] for rank in range(5)) for suit in range(5))
TOUCHED: Ints = np.array([*COLORS, *RANKS])
"""Cards that each clue touches: colors first, in the order of the deck of five plain suits."""


def games_last(games: Any) -> Any:
    """Return a copy of the array with games adjacent in memory, which makes operations on slots faster."""
    return np.asfortranarray(games)


def rows_of(games: Any, which: Any) -> Any:
    """Select games of an array from `games_last`; games may be repeated."""
    return games.T.take(which, -1).T


def count(sets: Ints) -> Floats:
    return np.bitwise_count(sets).astype(np.float32)


def remove_copy(copies: Ints, cards: Ints) -> Ints:
    """Remove one copy of a card from each set, if there is one."""
    there = copies & cards
    return copies ^ (there & -there)


def is_one(sets: Ints) -> Bools:
    """Return a mask of the sets that contain a single identity."""
    first = sets & FIRST
    out: Bools = (first != 0) & (first & first - 1 == 0)
    return out


def remove_cards(copies: Ints, cards: Ints) -> Ints:
    """Remove one copy of each of these cards, by slot; 0 is no card."""
    for slot in range(cards.shape[1]):
        copies = remove_copy(copies, cards[:, slot])
    return copies
