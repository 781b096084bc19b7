"""Penalty and satisfaction, in one place (spec 000, step 8, as amended: a penalty counts conflicts, nothing else)."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from scenes.coloring.problem.graph import Coloring, Problem
from scenes.coloring.solvers.bound import Bound

FLIPS, RETURNS, WINDOW = 4, 2, 6
"""Flips of a flag, or returns to former colors, that make an oscillation within WINDOW own turns."""
OWN = 3
"""Weight of a conflict that only its owner can mend, where one across a boundary has 1: either side can mend that."""


class Verdict(NamedTuple):
    """An owner's judgment of its cluster, from what it knows."""

    penalty: float
    conflicts: tuple[tuple[str, str], ...]
    uncolored: int
    boundary_conflicts: int
    """Counted independently of `conflicts`, node by node."""
    crossing: int
    """Number of `conflicts` that cross the boundary."""

    @property
    def satisfied(self) -> bool:
        """No conflict, and nothing left to color. A penalty of 0 is an optimum: no penalty is lower."""
        return not self.conflicts and not self.uncolored and not self.boundary_conflicts

    @property
    def miscounted(self) -> bool:
        """The two counts disagree: spec 000's bug."""
        return self.boundary_conflicts != self.crossing


def judge(problem: Problem, owner: str, own: Mapping[str, str], known: Mapping[str, str]) -> Verdict:
    """Decide satisfaction: the only function that does. `own` are the owner's colors, `known` the reported boundary."""
    believed = {**known, **own}
    conflicts = tuple((u, v) for u, v in problem.touching(owner) if u in believed and believed.get(v) == believed[u])
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
    """Return the penalty, with conflicts that only the owner can repair weighted by `OWN`."""
    across = judge(problem, owner, own, known).crossing
    return problem.conflict_penalty * (across + OWN * own_conflicts(problem, owner, own, known, bounds))


def own_conflicts(problem: Problem, owner: str, own: Coloring, known: Coloring, bounds: Sequence[Bound]) -> int:
    """Count conflicts inside the cluster, and those that neighbors have proved such colors to cause."""
    verdict = judge(problem, owner, own, known)
    return len(verdict.conflicts) - verdict.crossing + sum(bound.of(problem, own) for bound in bounds)


def flips(history: list[bool]) -> int:
    """Count the flips of a flag over the last `WINDOW` own turns."""
    recent = history[-WINDOW:]
    return sum(a != b for a, b in pairwise(recent))


def returns(past: Sequence[Coloring]) -> int:
    """Count returns, over the last `WINDOW` own turns, to colors that the owner had given up."""
    recent = past[-WINDOW:]
    return sum(recent[i] != recent[i - 1] and recent[i] in recent[: i - 1] for i in range(2, len(recent)))
