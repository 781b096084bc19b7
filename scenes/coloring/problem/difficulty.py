"""Problems by what has to be negotiated: edges across clusters, and private points, until the grade is as asked."""

from collections.abc import Callable, Mapping
from itertools import product
from typing import Literal, NamedTuple, get_args

from msgspec.structs import replace

from core.engine.chance import Draw
from scenes.coloring.problem.generation import Edge, Posed
from scenes.coloring.problem.grading import Grade, alone, regret
from scenes.coloring.problem.graph import Problem

Level = Literal["easy", "medium", "hard", "expert"]
LEVELS: tuple[Level, ...] = get_args(Level)

STARTS, EFFORT = 12, 1500
"""Graphs that are begun with, and nodes that are graded in all, before the nearest problem is taken."""
MOST_POINTS = 9


class Aim(NamedTuple):
    """The grade that a level asks for."""

    least: float
    most: float
    """Share of independent searches that may succeed, from and to."""
    regret: float
    """At least."""
    rivalry: float
    """Share of edges across clusters whose two ends are made to like the same color best."""


AIMS: Mapping[Level, Aim] = {
    "medium": Aim(0.4, 0.75, 0.0, 0.25),
    "hard": Aim(0.1, 0.4, 0.05, 0.5),
    "expert": Aim(0.0, 0.0, 0.15, 0.75),
}


def negotiable(level: Level, start: Callable[[], Posed], draw: Draw) -> Posed:
    """Make problems from `start`, tighten them edge by edge, and take the first that is as `level` asks.

    Every edge that is added joins two clusters that touch, and fits the valid coloring that is known. Where no problem
    comes up to it, the nearest one is taken.
    """
    aim = AIMS[level]
    nearest: tuple[float, Posed] | None = None
    starts, gradings = STARTS, 0
    while starts:
        starts -= 1
        posed = with_points(start(), aim.rivalry, draw)
        spare = _spare(posed, draw)
        step = 1 + len(spare) // 24
        while True:
            gradings += 1
            share = alone(posed.problem, posed.fixed, draw)
            missed = regret(posed.problem, posed.fixed, draw) if share <= aim.most else 0.0
            off = max(0.0, aim.least - share, share - aim.most) + max(0.0, aim.regret - (missed or 0.0))
            if nearest is None or off < nearest[0]:
                nearest = off, posed._replace(grade=Grade(share, missed))
            if gradings * len(posed.problem.nodes) >= EFFORT:
                starts = 0
            if share <= aim.most or not spare or not starts:
                break
            posed = _joined(posed, [spare.pop() for _ in range(min(step, len(spare)))])
        if not nearest[0]:
            break
    assert nearest is not None
    return nearest[1]


def with_points(posed: Posed, rivalry: float, draw: Draw) -> Posed:
    """Return the same graph with private points from 0 to 9."""
    problem = posed.problem
    points = {node: {c: float(draw.below(MOST_POINTS + 1)) for c in problem.colors} for node in problem.nodes}
    for u, v in problem.edges:
        if problem.owner[u] != problem.owner[v] and draw.random() < rivalry:
            wanted = max(points[u], key=points[u].__getitem__)
            liked = max(points[v], key=points[v].__getitem__)
            points[v][wanted], points[v][liked] = points[v][liked], points[v][wanted]
    return posed._replace(problem=replace(problem, preferences=points), private=True)


def _spare(posed: Posed, draw: Draw) -> list[Edge]:
    """Return possible edges between clusters that touch, in random order."""
    problem, witness = posed.problem, posed.witness or {}
    there = {frozenset(edge) for edge in problem.edges}
    out = []
    owners = [*problem.clusters]
    for a, b in product(owners, owners):
        if owners.index(a) < owners.index(b) and b in problem.neighbors[a]:
            pairs = product(problem.clusters[a], problem.clusters[b])
            out += [(u, v) for u, v in pairs if frozenset((u, v)) not in there and witness[u] != witness[v]]
    draw.shuffle(out)
    return out


def _joined(posed: Posed, edges: list[Edge]) -> Posed:
    problem: Problem = posed.problem
    return posed._replace(problem=replace(problem, edges=(*problem.edges, *edges)))
