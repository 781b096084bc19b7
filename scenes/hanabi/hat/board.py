"""Public state of the table as sets of identities, and weights of such sets."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from scenes.hanabi.variants import Variant

Copies = tuple[int, ...]
"""Number of copies by identity."""
Planes = tuple[int, int, int]
"""The same as sets: identities with at least one copy, with at least two, with three."""


class Board(NamedTuple):
    playable: int
    """Identities that would fit now."""
    useless: int
    """Identities that cannot add to the score any more."""
    critical: int
    """Identities of use of which one copy is left."""


@lru_cache(maxsize=4096)
def board_of(variant: Variant, stacks: tuple[int, ...], left: Copies) -> Board:
    """Return the board; `left` are the copies that are neither played nor discarded."""
    playable = wanted = 0
    for suit, rank in enumerate(stacks):
        if rank < 5:
            playable |= 1 << 5 * suit + rank
        while rank < 5 and left[5 * suit + rank]:
            wanted |= 1 << 5 * suit + rank
            rank += 1
    single = sum(1 << card for card, n in enumerate(left) if n == 1)
    return Board(playable & wanted, variant.all & ~wanted, single & wanted)


@lru_cache(maxsize=4096)
def planes_of(copies: Copies) -> Planes:
    one = sum(1 << card for card, n in enumerate(copies) if n > 0)
    two = sum(1 << card for card, n in enumerate(copies) if n > 1)
    return one, two, sum(1 << card for card, n in enumerate(copies) if n > 2)


def weight(cards: int, planes: Planes) -> int:
    """Count the copies in a set of identities."""
    one, two, three = planes
    return (cards & one).bit_count() + (cards & two).bit_count() + (cards & three).bit_count()


def chance_of(event: int, cards: int, planes: Planes) -> float:
    """Return the chance that a card is in a set of identities, with all copies equally likely."""
    inside = cards & event
    if inside == cards:
        return 1.0
    return (weight(inside, planes) or 1) / (weight(cards, planes) or 1) if inside else 0.0


def mean_over(cards: int, planes: Planes, value: Callable[[int], float]) -> float:
    """Return the mean value of a card, with all copies equally likely."""
    weighed = [(weight(1 << card, planes), value(card)) for card in members(cards)]
    return sum(n * worth for n, worth in weighed) / (sum(n for n, _ in weighed) or 1)


def members(cards: int) -> list[int]:
    """List the identities in a set, in order."""
    out = []
    while cards:
        bit = cards & -cards
        out.append(bit.bit_length() - 1)
        cards ^= bit
    return out
