"""What is kept of the cards that an exchange shows: by counterfactual regrets, as all else in a turn is chosen."""

from functools import cache

import numpy as np

from scenes.coup.equilibrium.hands import Array, Numbers, parted, piles

TINY = np.float32(1e-20)


@cache
def choices(size: int) -> tuple[Numbers, Array]:
    """Of each pile the hands that may be kept of it; and 1 for each, as some piles have fewer than others."""
    may = parted(size) > 0
    most = may.sum(axis=1).max()
    hands = np.argsort(~may, axis=1, kind="stable")[:, :most]
    return hands, np.take_along_axis(may, hands, axis=1).astype(np.float32)


@cache
def _placed(size: int) -> Array:
    """Which hand each choice of each pile is, as a matrix."""
    hands, may = choices(size)
    result = np.zeros((hands.size, parted(size).shape[1]), np.float32)
    result[np.arange(hands.size), hands.ravel()] = may.ravel()
    return result


class Exchanges:
    """Of several ends of a turn, in several states."""

    def __init__(self, size: int, count: int, rows: int) -> None:
        self.size = size
        self.hands, self.may = choices(size)
        shape = count, rows, *self.may.shape
        self._regrets, self._totals = np.zeros(shape, np.float32), np.zeros(shape, np.float32)

    def plan(self, which: Numbers) -> Array:
        """How often each choice is made of each pile on average."""
        return self._shares(self._totals[which])

    def odds(self, which: int, row: int, pile: Numbers) -> Array:
        """How often each hand is kept of this pile, told as the number of each character in it."""
        n = int(np.flatnonzero((piles(self.size) == pile).all(axis=1))[0])
        result = np.zeros(parted(self.size).shape[1], np.float32)
        np.add.at(result, self.hands[n], self.plan(np.array([which]))[0, row, n] * self.may[n])
        return result

    def kept(self, plan: Array, mine: Array) -> Array:
        """How likely each hand is kept, if each pile comes as often as this."""
        each: Array = mine[..., None] * plan
        result: Array = each.reshape(len(each), each.shape[1], -1) @ _placed(self.size)
        return result

    def value(self, plan: Array, worth: Array) -> Array:
        """Of each pile, where each hand is worth this."""
        result: Array = (plan * worth[..., self.hands]).sum(axis=-1)
        return result

    def improve(self, which: Numbers, worth: Array, mine: Array, others: Array, weight: float) -> Array:
        """Regret what would have been better to keep, and tell what each pile is worth then."""
        regrets = self._regrets[which]
        before = self.value(self._shares(regrets), worth)
        regrets += others[..., None] * (worth[..., self.hands] - before[..., None])
        self._regrets[which] = np.maximum(regrets, 0, out=regrets) * self.may
        plan = self._shares(self._regrets[which])
        self._totals[which] += np.float32(weight) * mine[..., None] * plan
        return self.value(plan, worth)

    def _shares(self, weights: Array) -> Array:
        result: Array = (weights + TINY * self.may) / (
            weights.sum(axis=-1, keepdims=True) + TINY * self.may.sum(axis=-1)[:, None]
        )
        return result
