"""Playing styles in playouts, and the estimated value of a seat where a playout is cut off.

Seats, cards and coins are ints, and all cards are known. Each seat has a weight, and its win probability is its share
of the total weight. `tests.bench.coup_worth` fits the weights to full playouts.
"""

from collections.abc import Callable, Sequence
from math import exp
from typing import NamedTuple

from msgspec import Struct

from scenes.coup.moves import NOBODY, TREASURY, TURN_ORDERS

LieFunction = Callable[[Sequence[int]], float]
"""Probability that a claim is a lie, as a function of the hand of the seat that may challenge it."""


class Temper(Struct, frozen=True, gc=False):
    """A seat's playing style in a playout."""

    bluff: float
    """Probability of claiming a card that the seat does not hold."""
    suspicion: float
    """Factor on the probability of a lie, when the seat decides whether to challenge."""
    random: bool = False
    """True if the seat plays at random."""


MAX_COINS = 10
"""Coins above this do not change the estimate."""


class Position:
    """State of one game in a playout."""

    __slots__ = (
        "actor", "coins", "deck", "forced", "forcing", "hands", "image", "left", "order", "rand", "said", "target",
        "tempers", "treasury", "up", "verb",
    )  # fmt: skip

    def __init__(
        self,
        hands: list[list[int]],
        deck: list[int],
        coins: list[int],
        up: list[int],
        tempers: Sequence[Temper],
        rand: Callable[[], float],
    ) -> None:
        self.hands, self.deck, self.coins, self.up = hands, deck, coins, up
        """`up` counts the turned-up cards by character."""
        self.tempers, self.rand = tempers, rand
        self.treasury = TREASURY - sum(coins)
        self.left = sum(map(bool, hands))
        self.said = [0] * len(hands)
        """Cards with which each seat has blocked since it last lost a card, as a bit mask."""
        self.order = TURN_ORDERS[len(hands)]
        self.actor, self.verb, self.target = 0, NOBODY, NOBODY
        self.forcing, self.forced = NOBODY, NOBODY
        """Seat whose next answer is fixed, and that answer: DOUBT, a card to block with, or NOBODY for a pass."""
        self.image: tuple[int, LieFunction] | None = None
        """Seat whose next claim is evaluated, and the probability that it lies, by the challenger's hand."""

    def after(self, seat: int) -> list[int]:
        hands = self.hands
        return [other for other in self.order[seat] if hands[other]]


class WeightTerms(NamedTuple):
    """Terms of the logarithm of a seat's weight; its win probability is its share of the total weight."""

    cards: tuple[float, ...]
    """Contribution of each character."""
    second: float
    """Contribution of a second card."""
    same: float
    """Contribution of two equal cards."""
    coin: tuple[float, float]
    """Contribution of each coin, for a seat with one card and with two cards."""
    random: float
    suspicion: float
    bluff: float
    turn: float
    """Contribution of being the next to act."""


TERMS_BY_PLAYERS = {
    2: WeightTerms((0.81, 0.23, 0.97, 0.37, -0.11), 2.27, -0.72, (0.31, 0.28), -2.05, -0.63, -0.59, 0.31),
    3: WeightTerms((0.38, 0.20, 0.48, 0.16, -0.03), 1.19, -0.41, (0.05, 0.07), -2.73, -1.45, -1.00, 0.07),
    4: WeightTerms((0.27, 0.26, 0.30, 0.19, 0.15), 1.16, -0.32, (0.02, 0.05), -3.73, -2.19, -1.45, 0.05),
    5: WeightTerms((0.21, 0.28, 0.28, 0.19, 0.18), 1.14, -0.35, (0.01, 0.02), -4.12, -2.88, -2.10, -0.01),
    6: WeightTerms((0.17, 0.25, 0.24, 0.24, 0.13), 1.02, -0.35, (-0.05, 0.03), -5.10, -3.38, -2.76, 0.04),
}
"""Fitted terms, by number of players left in the game."""
COIN_COUNTS = range(13)
"""Possible numbers of coins."""


def _by_coins(left: int, cards: Sequence[int]) -> list[float]:
    """Return the weight of a hand for each number of coins."""
    worth = TERMS_BY_PLAYERS[left]
    more = sum(worth.cards[card] for card in cards)
    if len(cards) == 2:
        more += worth.second + worth.same * (cards[0] == cards[1])
    return [exp(more + worth.coin[len(cards) - 1] * min(coins, MAX_COINS)) for coins in COIN_COUNTS]


HAND_WEIGHTS = [
    {(a, b)[:size]: _by_coins(left, (a, b)[:size]) for a in range(5) for b in range(5) for size in (1, 2)}
    if left in TERMS_BY_PLAYERS
    else {}
    for left in range(7)
]
"""Weights by number of players left in the game, hand and coins."""


def win_share(
    hands: Sequence[Sequence[int]], coins: Sequence[int], tempers: Sequence[Temper], turn: int, me: int
) -> float:
    """Return the win probability of seat `me` when it is seat `turn`'s turn."""
    living = [seat for seat, hand in enumerate(hands) if hand]
    worth, known = TERMS_BY_PLAYERS[len(living)], HAND_WEIGHTS[len(living)]
    total = mine = 0.0
    for seat in living:
        temper = tempers[seat]
        like = worth.random if temper.random else worth.suspicion * temper.suspicion + worth.bluff * temper.bluff
        weight = known[tuple(hands[seat])][coins[seat]] * exp(like + worth.turn if seat == turn else like)
        total += weight
        if seat == me:
            mine = weight
    return mine / total
