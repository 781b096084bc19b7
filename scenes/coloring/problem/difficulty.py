"""Problems of a chosen difficulty: edges across clusters are added until the measured grade fits the level."""

from collections.abc import Callable, Mapping
from itertools import product
from math import fsum
from typing import Literal, NamedTuple, get_args

from msgspec.structs import replace

from core.engine.chance import Draw
from scenes.coloring.problem.generation import Edge, Grade, ProblemInstance
from scenes.coloring.problem.graph import Coloring, Problem
from scenes.coloring.problem.penalty import OWN_WEIGHT, better, cost, judge
from scenes.coloring.solvers.exact import best
from scenes.coloring.solvers.weighted import named_colors, optimum, weighted_problem

Level = Literal["easy", "medium", "hard", "expert"]
LEVELS: tuple[Level, ...] = get_args(Level)

MAX_STARTS, MAX_EFFORT = 12, 1500
"""Maximum number of starting graphs, and of gradings times nodes; then the nearest problem is taken."""
MAX_POINTS = 9
RUNS, ROUNDS = 12, 10
MAX_STEPS = 20_000
"""Maximum steps of the search for the best joint coloring."""


class RequiredGrade(NamedTuple):
    """Grade that a level requires of a problem."""

    least: float
    most: float
    """Minimum and maximum share of independent searches that end in a valid coloring."""
    regret: float
    """Minimum of `Grade.regret`."""
    rivalry: float
    """Share of edges across clusters whose two ends are made to prefer the same color."""


GRADE_BY_LEVEL: Mapping[Level, RequiredGrade] = {
    "medium": RequiredGrade(0.4, 0.75, 0.0, 0.25),
    "hard": RequiredGrade(0.1, 0.4, 0.05, 0.5),
    "expert": RequiredGrade(0.0, 0.0, 0.15, 0.75),
}


def generate_for_level(level: Level, start: Callable[[], ProblemInstance], draw: Draw) -> ProblemInstance:
    """Make problems from `start`, add edges to each, and return the first problem that fits `level`.

    Every added edge joins two clusters that already touch, and keeps the known valid coloring valid. If no problem
    fits, the nearest one is returned.
    """
    aim = GRADE_BY_LEVEL[level]
    nearest: tuple[float, ProblemInstance] | None = None
    starts, gradings = MAX_STARTS, 0
    while starts:
        starts -= 1
        posed = with_private_points(start(), aim.rivalry, draw)
        spare = _possible_edges(posed, draw)
        step = 1 + len(spare) // 24
        while True:
            gradings += 1
            share = share_solved_alone(posed.problem, posed.fixed, draw)
            missed = share_of_points_missed(posed.problem, posed.fixed, draw) if share <= aim.most else 0.0
            off = max(0.0, aim.least - share, share - aim.most) + max(0.0, aim.regret - (missed or 0.0))
            if nearest is None or off < nearest[0]:
                nearest = off, posed._replace(grade=Grade(share, missed))
            if gradings * len(posed.problem.nodes) >= MAX_EFFORT:
                starts = 0
            if share <= aim.most or not spare or not starts:
                break
            posed = _with_edges(posed, [spare.pop() for _ in range(min(step, len(spare)))])
        if not nearest[0]:
            break
    assert nearest is not None
    return nearest[1]


def with_private_points(posed: ProblemInstance, rivalry: float, draw: Draw) -> ProblemInstance:
    """Return the same graph with random private points from 0 to 9."""
    problem = posed.problem
    points = {node: {c: float(draw.below(MAX_POINTS + 1)) for c in problem.colors} for node in problem.nodes}
    for u, v in problem.edges:
        if problem.owner[u] != problem.owner[v] and draw.random() < rivalry:
            wanted = max(points[u], key=points[u].__getitem__)
            liked = max(points[v], key=points[v].__getitem__)
            points[v][wanted], points[v][liked] = points[v][liked], points[v][wanted]
    return posed._replace(problem=replace(problem, preferences=points), private=True)


def _possible_edges(posed: ProblemInstance, draw: Draw) -> list[Edge]:
    """Return possible new edges between clusters that touch, in random order."""
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


def _with_edges(posed: ProblemInstance, edges: list[Edge]) -> ProblemInstance:
    return posed._replace(problem=replace(posed.problem, edges=(*posed.problem.edges, *edges)))


# -- grading


def share_solved_alone(problem: Problem, fixed: Coloring, draw: Draw, runs: int = RUNS) -> float:
    """Return the share of `runs` independent searches that end in a valid coloring.

    Owners in turn choose their best colors given all others', until nobody gains, for at most `ROUNDS` rounds.
    """
    return sum(_search(problem, fixed, draw) for _ in range(runs)) / runs


def _search(problem: Problem, fixed: Coloring, draw: Draw) -> bool:
    """Return True if owners find a valid coloring by greedy and exact search (steps 3 and 7).

    An owner takes greedy's colors if they are better than its present ones; else those of exact search, if better.
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
                found = best(problem, owner, known, fixed, draw, (), OWN_WEIGHT).colors
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


def share_of_points_missed(problem: Problem, fixed: Coloring, draw: Draw) -> float | None:
    """Return the share of points that owners miss in the best joint coloring (see `Grade`); None if unproved."""
    task, free = weighted_problem(problem, fixed)
    joint = optimum(task, MAX_STEPS)
    if not joint.proven:
        return None
    colors = fixed | named_colors(problem, free, joint.solved.choice)
    own = {owner: best(problem, owner, {}, fixed, draw).score for owner in problem.clusters}
    spread = fsum(max(problem.preferences[node].values()) - min(problem.preferences[node].values()) for node in free)
    missed = max(0.0, fsum(own.values()) - problem.score(colors))  # below 0 if a large cluster's own best is not proved
    return round(missed / spread, 4) if spread else 0.0
