"""The proven optimum of a weighted problem: branch and bound over a mini-bucket bound (see `buckets`).

Costs are made whole numbers of one small fraction, exactly, so that nothing is rounded and the proof is one.
"""

from contextlib import suppress
from math import inf
from typing import NamedTuple

from scenes.coloring.buckets import Buckets, elimination_order
from scenes.coloring.dcop.weighted import Solved, Weighted

PATIENCE = 1_000_000
"""Nodes of the search tree after which it is given up."""


class Optimum(NamedTuple):
    solved: Solved
    proven: bool
    """Otherwise patience ended first, and this is the best found by then."""


def optimum(problem: Weighted, patience: int = PATIENCE) -> Optimum:
    """The cheapest choice of all; one round a node of the search tree, and no messages."""
    size = len(problem.unary[0]) if problem.unary else 1
    near: dict[int, set[int]] = {node: set() for node in range(len(problem.unary))}
    for u, v in problem.edges:
        near[u].add(v)
        near[v].add(u)
    order = elimination_order(near, (), size)
    place = {node: i for i, node in enumerate(order)}
    later = [sorted(place[other] for other in near[node] if place[other] > i) for i, node in enumerate(order)]
    bottoms = [cost.as_integer_ratio()[1] for row in problem.unary for cost in row]
    scale = max(bottoms, default=1) * problem.penalty.as_integer_ratio()[1]
    own = [[_whole(cost, scale) for cost in problem.unary[node]] for node in order]
    search = _Patient(own, later, _whole(problem.penalty, scale), patience)
    search.fill(0)
    with suppress(_OutOfPatience):
        search.run(inf, -1)
    choice = tuple(search.found[place[node]] for node in range(len(order)))
    cost = problem.cost(choice)
    return Optimum(Solved(choice, cost, patience - search.left, 0, (cost,)), search.left >= 0)


def _whole(cost: float, scale: int) -> int:
    """The denominators of floats are powers of two, so the largest is a multiple of all."""
    top, bottom = cost.as_integer_ratio()
    return top * (scale // bottom)


class _OutOfPatience(Exception):
    pass


class _Patient(Buckets):
    """Gives up after so many nodes of the search tree."""

    def __init__(self, own: list[list[int]], later: list[list[int]], unit: int, patience: int) -> None:
        super().__init__(own, later, unit)
        self.left = patience

    def _descend(self, position: int, least: int) -> None:
        self.left -= 1
        if self.left < 0 and self.found:
            raise _OutOfPatience
        super()._descend(position, least)
