"""Drawing of the coloring board on a grid of cells. A cell is a character with its ink."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scenes.coloring.problem.graph import Problem, letter
from themes.palettes import Palette
from tui.panes.coloring.frame import DOT, MAX_OWNER_WIDTH, NAMED, NUMBERED, SUMMED, Frame, Place
from tui.styles import clip

INSIDE, CHOSEN, BOUNDARY, CLASH = range(4)
"""Ranks of edges, lowest first: within clusters, within clusters at the selected node, between clusters, clashes."""

CROWDED_DENSITY = 2.5
"""Edges per node above which a graph is crowded: its edges cannot be told apart."""

_STRAIGHT = {(1, 0): "─", (2, 0): "━", (0, 1): "│", (0, 2): "┃", (1, 1): "┼", (2, 1): "┿", (1, 2): "╂", (2, 2): "╋"}
_DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""Bits of a braille character, by column and row of the dot."""


class Ink(NamedTuple):
    """Colors and text attributes of a cell."""

    fg: str
    bg: str
    bold: bool = False
    reverse: bool = False


Cell = tuple[str, Ink]


@dataclass(frozen=True, slots=True)
class NodeLook:
    """A node as the viewer knows it."""

    color: str | None
    known: bool = True
    """False if the viewer cannot see the color; drawn as "?"."""
    age: int | None = None
    """Turns since the color was reported; None for colors without a report, or reported in this turn."""
    locked: bool = False
    changed: bool = False
    ghost: str | None = None
    """An alternative color, drawn next to its own."""


@dataclass(frozen=True, slots=True)
class GraphLook:
    """Everything that a board shows except the selection."""

    problem: Problem
    nodes: Mapping[str, NodeLook]
    clashes: frozenset[tuple[str, str]]
    """Clashing edges, written as in the problem."""
    mine: str | None
    """Owner whose nodes the arrow keys reach; None for all."""


def draw(look: GraphLook, frame: Frame, palette: Palette, selected: str | None) -> list[list[Cell]]:
    """Draw edges, then owners' names and ages of reports, then nodes, then clash badges; return rows of cells."""
    canvas = _Canvas(look, frame, palette, selected)
    if frame.chip == SUMMED:
        for owner in frame.names:
            canvas.summary(owner)
        return canvas.cells
    edges = [edge for edge in look.problem.edges if canvas.shows(*edge)]
    for edge in edges:
        canvas.edge(*edge)
    canvas.draw_edges()
    for owner in frame.names:
        canvas.name(owner)
    for node in frame.places:
        age = look.nodes[node].age
        if age is not None and (frame.ages or node in frame.outside_nodes):
            canvas.age(node, f" {age}t")
    for node in frame.places:
        canvas.node(node, look.nodes[node], node == selected)
    for edge in edges:
        if edge in look.clashes:
            canvas.draw_badge(*edge)
    return canvas.cells


