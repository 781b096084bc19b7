"""Exact search over one owner's cluster: fewest conflicting edges first, then the highest preference score.

Both goals become one integer, `conflicts * unit + points missed`, where `unit` exceeds all points that can be missed.
Floats are treated as exact fractions, so nothing is rounded. `mini_buckets` contains the search itself.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from math import inf
from typing import NamedTuple

from core.engine.chance import Draw
from scenes.coloring.problem.graph import Coloring, Problem
from scenes.coloring.solvers.bound import Bound
from scenes.coloring.solvers.mini_buckets import Buckets, Found, Message, elimination_order, whole_numbers

STEPS_TO_PROVE = 5000
"""Search steps after which the search stops at a minimum of conflicts, even if points may not be maximal."""
MOST_STEPS = 20_000
"""Search steps after which the best coloring so far is returned."""
MOST_TABLE_STEPS = 60_000
"""Search steps for all rows of a table together. Each row gets an even share of the remaining steps; after half of its
share, the search of a row stops at a minimum of conflicts."""
LEAST_ROW_STEPS = 100
"""Minimum steps of each row."""


class Best(NamedTuple):
    """The best coloring of a cluster. `colors` covers exactly its nodes; `conflicts` are weighted as in `best`."""

    conflicts: int
    score: float
    colors: Coloring
    proven: bool
    """True if it is proved that no coloring is better; searches of large clusters may stop before the proof."""
    least: int
    """Lower bound of the conflicts of every coloring: equal to `conflicts` unless the search stopped before this
    was proved."""


def best(
    problem: Problem,
    owner: str,
    known: Mapping[str, str],
    constrained: Mapping[str, str],
    draw: Draw,
    bounds: Sequence[Bound] = (),
    weight: int = 1,
    points: bool = True,
) -> Best:
    """Return the best coloring of the owner's cluster, given the known colors outside; ties are random.

    Conflicts are counted on edges inside the cluster and to outside nodes in `known`, and by `bounds` on the owner's
    nodes; conflicts inside and by bounds count `weight` times. The owner's nodes in `constrained` keep the color given
    there. Without `points` any coloring with the fewest conflicts is returned, which is found much sooner.
    """
    cluster = _Cluster(problem, owner, known, constrained, (), draw, bounds, weight, points)
    return cluster.best(cluster.search(STEPS_TO_PROVE, MOST_STEPS))


def table(
    problem: Problem,
    owner: str,
    varied: Sequence[str],
    known: Mapping[str, str],
    constrained: Mapping[str, str],
    draw: Draw,
    limit: int = 729,
    bounds: Sequence[Bound] = (),
    points: bool = True,
) -> tuple[list[tuple[Coloring, Best]], int]:
    """Return the best coloring for each configuration of the outside nodes `varied`, and the number of omitted rows.

    The other outside nodes are as in `known`, and `bounds` count as in `best`. Rows are in lexicographic order by the
    problem's order of colors; at most `limit` are computed. The varied nodes are colored one by one: a best coloring
    that does not clash with the new color is still best, and otherwise its cost bounds the new search from both sides.
    """
    others = {node: color for node, color in known.items() if node not in varied}
    cluster = _Cluster(problem, owner, others, constrained, varied, draw, bounds, points=points)
    count = len(problem.colors) ** len(varied)
    seen: dict[tuple[int, ...], Found] = {}
    rows: list[tuple[Coloring, Best]] = []
    left = MOST_TABLE_STEPS

    def extend(outside: Coloring, found: Found) -> None:
        nonlocal left
        if len(outside) == len(varied):
            rows.append((outside, cluster.best(found)))
            return
        node = varied[len(outside)]
        for color in problem.colors:
            if len(rows) == limit:
                return
            clashes = cluster.press(node, color, 1, found)
            now = found
            if clashes:
                key = cluster.varied_costs()
                if key not in seen:
                    share = max(LEAST_ROW_STEPS, left // (min(count, limit) - len(rows)))
                    seen[key] = cluster.search(min(STEPS_TO_PROVE, share // 2), min(MOST_STEPS, share), found, clashes)
                    left -= seen[key].steps
                now = seen[key]
            extend({**outside, node: color}, now)
            cluster.press(node, color, -1, found)

    extend({}, cluster.search(STEPS_TO_PROVE, MOST_STEPS))
    return rows, count - len(rows)


class _Cluster:
    """A cluster prepared for search. Free nodes are positions: 0 is eliminated first and colored last."""

    def __init__(
        self,
        problem: Problem,
        owner: str,
        known: Mapping[str, str],
        constrained: Mapping[str, str],
        varied: Sequence[str],
        draw: Draw,
        bounds: Sequence[Bound],
        weight: int = 1,
        points: bool = True,
    ) -> None:
        self.problem = problem
        self.nodes = problem.clusters[owner]
        self.fixed = {node: constrained[node] for node in self.nodes if node in constrained}
        free = [node for node in self.nodes if node not in self.fixed]
        self.colors = list(problem.colors)
        draw.shuffle(free)
        draw.shuffle(self.colors)
        adjacent = problem.adjacent
        self.varied = {node: adjacent[node] for node in varied}
        pressed = {own for owns in self.varied.values() for own in owns}
        self.order = elimination_order(_free_neighbors(problem, free, bounds), pressed, len(self.colors))
        self.first = sum(node not in pressed for node in self.order)
        self.place = {node: i for i, node in enumerate(self.order)}
        worth = whole_numbers([[problem.preferences[node][color] for color in self.colors] for node in self.order])
        missed = [[max(row) - value if points else 0 for value in row] for row in worth]
        self.unit = 1 + sum(map(max, missed))
        colored = {node: color for node, color in known.items() if node not in self.place} | self.fixed
        self.own = [self._costs(node, row, colored, weight) for node, row in zip(self.order, missed, strict=True)]
        self.settled = self._fixed_conflicts(owner, colored, weight)
        self.buckets = Buckets(self.own, self._later_neighbors(), self.unit * weight, self.unit)
        for bound in bounds:
            self._add_bound(bound, weight)
        self.buckets.fill(0)

    def _later_neighbors(self) -> list[list[int]]:
        """Return the neighbors of each position at higher positions."""
        adjacent = self.problem.adjacent
        return [
            [self.place[n] for n in adjacent[node] if self.place.get(n, -1) > i] for i, node in enumerate(self.order)
        ]

    def _fixed_conflicts(self, owner: str, colored: Mapping[str, str], weight: int) -> int:
        """Return the weighted conflicts among given colors, which every coloring of the free nodes has in addition."""
        edges = ((u, v) for u, v in self.problem.edges_of(owner) if u in colored and colored.get(v) == colored[u])
        return sum(weight if u in self.fixed and v in self.fixed else 1 for u, v in edges)

    def _costs(self, node: str, missed: Sequence[int], colored: Mapping[str, str], weight: int) -> list[int]:
        """Return the cost of each color of a free node: points missed, and conflicts with adjacent given colors."""
        around = self.problem.adjacent[node]
        beside = [colored.get(other) for other in around for _ in range(weight if other in self.fixed else 1)]
        return [points + self.unit * beside.count(color) for points, color in zip(missed, self.colors, strict=True)]

    def _add_bound(self, bound: Bound, weight: int) -> None:
        """Add a bound to the search, as a table over the bound's free nodes."""
        scope = sorted((self.place[node] for node in bound.nodes if node in self.place), reverse=True)
        names = [self.order[position] for position in scope]
        counts = [
            weight * bound.of(self.problem, self.fixed | dict(zip(names, colors, strict=True)))
            for colors in product(self.colors, repeat=len(scope))
        ]
        if scope:
            self.buckets.into[scope[-1]].append(Message(-1, tuple(scope), [self.unit * count for count in counts]))
        else:
            self.settled += counts[0]

    def search(self, patience: int, most: int, before: Found | None = None, clashes: int = 0) -> Found:
        """Return the best coloring for the current costs.

        `before` is an earlier result. Since then, costs of nodes next to varied ones have grown; it would now have
        `clashes` more conflicts.
        """
        if before is None:
            return self.buckets.run(inf, -1, (), patience, most)
        self.buckets.fill(self.first)
        bound = before.cost + clashes * self.unit
        return self.buckets.run(bound, before.least, before.choice, patience, most)

    def press(self, node: str, color: str, sign: int, found: Found) -> int:
        """Add a varied node's color to the costs, or remove it with sign -1. Return the conflicts added to `found`."""
        number = self.colors.index(color)
        clashes = 0
        for other in self.varied[node]:
            if other in self.place:
                self.own[self.place[other]][number] += sign * self.unit
                clashes += found.choice[self.place[other]] == number
            elif self.fixed.get(other) == color:
                self.settled += sign
        return clashes

    def varied_costs(self) -> tuple[int, ...]:
        """Return the costs that varied nodes cause to free ones. With equal costs, the best coloring is the same."""
        return tuple(cost for row in self.own[self.first :] for cost in row)

    def best(self, found: Found) -> Best:
        chosen = {node: self.colors[number] for node, number in zip(self.order, found.choice, strict=True)} | self.fixed
        colors = {node: chosen[node] for node in self.nodes}
        conflicts, least = (self.settled + cost // self.unit for cost in (found.cost, found.least))
        return Best(conflicts, self.problem.score(colors), colors, found.proven, least)


def _free_neighbors(problem: Problem, free: Sequence[str], bounds: Sequence[Bound]) -> dict[str, set[str]]:
    """Return the free neighbors of each free node, by edges and by shared bounds."""
    groups = [{*bound.nodes}.intersection(free) for bound in bounds]
    inside = {node: {other for other in problem.adjacent[node] if other in free} for node in free}
    return {
        node: others.union(*(group for group in groups if node in group)) - {node} for node, others in inside.items()
    }
