"""Bounds on a neighbor's colors that hold whatever others do: max-sum between clusters.

For each coloring of the neighbor's boundary, the fewest conflicts that remain behind it: in the own cluster, on the
edges between the two, and by what all other neighbors have told. Nobody's present colors count, only locks. So 0 means
that nothing is known against it, and more that no valid coloring of the whole graph has it: that is a proof, and stays
one, however old or incomplete the news it was made from (the messages on a graph of clusters that is a tree are exact;
on cycles they count conflicts several times over, but never one that can be avoided).
"""

from collections.abc import Sequence

from core.engine.chance import Draw
from scenes.coloring.rules.observation import Observation
from scenes.coloring.solvers.bound import MOST, Bound
from scenes.coloring.solvers.exact import best, table

ROWS = 729
"""Colorings of a boundary, at most, that are told of."""


def new_bounds(seen: Observation, draw: Draw) -> dict[str, Bound]:
    """Work out what to tell whom. What was told before is not repeated, nor worked out again without news."""
    out = {}
    for to in seen.problem.neighbors[seen.name]:
        others = [by for by in seen.bounds if by != to]
        if to in seen.bounded and not seen.has_news(*others):
            continue
        varied = seen.problem.boundary(to, seen.name)
        if len(seen.problem.colors) ** len(varied) > ROWS:
            continue
        rows, _ = table(
            seen.problem, seen.name, varied, {}, seen.fixed, draw, ROWS, [seen.bounds[by].bound for by in others], False
        )
        bound = Bound(varied, "".join(str(min(MOST, row.least)) for row in rows))
        if bound != seen.bounded.get(to):
            out[to] = bound
    return out


def why_hopeless(seen: Observation, draw: Draw) -> str:
    """Say why no colors of one's own are in any valid coloring, by one's locks and what neighbors have told; or "".

    Of the neighbors, only those are named without whom it would not follow.
    """

    def proved(by: Sequence[str]) -> bool:
        bounds = [seen.bounds[name].bound for name in by]
        return best(seen.problem, seen.name, {}, seen.fixed, draw, bounds, points=False).least > 0

    needed = list(seen.bounds)
    if not proved(needed):
        return ""
    for name in seen.bounds:
        if proved(rest := [other for other in needed if other != name]):
            needed = rest
    locks = " that keeps my locks" if seen.fixed else ""
    conflicting = f" what {' and '.join(needed)} told me of our boundary" if needed else " itself, whatever others do"
    return f"no coloring of {', '.join(seen.problem.clusters[seen.name])}{locks} fits{conflicting}"
