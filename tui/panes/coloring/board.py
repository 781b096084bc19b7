"""The coloring board: a graph whose nodes are clicked, or walked with the arrow keys."""

from typing import NamedTuple, Protocol, cast

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from scenes.coloring.problem import Problem
from themes.palettes import Palette
from tui.panes.coloring.canvas import Cell, Frame, GraphLook, Ink, NodeLook, draw
from tui.panes.coloring.layout import Place, layout, room, toward

__all__ = ["GraphBoard", "GraphLook", "NodeLook"]

FEW = 20
"""Nodes up to which chips are wide enough for whole names."""

FAT_FROM = 30
"""Terminal rows."""

LEAST = (50, 6)
"""Cells that a graph is laid out for at least; of one that is larger than its window, a part is seen."""

_WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class HasPalette(Protocol):
    palette: Palette


class Fit(NamedTuple):
    """Size of the whole graph, whether its nodes are fat, and their places."""

    size: Size
    fat: bool
    places: dict[str, Place]


class GraphBoard(Widget, can_focus=True):
    """Draws a `GraphLook`. Nothing of the game is decided here: a selection is a message."""

    DEFAULT_CSS = "GraphBoard { width: 1fr; height: 1fr; }"

    BINDINGS = [
        *(Binding(f"shift+{way}", f"pan('{way}')", "scroll", show=False) for way in _WAYS),
        Binding("plus,equals_sign", "zoom(1)", "zoom in", show=False),
        Binding("minus", "zoom(-1)", "zoom out", show=False),
    ]

    class Selected(Message):
        """The person chose a node, perhaps one of somebody else to read."""

        def __init__(self, board: "GraphBoard", node: str) -> None:
            super().__init__()
            self.board = board
            self.node = node

        @property
        def control(self) -> "GraphBoard":
            return self.board

    def __init__(self, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._look: GraphLook | None = None
        self._selected: str | None = None
        self._zoom = 0
        self._offset = (0, 0)
        self._fits: dict[tuple[int, int, bool], Fit] = {}
        """By the window's size, and whether the terminal is tall: resizing back and forth is quick."""
        self._fitted: Fit | None = None
        self._frame: Frame | None = None
        self._lines: list[Strip] = []
        self._lines_for: object = None

    def palette(self) -> Palette:
        return cast(HasPalette, self.app).palette

    def show(self, look: GraphLook) -> None:
        """Draw this from now on."""
        if look == self._look:
            return
        if self._look is None or look.problem != self._look.problem:
            self._fits.clear()
            self._zoom, self._offset = 0, (0, 0)
            if self._selected not in look.nodes:
                self._selected = None
        self._look = look
        self._redraw()

    def clear(self) -> None:
        """Draw nothing: there is no graph yet."""
        if self._look is not None:
            self._look = None
            self._lines_for = None
            self.refresh()

    @property
    def selected(self) -> str | None:
        """The selected node. Setting it posts no message."""
        return self._selected

    @selected.setter
    def selected(self, node: str | None) -> None:
        if node != self._selected:
            self._selected = node
            self._follow()
            self._redraw()

    def move(self, way: str) -> None:
        """Select the next node to the left, right, up or down among those the person may select."""
        if self._look is None:
            return
        problem, mine = self._look.problem, self._look.mine
        own = problem.nodes if mine is None else problem.clusters[mine]
        if self._selected is None:
            self._choose(own[0])
            return
        node = toward(self.frame.places, self._selected, own, _WAYS[way])
        if node is not None:
            self._choose(node)

    def zoom(self, by: int) -> None:
        """One level in or out; at 0 the graph is as small as its chips allow."""
        self._zoom = min(max(self._zoom + by, 0), 4)
        self._frame = None
        self._follow()
        self._redraw()

    def pan(self, way: str) -> None:
        """Scroll by a few cells, if the graph is larger than the board."""
        dx, dy = _WAYS[way]
        self._scroll(self._offset[0] + 8 * dx, self._offset[1] + 4 * dy)
        self._redraw()

    @property
    def frame(self) -> Frame:
        """The current places of all nodes. Only once something is shown."""
        look = self._look
        assert look is not None
        few, tall = len(look.problem.nodes) <= FEW, self.app.size.height >= FAT_FROM
        key = (max(self.size.width, LEAST[0]), max(self.size.height, LEAST[1]), tall)
        if key not in self._fits:
            self._fits[key] = _fit(look.problem, key[0], key[1], 6 if few else 4, tall)
        if self._fitted is not self._fits[key]:
            self._fitted, self._frame = self._fits[key], None
        if self._frame is None:
            size, fat, fitted = self._fitted
            scale = 1 + self._zoom / 2
            places = {node: (round(x * scale), round(y * scale)) for node, (x, y) in fitted.items()}
            chip = 6 if few or self._zoom else 4
            self._frame = Frame(round(size.width * scale), round(size.height * scale), places, chip, fat)
            self._scroll(*self._offset)
        return self._frame

    def render_line(self, y: int) -> Strip:
        palette = self.palette()
        if self._look is None:
            return Strip.blank(self.size.width, Style(bgcolor=palette.bg))
        key = (palette.name, self.frame)
        if self._lines_for != key:
            x, top = self._offset
            cells = draw(self._look, self.frame, palette, self._selected)
            rows = [row[x : x + self.size.width] for row in cells[top : top + self.size.height]]
            self._lines = [_strip(row).adjust_cell_length(self.size.width) for row in rows]
            self._lines_for = key
        return self._lines[y]

    def action_pan(self, way: str) -> None:
        self.pan(way)

    def action_zoom(self, by: int) -> None:
        self.zoom(by)

    def on_click(self, event: events.Click) -> None:
        if self._look is None:
            return
        node = self.frame.node_at(event.x + self._offset[0], event.y + self._offset[1])
        if node is not None:
            event.stop()
            self._choose(node)

    def on_resize(self) -> None:
        self._follow()
        self._redraw()

    def _choose(self, node: str) -> None:
        self.selected = node
        self.post_message(self.Selected(self, node))

    def _follow(self) -> None:
        """Scroll no more than the selected node needs."""
        if self._look is None or self._selected is None or not self.size:
            return
        x, y = self.frame.places[self._selected]
        left, top = self._offset
        right, below = x + self.frame.chip + 1 - self.size.width, y + 2 - self.size.height
        self._scroll(min(max(left, right), x - 1), min(max(top, below), y - 1))

    def _scroll(self, x: int, y: int) -> None:
        if self._frame is not None:
            x = min(x, self._frame.width - self.size.width)
            y = min(y, self._frame.height - self.size.height)
        self._offset = max(x, 0), max(y, 0)

    def _redraw(self) -> None:
        self._lines_for = None
        self.refresh()


def _fit(problem: Problem, width: int, height: int, chip: int, tall: bool) -> Fit:
    """For a window of so many cells; nodes are fat only if all fit."""
    fat = tall and room(problem, width, height, chip, 3) == (width, height)
    rows = 3 if fat else 1
    needed = room(problem, width, height, chip, rows)
    return Fit(Size(*needed), fat, layout(problem, *needed, chip, rows))


def _strip(row: list[Cell]) -> Strip:
    """Neighboring cells of one ink as one segment."""
    segments: list[Segment] = []
    start = 0
    for i in range(1, len(row) + 1):
        if i == len(row) or row[i][1] != row[start][1]:
            segments.append(Segment("".join(char for char, _ in row[start:i]), _style(row[start][1])))
            start = i
    return Strip(segments, len(row))


_styles: dict[Ink, Style] = {}


def _style(ink: Ink) -> Style:
    style = _styles.get(ink)
    if style is None:
        style = _styles[ink] = Style(color=ink.fg, bgcolor=ink.bg, bold=ink.bold, reverse=ink.reverse)
    return style