class _Canvas:
    def __init__(self, look: GraphLook, frame: Frame, palette: Palette, selected: str | None) -> None:
        self.look, self.frame, self.palette, self.selected = look, frame, palette, selected
        self.empty: Cell = (" ", Ink(palette.fg, palette.bg))
        self.cells = [[self.empty] * frame.width for _ in range(frame.height)]
        between = palette.line if frame.chip == DOT else palette.fg
        self.inks = [Ink(color, palette.bg) for color in (palette.dim, palette.fg, between, palette.bad)]
        self.crowded = len(look.problem.edges) > CROWDED_DENSITY * len(look.problem.nodes)
        self.lines: dict[Place, tuple[int, int, int]] = {}
        """Rank, horizontal weight and vertical weight by cell."""
        self.dots: dict[Place, tuple[int, int]] = {}
        """Rank and braille bits by cell."""
        self.taken = {
            (left + i, row + j)
            for node, (left, row) in frame.places.items()
            for i in range(-1, frame.chip_of(node) + 1)
            for j in range(-frame.extra_rows, frame.extra_rows + 1)
        }
        """Cells that badges may not cover: nodes with their bars, ages, and names."""

    def shows(self, u: str, v: str) -> bool:
        """Return True if an edge is drawn.

        Inside the clusters of a crowded graph, only clashes and the selected node's edges are drawn. The same
        holds if nodes are drawn as single letters.
        """
        frame, owner = self.frame, self.look.problem.owner
        if u not in frame.places or v not in frame.places or (u in frame.outside_nodes and v in frame.outside_nodes):
            return False
        hidden = owner[u] == owner[v] and (frame.chip == DOT or self.crowded)
        return not hidden or (u, v) in self.look.clashes or self.selected in (u, v)

    def edge(self, u: str, v: str) -> None:
        (x1, y1), (x2, y2) = (self.frame.center(node) for node in (u, v))
        owner = self.look.problem.owner
        rank = BOUNDARY if owner[u] != owner[v] else CHOSEN if self.selected in (u, v) else INSIDE
        rank = CLASH if (u, v) in self.look.clashes else rank
        if x1 != x2 and y1 != y2:
            self._slanted(2 * x1 + 1, 4 * y1 + 2, 2 * x2 + 1, 4 * y2 + 2, rank)
            return
        for x in range(min(x1, x2), max(x1, x2) + 1):
            for y in range(min(y1, y2), max(y1, y2) + 1):
                self._line((x, y), rank, across=y1 == y2)

    def _line(self, at: Place, rank: int, across: bool) -> None:
        weight = 1 if rank <= CHOSEN else 2
        best, h, v = self.lines.get(at, (rank, 0, 0))
        self.lines[at] = (max(best, rank), max(h, weight), v) if across else (max(best, rank), h, max(v, weight))

    def _slanted(self, x1: int, y1: int, x2: int, y2: int, rank: int) -> None:
        """Draw a braille line; a cell has two by four dots.

        Clashes and edges between clusters are drawn as two lines if there is room.
        """
        steps = max(abs(x2 - x1), abs(y2 - y1))
        flat = abs(x2 - x1) >= abs(y2 - y1)
        single = rank <= CHOSEN or self.frame.chip < NAMED
        sides = ((0, 0),) if single else ((0, 0), (0, 1)) if flat else ((0, 0), (1, 0))
        for i in range(steps + 1):
            x, y = x1 + round(i * (x2 - x1) / steps), y1 + round(i * (y2 - y1) / steps)
            for dx, dy in sides:
                at = ((x + dx) // 2, (y + dy) // 4)
                best, bits = self.dots.get(at, (rank, 0))
                self.dots[at] = (max(best, rank), bits | _DOTS[(x + dx) % 2][(y + dy) % 4])

    def draw_edges(self) -> None:
        """Draw straight lines over slanted ones, which continue behind them."""
        for (x, y), (rank, bits) in self.dots.items():
            self.cells[y][x] = (chr(0x2800 + bits), self.inks[rank])
        for (x, y), (rank, h, v) in self.lines.items():
            self.cells[y][x] = (_STRAIGHT[h, v], self.inks[rank])

    def name(self, owner: str) -> None:
        """Draw an owner's name centered above its cluster."""
        left, y = self.frame.names[owner]
        text = clip(owner, MAX_OWNER_WIDTH)
        mine = owner == self.look.mine
        self.taken |= {(left + i, y) for i in range(-1, len(text) + 1)}
        self._write(left, y, text, Ink(self.palette.accent if mine else self.palette.hi, self.palette.bg, bold=True))

    def summary(self, owner: str) -> None:
        """Draw a cluster in two rows: its owner and clashes, and the number of nodes of each color."""
        (x, y), palette, look = self.frame.names[owner], self.palette, self.look
        nodes = look.problem.clusters[owner]
        own = set(nodes)
        clashes = sum(bool(own & set(edge)) for edge in look.clashes)
        head = Ink(palette.accent if owner == look.mine else palette.hi, palette.bg, bold=True)
        self._write(x, y, clip(owner, 6), head)
        if clashes:
            self._write(x + min(6, len(owner)), y, f" ╳{clashes}", Ink(palette.bad, palette.bg, bold=True))
        seen = [look.nodes[node] for node in nodes]
        counts = Counter(node.color for node in seen if node.color)
        for color in filter(counts.get, look.problem.colors):
            bare = Ink(palette.fg, palette.bg)
            ink = Ink(palette.ink(color), palette.fill(color), bold=True) if palette.filled else bare
            self._write(x, y + 1, letter(color), ink)
            self._write(x + 1, y + 1, f"{counts[color]}", Ink(palette.mid, palette.bg))
            x += 1 + len(f"{counts[color]}")
        if left := len(seen) - counts.total():
            sign = "○" if all(node.known for node in seen) else "?"
            self._write(x, y + 1, f"{sign}{left}", Ink(palette.dim, palette.bg))

    def _write(self, x: int, y: int, text: str, ink: Ink) -> None:
        for i, char in enumerate(text, x):
            if 0 <= i < self.frame.width and 0 <= y < self.frame.height:
                self.cells[y][i] = (char, ink)

    def node(self, node: str, seen: NodeLook, selected: bool) -> None:
        (x, y), chip, palette = self.frame.places[node], self.frame.chip_of(node), self.palette
        ink = self._chip_ink(seen)
        filled = ink.bg != palette.bg
        bracketed = not palette.filled or (seen.known and seen.color in palette.bracketed)
        marks = "[]" if seen.locked else "▸◂" if selected else "()" if bracketed else "  "
        bare = "○" if chip == DOT else "·"
        sign = "?" if not seen.known else letter(seen.color) if seen.color else bare
        inner = min(chip, NAMED)
        left = x + (chip - inner) // 2
        self._write(x, y, _node_text(node, sign, marks, inner).center(chip), ink)
        if seen.ghost and chip != DOT:
            self._ghost(left, y, inner, _node_text(node, sign, "", inner), ink, seen.ghost)
        if self.frame.extra_rows and filled:
            edge = Ink(ink.bg, palette.bg)
            for row in (y - 1, y + 1) if self.frame.extra_rows > 1 else ():
                self._write(x, row, " " * chip, ink)
            self._write(x, y - self.frame.extra_rows, "▄" * chip, edge)
            self._write(x, y + self.frame.extra_rows, "▀" * chip, edge)
        bars = palette.accent if seen.changed else palette.hi if selected else None
        if bars:
            self._bars(x, y, chip, Ink(bars, palette.bg))
        elif chip == NUMBERED and marks in ("[]", "()"):
            self._write(x + chip, y, marks[1], Ink(palette.fg, palette.bg, bold=True))

    def _chip_ink(self, seen: NodeLook) -> Ink:
        """Return the ink for a node's name on a background of the node's color."""
        palette = self.palette
        fill = (palette.fill(seen.color) if seen.color else palette.bg) if seen.known else palette.unknown
        if not palette.filled or fill == palette.bg:
            return Ink(palette.fg, palette.bg, bold=True)
        return Ink(palette.ink(seen.color) if seen.known and seen.color else palette.mid, fill, bold=True)

    def _ghost(self, x: int, y: int, chip: int, text: str, ink: Ink, color: str) -> None:
        """Draw an alternative color at a node's end, without fill."""
        palette = self.palette
        lean = Ink(palette.fill(color) if palette.filled else palette.fg, palette.bg, bold=True)
        self._write(x, y, text, ink)
        self._write(x + len(text), y, f"▸{letter(color)}"[len(text) + 2 - chip :], lean)

    def _bars(self, x: int, y: int, chip: int, ink: Ink) -> None:
        extra_rows = self.frame.extra_rows
        for dy in range(-extra_rows, extra_rows + 1):
            left, right = "▐▌" if not extra_rows or abs(dy) < extra_rows else "▗▖" if dy < 0 else "▝▘"
            self._write(x - 1, y + dy, left, ink)
            self._write(x + chip, y + dy, right, ink)

    def age(self, node: str, text: str) -> None:
        """Draw the age of a report right of the node, over any edge there."""
        x, y = self.frame.places[node]
        left = x + self.frame.chip_of(node)
        self.taken |= {(left + i, y) for i in range(len(text))}
        self._write(left, y, text, Ink(self.palette.mid, self.palette.bg))

    def draw_badge(self, u: str, v: str) -> None:
        """Draw a clash badge near the middle of the edge, where it covers no node, age or name."""
        (x1, y1), (x2, y2) = (self.frame.center(node) for node in (u, v))
        ink = Ink(self.palette.bad, self.palette.bg, bold=True, reverse=True)
        for text in (" ╳ ", "╳") if self.frame.chip != DOT else ("╳",):
            for part in sorted(range(1, 32), key=lambda part: abs(part - 16)):
                left = round(x1 + (x2 - x1) * part / 32) - len(text) // 2
                cells = {(left + i, round(y1 + (y2 - y1) * part / 32)) for i in range(len(text))}
                if not cells & self.taken:
                    self.taken |= cells
                    self._write(left, min(cells)[1], text, ink)
                    return


def _node_text(node: str, sign: str, marks: str, chip: int) -> str:
    """Write a node's name or number, its color and its marks, as far as they fit."""
    if chip == DOT:
        return sign
    before, after = marks[:1], marks[1:]
    if chip == NAMED:
        return before + (f"{node:<2} {sign}" if len(node) < 3 else node[-3:] + sign) + after
    return f"{before}{node[-2:]:>2}{sign}"
