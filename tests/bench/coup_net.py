"""Training of small networks for Coup: two hidden layers, fitted by Adam (Kingma and Ba 2015)."""

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from scenes.coup.equilibrium.hands import Array
from scenes.coup.equilibrium.nets import Net


def fresh(sizes: Sequence[int], draw: np.random.Generator) -> Net:
    """Return an untaught network with these sizes of layers."""
    weights: list[Array] = []
    for wide, narrow in pairwise(sizes):
        weights.append((draw.standard_normal((wide, narrow)) * np.sqrt(2 / wide)).astype(np.float32))
        weights.append(np.zeros(narrow, np.float32))
    weights[-2] *= np.float32(0.1)
    return Net(weights)


class Adam:
    """An optimizer of a network's weights."""

    def __init__(self, weights: list[Array]) -> None:
        self.weights = weights
        self._mean = [np.zeros_like(each) for each in weights]
        self._square = [np.zeros_like(each) for each in weights]
        self._steps = 0

    def step(self, inputs: Array, slope_of: Callable[[Array], Array], rate: float) -> None:
        """Take a step. `slope_of` maps predicted chances to the slope of the loss by their log odds."""
        first, one, second, two, third, three = self.weights
        a = np.maximum(inputs @ first + one, 0)
        b = np.maximum(a @ second + two, 0)
        slope = slope_of(1 / (1 + np.exp(-(b @ third + three))))
        slope_b = (slope @ third.T) * (b > 0)
        slope_a = (slope_b @ second.T) * (a > 0)
        slopes = (inputs.T @ slope_a, slope_a.sum(0), a.T @ slope_b, slope_b.sum(0), b.T @ slope, slope.sum(0))
        self._steps += 1
        correct = np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        for weight, slope, mean, square in zip(self.weights, slopes, self._mean, self._square, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            weight -= np.float32(rate * correct) * mean / (np.sqrt(square) + 1e-8)
