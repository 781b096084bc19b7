"""Penalty and satisfaction (spec 000, step 8, as amended: a penalty counts only conflicts)."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from scenes.coloring.problem.graph import Coloring, Problem
from scenes.coloring.solvers.bound import Bound

FLIPS, RETURNS, WINDOW = 4, 2, 6
"""Minimum flips of a flag, or returns to former colors, within WINDOW own turns that count as an oscillation."""
OWN_WEIGHT = 3
"""Weight of a conflict that only its owner can fix; a conflict across a boundary has weight 1."""


class Verdict(NamedTuple):
    """An owner's judgment of its cluster, from its knowledge."""

    penalty: float
    conflicts: tuple[tuple[str, str], ...]
    uncolored: int
    boundary_conflicts: int
    """Number of boundary conflicts, counted independently of `conflicts`, node by node."""
    crossing: int
    """Number of `conflicts` on edges to other clusters."""

    @property
    def satisfied(self) -> bool:
        """True without conflicts and uncolored nodes. A penalty of 0 is optimal."""
        return not self.conflicts and not self.uncolored and not self.boundary_conflicts

    @property
    def counts_disagree(self) -> bool:
        """True if the two counts of boundary conflicts disagree, which is a bug according to spec 000."""
        return self.boundary_conflicts != self.crossing


def judge(problem: Problem, owner: str, own: Mapping[str, str], known: Mapping[str, str]) -> Verdict:
    """Judge an owner's satisfaction. `own` are the owner's colors, `known` the reported colors of others."""
    believed = {**known, **own}
    conflicts = tuple((u, v) for u, v in problem.edges_of(owner) if u in believed and believed.get(v) == believed[u])
    mine = problem.clusters[owner]
    boundary = sum(
        own[node].casefold() == known[other].casefold()
        for node in mine
        if node in own
        for other in problem.adjacent[node]
        if other in known
    )
    crossing = sum(problem.owner[u] != problem.owner[v] for u, v in conflicts)
    return Verdict(problem.conflict_penalty * len(conflicts), conflicts, len(mine) - len(own), boundary, crossing)


def better(
    problem: Problem, owner: str, new: Coloring, old: Coloring, known: Coloring, bounds: Sequence[Bound] = ()
) -> bool:
    """Return True if new colors are better: complete beats incomplete, then lower cost, then a higher score."""

    def rank(colors: Coloring) -> tuple[int, float, float]:
        uncolored = judge(problem, owner, colors, known).uncolored
        return (min(1, uncolored), cost(problem, owner, colors, known, bounds), -problem.score(colors))

    return rank(new) < rank(old)


def cost(problem: Problem, owner: str, own: Coloring, known: Coloring, bounds: Sequence[Bound]) -> float:
    """Return the penalty; conflicts that only the owner can fix count `OWN_WEIGHT` times."""
    across = judge(problem, owner, own, known).crossing
    return problem.conflict_penalty * (across + OWN_WEIGHT * own_conflicts(problem, owner, own, known, bounds))


def own_conflicts(problem: Problem, owner: str, own: Coloring, known: Coloring, bounds: Sequence[Bound]) -> int:
    """Count conflicts inside the cluster, and conflicts that neighbors' bounds prove for these colors."""
    verdict = judge(problem, owner, own, known)
    return len(verdict.conflicts) - verdict.crossing + sum(bound.of(problem, own) for bound in bounds)


def count_flips(history: list[bool]) -> int:
    """Count the flips of a flag over the last `WINDOW` own turns."""
    recent = history[-WINDOW:]
    return sum(a != b for a, b in pairwise(recent))


def count_returns(past: Sequence[Coloring]) -> int:
    """Count the changes back to colors that the owner had given up, over its last `WINDOW` turns."""
    recent = past[-WINDOW:]
    return sum(recent[i] != recent[i - 1] and recent[i] in recent[: i - 1] for i in range(2, len(recent)))
