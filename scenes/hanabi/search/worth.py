"""What a moment of a game is worth: how many points are still to come if all go on by the hat strategy.

A linear guess for each stretch of the deck, fitted to games of the strategy with itself; `python -m
tests.bench.hanabi_worth` makes the numbers. It sees all cards, as whoever plays a game out in its head does.
"""

from bisect import bisect_left
from operator import mul

from scenes.hanabi.search.shared import SharedInformation
from scenes.hanabi.variants import VARIANTS

STRETCHES = (6, 14, 24, 40)
"""Most cards in the deck, of each stretch."""
WORTH: dict[int, tuple[tuple[float, ...], ...]] = {
    2: (
        (-0.474, 0.775, -0.022, 0.030, -0.181, 0.091, -0.596, 0.313, 0.321, 0.102, 0.018, -0.034),
        (-1.300, 0.986, -0.367, 0.076, -0.062, 0.120, -0.506, 0.180, 0.202, 0.111, 0.018, -0.046),
        (-2.951, 1.183, -0.493, 0.157, -0.028, 0.123, -0.809, 0.151, 0.156, 0.131, 0.086, -0.101),
        (-3.124, 0.966, -0.277, 0.207, -0.136, 0.180, 0.000, 0.164, 0.155, 0.292, 0.110, -0.155),
    ),
}
"""By players, a factor for each of the `signs` in each stretch."""


def signs(table: SharedInformation, mover: int) -> tuple[float, ...]:
    """What speaks for many points, or against."""
    playable, useless, critical = table.board
    known = fitting = waiting = trash = hidden = 0
    for seat, hand in enumerate(table.hands):
        for order in hand:
            mask, bit = table.possible[order], 1 << table.cards[order]
            fitting |= bit & playable
            if not mask & ~playable:
                known |= bit
                waiting |= seat == mover
            elif not mask & ~useless:
                trash += 1
            elif bit & critical and mask & ~critical:
                hidden += 1
    wanted, deck = (table.variant.all & ~useless).bit_count(), len(table.cards) - table.drawn
    return (
        1.0,
        wanted,
        wanted * wanted / 25,
        table.clues,
        table.clues == 0,
        deck,
        max(0, wanted - deck - 1),
        known.bit_count(),
        (fitting & ~known).bit_count(),
        waiting,
        trash,
        hidden,
    )


def can_guess(table: SharedInformation) -> bool:
    """It is fitted to two players and five plain suits. With more players so few points are lost that a guess tells
    no move from another."""
    return table.variant is VARIANTS["standard"] and table.players in WORTH


def guess(table: SharedInformation, mover: int) -> float:
    """The score this game will have, about; only while there are cards in the deck."""
    factors = WORTH[table.players][bisect_left(STRETCHES, len(table.cards) - table.drawn)]
    more: float = sum(map(mul, factors, signs(table, mover)))
    return sum(table.stacks) + more
