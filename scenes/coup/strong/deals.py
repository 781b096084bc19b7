"""Exact odds of all deals of the unseen cards.

The probability of a deal is proportional to the number of ways to deal it, times the weights of its hands. Sums over
deals are exact; only `Deals.draw` samples.
"""

from bisect import bisect
from collections.abc import Callable, Mapping
from functools import cache
from itertools import accumulate
from math import prod

from scenes.coup.strong.opponents import HAND_INDEX, HANDS, KINDS, SUSPICION_SHARES, Suspect
from scenes.coup.strong.position import Temper

HAND_IN_POOL = [[sum([1 << 2 * card for card in hand]) for hand in HANDS[size]] for size in (1, 2)]
"""Each hand as a number to subtract from a pool (see `Deals`), by size and index."""
TEMPERS = [
    [
        Temper(kind.bluff if kind.steady else kind.bluff * 0.7, suspicion, kind.random)
        for _, suspicion in SUSPICION_SHARES
    ]
    for kind in KINDS
]
"""Playing styles in playouts, by kind of player and suspicion."""


class Deals:
    """Distribution of deals. A pool encodes the remaining cards, two bits per character.

    Opponents get their cards in order; the number of ways to deal to the later ones is cached by pool.
    """

    def __init__(self, pool: list[int], suspects: Mapping[int, Suspect]) -> None:
        self.seats = tuple(suspects)
        self.suspects = suspects
        self.pool = sum([count << 2 * card for card, count in enumerate(pool)])
        self.weights = [suspect.hands for suspect in suspects.values()]
        self.sizes = [suspect.size for suspect in suspects.values()]
        self._known: list[dict[int, list[float]]] = [{} for _ in self.seats]
        self._hands: dict[int, list[float]] = {}
        self._tempers: dict[tuple[int, ...], tuple[list[float], list[float]]] = {}

    def cumulative_weights(self, place: int, pool: int) -> list[float]:
        """Return the cumulative weights of the hands that an opponent may get from a pool."""
        known = self._known[place].get(pool)
        if known is None:
            size = self.sizes[place]
            each = [count * weight for count, weight in zip(ways_to_deal(pool, size), self.weights[place], strict=True)]
            if place + 1 < len(self.seats):
                each = [
                    count and count * self.cumulative_weights(place + 1, pool - takes)[-1]
                    for count, takes in zip(each, HAND_IN_POOL[size - 1], strict=True)
                ]
            known = self._known[place][pool] = list(accumulate(each))
        return known

    def draw(self, rand: Callable[[], float]) -> tuple[dict[int, list[int]], list[int]]:
        """Sample hands by seat and the remaining deck."""
        pool, hands = self.pool, {}
        for place, seat in enumerate(self.seats):
            upto = self.cumulative_weights(place, pool)
            index = bisect(upto, rand() * upto[-1])
            size = self.sizes[place]
            hands[seat] = list(HANDS[size][index])
            pool -= HAND_IN_POOL[size - 1][index]
        return hands, [card for card in range(5) for _ in range(pool >> 2 * card & 3)]

    def hands(self, seat: int) -> list[float]:
        """Return the probability of each hand of an opponent."""
        known = self._hands.get(seat)
        if known is None:
            others = {other: suspect for other, suspect in self.suspects.items() if other != seat}
            upto = Deals([], {seat: self.suspects[seat], **others}).cumulative_weights(0, self.pool)
            known = self._hands[seat] = [(b - a) / upto[-1] for a, b in zip([0.0, *upto], upto, strict=False)]
        return known

    def temper(self, seat: int, hand: list[int], rand: Callable[[], float]) -> Temper:
        """Sample an opponent's playing style given its hand."""
        key = seat, *hand
        known = self._tempers.get(key)
        if known is None:
            suspect, index = self.suspects[seat], HAND_INDEX[tuple(hand)]
            kinds = [a * row[index] for a, row in zip(suspect.kinds, suspect.weights, strict=True)]
            shares = [share * doubt for (share, _), doubt in zip(SUSPICION_SHARES, suspect.doubts, strict=True)]
            known = self._tempers[key] = list(accumulate(kinds)), list(accumulate(shares))
        kinds, shares = known
        return TEMPERS[bisect(kinds, rand() * kinds[-1])][bisect(shares, rand() * shares[-1])]


@cache
def ways_to_deal(pool: int, size: int) -> tuple[int, ...]:
    """Return the number of ways to deal each hand from a pool."""
    return tuple([_count_deals(pool, hand) for hand in HANDS[size]])


def _count_deals(pool: int, hand: tuple[int, ...]) -> int:
    left = [pool >> 2 * card & 3 for card in hand]
    if len(hand) == 2 and hand[0] == hand[1]:
        return left[0] * (left[0] - 1) // 2
    return prod(left)
