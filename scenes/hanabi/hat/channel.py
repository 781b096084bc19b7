"""Number of messages that a clue can carry: kinds of clue that can surely be given, and that everybody can tell apart.

In each other hand one card is looked at. A clue is of rank or of color, and touches that card or not. What can be said
by rank and by color of that card is two messages; where it is public that a clue that does not touch it can be given as
well, it is one more, or two if there surely is one of rank and one of color. So whoever gives the clue can choose any
message, whatever the hands are, and is free to choose among the clues of a kind.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from scenes.hanabi.variants import Variant

NO_MESSAGE = -1


class Kinds(NamedTuple):
    """The messages that clues to one player carry, from 0."""

    slot: int
    """Slot of the examined card. A rank clue that touches it says 0, and a color clue 1."""
    rank_else: int
    """Message of a rank clue that does not touch it, or NO_MESSAGE."""
    color_else: int
    size: int

    def message(self, is_color: bool, touched: Sequence[bool]) -> int:
        if touched[self.slot]:
            return int(is_color)
        return self.color_else if is_color else self.rank_else


@lru_cache(maxsize=1 << 12)
def kinds_of(variant: Variant, hand: tuple[int, ...], useless: int) -> Kinds:
    """Return the kinds of clue that can surely be given to a hand with this public information."""
    suits, ranks = zip(*(shape(mask) for mask in hand), strict=True)
    slot = max(range(len(hand)), key=lambda slot: (_unknown(hand[slot], suits[slot], ranks[slot], useless), -slot))
    touched_by_all = any(suit.colors == "all" and suits[slot] >> n & 1 for n, suit in enumerate(variant.suits))
    one_rank, one_suit = _common(ranks), _common(suits) or touched_by_all
    if not one_rank and not one_suit:
        return Kinds(slot, 2, 3, 4)
    same = one_suit and one_rank and (touched_by_all or (_common(hand) and len(hand) <= max(variant.copies)))
    return Kinds(slot, NO_MESSAGE, NO_MESSAGE, 2) if same else Kinds(slot, 2, 2, 3)


@lru_cache(maxsize=1 << 12)
def shape(mask: int) -> tuple[int, int]:
    """Return the suits and the ranks in a set of identities, as bits."""
    suits = ranks = 0
    bit = 1
    while mask:
        if mask & 31:
            suits |= bit
            ranks |= mask & 31
        mask >>= 5
        bit <<= 1
    return suits, ranks


def _unknown(mask: int, suits: int, ranks: int, useless: int) -> int:
    """Rate how much a clue on a card would tell; 0 for a known or useless card."""
    if not mask & (mask - 1) or not mask & ~useless:
        return 0
    return 1 + (suits.bit_count() > 1) + (ranks.bit_count() > 1)


def _common(values: Sequence[int]) -> int:
    """Return the identities that all cards of a hand can have."""
    out = -1
    for value in values:
        out &= value
    return out
