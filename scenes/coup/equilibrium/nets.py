"""Small networks that estimate the win probability of each hand at the start of a turn."""

from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from scenes.coup.equilibrium.hands import KINDS, Array, Numbers
from scenes.coup.moves import COPIES

MOST_COINS = 13
SHAPES: tuple[tuple[int, int], ...] = ((1, 1), (1, 2), (2, 1), (2, 2))
HANDS_OF = {1: 5, 2: 15}
BATCH = 1024
"""Number of states per batch, few enough for the processor's cache."""
MAX_LOG_ODDS = 30
"""Maximum log odds of an output."""


def network_inputs(coins: tuple[Numbers, Numbers], hidden: Numbers, mine: Array, theirs: Array) -> Array:
    """Return the network inputs of each state: both players' coins, hidden cards, and the beliefs about both hands."""
    rows = len(hidden)
    every = np.arange(rows)
    result = np.zeros((rows, 2 * MOST_COINS + 4 + KINDS * COPIES + mine.shape[1] + theirs.shape[1]), np.float32)
    at = 0
    for purse in coins:
        result[every, at + purse] = 1
        result[:, at + MOST_COINS] = purse / 8
        result[:, at + MOST_COINS + 1] = purse >= 7
        at += MOST_COINS + 2
    for card in range(KINDS):
        for copies in range(1, COPIES + 1):
            result[:, at] = hidden[:, card] >= copies
            at += 1
    write_beliefs(result, mine, theirs)
    return result


def write_beliefs(inputs: Array, mine: Array, theirs: Array) -> None:
    """Write the beliefs about both hands into the network inputs."""
    inputs[:, -theirs.shape[1] :] = theirs * 3
    inputs[:, -theirs.shape[1] - mine.shape[1] : -theirs.shape[1]] = mine * 3


class Net:
    """A network with two hidden layers."""

    def __init__(self, weights: list[Array]) -> None:
        self.weights = weights

    def __call__(self, inputs: Array) -> Array:
        """Return the win probability of each hand of the actor, then of each hand of the other player."""
        return np.concatenate([self._batch(inputs[n : n + BATCH]) for n in range(0, len(inputs), BATCH)])

    def _batch(self, inputs: Array) -> Array:
        first, one, second, two, third, three = self.weights
        a = inputs @ first
        a += one
        b = np.maximum(a, 0, out=a) @ second
        b += two
        odds = np.maximum(b, 0, out=b) @ third
        odds += three
        np.exp(np.negative(odds, out=odds).clip(-MAX_LOG_ODDS, MAX_LOG_ODDS, out=odds), out=odds)
        odds += 1
        result: Array = np.reciprocal(odds, out=odds)
        return result


Nets = dict[tuple[int, int], Net]


@cache
def shipped_nets() -> Nets:
    with (files("scenes.coup.equilibrium") / "values.npz").open("rb") as file:
        return load_nets(np.load(file))


def load_nets(kept: Any) -> Nets:
    return {cards: Net([kept[f"{cards[0]}{cards[1]}{n}"].astype(np.float32) for n in range(6)]) for cards in SHAPES}
