"""The village on a grid of cells: ground, labels, ways, people; whole where it fits, else around somebody."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from scenes.village.terrain import BRIDGE, BUSH, FIELD, FLOOR, GRASS, PATH, TREES, WATER, Place, Spot
from tui.panes.village.look import Look
from tui.styles import Line, Span, clip

LEAST, MOST = 3, 5
"""Cells of a tile."""
GLYPHS: Mapping[str, tuple[str, str]] = {
    GRASS: (".", "line"),
    FIELD: ('"', "mid"),
    TREES: ("▲", "good"),
    BUSH: ("*", "fg"),
    PATH: ("░", "line"),
    BRIDGE: ("=", "fg"),
    FLOOR: ("_", "line on selected"),
    WATER: ("~", "dim"),
}
"""A sign for each kind of ground, and its style."""
FULL = (PATH, WATER, BRIDGE, FLOOR)
"""Ground whose sign fills all cells of a tile; of others it stands at their beginning."""


class Aim(NamedTuple):
    """The person's next action: the chosen place, and the way to it."""

    place: str = ""
    way: tuple[Spot, ...] = ()


class Window(NamedTuple):
    """The part of the map that is drawn: its first tile, tiles across and down, and cells of a tile."""

    x: int
    y: int
    across: int
    down: int
    cells: int

    def shows(self, spot: Spot) -> bool:
        return self.x <= spot[0] < self.x + self.across and self.y <= spot[1] < self.y + self.down

    def tile_at(self, x: int, y: int) -> Spot:
        """Give the tile at a cell of the board."""
        return self.x + (x - 1) // self.cells, self.y + y


def window(size: int, center: Spot, width: int, rows: int) -> Window:
    """Choose it so that it shows as much as there is room for, around a tile."""
    cells = min(MOST, max(LEAST, (width - 1) // size))
    across, down = min(size, (width - 1) // cells), min(size, rows)
    x, y = (min(max(0, at - shown // 2), size - shown) for at, shown in zip(center, (across, down), strict=True))
    return Window(x, y, across, down, cells)


def paint(look: Look, aim: Aim, width: int, rows: int) -> tuple[list[Line], Window]:
    """Draw the window around whoever's card is shown."""
    frame = window(len(look.seen.ground.rows), look.people.get(look.whose, (0, 0)), width, rows)
    canvas = _Canvas(look, frame)
    for spot in aim.way or look.trail:
        canvas.write(spot, "·", "bold accent")
    for place in look.seen.ground.places:
        canvas.label(place, place.name == aim.place)
    for name, spot in look.remembered.items():
        room = len(name) < frame.cells
        canvas.write(spot, name if room else name[0], "dim", 0 if room else 1)
    for spot, names in _gathered(look).items():
        canvas.people(spot, names)
    return canvas.lines(), frame


def _gathered(look: Look) -> dict[Spot, list[str]]:
    """People by their tiles; who is awake, and whose card is shown, stands in front."""
    order = sorted(look.people, key=lambda name: (name != look.whose, look.asleep(name)))
    tiles: dict[Spot, list[str]] = {}
    for name in order:
        tiles.setdefault(look.people[name], []).append(name)
    return tiles


class _Canvas:
    def __init__(self, look: Look, frame: Window) -> None:
        self._look = look
        self._frame = frame
        self._rows = [self._ground(y) for y in range(frame.y, frame.y + frame.down)]

    def _ground(self, y: int) -> list[Span]:
        row: list[Span] = []
        for x in range(self._frame.x, self._frame.x + self._frame.across):
            tile = self._look.seen.ground.tile((x, y))
            sign, style = GLYPHS[tile]
            rest = sign if tile in FULL else " "
            row += [(sign, style), *[(rest, style)] * (self._frame.cells - 1)]
        return row

    def write(self, spot: Spot, text: str, style: str, at: int = 0) -> None:
        """Put text on the ground, from a cell of a tile on, as far as the window goes."""
        if not self._frame.shows(spot):
            return
        row = self._rows[spot[1] - self._frame.y]
        start = (spot[0] - self._frame.x) * self._frame.cells + at
        for i, letter in enumerate(text[: len(row) - start], start):
            ground = " on selected" if row[i][1].endswith("on selected") else ""
            row[i] = (letter, style + ("" if " on " in style else ground))

    def label(self, place: Place, aimed: bool) -> None:
        """Name a place on the row above it, a house by whose it is."""
        name = place.name.removesuffix(" house")
        text = clip(name, max(5, place.width * self._frame.cells))
        self.write((place.x, place.y - 1), f"▸{text}" if aimed else text, "bold accent" if aimed else "mid")

    def people(self, spot: Spot, names: Sequence[str]) -> None:
        """Name who stands on a tile, where the ground beside the name shows that it is one; else by first letters, as
        many as there is room for. Who sleeps is written small.
        """
        for at, letters, style in self._named(names):
            self.write(spot, letters, style, at)

    def _named(self, names: Sequence[str]) -> list[tuple[int, str, str]]:
        """Cells of the tile, what stands there, and how."""
        room, first = self._frame.cells, names[0]
        if len(names) == 1 and len(first) < room:
            return [(0, self._cased(first, first), self._style(first))]
        lead = int(len(names) < room)
        return [
            (lead + i, self._cased(name, name[0]), self._style(name)) for i, name in enumerate(names[: room - lead])
        ]

    def _cased(self, name: str, shown: str) -> str:
        return shown.lower() if self._look.asleep(name) else shown

    def _style(self, name: str) -> str:
        look = self._look
        if name == look.whose:
            return "bold accent reverse" if look.speech and look.speech.agent == name else "bold accent"
        if look.speech and look.speech.agent == name:
            return "bold hi reverse"
        if look.asleep(name):
            return "dim"
        return "bold good" if name in look.hears else "bold hi"

    def lines(self) -> list[Line]:
        return [((" ", ""), *_runs(row)) for row in self._rows]


def _runs(row: Sequence[Span]) -> Line:
    return tuple(("".join(text for text, _ in run), style) for style, run in groupby(row, key=lambda span: span[1]))
