"""Where the nodes of a coloring graph stand: clusters are columns, nodes sit on a lattice, most edges are straight."""

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from scenes.coloring.problem import Problem

Place = tuple[int, int]
"""Left cell and middle row of a chip."""

GAP = 3
"""Cells between two chips side by side, at least."""

MARGIN = 1
"""Cells left and right of the outermost chips, for the bars of a selected one."""

SPARE, LOOSE = 1.1, 1.9
"""Lattice points for each node: at least, and where there is room."""

SLANTED, CRAMPED, CROSSING, THROUGH = 5.0, 2.0, 1.0, 20.0
HOT, WARM, COLD = 12.0, 1.0, 0.2
EFFORT, LEAST, MOST = 150, 1200, 1_200_000
"""Steps of the search: for each node, at least, and at most times edges."""


def room(problem: Problem, width: int, height: int, chip: int, rows: int = 1) -> tuple[int, int]:
    """The window, or as much more than it as the chips need, both sides growing alike."""
    w, h = width, max(height, rows)
    while True:
        lines = _most(h - rows, rows + 1)
        columns = sum(math.ceil(len(nodes) * SPARE / lines) for nodes in problem.clusters.values())
        need = 2 * MARGIN + chip + (columns - 1) * (chip + GAP)
        if need <= w:
            return w, h
        if need * height <= h * width * 1.5:
            return need, h
        h += rows + 1


