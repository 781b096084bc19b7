"""A coloring problem as a distributed constraint optimization problem (DCOP), and its proven optimum.

A choice costs penalty · conflicts + the sum of its unary costs; lower is better. Nodes and colors are numbers. Branch
and bound over a mini-bucket bound proves the optimum (see `mini_buckets`). Costs are scaled to integers, so nothing is
rounded and the proof is exact.
"""

from collections.abc import Mapping
from math import fsum, inf
from typing import NamedTuple

from scenes.coloring.problem.graph import Coloring, Problem
from scenes.coloring.solvers.mini_buckets import Buckets, eliminate, whole_numbers

Choice = tuple[int, ...]
"""The color number of each node."""


class Weighted(NamedTuple):
    """The factor graph: a unary factor per node, a binary factor per edge."""

    unary: tuple[tuple[float, ...], ...]
    """Cost of each color, by node."""
    edges: tuple[tuple[int, int], ...]
    penalty: float

    def conflicts(self, choice: Choice) -> int:
        return sum(choice[u] == choice[v] for u, v in self.edges)

    def cost(self, choice: Choice) -> float:
        """Return the correctly rounded cost, which does not depend on the order of additions."""
        return fsum((self.penalty * self.conflicts(choice), *map(tuple.__getitem__, self.unary, choice)))


class Solved(NamedTuple):
    """An algorithm's result: the best choice it found (anytime), and its effort."""

    choice: Choice
    cost: float
    rounds: int
    messages: int
    history: tuple[float, ...]
    """Best cost after each round."""


def weighted_problem(problem: Problem, fixed: Mapping[str, str]) -> tuple[Weighted, tuple[str, ...]]:
    """Return the whole problem given the locked colors, and the names of the free nodes.

    A color costs the preference points by which it falls short of its node's best color, and a penalty for each locked
    neighbor of the same color. Locked nodes are no variables, and their cost is left out.
    """
    free = tuple(node for node in problem.nodes if node not in fixed)
    points = problem.preferences
    missed = {node: {c: max(points[node].values()) - points[node][c] for c in problem.colors} for node in free}
    return around(problem, free, fixed, missed), free


def around(
    problem: Problem, free: tuple[str, ...], colored: Mapping[str, str], costs: Mapping[str, Mapping[str, float]]
) -> Weighted:
    """Return the problem of coloring the `free` nodes, with these costs and the given colors of other nodes."""
    place = {node: i for i, node in enumerate(free)}
    beside = {node: [colored[other] for other in problem.adjacent[node] if other in colored] for node in free}
    unary = tuple(
        tuple(costs[node][c] + problem.conflict_penalty * beside[node].count(c) for c in problem.colors)
        for node in free
    )
    edges = tuple((place[u], place[v]) for u, v in problem.edges if u in place and v in place)
    return Weighted(unary, edges, problem.conflict_penalty)


def named_colors(problem: Problem, free: tuple[str, ...], choice: Choice) -> Coloring:
    return {node: problem.colors[number] for node, number in zip(free, choice, strict=True)}


CELLS = 3**8
"""Maximum entries of a table: fifty nodes need a better bound than one cluster does."""
MAX_SEARCH_STEPS = 1_000_000
"""Maximum nodes of the search tree, which take a few seconds."""


class Optimum(NamedTuple):
    solved: Solved
    proven: bool
    """False if the search was given up; the choice is then the best one that was found."""


def optimum(problem: Weighted, patience: int = MAX_SEARCH_STEPS) -> Optimum:
    """Return the cheapest choice. `rounds` counts nodes of the search tree; there are no messages."""
    near: dict[int, set[int]] = {node: set() for node in range(len(problem.unary))}
    for u, v in problem.edges:
        near[u].add(v)
        near[v].add(u)
    order, _ = eliminate(near, _fill_rank)
    place = {node: i for i, node in enumerate(order)}
    later = [sorted(place[other] for other in near[node] if place[other] > i) for i, node in enumerate(order)]
    *own, (penalty,) = whole_numbers([*(problem.unary[node] for node in order), (problem.penalty,)])
    search = Buckets(own, later, penalty)
    search.cells = CELLS
    search.fill(0)
    found = search.run(inf, -1, (), patience + 1, patience)
    choice = tuple(found.choice[place[node]] for node in range(len(order)))
    cost = problem.cost(choice)
    return Optimum(Solved(choice, cost, found.steps, 0, (cost,)), found.proven)


def _fill_rank(left: Mapping[int, set[int]], node: int) -> tuple[int, int]:
    """Return twice the number of edges that eliminating a node adds, and the node's degree."""
    around = left[node]
    return sum(len(around - left[other]) - 1 for other in around), len(around)
