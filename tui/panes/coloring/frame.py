"""An embedding scaled to a window: the same layout at every size, as large as fits; or one cluster alone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from scenes.coloring.problem.graph import Problem
from tui.panes.coloring.layout import Embedding
from tui.styles import clip

Place = tuple[int, int]
"""Column of a node's leftmost cell, and its middle row."""

LARGE, NAMED, NUMBERED, DOT, SUMMED = 10, 6, 4, 1, 0
"""Width of a node in cells: with name and margin, with name, with number, or as a letter.

It is 0 if the node is only counted in the summary of its cluster."""

AGE_WIDTH = 4
"""Cells right of a node, for the age of its report."""


MAX_OWNER_WIDTH = 12
"""Maximum cells of an owner's name."""


class Size(NamedTuple):
    """A node size, and the room that it needs."""

    chip: int
    extra_rows: int
    """Number of a node's rows above its middle row, and as many below; the outermost are half filled."""
    spacing: int
    """Distance in cells from one node to the next in its row."""
    ages: bool
    """True if there is room for the ages of reports."""


SIZES = (
    Size(LARGE, 2, LARGE + AGE_WIDTH, True),
    Size(NAMED, 1, NAMED + AGE_WIDTH, True),
    Size(NAMED, 0, NAMED + AGE_WIDTH, True),
    Size(NUMBERED, 0, NUMBERED + AGE_WIDTH, True),
    Size(NUMBERED, 0, NUMBERED + 2, False),
    Size(DOT, 0, DOT + 1, False),
)


@dataclass(frozen=True, slots=True)
class Frame:
    """Positions and sizes of everything on the board."""

    width: int
    height: int
    places: Mapping[str, Place]
    chip: int
    extra_rows: int
    ages: bool
    names: Mapping[str, Place]
    """Cell where the name of each owner starts."""
    outside_nodes: frozenset[str] = field(default_factory=frozenset)
    """Nodes of other clusters next to a cluster that is drawn alone; they are drawn with their names."""

    def chip_of(self, node: str) -> int:
        """Return the width of a node."""
        return NAMED if node in self.outside_nodes else self.chip

    def center(self, node: str) -> Place:
        """Return the cell in the middle of a node, where its edges meet."""
        x, y = self.places[node]
        return x + (self.chip_of(node) - 1) // 2, y

    def node_at(self, x: int, y: int) -> str | None:
        """Return the node at a cell; None if there is none."""
        for node, (left, row) in self.places.items():
            if left <= x < left + self.chip_of(node) and abs(y - row) <= self.extra_rows:
                return node
        return None

    def owner_at(self, x: int, y: int) -> str | None:
        """Return the owner whose name is at or next to a cell; None if there is none."""
        for name, (left, row) in self.names.items():
            if row == y and left - 1 <= x <= left + min(MAX_OWNER_WIDTH, len(name)):
                return name
        return None


