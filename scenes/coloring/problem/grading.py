"""Grade of a problem: what owners reach by themselves, and how far apart their wishes are."""

from math import fsum

import msgspec

from core.engine.chance import Draw
from scenes.coloring.problem.graph import Coloring, Problem
from scenes.coloring.problem.penalty import OWN, better, cost, judge
from scenes.coloring.solvers.exact import best
from scenes.coloring.solvers.weighted import named, optimum, weighted

RUNS, ROUNDS = 12, 10
PATIENCE = 20_000
"""Nodes of the search for the best joint coloring."""


class Grade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The generator's findings about a problem."""

    alone: float
    """Share of independent searches, with reports of colors alone, that end in a valid coloring."""
    regret: float | None
    """Points that owners miss, of what their own best colorings would give, in the best valid coloring of all: 0 to 1.
    None where that was not proved in time."""


def grade(problem: Problem, fixed: Coloring, draw: Draw) -> Grade:
    """Grade a problem that has a valid coloring."""
    return Grade(alone(problem, fixed, draw), regret(problem, fixed, draw))


def alone(problem: Problem, fixed: Coloring, draw: Draw, runs: int = RUNS) -> float:
    """Search `runs` times: owners take turns, each with the best answer to what all others have, until nobody gains."""
    return sum(_search(problem, fixed, draw) for _ in range(runs)) / runs


def _search(problem: Problem, fixed: Coloring, draw: Draw) -> bool:
    """Search once: greedy's colors where they are better than an owner's own, else those of exact search (steps 3 and
    7).
    """
    colors = dict(fixed)
    for _ in range(ROUNDS):
        before = dict(colors)
        for owner, nodes in problem.clusters.items():
            own = {node: colors[node] for node in nodes if node in colors}
            known = {node: colors[node] for node in problem.outside(owner) if node in colors}
            quick = _greedy(problem, owner, known, fixed, draw)
            if better(problem, owner, quick, own, known):
                colors |= quick
            elif not judge(problem, owner, own, known).satisfied:
                found = best(problem, owner, known, fixed, draw, (), OWN).colors
                if cost(problem, owner, found, known, ()) < cost(problem, owner, own, known, ()):
                    colors |= found
        if colors == before:
            break
    return not problem.conflicts(colors)


def _greedy(problem: Problem, owner: str, known: Coloring, fixed: Coloring, draw: Draw) -> Coloring:
    """Color the nodes in turn, locked ones first, by conflicts with colored nodes and then by points."""
    nodes = problem.clusters[owner]
    own = {node: fixed[node] for node in nodes if node in fixed}
    for node in nodes:
        if node not in own:
            near = [around[other] for around in (known, own) for other in problem.adjacent[node] if other in around]
            points = problem.preferences[node]
            score = {color: problem.conflict_penalty * near.count(color) - points[color] for color in problem.colors}
            low = min(score.values())
            own[node] = draw.choice([color for color in problem.colors if score[color] == low])
    return {node: own[node] for node in nodes}


def regret(problem: Problem, fixed: Coloring, draw: Draw) -> float | None:
    """Return how far the best joint coloring is from each owner's own best."""
    task, free = weighted(problem, fixed)
    joint = optimum(task, PATIENCE)
    if not joint.proven:
        return None
    colors = fixed | named(problem, free, joint.solved.choice)
    own = {owner: best(problem, owner, {}, fixed, draw).score for owner in problem.clusters}
    spread = fsum(max(problem.preferences[node].values()) - min(problem.preferences[node].values()) for node in free)
    missed = max(0.0, fsum(own.values()) - problem.score(colors))  # a large cluster's own best is not always proved
    return round(missed / spread, 4) if spread else 0.0
