"""The coloring board drawn onto a grid of cells, each one character and its ink."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scenes.coloring.problem import Problem, letter
from themes.palettes import Palette
from tui.panes.coloring.layout import Place, center

INSIDE, BOUNDARY, CLASH = range(3)

_STRAIGHT = {(1, 0): "─", (2, 0): "━", (0, 1): "│", (0, 2): "┃", (1, 1): "┼", (2, 1): "┿", (1, 2): "╂", (2, 2): "╋"}
_DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""Bits of a braille character, by column and row of the dot."""


class Ink(NamedTuple):
    """How a cell is colored."""

    fg: str
    bg: str
    bold: bool = False
    reverse: bool = False


Cell = tuple[str, Ink]


@dataclass(frozen=True, slots=True)
class NodeLook:
    """What the viewer knows about one node."""

    color: str | None
    known: bool = True
    """False where the viewer cannot see the color: "?"."""
    age: int | None = None
    """Turns since the color was reported."""
    locked: bool = False
    changed: bool = False


@dataclass(frozen=True, slots=True)
class GraphLook:
    """All a board shows, except what the person selected."""

    problem: Problem
    nodes: Mapping[str, NodeLook]
    clashes: frozenset[tuple[str, str]]
    """Edges, written as in the problem."""
    mine: str | None
    """Whose nodes the arrow keys reach; None: all."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where and how large everything is drawn."""

    width: int
    height: int
    places: Mapping[str, Place]
    chip: int
    fat: bool

    def covers(self, node: str, x: int, y: int) -> bool:
        """Whether a cell belongs to the node's chip."""
        left, row = self.places[node]
        return left <= x < left + self.chip and abs(y - row) <= self.fat

    def node_at(self, x: int, y: int) -> str | None:
        return next((node for node in self.places if self.covers(node, x, y)), None)


def draw(look: GraphLook, frame: Frame, palette: Palette, selected: str | None) -> list[list[Cell]]:
    """Edges, then the ages of reports, then nodes, then the clash badges: rows of cells."""
    canvas = _Canvas(look, frame, palette)
    for edge in look.problem.edges:
        canvas.edge(*edge)
    canvas.ink_edges()
    for node in frame.places:
        age = look.nodes[node].age
        if age is not None:
            canvas.age(node, f"{age}t")
    for node in frame.places:
        canvas.node(node, look.nodes[node], node == selected)
    for edge in look.problem.edges:
        if edge in look.clashes:
            canvas.badge(*edge)
    return canvas.cells