def layout(problem: Problem, width: int, height: int, chip: int, rows: int = 1) -> dict[str, Place]:
    """Places for all nodes in a board of at least `room`. `rows` is the height of a chip. Always the same answer."""
    columns, lines = _lattice(problem, width, height, chip, rows)
    draft = _Search(problem, columns, lines, width, chip, rows)
    steps = max(LEAST, min(EFFORT * len(problem.nodes), MOST // (len(problem.edges) + 40)))
    draft.run(HOT, steps)
    used = {x for x, _ in draft.at}, {y for _, y in draft.at}
    columns = [[x for x in xs if x in used[0]] for xs in columns]
    lines = [y for y in lines if y in used[1]]
    wider, taller = _across([len(xs) for xs in columns], width, chip), _down(len(lines), height, rows)
    x_of = dict(zip(chain(*columns), chain(*wider), strict=True))
    y_of = dict(zip(lines, taller, strict=True))
    final = _Search(problem, wider, taller, width, chip, rows, [(x_of[x], y_of[y]) for x, y in draft.at])
    final.run(WARM, steps // 3)
    return dict(zip(problem.nodes, final.at, strict=True))


def center(place: Place, chip: int) -> Place:
    """The cell in the middle of a chip, where its edges meet."""
    return place[0] + (chip - 1) // 2, place[1]


def toward(places: Mapping[str, Place], start: str, among: Iterable[str], way: Place) -> str | None:
    """The next node that way, in the same row or column if there is one, else in the nearest row or column."""
    (x, y), (dx, dy) = places[start], way
    found: dict[str, tuple[bool, int, int]] = {}
    for node in among:
        right, down = places[node][0] - x, places[node][1] - y
        ahead, aside = dx * right + dy * down, abs(dy * right) + abs(dx * down)
        if ahead > 0:
            found[node] = (aside > 0, ahead, aside)
    return min(found, key=found.__getitem__) if found else None


def _most(span: int, pitch: int) -> int:
    return span // pitch + 1


def _spread(units: Sequence[float], first: int, last: int) -> list[int]:
    """Whole cells from first to last, in proportion to `units`; a single one goes to the middle."""
    if units[-1] == 0:
        return [(first + last) // 2] * len(units)
    return [first + round(unit * (last - first) / units[-1]) for unit in units]


def _lattice(problem: Problem, width: int, height: int, chip: int, rows: int) -> tuple[list[list[int]], list[int]]:
    """Left cells of every cluster's columns, and the rows all clusters share."""
    sizes = [len(nodes) for nodes in problem.clusters.values()]
    fit = _most(width - 2 * MARGIN - chip, chip + GAP)
    tallest = max(4, math.ceil(max(sizes) / 1.5))
    for pitch, limit in ((rows + 2, tallest), (rows + 1, height)):
        count = min(_most(height - rows, pitch), limit)
        least = [math.ceil(size / count) for size in sizes]
        if sum(math.ceil(size * SPARE / count) for size in sizes) <= fit:
            break
    columns = [math.ceil(size * LOOSE / count) for size in sizes]
    while sum(columns) > fit and columns != least:
        widest = max(range(len(sizes)), key=lambda i: columns[i] - least[i])
        columns[widest] -= 1
    return _across(columns, width, chip), _down(count, height, rows)


def _across(columns: list[int], width: int, chip: int) -> list[list[int]]:
    """Left cells of the columns of every cluster, over the whole width, clusters somewhat apart."""
    spare = _most(width - 2 * MARGIN - chip, chip + GAP) - sum(columns)
    apart = min(0.5, spare / len(columns))
    units = [i + apart * band for i, band in enumerate(b for b, number in enumerate(columns) for _ in range(number))]
    xs = iter(_spread(units, MARGIN, width - MARGIN - chip))
    return [[next(xs) for _ in range(number)] for number in columns]


def _down(count: int, height: int, rows: int) -> list[int]:
    return _spread(range(count), rows // 2, height - 1 - rows // 2)


class _Search:
    """Simulated annealing with a fixed seed. The board is one big integer, a bit for every cell."""

    def __init__(
        self,
        problem: Problem,
        columns: list[list[int]],
        lines: list[int],
        width: int,
        chip: int,
        rows: int,
        start: list[Place] | None = None,
    ) -> None:
        self.width, self.chip, self.rows = width, chip, rows
        self.nodes = problem.nodes
        index = {node: i for i, node in enumerate(self.nodes)}
        self.edges = [(index[u], index[v]) for u, v in problem.edges]
        self.touching: list[set[int]] = [set() for _ in self.nodes]
        for e, ends in enumerate(self.edges):
            for end in ends:
                self.touching[end].add(e)
        self.choices: list[list[Place]] = []
        self.at: list[Place] = []
        for xs, nodes in zip(columns, problem.clusters.values(), strict=True):
            points = [(x, y) for x in xs for y in lines]
            self.choices += [points] * len(nodes)
            self.at += [points[i * len(points) // len(nodes)] for i in range(len(nodes))]
        self.at = start or self.at
        self.taken = {place: i for i, place in enumerate(self.at)}
        self.chips = {point: self._chip(point) for points in self.choices for point in points}
        self.standing = sum(self.chips[place] for place in self.at)
        self.known: dict[tuple[Place, Place], tuple[int, float]] = {}
        self.drawn = [self._line(self.at[u], self.at[v]) for u, v in self.edges]

    def run(self, hot: float, steps: int) -> None:
        rng = random.Random(7)
        for step in range(steps):
            heat = hot * (COLD / hot) ** (step / steps)
            node = rng.randrange(len(self.nodes))
            points = self.choices[node]
            place = points[rng.randrange(len(points))]
            if place != self.at[node]:
                self._try(node, place, -heat * math.log(1.0 - rng.random()))

    def _try(self, node: int, place: Place, allowed: float) -> None:
        """Move a node, or swap it with the one that is there, unless that costs more than allowed."""
        other = self.taken.get(place)
        moved = [node] if other is None else [node, other]
        edges = self.touching[node] if other is None else self.touching[node] | self.touching[other]
        lines = 0
        for e, drawn in enumerate(self.drawn):
            if e not in edges:
                lines |= drawn[0]
        old = self.at[node]
        chips = self.standing & ~(self.chips[old] | (self.chips[place] if other is not None else 0))
        before = self._cost(moved, [self.drawn[e] for e in edges], lines, chips)
        self._put(moved, (place, old))
        new = {e: self._line(self.at[self.edges[e][0]], self.at[self.edges[e][1]]) for e in edges}
        if self._cost(moved, list(new.values()), lines, chips) - before > allowed:
            self._put(moved, (old, place))
            return
        for e, drawn in new.items():
            self.drawn[e] = drawn
        self.taken.pop(old)
        for i in moved:
            self.taken[self.at[i]] = i
            chips |= self.chips[self.at[i]]
        self.standing = chips

    def _put(self, moved: list[int], places: tuple[Place, Place]) -> None:
        for i, place in zip(moved, places, strict=False):
            self.at[i] = place

    def _cost(self, moved: list[int], drawn: list[tuple[int, float]], lines: int, chips: int) -> float:
        """Of the edges that move: their own cost, cells shared with other edges, and cells hidden by chips."""
        own = 0
        for i in moved:
            own |= self.chips[self.at[i]]
        chips |= own
        cost = THROUGH * (lines & own).bit_count()
        for cells, price in drawn:
            cost += price + CROSSING * (cells & lines).bit_count() + THROUGH * (cells & chips).bit_count()
            lines |= cells
        return cost

    def _chip(self, place: Place) -> int:
        x, y = place
        run = (1 << self.chip) - 1
        return sum(run << (x + row * self.width) for row in range(y - self.rows // 2, y + self.rows // 2 + 1))

    def _line(self, a: Place, b: Place) -> tuple[int, float]:
        """Cells between two chips, and what an edge there costs by itself."""
        key = (a, b) if a < b else (b, a)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._measured(*key)
        return found

    def _measured(self, a: Place, b: Place) -> tuple[int, float]:
        (x1, y1), (x2, y2) = center(a, self.chip), center(b, self.chip)
        top, bottom = min(y1, y2), max(y1, y2)
        cells = 0
        for y in range(top, bottom + 1):
            ends = [x1, x2]
            if y1 != y2:
                slope = (x2 - x1) / (y2 - y1)
                ends = [round(x1 + slope * (min(max(at, top), bottom) - y1)) for at in (y - 0.5, y + 0.5)]
            left, right = min(ends), max(ends)
            cells |= ((1 << (right - left + 1)) - 1) << (left + y * self.width)
        cells &= ~(self.chips[a] | self.chips[b])
        price = 0.08 * math.hypot(x2 - x1, 2 * (y2 - y1))
        if x1 != x2 and y1 != y2:
            price += SLANTED
        elif y1 == y2 and abs(x2 - x1) < self.chip + 4:
            price += CRAMPED
        return cells, price
