"""Keyed randomness: each draw is a function of (seed, purpose, agent, turn, step, number of the draw).

There is no stream to save: a resumed or branched run at the same turn and step draws the same numbers. The generator is
implemented here (splitmix64, Steele et al. 2014), so that a seed keeps its meaning in every Python version.
"""

from collections.abc import Callable, MutableSequence, Sequence
from functools import cache
from hashlib import blake2b
from struct import Struct
from typing import NamedTuple, TypeVar

T = TypeVar("T")
_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_MIX, _AGAIN = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_MOST = 64
"""Greatest number of draws that are computed together."""
_WORD = Struct("<Q").unpack


class _Lanes(NamedTuple):
    """Constants for computing several 64-bit numbers side by side in one int, 128 bits each (room for products)."""

    one: int
    """An int with 1 in each lane."""
    steps: int
    """Difference of each lane's state from the first lane's, packed into one int."""
    mask: int
    unpack: Callable[[bytes], tuple[int, ...]]


@cache
def _lanes(count: int) -> _Lanes:
    one = sum(1 << 128 * k for k in range(count))
    steps = sum((_STEP * (k + 1) & _MASK) << 128 * k for k in range(count))
    return _Lanes(one, steps, one * _MASK, Struct("<" + count * "Q8x").unpack)


class Draw:
    """A stream of random numbers for one purpose. Its draws depend on their order: draw in a fixed order.

    >>> dice = Chance(7)("dice", "Ann")
    >>> [1 + dice.below(6) for _ in range(3)]
    [1, 3, 2]
    """

    __slots__ = ("_state",)

    def __init__(self, state: int) -> None:
        self._state = state & _MASK

    def bits(self) -> int:
        """Draw 64 bits, as an int."""
        self._state = z = (self._state + _STEP) & _MASK
        z = ((z ^ (z >> 30)) * _MIX) & _MASK
        z = ((z ^ (z >> 27)) * _AGAIN) & _MASK
        return z ^ (z >> 31)

    def skip(self, count: int) -> int:
        """Advance the stream by `count` draws, which the caller computes. Returns the state before them."""
        before, self._state = self._state, (self._state + count * _STEP) & _MASK
        return before

    def random(self) -> float:
        """Draw a float in [0, 1)."""
        return (self.bits() >> 11) * 2.0**-53

    def below(self, n: int) -> int:
        """Draw an int from 0 to n-1 with equal probabilities (to within n / 2**64)."""
        return (self.bits() * n) >> 64

    def choice(self, items: Sequence[T]) -> T:
        """Draw one of the items. There must be at least one."""
        return items[(self.bits() * len(items)) >> 64]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle the items in place (the algorithm of Fisher and Yates)."""
        i = len(items) - 1
        while i > 0:
            for bits in self._many(min(i, _MOST)):
                j = (bits * (i + 1)) >> 64
                items[i], items[j] = items[j], items[i]
                i -= 1

    def _many(self, count: int) -> tuple[int, ...]:
        """Draw `count` times as `bits` does, computing all draws together in one long int."""
        one, steps, mask, unpack = _lanes(count)
        z = (self._state * one + steps) & mask
        z = ((z ^ (z >> 30)) & mask) * _MIX & mask
        z = ((z ^ (z >> 27)) & mask) * _AGAIN & mask
        self._state = (self._state + count * _STEP) & _MASK
        return unpack(((z ^ (z >> 31)) & mask).to_bytes(16 * count, "little"))

    def sample(self, items: Sequence[T], k: int) -> list[T]:
        """Draw k different items in random order.

        Args:
            items: The items to draw from.
            k: Number of items to draw, at most `len(items)`.
        """
        pool = list(items)
        for i in range(k):
            j = i + self.below(len(pool) - i)
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:k]


class Chance:
    """Source of random streams for the current turn and step: `chance(purpose, agent)` returns a `Draw`.

    Equal seed, turn, step, purpose and agent give the same stream. Name each purpose after its use ("deal"). The
    streams of different agents and purposes are independent.

    >>> Chance(7)("deal", "Ann").below(52) == Chance(7)("deal", "Ann").below(52)
    True
    """

    __slots__ = ("_counts", "_step", "_turn", "seed")

    def __init__(self, seed: int) -> None:
        """Start at turn 0.

        Args:
            seed: Seed of the game, from 0 on.
        """
        self.seed = seed
        self.at(0, 0)

    def at(self, turn: int, step: int) -> None:
        """Move to a turn and step, and count draws from zero again.

        Args:
            turn: Number of the turn, from 0 (the set-up) on.
            step: Number of the step within the turn.
        """
        self._turn, self._step = turn, step
        self._counts: dict[tuple[str, str], int] = {}

    @property
    def moment(self) -> str:
        """Key of the seed, turn and step."""
        return f"{self.seed}|{self._turn}|{self._step}"

    def __call__(self, purpose: str, agent: str = "") -> Draw:
        """Return the next stream for a purpose, for one agent or for none."""
        key, counts = (purpose, agent), self._counts
        counts[key] = count = counts.get(key, -1) + 1
        purpose_key = f"{self.seed}|{self._turn}|{self._step}|{purpose}|{agent}|{count}"
        (state,) = _WORD(blake2b(purpose_key.encode(), digest_size=8).digest())
        return Draw(state)
