"""Choice of the cards to keep in exchanges, by counterfactual regrets."""

from functools import cache

import numpy as np

from scenes.coup.equilibrium.hands import Array, Numbers, parted, piles

TINY = np.float32(1e-20)


@cache
def choices(size: int) -> tuple[Numbers, Array]:
    """Return the hands that may be kept, by choice and pile; and 1 for each, as some piles have fewer choices."""
    may = parted(size) > 0
    most = may.sum(axis=1).max()
    hands = np.argsort(~may, axis=1, kind="stable")[:, :most]
    allowed = np.take_along_axis(may, hands, axis=1).astype(np.float32)
    return np.ascontiguousarray(hands.T), np.ascontiguousarray(allowed.T)


class Exchanges:
    """Exchanges at several ends of a turn, in several states. Arrays are by choice, end, state and pile."""

    def __init__(self, size: int, count: int, rows: int) -> None:
        self.size = size
        self.hands, may = choices(size)
        self.may = may[:, None, None, :]
        shape = len(may), count, rows, may.shape[1]
        self._regrets, self._totals = np.zeros(shape, np.float32), np.zeros(shape, np.float32)

    def plan(self, which: Numbers, now: bool = False) -> Array:
        """Return how often each choice is made for each pile, on average or now."""
        return self._shares((self._regrets if now else self._totals)[:, which])

    def odds(self, which: int, row: int, pile: Numbers) -> Array:
        """Return how often each hand is kept of this pile, given as counts of characters."""
        n = int(np.flatnonzero((piles(self.size) == pile).all(axis=1))[0])
        result = np.zeros(parted(self.size).shape[1], np.float32)
        np.add.at(result, self.hands[:, n], self.plan(np.array([which]))[:, 0, row, n])
        return result

    def kept(self, plan: Array, mine: Array) -> Array:
        """Return how likely each hand is kept, if piles come with these weights."""
        result = np.zeros((*mine.shape[:2], parted(self.size).shape[1]), np.float32)
        for each, hands in zip(plan * mine, self.hands, strict=True):
            result += each @ _placed(self.size, tuple(hands.tolist()))
        return result

    def value(self, plan: Array, worth: Array) -> Array:
        """Return the value of each pile for these values of hands."""
        return self._sum(plan, self._each(worth))

    def _each(self, worth: Array) -> list[Array]:
        return [worth[..., hands] for hands in self.hands]

    def _sum(self, plan: Array, each: list[Array]) -> Array:
        result: Array = plan[0] * each[0]
        for odds, one in zip(plan[1:], each[1:], strict=True):
            result += odds * one
        return result

    def improve(self, which: Numbers, worth: Array, mine: Array, others: Array, weight: float) -> Array:
        """Update the regrets, and return the value of each pile."""
        regrets, each = self._regrets[:, which], self._each(worth)
        before = self._sum(self._shares(regrets), each)
        for regret, one in zip(regrets, each, strict=True):
            regret += others * (one - before)
        self._regrets[:, which] = np.maximum(regrets, 0, out=regrets) * self.may
        plan = self._shares(self._regrets[:, which])
        self._totals[:, which] += np.float32(weight) * mine * plan
        return self._sum(plan, each)

    def _shares(self, weights: Array) -> Array:
        weights = weights + TINY * self.may
        weights /= weights.sum(axis=0)
        return weights


@cache
def _placed(size: int, hands: tuple[int, ...]) -> Array:
    """Return the matrix from hands to a pile's choices."""
    result = np.zeros((len(hands), parted(size).shape[1]), np.float32)
    result[np.arange(len(hands)), hands] = 1
    return result