def graph_frame(embedding: Embedding, width: int, height: int, sizes: Sequence[Size] = SIZES) -> Frame:
    """Return the frame of the whole graph with nodes as large as fit, or with clusters only if none fits."""
    for size in sizes:
        frame = _scaled(embedding, width, height, size)
        if _fits(frame, size.spacing):
            return frame
    left = {owner: block.left for owner, block in embedding.blocks.items()}
    names = {
        owner: (1 + left[owner] * (width - 2) // embedding.columns, block.top * height // (embedding.rows + 1))
        for owner, block in embedding.blocks.items()
    }
    return Frame(width, height, {}, SUMMED, 0, False, names)


def _scaled(embedding: Embedding, width: int, height: int, size: Size) -> Frame:
    right = 1 + size.chip + (AGE_WIDTH if size.ages else 0)
    xs = _spread(embedding.columns, 1, width - right)
    ys = _spread(embedding.rows, 1 + size.extra_rows, height - 1 - size.extra_rows)
    places = {node: (xs[x], ys[y]) for node, (x, y) in embedding.points.items()}
    names = {}
    for owner, block in embedding.blocks.items():
        middle = (xs[block.left] + xs[block.left + block.columns - 1] + size.chip) // 2
        cells = len(clip(owner, MAX_OWNER_WIDTH))
        left = min(middle - cells // 2, width - cells)
        names[owner] = (max(0, left), ys[block.top] - 1 - size.extra_rows)
    return Frame(width, height, places, size.chip, size.extra_rows, size.ages, names)


def _spread(count: int, first: int, last: int) -> list[int]:
    """Return `count` evenly spaced cells from `first` to `last`; a single one is in the middle."""
    if count == 1:
        return [(first + last) // 2]
    return [first + round(i * (last - first) / (count - 1)) for i in range(count)]


def _fits(frame: Frame, across: int) -> bool:
    """Return True if no node touches another one, in its row or in adjacent ones."""
    places = sorted((y, x) for x, y in frame.places.values())
    beside = all(y != row or x - left >= across for (row, left), (y, x) in pairwise(places))
    rows = sorted({y for y, _ in places})
    least = min((b - a for a, b in pairwise(rows)), default=frame.height)
    return beside and least >= (1, 4, 7)[frame.extra_rows] and len(set(places)) == len(places)


def cluster_frame(problem: Problem, embedding: Embedding, owner: str, width: int, height: int) -> Frame:
    """Return the frame of one cluster, with the joined nodes of other clusters at its sides."""
    block = embedding.blocks[owner]
    outside = tuple(dict.fromkeys(problem.outside(owner)))
    sides = _sides(problem, embedding, owner, outside)
    lanes = [-(-len(side) // max(1, height - 1)) for side in sides]
    left, right = (lane * (NAMED + AGE_WIDTH + 1) for lane in lanes)
    own = {node: embedding.points[node] for node in problem.clusters[owner]}
    part = Embedding(
        {node: (x - block.left, y - block.top) for node, (x, y) in own.items()},
        {owner: block._replace(left=0, top=0)},
        block.columns,
        block.rows,
    )
    most = max(-(-len(side) // max(1, lane)) for side, lane in zip(sides, lanes, strict=True))
    fat = most < 2 or (height - 4) // (most - 1) > 2
    sizes = [size for size in SIZES if size.extra_rows <= fat]
    inner = graph_frame(part, max(1, width - left - right), height, sizes)
    places = {node: (x + left, y) for node, (x, y) in inner.places.items()}
    names = {name: (x + left, y) for name, (x, y) in inner.names.items()}
    for side, lane, at in zip(sides, lanes, (1, width - right), strict=True):
        rows = _spread(-(-len(side) // max(1, lane)), 1 + inner.extra_rows, height - 1 - inner.extra_rows)
        middle = {node: _middle(problem, places, node) for node in side}
        for i, node in enumerate(sorted(side, key=middle.__getitem__)):
            places[node] = (at + (i // len(rows)) * (NAMED + AGE_WIDTH + 1), rows[i % len(rows)])
    return Frame(width, height, places, inner.chip, inner.extra_rows, inner.ages, names, frozenset(outside))


def _sides(problem: Problem, embedding: Embedding, owner: str, outside: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split the nodes around a cluster into left and right ones, by the positions of their clusters."""
    here = embedding.blocks[owner].left
    sides: tuple[list[str], list[str]] = ([], [])
    level: list[str] = []
    for node in outside:
        there = embedding.blocks[problem.owner[node]].left
        (level if there == here else sides[there > here]).append(node)
    for node in level:
        min(sides, key=len).append(node)
    return sides


def _middle(problem: Problem, places: Mapping[str, Place], node: str) -> float:
    """Return the mean row of a node's neighbors."""
    rows = [places[other][1] for other in problem.adjacent[node] if other in places]
    return sum(rows) / len(rows) if rows else 0.0


def next_node(places: Mapping[str, Place], start: str, among: Iterable[str], direction: Place) -> str | None:
    """Return the next node in a direction: in the same row or column if there is one, else the nearest ahead."""
    (x, y), (dx, dy) = places[start], direction
    found: dict[str, tuple[bool, int, int]] = {}
    for node in among:
        right, down = places[node][0] - x, places[node][1] - y
        ahead, aside = dx * right + dy * down, abs(dy * right) + abs(dx * down)
        if ahead > 0:
            found[node] = (aside > 0, ahead, aside)
    return min(found, key=found.__getitem__) if found else None
