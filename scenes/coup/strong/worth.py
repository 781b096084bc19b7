"""What a seat is worth where a playout is cut: the chance to win, by what can be counted.

Each seat has a weight, and wins by its share of all. `tests.bench.coup_worth` fits the numbers to how playouts end that
are not cut.
"""

from collections.abc import Sequence
from math import exp
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from scenes.coup.strong.habits import Temper

MOST = 10
"""Coins that count."""


class Worth(NamedTuple):
    """What each thing adds to the logarithm of a seat's weight."""

    cards: tuple[float, ...]
    """By character."""
    second: float
    """To have two cards."""
    same: float
    """If they are of one kind."""
    coin: tuple[float, float]
    """With one card, and with two."""
    random: float
    suspicion: float
    bluff: float
    turn: float
    """To be the next to act."""


WORTHS = {
    2: Worth((0.81, 0.28, 0.98, 0.41, -0.10), 2.38, -0.69, (0.34, 0.27), -2.11, -0.60, -0.59, 0.34),
    3: Worth((0.39, 0.10, 0.43, 0.11, -0.10), 0.93, -0.37, (0.07, 0.08), -2.76, -1.41, -0.91, 0.08),
    4: Worth((0.31, 0.15, 0.26, 0.13, 0.02), 0.87, -0.22, (0.07, 0.06), -3.76, -2.21, -1.49, 0.05),
    5: Worth((0.25, 0.15, 0.28, 0.17, 0.11), 0.96, -0.22, (0.08, 0.02), -4.17, -2.87, -2.25, 0.00),
    6: Worth((0.23, 0.14, 0.26, 0.17, 0.09), 0.89, -0.23, (-0.01, 0.03), -5.06, -3.22, -2.63, -0.01),
}
"""By players in the game."""
COINS = range(13)
"""Nobody has more than 12."""


def _by_coins(left: int, cards: Sequence[int]) -> list[float]:
    """The weight of a hand, by the coins that go with it."""
    worth = WORTHS[left]
    more = sum(worth.cards[card] for card in cards)
    if len(cards) == 2:
        more += worth.second + worth.same * (cards[0] == cards[1])
    return [exp(more + worth.coin[len(cards) - 1] * min(coins, MOST)) for coins in COINS]


HANDS = [
    {(a, b)[:size]: _by_coins(left, (a, b)[:size]) for a in range(5) for b in range(5) for size in (1, 2)}
    if left in WORTHS
    else {}
    for left in range(7)
]
"""Weights by players in the game, hand and coins."""


def share(
    hands: Sequence[Sequence[int]], coins: Sequence[int], tempers: Sequence["Temper"], turn: int, me: int
) -> float:
    """The chance to win with this hand, when it is this seat's turn."""
    living = [seat for seat, hand in enumerate(hands) if hand]
    worth, known = WORTHS[len(living)], HANDS[len(living)]
    total = mine = 0.0
    for seat in living:
        temper = tempers[seat]
        like = worth.random if temper.random else worth.suspicion * temper.suspicion + worth.bluff * temper.bluff
        weight = known[tuple(hands[seat])][coins[seat]] * exp(like + worth.turn if seat == turn else like)
        total += weight
        if seat == me:
            mine = weight
    return mine / total