class _Canvas:
    def __init__(self, look: GraphLook, frame: Frame, palette: Palette) -> None:
        self.look, self.frame, self.palette = look, frame, palette
        self.empty: Cell = (" ", Ink(palette.fg, palette.bg))
        self.cells = [[self.empty] * frame.width for _ in range(frame.height)]
        self.inks = [Ink(color, palette.bg) for color in (palette.dim, palette.fg, palette.bad)]
        self.lines: dict[Place, tuple[int, int, int]] = {}
        """Cell to rank, weight across and weight down."""
        self.dots: dict[Place, tuple[int, int]] = {}
        """Cell to rank and braille bits."""
        self.chips = {
            (left + i, row + j)
            for left, row in frame.places.values()
            for i in range(-1, frame.chip + 1)
            for j in range(-frame.fat, frame.fat + 1)
        }
        """Cells no label or badge may take: chips and the bars beside them."""

    def edge(self, u: str, v: str) -> None:
        (x1, y1), (x2, y2) = (center(self.frame.places[node], self.frame.chip) for node in (u, v))
        owner = self.look.problem.owner
        rank = CLASH if (u, v) in self.look.clashes else BOUNDARY if owner[u] != owner[v] else INSIDE
        if y1 == y2:
            for x in range(min(x1, x2), max(x1, x2) + 1):
                self._line((x, y1), rank, across=True)
        elif x1 == x2:
            for y in range(min(y1, y2), max(y1, y2) + 1):
                self._line((x1, y), rank, across=False)
        else:
            self._slanted(2 * x1 + 1, 4 * y1 + 2, 2 * x2 + 1, 4 * y2 + 2, rank)

    def _line(self, at: Place, rank: int, across: bool) -> None:
        weight = 1 if rank == INSIDE else 2
        best, h, v = self.lines.get(at, (rank, 0, 0))
        self.lines[at] = (max(best, rank), max(h, weight), v) if across else (max(best, rank), h, max(v, weight))

    def _slanted(self, x1: int, y1: int, x2: int, y2: int, rank: int) -> None:
        """A line of dots, a braille cell being two wide and four high; a second line beside it if not inside."""
        steps = max(abs(x2 - x1), abs(y2 - y1))
        flat = abs(x2 - x1) >= abs(y2 - y1)
        sides = ((0, 0),) if rank == INSIDE else ((0, 0), (0, 1)) if flat else ((0, 0), (1, 0))
        for i in range(steps + 1):
            x, y = x1 + round(i * (x2 - x1) / steps), y1 + round(i * (y2 - y1) / steps)
            for dx, dy in sides:
                at = ((x + dx) // 2, (y + dy) // 4)
                best, bits = self.dots.get(at, (rank, 0))
                self.dots[at] = (max(best, rank), bits | _DOTS[(x + dx) % 2][(y + dy) % 4])

    def ink_edges(self) -> None:
        """Straight lines over dots, unless the dots matter more."""
        for (x, y), (rank, bits) in self.dots.items():
            self.cells[y][x] = (chr(0x2800 + bits), self.inks[rank])
        for at, (rank, h, v) in self.lines.items():
            if at not in self.dots or self.dots[at][0] <= rank:
                self.cells[at[1]][at[0]] = (_STRAIGHT[h, v], self.inks[rank])

    def _write(self, x: int, y: int, text: str, ink: Ink) -> None:
        self.cells[y][x : x + len(text)] = [(char, ink) for char in text]

    def node(self, node: str, seen: NodeLook, selected: bool) -> None:
        (x, y), chip, palette = self.frame.places[node], self.frame.chip, self.palette
        fill = (palette.chips[seen.color] if seen.color else palette.bg) if seen.known else palette.unknown
        filled = palette.filled and fill != palette.bg
        ink = Ink(palette.fg, palette.bg, bold=True)
        if filled:
            ink = Ink(palette.ink(seen.color) if seen.known and seen.color else palette.mid, fill, bold=True)
        bracketed = not palette.filled or (seen.known and seen.color in palette.bracketed)
        marks = "[]" if seen.locked else "▸◂" if selected else "()" if bracketed else "  "
        sign = "?" if not seen.known else letter(seen.color) if seen.color else "·"
        if chip == 6:
            self._write(x, y, marks[0] + _named(node, sign) + marks[1], ink)
        else:
            self._write(x, y, f"{marks[0]}{node[-2:]:>2}{sign}", ink)
        if self.frame.fat and filled:
            edge = Ink(fill, palette.bg)
            self._write(x, y - 1, "▄" * chip, edge)
            self._write(x, y + 1, "▀" * chip, edge)
        bars = palette.accent if seen.changed else palette.hi if selected else None
        if bars:
            self._bars(x, y, Ink(bars, palette.bg))
        elif chip != 6 and marks in ("[]", "()"):
            self._write(x + chip, y, marks[1], Ink(palette.fg, palette.bg, bold=True))

    def _bars(self, x: int, y: int, ink: Ink) -> None:
        for dy, pair in enumerate(("▗▖", "▐▌", "▝▘"), -1):
            if abs(dy) <= self.frame.fat:
                self._write(x - 1, y + dy, pair[0], ink)
                self._write(x + self.frame.chip, y + dy, pair[1], ink)

    def age(self, node: str, text: str) -> None:
        """Beside the chip, or above or below it, where it covers nothing; else on the edge that leaves to the right."""
        x, y = self.frame.places[node]
        right, beyond, size = x + self.frame.chip, 1 + self.frame.fat, len(text)
        beside = [(right + 1, y, size + 1), (x - 2 - size, y, size + 1)]
        middle = center((x, y), self.frame.chip)[0]
        around = [(left, y + dy, size) for dy in (beyond, -beyond) for left in (middle + 1, middle - size)]
        ink = Ink(self.palette.mid, self.palette.bg)
        for left, row, wide in beside + around:
            if self._free({(left + i, row) for i in range(wide)}, blank=True):
                self._write(left + (left < x - size), row, text, ink)
                return
        if self._free({(right + i, y) for i in range(1, size + 3)}, blank=False):
            self._write(right, y, f" {text} ", ink)

    def _free(self, cells: set[Place], blank: bool) -> bool:
        """Whether no chip is there, and with `blank` no edge either."""
        return not cells & self.chips and all(
            0 <= x < self.frame.width and 0 <= y < self.frame.height and (not blank or self.cells[y][x] == self.empty)
            for x, y in cells
        )

    def badge(self, u: str, v: str) -> None:
        """At the spot nearest to the middle of the edge where it covers no chip."""
        (x1, y1), (x2, y2) = (center(self.frame.places[node], self.frame.chip) for node in (u, v))
        ink = Ink(self.palette.bad, self.palette.bg, bold=True, reverse=True)
        for text in (" ╳ ", "╳"):
            for part in sorted(range(1, 32), key=lambda part: abs(part - 16)):
                left = round(x1 + (x2 - x1) * part / 32) - len(text) // 2
                cells = {(left + i, round(y1 + (y2 - y1) * part / 32)) for i in range(len(text))}
                if not cells & self.chips:
                    self.chips |= cells
                    self._write(left, min(cells)[1], text, ink)
                    return


def _named(node: str, sign: str) -> str:
    return f"{node:<2} {sign}" if len(node) < 3 else node[-3:] + sign
