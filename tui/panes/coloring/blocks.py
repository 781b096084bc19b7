"""Layout of a graph by blocks: each cluster has a block of a lattice, and linked clusters stand side by side."""

from itertools import combinations
from typing import NamedTuple

from scenes.coloring.problem.graph import Problem

ONE_ROW = 4
"""Clusters that stand in one row; more stand in two."""

SPARE = 1.1
"""Lattice points of a block for each of its nodes, counting only those of which no two touch side by side."""

WIDE = 8
"""Clusters up to which two columns of the lattice part the blocks; of more, one does. One row holds their names."""


class Block(NamedTuple):
    """A cluster's part of the lattice."""

    left: int
    top: int
    columns: int
    rows: int


def blocks(problem: Problem) -> dict[str, Block]:
    """Give every owner its block, all of one size."""
    owners = list(problem.clusters)
    lanes = 1 if len(owners) <= ONE_ROW else 2
    across = -(-len(owners) // lanes)
    columns, rows = _shape(max(map(len, problem.clusters.values())), lanes)
    gap = 2 if len(owners) <= WIDE else 1
    found = {
        owner: Block(x * (columns + gap), y * (rows + 1), columns, rows)
        for owner, (x, y) in _placed(problem, across, lanes).items()
    }
    return {owner: found[owner] for owner in owners}


def _shape(size: int, lanes: int) -> tuple[int, int]:
    """Columns and rows for so many nodes. A terminal is wide, so that rows are few."""
    most = 4 if lanes == 2 or size <= 8 else 6
    rows = min(size, 2 if size < 3 else 3 if size < 5 else most)
    columns = 1
    while -(-columns * rows // 2) < (size * SPARE if size > 2 else size):
        columns += 1
    return columns, rows


def _placed(problem: Problem, across: int, lanes: int) -> dict[str, tuple[int, int]]:
    """Begin to the right in the first row and back in the second, so that a ring closes; then swap owners, or move one
    to a free place, for as long as this brings linked ones nearer to each other.
    """
    places = [(x if y == 0 else across - 1 - x, y) for y in range(lanes) for x in range(across)]
    order = list(problem.clusters)
    order += [""] * (len(places) - len(order))

    def apart() -> float:
        at = dict(zip(order, places, strict=True))
        pairs = ((at[a], at[b]) for a in problem.clusters for b in problem.neighbors[a])
        return sum(abs(x - u) + 1.5 * abs(y - v) for (x, y), (u, v) in pairs)

    least, better = apart(), True
    while better:
        better = False
        for i, j in combinations(range(len(order)), 2):
            order[i], order[j] = order[j], order[i]
            if apart() < least:
                least, better = apart(), True
            else:
                order[i], order[j] = order[j], order[i]
    return {owner: place for owner, place in zip(order, places, strict=True) if owner}
