"""Keyed randomness: every draw is a function of (seed, purpose, agent, turn, step, how many such draws before it).

There is no stream to save: a resumed or branched run that stands at the same turn and step draws the same numbers.
The generator is written out here (splitmix64, Steele et al. 2014), so that a seed keeps its meaning whatever the
Python version does with `random`.
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
"""Draws that are worked out at once."""
_WORD = Struct("<Q").unpack


class _Lanes(NamedTuple):
    """Numbers of 64 bits, each in 128 bits of one long number: there is room for a product."""

    one: int
    """1 in each."""
    steps: int
    """In each, how far its state is from the first."""
    mask: int
    unpack: Callable[[bytes], tuple[int, ...]]


@cache
def _lanes(count: int) -> _Lanes:
    one = sum(1 << 128 * k for k in range(count))
    steps = sum((_STEP * (k + 1) & _MASK) << 128 * k for k in range(count))
    return _Lanes(one, steps, one * _MASK, Struct("<" + count * "Q8x").unpack)


class Draw:
    """Draws at random for one purpose, as many times as that needs. Each draw is made from the last: ask it in a fixed
    order.

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
        """Pass over so many draws, which somebody else makes from the state that is returned."""
        was, self._state = self._state, (self._state + count * _STEP) & _MASK
        return was

    def random(self) -> float:
        """Draw a float in [0, 1)."""
        return (self.bits() >> 11) * 2.0**-53

    def below(self, n: int) -> int:
        """Draw an int in 0 … n-1, each equally likely (to within n / 2**64)."""
        return (self.bits() * n) >> 64

    def choice(self, items: Sequence[T]) -> T:
        """Draw one of the items, which have to be at least one."""
        return items[(self.bits() * len(items)) >> 64]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Bring the items into a random order, in place (Fisher and Yates)."""
        i = len(items) - 1
        while i > 0:
            for bits in self._many(min(i, _MOST)):
                j = (bits * (i + 1)) >> 64
                items[i], items[j] = items[j], items[i]
                i -= 1

    def _many(self, count: int) -> tuple[int, ...]:
        """Draw so many times: what `bits` would give, worked out at once in lanes of one long number."""
        one, steps, mask, unpack = _lanes(count)
        z = (self._state * one + steps) & mask
        z = ((z ^ (z >> 30)) & mask) * _MIX & mask
        z = ((z ^ (z >> 27)) & mask) * _AGAIN & mask
        self._state = (self._state + count * _STEP) & _MASK
        return unpack(((z ^ (z >> 31)) & mask).to_bytes(16 * count, "little"))

    def sample(self, items: Sequence[T], k: int) -> list[T]:
        """Draw k different items, in random order."""
        pool = list(items)
        for i in range(k):
            j = i + self.below(len(pool) - i)
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:k]


class Chance:
    """Hands out draws for the moment the run stands at: `chance(purpose, agent)` is a `Draw`, and the same one wherever
    seed, turn, step, purpose and agent are the same. So a purpose is named for what is drawn ("deal"), and two agents'
    draws for it do not disturb each other.

    >>> Chance(7)("deal", "Ann").below(52) == Chance(7)("deal", "Ann").below(52)
    True
    """

    __slots__ = ("_counts", "_step", "_turn", "seed")

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.at(0, 0)

    def at(self, turn: int, step: int) -> None:
        """Move to a moment; draws are counted from zero again."""
        self._turn, self._step = turn, step
        self._counts: dict[tuple[str, str], int] = {}

    @property
    def moment(self) -> str:
        """What tells this moment from all others."""
        return f"{self.seed}|{self._turn}|{self._step}"

    def __call__(self, purpose: str, agent: str = "") -> Draw:
        """Give the next draw for a purpose, of one agent or of nobody."""
        key, counts = (purpose, agent), self._counts
        counts[key] = count = counts.get(key, -1) + 1
        told = f"{self.seed}|{self._turn}|{self._step}|{purpose}|{agent}|{count}"
        (state,) = _WORD(blake2b(told.encode(), digest_size=8).digest())
        return Draw(state)
