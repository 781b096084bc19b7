"""A coloring problem as a DCOP: what each color of each node costs, and one penalty for every edge with equal ends.

The cost of a choice is penalty · conflicts + the sum of its unary costs; lower is better. Nodes and colors are numbers.
"""

from collections.abc import Mapping
from math import fsum
from typing import NamedTuple

from scenes.coloring.problem.graph import Coloring, Problem

Choice = tuple[int, ...]
"""The color number of each node."""


class Weighted(NamedTuple):
    """The factor graph: a unary factor for each node, a binary one for each edge."""

    unary: tuple[tuple[float, ...], ...]
    """Node to color to cost."""
    edges: tuple[tuple[int, int], ...]
    penalty: float

    def conflicts(self, choice: Choice) -> int:
        return sum(choice[u] == choice[v] for u, v in self.edges)

    def cost(self, choice: Choice) -> float:
        """Return the correctly rounded cost, so that the order of additions does not matter."""
        return fsum((self.penalty * self.conflicts(choice), *map(tuple.__getitem__, self.unary, choice)))


class Solved(NamedTuple):
    """An algorithm's result: the best choice that it ever held (anytime), and its effort."""

    choice: Choice
    cost: float
    rounds: int
    messages: int
    history: tuple[float, ...]
    """The best cost so far, round by round."""


def weighted(problem: Problem, fixed: Mapping[str, str]) -> tuple[Weighted, tuple[str, ...]]:
    """Return the whole problem with the locked colors, and the names of the free nodes.

    A color costs the preference points by which it falls short of its node's best color, and a penalty for each locked
    neighbor of the same color. Locked nodes are no variables, and what they cost is left out.
    """
    free = tuple(node for node in problem.nodes if node not in fixed)
    points = problem.preferences
    missed = {node: {c: max(points[node].values()) - points[node][c] for c in problem.colors} for node in free}
    return around(problem, free, fixed, missed), free


def around(
    problem: Problem, free: tuple[str, ...], colored: Mapping[str, str], costs: Mapping[str, Mapping[str, float]]
) -> Weighted:
    """Return the problem of the `free` nodes, with costs of their own, against the given colors of others."""
    place = {node: i for i, node in enumerate(free)}
    beside = {node: [colored[other] for other in problem.adjacent[node] if other in colored] for node in free}
    unary = tuple(
        tuple(costs[node][c] + problem.conflict_penalty * beside[node].count(c) for c in problem.colors)
        for node in free
    )
    edges = tuple((place[u], place[v]) for u, v in problem.edges if u in place and v in place)
    return Weighted(unary, edges, problem.conflict_penalty)


def named(problem: Problem, free: tuple[str, ...], choice: Choice) -> Coloring:
    return {node: problem.colors[number] for node, number in zip(free, choice, strict=True)}
