"""What is known of some nodes' colors taken together, whatever the rest of the graph does."""

from collections.abc import Mapping

import msgspec

from scenes.coloring.problem import Problem

MOST = 9
"""Conflicts that a bound can speak of: a digit."""


class Bound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Says how many conflicts each coloring of some nodes leaves elsewhere, at least: 0 is nothing known against it."""

    nodes: tuple[str, ...]
    least: str
    """A digit for every coloring, in lexicographic order by the problem's order of colors."""

    def of(self, problem: Problem, colors: Mapping[str, str]) -> int:
        """Look a coloring up; 0 while one of the nodes has no color."""
        at = 0
        for node in self.nodes:
            if node not in colors:
                return 0
            at = at * len(problem.colors) + problem.colors.index(colors[node])
        return int(self.least[at])

    def fits(self, problem: Problem) -> bool:
        """Tell whether it speaks of nodes of this problem, and of each of their colorings."""
        count = len(problem.colors) ** len(self.nodes)
        return set(self.nodes) <= set(problem.nodes) and len(self.least) == count and self.least.isdecimal()
