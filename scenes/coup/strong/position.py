"""A game of a playout: seats, cards and coins are ints, and all cards are known."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from scenes.coup.moves import COINS
from scenes.coup.rules import NOBODY
from scenes.coup.strong.codes import INCOME

ORDERS = [[(*range(seat + 1, count), *range(seat)) for seat in range(count)] for count in range(7)]
"""The others in turn order: by players and seat."""


Image = Callable[[Sequence[int]], float]
"""The probability that a claim is a lie, by the hand of the seat that may challenge it."""


class Temper(Struct, frozen=True, gc=False):
    """A seat's manner of play in a playout."""

    bluff: float
    """Probability of claiming a card it does not hold."""
    suspicion: float
    """Readiness to challenge: the factor on the probability of a lie."""
    random: bool = False
    """Plays anything."""


class Position:
    """One game under way."""

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
        """`up`: turned-up cards, by character."""
        self.tempers, self.rand = tempers, rand
        self.treasury = COINS - sum(coins)
        self.left = sum(map(bool, hands))
        self.said = [0] * len(hands)
        """Cards with which each has blocked, as bits; they are remembered until it loses a card."""
        self.order = ORDERS[len(hands)]
        self.actor, self.verb, self.target = 0, INCOME, NOBODY
        self.forcing, self.forced = NOBODY, NOBODY
        """Seat with a forced answer in the next window, and the answer: DOUBT, a card to block with, or NOBODY."""
        self.image: tuple[int, Image] | None = None
        """The seat whose next claim is tried out, and how likely that is a lie, by the hand of who may challenge."""

    def after(self, seat: int) -> list[int]:
        hands = self.hands
        return [other for other in self.order[seat] if hands[other]]
