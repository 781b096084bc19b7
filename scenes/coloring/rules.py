"""Penalty and satisfaction, in one place (spec 000, step 8, as amended: a penalty counts conflicts, nothing else)."""

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from scenes.coloring.problem import Coloring, Problem

FLIPS, WINDOW = 4, 6
"""So many flips of a flag in so many own turns are an oscillation."""


class Verdict(NamedTuple):
    """What an owner can say of its cluster from what it knows."""

    penalty: float
    conflicts: tuple[tuple[str, str], ...]
    uncolored: int
    boundary_conflicts: int
    """Counted independently of `conflicts`, node by node."""
    crossing: int
    """Those of `conflicts` that cross the boundary."""

    @property
    def satisfied(self) -> bool:
        """No conflict, and nothing left to color. A penalty of 0 is an optimum: no penalty is lower."""
        return not self.conflicts and not self.uncolored and not self.boundary_conflicts

    @property
    def miscounted(self) -> bool:
        """The two counts disagree: spec 000's bug."""
        return self.boundary_conflicts != self.crossing


def judge(problem: Problem, owner: str, own: Mapping[str, str], known: Mapping[str, str]) -> Verdict:
    """The one function that decides satisfaction. `own` are the owner's colors, `known` the reported boundary."""
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


def better(problem: Problem, owner: str, new: Coloring, old: Coloring, known: Coloring) -> bool:
    """Whether new colors are worth changing to: complete beats incomplete, then lower penalty, then a higher score."""

    def rank(colors: Coloring) -> tuple[int, float, float]:
        verdict = judge(problem, owner, colors, known)
        return (min(1, verdict.uncolored), verdict.penalty, -problem.score(colors))

    return rank(new) < rank(old)


def flips(history: list[bool]) -> int:
    """Flips of a flag over the last own turns that count."""
    recent = history[-WINDOW:]
    return sum(a != b for a, b in pairwise(recent))
