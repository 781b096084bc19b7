"""Outcome of a coloring run by owner: points against the possible ones, and who gave way."""

from typing import NamedTuple

from core.engine.capabilities import Verdict
from core.engine.chance import Draw
from core.engine.events import Metric
from scenes.coloring.bots.decision import Chances
from scenes.coloring.negotiation.bargaining import bargain
from scenes.coloring.negotiation.tempers import drop_resisted
from scenes.coloring.problem.graph import Coloring, Problem
from scenes.coloring.problem.notation import spell
from scenes.coloring.problem.penalty import OWN, judge
from scenes.coloring.rules.observation import Observation
from scenes.coloring.solvers.exact import best


class Share(NamedTuple):
    """One owner's part in how a run came out."""

    owner: str
    points: float
    most: float
    """The points of its best coloring, had it been alone with its locks."""
    conflicts: int
    """Number of conflicts at this owner's nodes."""
    uncolored: int


def shares(problem: Problem, fixed: Coloring, colors: Coloring) -> list[Share]:
    """Say how each owner came out, in seat order."""
    clashes = problem.conflicts(colors)
    out = []
    for owner, nodes in problem.clusters.items():
        own = {node: colors[node] for node in nodes if node in colors}
        locks = {node: fixed[node] for node in nodes if node in fixed}
        most = best(problem, owner, {}, locks, Draw(0)).score
        touching = sum(owner in (problem.owner[u], problem.owner[v]) for u, v in clashes)
        out.append(Share(owner, problem.score(own), most, touching, len(nodes) - len(own)))
    return out


def possible_points(problem: Problem, result: dict[str, Metric]) -> float | None:
    """Work out the points of the proven optimum from a run's result.

    None where it has no proven gap, or the optimum has a conflict.
    """
    gap, score, conflicts = (result.get(name) for name in ("gap", "score", "conflicts"))
    if not isinstance(gap, int | float) or not isinstance(score, int | float) or not result.get("solvable"):
        return None
    assert isinstance(conflicts, int)
    return score - problem.conflict_penalty * conflicts + gap


def weigh(seen: Observation) -> Verdict | None:
    """Judge the colors that an owner ends its turn with, beside the best that go with what it was told."""
    problem, known, me = seen.problem, seen.believed, seen.name
    found = best(problem, me, known, seen.fixed, Draw(0), seen.told_bounds, OWN).colors
    worth = [problem.score(colors) - judge(problem, me, colors, known).penalty for colors in (found, seen.colors)]
    other = {node: color for node, color in found.items() if seen.colors.get(node) != color}
    loss = max(0.0, worth[0] - worth[1])
    return Verdict(spell(other) if loss and other else "these colors", loss, "points")


def exact_colors(seen: Observation, chance: Chances) -> Coloring:
    """Find the colors that exact search chooses beside greedy, in the turn that this observation is the start of."""
    seen = bargain(drop_resisted(seen)[0]).seen
    draw = chance("snap")
    return best(seen.problem, seen.name, seen.believed, seen.fixed, draw, seen.told_bounds, OWN).colors
