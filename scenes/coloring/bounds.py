"""What an owner can tell a neighbor of the neighbor's colors, whatever others do: max-sum between clusters.

For each coloring of the neighbor's boundary, the fewest conflicts that remain behind it: in the own cluster, on the
edges between the two, and by what all other neighbors have told. Nobody's present colors count, only locks. So 0 means
that nothing is known against it, and more that no valid coloring of the whole graph has it: that is a proof, and stays
one, however old or incomplete the news it was made from (the messages on a graph of clusters that is a tree are exact;
on cycles they count conflicts several times over, but never one that can be avoided).
"""

from core.chance import Draw
from scenes.coloring.dcop.bound import MOST, Bound
from scenes.coloring.dcop.exact import table
from scenes.coloring.state import Observation

ROWS = 729
"""Colorings of a boundary, at most, that are told of."""


def new_bounds(seen: Observation, draw: Draw) -> dict[str, Bound]:
    """Work out what to tell whom. What was told before is not repeated, nor worked out again without news."""
    out = {}
    for to in seen.problem.neighbors[seen.name]:
        others = [each for by, each in seen.bounds.items() if by != to]
        if to in seen.bounded and not any(each.turn >= seen.moved for each in others):
            continue
        varied = seen.problem.boundary(to, seen.name)
        if len(seen.problem.colors) ** len(varied) > ROWS:
            continue
        rows, _ = table(seen.problem, seen.name, varied, {}, seen.fixed, draw, ROWS, [each.bound for each in others])
        bound = Bound(varied, "".join(str(min(MOST, row.conflicts)) for row in rows))
        if bound != seen.bounded.get(to):
            out[to] = bound
    return out
