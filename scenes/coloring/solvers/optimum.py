"""The proven optimum of a weighted problem: branch and bound over a mini-bucket bound (see `buckets`).

Costs are made whole numbers of one small fraction, exactly, so that nothing is rounded and the proof is one.
"""

from collections.abc import Mapping
from math import inf
from typing import NamedTuple

from scenes.coloring.solvers.mini_buckets import Buckets, whole_numbers
from scenes.coloring.solvers.weighted import Solved, Weighted

CELLS = 3**8
"""Most entries of a table: fifty nodes need a better bound than one cluster does."""
PATIENCE = 1_000_000
"""Nodes of the search tree after which it is given up: some seconds."""


class Optimum(NamedTuple):
    solved: Solved
    proven: bool
    """Otherwise patience ended first, and this is the best found by then."""


def optimum(problem: Weighted, patience: int = PATIENCE) -> Optimum:
    """Return the cheapest choice of all; rounds count nodes of the search tree, and there are no messages."""
    near: dict[int, set[int]] = {node: set() for node in range(len(problem.unary))}
    for u, v in problem.edges:
        near[u].add(v)
        near[v].add(u)
    order = _least_fill(near)
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


def _least_fill(near: Mapping[int, set[int]]) -> list[int]:
    """Return an elimination order: always the node whose elimination adds the fewest edges, then the one of least
    degree.
    """
    left = {node: set(others) for node, others in near.items()}
    order: list[int] = []

    def fill(node: int) -> tuple[int, int]:
        around = left[node]
        return sum(len(around - left[other]) - 1 for other in around), len(around)

    while left:
        node = min(left, key=fill)
        around = left.pop(node)
        for other in around:
            left[other] |= around
            left[other] -= {other, node}
        order.append(node)
    return order
