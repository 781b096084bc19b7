"""A weighted problem as arrays, for algorithms in which all nodes send at once.

Every sum runs over one index in order (`bincount`), and all else is done element by element, so that a choice is the
same on every machine.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from scenes.coloring.solvers.weighted import Choice, Weighted

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.intp]


class Graph:
    """N nodes, K colors, and 2E directed edges: first all in the order of the problem, then all the other way round."""

    def __init__(self, problem: Weighted) -> None:
        ends = np.array(problem.edges, dtype=np.intp).reshape(-1, 2)
        colors = len(problem.unary[0]) if problem.unary else 1
        costs = np.array(problem.unary, dtype=np.float64).reshape(len(problem.unary), colors)
        self.unary: Floats = np.ascontiguousarray(costs.T)
        """K x N."""
        self.source: Ints = np.concatenate((ends[:, 0], ends[:, 1]))
        self.target: Ints = np.concatenate((ends[:, 1], ends[:, 0]))
        half = len(ends)
        self.opposite: Ints = np.concatenate((np.arange(half, 2 * half), np.arange(half)))
        """The number of the same edge the other way round."""
        self.nodes: Ints = np.arange(self.unary.shape[1])
        self.even: Floats = np.full(len(self.source), problem.penalty)
        """The penalty, for each directed edge."""

    def gather(self, color: Ints, weight: Floats) -> Floats:
        """Sum the weights that arrive at each node for each color (K x N)."""
        colors, nodes = self.unary.shape
        sums = np.bincount(color * nodes + self.target, weight, colors * nodes)
        return np.asarray(sums, dtype=np.float64).reshape(colors, nodes)

    def reply(self, now: Ints, weight: Floats) -> tuple[Ints, Floats]:
        """Return each node's best color while the others keep theirs, and its gain; edges have the given weights.

        Where another color is as good as the present one, it is the best, and gains 0.
        """
        costs = self.unary + self.gather(now[self.source], weight)
        present = costs[now, self.nodes]
        costs[now, self.nodes] = np.inf
        other = costs.argmin(0)
        gain = present - costs[other, self.nodes]
        return np.where(gain >= 0, other, now), np.maximum(gain, 0.0)

    def clashes(self, now: Ints) -> NDArray[np.bool_]:
        """Return a mask of the 2E directed edges with equal ends."""
        clashing: NDArray[np.bool_] = now[self.source] == now[self.target]
        return clashing

    def leaders(self, gain: Floats) -> NDArray[np.bool_]:
        """Return a mask of nodes that gain more than any neighbor; among equal neighbors the first."""
        mine, other = gain[self.source], gain[self.target]
        moves = gain > 0
        moves[self.source[(other > mine) | ((other == mine) & (self.target < self.source))]] = False
        return moves


def as_choice(numbers: Ints) -> Choice:
    return tuple(numbers.tolist())
