"""Node positions of a coloring graph: points of a lattice, computed once per problem, independent of window size.

Each cluster has a block of the lattice. Simulated annealing with a fixed seed places the nodes on a board of nominal
cells, represented as one big integer with a bit per cell: many edges become straight, few cross, and none passes
through a node that is not its end.
"""

import math
import random
from itertools import combinations
from typing import NamedTuple

from scenes.coloring.problem.generation import default_problem
from scenes.coloring.problem.graph import Problem

MAX_CLUSTERS_IN_ROW = 4
"""Maximum clusters in one row; more clusters are placed in two rows."""

MIN_POINTS_PER_NODE = 1.1
"""Minimum usable lattice points per node. Half of a block's points are usable, since horizontal neighbors overlap."""

MAX_SPACED_CLUSTERS = 8
"""Maximum clusters whose blocks are two lattice columns apart; more are one column apart.

Rows of blocks are one lattice row apart, where the owners' names are drawn."""


class Block(NamedTuple):
    """Part of the lattice for one cluster."""

    left: int
    top: int
    columns: int
    rows: int


def blocks(problem: Problem) -> dict[str, Block]:
    """Assign every owner a block; all have the same size."""
    owners = list(problem.clusters)
    lanes = 1 if len(owners) <= MAX_CLUSTERS_IN_ROW else 2
    across = -(-len(owners) // lanes)
    columns, rows = _shape(max(map(len, problem.clusters.values())), lanes)
    gap = 2 if len(owners) <= MAX_SPACED_CLUSTERS else 1
    found = {
        owner: Block(x * (columns + gap), y * (rows + 1), columns, rows)
        for owner, (x, y) in _place_clusters(problem, across, lanes).items()
    }
    return {owner: found[owner] for owner in owners}


def _shape(size: int, lanes: int) -> tuple[int, int]:
    """Return columns and rows for a number of nodes. Terminals are wide, so there are few rows."""
    most = 4 if lanes == 2 or size <= 8 else 6
    rows = min(size, 2 if size < 3 else 3 if size < 5 else most)
    columns = 1
    while -(-columns * rows // 2) < (size * MIN_POINTS_PER_NODE if size > 2 else size):
        columns += 1
    return columns, rows


def _place_clusters(problem: Problem, across: int, lanes: int) -> dict[str, tuple[int, int]]:
    """Place clusters left to right in the first row and right to left in the second, which suits a ring.

    Then swap owners, or move one to a free position, as long as this brings joined clusters closer together.
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


BUILT_IN_POINTS = (
    *((0, 3), (0, 2), (0, 0), (2, 0), (2, 3)),
    *((5, 2), (7, 2), (7, 0), (5, 0), (5, 1)),
    *((10, 2), (10, 1), (10, 0), (12, 0), (12, 1)),
)
"""Positions of the built-in graph as the search finds them; stored because most people see that graph first."""


Point = tuple[int, int]
"""Column and row of a lattice point."""

PITCH, LINE, CHIP = 5, 3, 6
"""Nominal cells per lattice column, rows per lattice row, and cells per node; horizontal neighbors overlap."""

SLANTED, CROSSING, THROUGH = 5.0, 1.0, 20.0
LENGTH_COST = 0.08
"""Cost per cell of an edge; a row counts as two cells."""

HOT, WARM, COLD = 12.0, 3.0, 0.2
MAX_SMALL_GRAPH = 20
"""Maximum nodes for which the search runs three times and keeps the best result."""
MAX_MOVED_TOGETHER = 40
"""Maximum nodes that one search moves together; beyond that, clusters are searched one after the other."""
MAX_CROSSING_EDGES = 70
"""Maximum edges of a search that avoids crossings."""
STEPS = 6_000
"""Search steps over all nodes; fewer if the moving nodes have more than 100 edges."""


TOLERANCE = 1e-6
"""Tolerance for sums of costs whose terms were added in different orders."""


class Embedding(NamedTuple):
    """The lattice with all nodes and clusters."""

    points: dict[str, Point]
    blocks: dict[str, Block]
    columns: int
    rows: int


def embed(problem: Problem) -> Embedding:
    """Find a lattice point for every node; equal problems get equal results."""
    found = blocks(problem)
    columns = max(block.left + block.columns for block in found.values())
    rows = max(block.top + block.rows for block in found.values())
    known = default_problem()
    if (problem.clusters, problem.edges) == (known.clusters, known.edges):
        return Embedding(dict(zip(problem.nodes, BUILT_IN_POINTS, strict=True)), found, columns, rows)
    return Embedding(search_points(problem, found, columns, rows), found, columns, rows)


def search_points(problem: Problem, found: dict[str, Block], columns: int, rows: int) -> dict[str, Point]:
    """Find a lattice point for each node in these blocks by simulated annealing."""
    tries = [
        _Search(problem, found, columns, rows, seed)
        for seed in range(3 if len(problem.nodes) <= MAX_SMALL_GRAPH else 1)
    ]
    for search in tries:
        groups = [[search.index[node] for node in nodes] for nodes in problem.clusters.values()]
        if len(problem.nodes) <= MAX_MOVED_TOGETHER:
            groups = [list(range(len(problem.nodes)))]
        for group in groups:
            search.run(group, HOT)
        for group in groups if len(groups) > 1 else ():
            search.run(group, WARM)
    search = min(tries, key=_Search.cost)
    return dict(zip(problem.nodes, search.at, strict=True))


def _random_below(count: int, rng: random.Random) -> int:
    """Return a random number like `rng.randrange(count)`, but twice as fast, for tens of thousands of draws."""
    bits = count.bit_length()
    drawn = rng.getrandbits(bits)
    while drawn >= count:
        drawn = rng.getrandbits(bits)
    return drawn


class _Search:
    def __init__(self, problem: Problem, found: dict[str, Block], columns: int, rows: int, seed: int) -> None:
        self.seed = seed
        self.width = columns * PITCH + CHIP
        self.index = {node: i for i, node in enumerate(problem.nodes)}
        self.edges = [(self.index[u], self.index[v]) for u, v in problem.edges]
        self.edges_of: list[set[int]] = [set() for _ in problem.nodes]
        for e, ends in enumerate(self.edges):
            for end in ends:
                self.edges_of[end].add(e)
        self.choices: list[list[Point]] = []
        self.at: list[Point] = []
        for owner, nodes in problem.clusters.items():
            left, top, wide, high = found[owner]
            points = [(left + x, top + y) for x in range(wide) for y in range(high)]
            apart = [(x, y) for x, y in points if (x - left + y - top) % 2 == 0]
            self.choices += [points] * len(nodes)
            self.at += [apart[i * len(apart) // len(nodes)] for i in range(len(nodes))]
        self.taken = {point: i for i, point in enumerate(self.at)}
        self.chips = {(x, y): self._chip(x, y) for x in range(columns) for y in range(rows)}
        self.known: dict[Point, tuple[int, float]] = {}
        """Cached cells and cost of edges by extent, as drawn at the corner of the board."""
        self.lines: dict[tuple[Point, Point], tuple[int, float]] = {}
        """Cached cells and cost of edges by their two ends."""
        self.near: list[int] = []
        """Edges of moving nodes, checked for crossings; empty if there are too many."""
        self.parts: dict[tuple[int, int | None], tuple[list[int], set[int], list[int]]] = {}
        """Cached results of `_part`, by the node and the node that it is swapped with."""
        self.fixed = self.standing = 0
        """Cells of the edges that do not move, and cells of all nodes."""
        self.drawn = [self._line(self.at[u], self.at[v]) for u, v in self.edges]

    def run(self, group: list[int], hot: float) -> None:
        """Move the nodes of a group while all others stay."""
        near = sorted(set().union(*(self.edges_of[node] for node in group)))
        self.near = near if len(near) <= MAX_CROSSING_EDGES else []
        self.parts.clear()
        moving, self.fixed = set(near), 0
        for e, drawn in enumerate(self.drawn):
            if e not in moving and self.near:
                self.fixed |= drawn[0]
        self.standing = sum(self.chips[point] for point in self.at)
        rng = random.Random(self.seed)
        steps = len(group) * STEPS // len(self.at) * 100 // max(100, len(near))
        for step in range(steps):
            node = group[_random_below(len(group), rng)]
            points = self.choices[node]
            point = points[_random_below(len(points), rng)]
            if point != self.at[node]:
                heat = hot * (COLD / hot) ** (step / steps)
                self._try(node, point, -heat * math.log(1.0 - rng.random()))

    def _try(self, node: int, point: Point, allowed: float) -> None:
        """Move a node, or swap it with the node at that point, unless the cost rises by more than `allowed`."""
        other, old = self.taken.get(point), self.at[node]
        if other is None and any(self.taken.get((point[0] + dx, point[1]), node) != node for dx in (-1, 1)):
            return
        moved, edges, rest = self.parts.get((node, other)) or self._part(node, other)
        lines = self.fixed
        for e in rest:
            lines |= self.drawn[e][0]
        standing = self.standing if other is not None else self.standing ^ self.chips[old] ^ self.chips[point]
        before = self._cost(moved, [self.drawn[e] for e in edges], lines, self.standing, math.inf)
        self.at[node] = point
        if other is not None:
            self.at[other] = old
        new = [self._line(self.at[self.edges[e][0]], self.at[self.edges[e][1]]) for e in edges]
        if self._cost(moved, new, lines, standing, before + allowed + TOLERANCE) - before > allowed:
            self.at[node] = old
            if other is not None:
                self.at[other] = point
            return
        for e, drawn in zip(edges, new, strict=True):
            self.drawn[e] = drawn
        self.standing = standing
        del self.taken[old]
        for i in moved:
            self.taken[self.at[i]] = i

    def _part(self, node: int, other: int | None) -> tuple[list[int], set[int], list[int]]:
        """Return the nodes of a move, the edges that move with them, and the edges that these may cross."""
        edges = self.edges_of[node] if other is None else self.edges_of[node] | self.edges_of[other]
        moved = [node] if other is None else [node, other]
        part = self.parts[node, other] = moved, edges, [e for e in self.near if e not in edges]
        return part

    def cost(self) -> float:
        """Return the cost of all edges at their current positions."""
        self.near = list(range(len(self.edges)))
        return self._cost([], self.drawn, 0, self.standing, math.inf)

    def _cost(self, moved: list[int], drawn: list[tuple[int, float]], lines: int, standing: int, limit: float) -> float:
        """Return the cost of the moved edges: length and slant, cells shared with other edges, cells covered by nodes.

        The sum stops once it exceeds `limit`.
        """
        cost = 0.0
        if self.near:
            own = 0
            for i in moved:
                own |= self.chips[self.at[i]]
            cost = THROUGH * (lines & own).bit_count()
            for cells, price in drawn:
                cost += price + THROUGH * (cells & standing).bit_count()
                cost += CROSSING * (cells & lines).bit_count()
                if cost > limit:
                    break
                lines |= cells
            return cost
        for cells, price in drawn:
            cost += price + THROUGH * (cells & standing).bit_count()
        return cost

    def _chip(self, x: int, y: int) -> int:
        return ((1 << CHIP) - 1) << (x * PITCH + y * LINE * self.width)

    def _line(self, a: Point, b: Point) -> tuple[int, float]:
        """Return the cells between two nodes, and the cost of an edge there."""
        drawn = self.lines.get((a, b))
        if drawn is None:
            (x1, y1), (x2, y2) = (a, b) if a < b else (b, a)
            found = self.known.get((x2 - x1, y2 - y1))
            if found is None:
                found = self.known[x2 - x1, y2 - y1] = self._measured(x2 - x1, y2 - y1)
            drawn = found[0] << (x1 * PITCH + min(y1, y2) * LINE * self.width), found[1]
            self.lines[a, b] = drawn
        return drawn

    def _measured(self, dx: int, dy: int) -> tuple[int, float]:
        """Return the cells and cost of an edge with this extent that starts at the corner of the board."""
        top, bottom = max(0, -dy), max(0, dy)
        (x1, y1), (x2, y2) = ((x * PITCH + (CHIP - 1) // 2, y * LINE) for x, y in ((0, top), (dx, bottom)))
        cells = 0
        for y in range(min(y1, y2), max(y1, y2) + 1):
            ends = [x1, x2]
            if y1 != y2:
                slope = (x2 - x1) / (y2 - y1)
                ends = [round(x1 + slope * (min(max(at, min(y1, y2)), max(y1, y2)) - y1)) for at in (y - 0.5, y + 0.5)]
            cells |= ((1 << (max(ends) - min(ends) + 1)) - 1) << (min(ends) + y * self.width)
        cells &= ~(self._chip(0, top) | self._chip(dx, bottom))
        price = LENGTH_COST * math.hypot(x2 - x1, 2 * (y2 - y1))
        return cells, price + SLANTED * (x1 != x2 and y1 != y2)
