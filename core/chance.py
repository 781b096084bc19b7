"""Keyed randomness: every draw is a function of (seed, purpose, agent, turn, step, how many such draws before it).

There is no stream to save: a resumed or branched run that stands at the same turn and step draws the same numbers.
The generator is written out here (splitmix64, Steele et al. 2014), so that a seed keeps its meaning whatever the
Python version does with `random`.
"""

from collections.abc import MutableSequence, Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")
_MASK = (1 << 64) - 1


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
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def skip(self, count: int) -> int:
        """Pass over so many draws, which somebody else makes from the state that is returned."""
        was, self._state = self._state, (self._state + count * 0x9E3779B97F4A7C15) & _MASK
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
        state = self._state
        for i in range(len(items) - 1, 0, -1):  # `bits`, written out: decks are shuffled by the thousand
            state = (state + 0x9E3779B97F4A7C15) & _MASK
            z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
            j = ((z ^ (z >> 31)) * (i + 1)) >> 64
            items[i], items[j] = items[j], items[i]
        self._state = state

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

    __slots__ = ("_counts", "moment", "seed")

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.at(0, 0)

    def at(self, turn: int, step: int) -> None:
        """Move to a moment; draws are counted from zero again."""
        self.moment = f"{self.seed}|{turn}|{step}"
        self._counts: dict[tuple[str, str], int] = {}

    def __call__(self, purpose: str, agent: str = "") -> Draw:
        """Give the next draw for a purpose, of one agent or of nobody."""
        key = (purpose, agent)
        count = self._counts.get(key, 0)
        self._counts[key] = count + 1
        digest = blake2b(f"{self.moment}|{purpose}|{agent}|{count}".encode(), digest_size=8).digest()
        return Draw(int.from_bytes(digest, "little"))
