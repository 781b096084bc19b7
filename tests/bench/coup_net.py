"""A small network for the learner that plays Coup (`coup_response`), in numpy."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
HIDDEN = 128


class Net:
    """Chances to win of all actions, as log odds: two hidden layers, fitted by Adam (Kingma and Ba 2015)."""

    def __init__(self, inputs: int, outputs: int, draw: np.random.Generator) -> None:
        sizes = (inputs, HIDDEN, HIDDEN, outputs)
        self.weights: list[Array] = []
        for wide, narrow in pairwise(sizes):
            self.weights.append((draw.standard_normal((wide, narrow)) * np.sqrt(2 / wide)).astype(np.float32))
            self.weights.append(np.zeros(narrow, np.float32))
        self.weights[-2] *= np.float32(0.1)
        self._mean = [np.zeros_like(each) for each in self.weights]
        self._square = [np.zeros_like(each) for each in self.weights]
        self._steps = 0

    def __call__(self, seen: Array) -> Array:
        first, one, second, two, third, three = self.weights
        hidden = np.maximum(np.maximum(seen @ first + one, 0) @ second + two, 0)
        result: Array = hidden @ third + three
        return result

    def fit(self, seen: Array, actions: NDArray[np.int64], came: Array, rate: float) -> None:
        """One step towards the chances to win that these actions turned out to have."""
        first, one, second, two, third, three = self.weights
        a = np.maximum(seen @ first + one, 0)
        b = np.maximum(a @ second + two, 0)
        rows = np.arange(len(actions))
        chances = 1 / (1 + np.exp(-(b @ third + three)[rows, actions]))
        slope = np.zeros((len(actions), third.shape[1]), np.float32)
        slope[rows, actions] = (chances - came) / len(actions)
        slope_b = (slope @ third.T) * (b > 0)
        slope_a = (slope_b @ second.T) * (a > 0)
        slopes = (seen.T @ slope_a, slope_a.sum(0), a.T @ slope_b, slope_b.sum(0), b.T @ slope, slope.sum(0))
        self._steps += 1
        correct = np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        for weight, slope, mean, square in zip(self.weights, slopes, self._mean, self._square, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            weight -= np.float32(rate * correct) * mean / (np.sqrt(square) + 1e-8)
