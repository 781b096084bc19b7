"""The coloring board: a graph whose nodes can be clicked, or selected with the arrow keys."""

from functools import cache

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding
from textual.strip import Strip

from tui.lines import Lines
from tui.panes.coloring.canvas import Cell, GraphLook, Ink, draw
from tui.panes.coloring.frame import NAMED, NUMBERED, Frame, cluster_frame, graph_frame, next_node
from tui.panes.coloring.layout import Embedding, embed

MIN_SIZE = (50, 6)
"""Minimum layout size in cells and rows; in a smaller window, only a part is visible."""

_DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class GraphBoard(Lines, can_focus=True):
    """Draws a `GraphLook`, and stores the selected node and the zoomed cluster."""

    DEFAULT_CSS = "GraphBoard { width: 1fr; height: 1fr; }"

    BINDINGS = [
        Binding("plus,equals_sign", "zoom(True)", "one cluster", show=False),
        Binding("minus", "zoom(False)", "all clusters", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._look: GraphLook | None = None
        self._selected: str | None = None
        self._zoomed: str | None = None
        """Owner whose cluster is shown alone; "" for all clusters. None until the user chooses."""
        self._graph: tuple[object, object] = ((), ())
        """Clusters and edges of the current embedding, which does not depend on the colors' points."""
        self._embedding: Embedding | None = None
        self._frames: dict[tuple[str, int, int], Frame] = {}
        """Cached frames by zoom and window size, so that resizing back and forth is fast."""
        self._strips: list[Strip] = []
        self._strips_for: object = None

    def show(self, look: GraphLook | None) -> None:  # type: ignore[override]  # a board shows no lines
        """Draw this graph from now on; draw nothing if it is None."""
        if look == self._look:
            return
        graph = (look.problem.clusters, look.problem.edges) if look else self._graph
        if look and graph != self._graph:
            self._graph = graph
            self._frames.clear()
            self._embedding = embed(look.problem) if look.problem.nodes else None
            self._zoomed = None
            if self._selected not in look.nodes:
                self._selected = None
        self._look = look
        self._redraw()

    @property
    def selected(self) -> str | None:
        """The selected node."""
        return self._selected

    @selected.setter
    def selected(self, node: str | None) -> None:
        if node != self._selected:
            self._selected = node
            self._redraw()

    def move(self, direction: str) -> None:
        """Select the next node in a direction, among the nodes that the person may select."""
        if self._look is None:
            return
        problem, mine = self._look.problem, self._look.mine
        own = problem.nodes if mine is None else problem.clusters[mine]
        places = self.frame.places
        seen = [node for node in own if node in places]
        if self._selected is None or self._selected not in places:
            self.selected = next(iter(seen), own[0])
        else:
            self.selected = next_node(places, self._selected, seen, _DIRECTIONS[direction]) or self._selected

    def click(self, x: int, y: int) -> bool:
        """Select the clicked node, or toggle the zoom at an owner's name. Returns False if neither is there."""
        if self._look is None:
            return False
        if (node := self.frame.node_at(x, y)) is not None:
            self.selected = node
        elif (owner := self.frame.owner_at(x, y)) is not None:
            self.zoom_to("" if self.zoomed else owner)
        else:
            return False
        return True

    @property
    def zoomed(self) -> str:
        """Owner whose cluster is shown alone, or "".

        Until the user chooses, it is the person's own cluster if the whole graph has no room for the nodes' numbers.
        """
        look = self._look
        if self._zoomed is None and look is not None and look.mine:
            return look.mine if self._frame("").chip < NUMBERED else ""
        return self._zoomed or ""

    @property
    def crowded(self) -> bool:
        """True if the whole graph has no room for the nodes' names."""
        return self._look is not None and self._frame("").chip < NAMED

    def action_zoom(self, near: bool | None = None) -> None:
        """Show only the selected node's cluster (True) or all clusters (False); None toggles."""
        look = self._look
        if look is None:
            return
        owner = look.problem.owner.get(self._selected or "", look.mine or next(iter(look.problem.clusters)))
        self.zoom_to(owner if near or (near is None and not self.zoomed) else "")

    def zoom_to(self, owner: str) -> None:
        """Show only this owner's cluster; "" shows all."""
        self._zoomed = owner
        self._redraw()

    @property
    def frame(self) -> Frame:
        """Current positions of all visible nodes. Requires a shown graph."""
        return self._frame(self.zoomed)

    def _frame(self, owner: str) -> Frame:
        assert self._look is not None
        assert self._embedding is not None
        width, height = max(self.size.width, MIN_SIZE[0]), max(self.size.height, MIN_SIZE[1])
        key = (owner, width, height)
        if key not in self._frames:
            if owner:
                self._frames[key] = cluster_frame(self._look.problem, self._embedding, owner, width, height)
            else:
                self._frames[key] = graph_frame(self._embedding, width, height)
        return self._frames[key]

    def render_line(self, y: int) -> Strip:
        palette = self.palette
        if self._look is None:
            return Strip.blank(self.size.width, Style(bgcolor=palette.bg))
        key = (palette.name, self.frame)
        if self._strips_for != key:
            rows = draw(self._look, self.frame, palette, self._selected)[: self.size.height]
            self._strips = [_strip(row).adjust_cell_length(self.size.width) for row in rows]
            self._strips_for = key
        return self._strips[y]

    def on_resize(self) -> None:
        self._redraw()

    def _redraw(self) -> None:
        self._strips_for = None
        self.refresh()


def _strip(row: list[Cell]) -> Strip:
    """Join neighboring cells with the same ink to segments."""
    segments: list[Segment] = []
    start = 0
    for i in range(1, len(row) + 1):
        if i == len(row) or row[i][1] != row[start][1]:
            segments.append(Segment("".join(char for char, _ in row[start:i]), _style(row[start][1])))
            start = i
    return Strip(segments, len(row))


@cache
def _style(ink: Ink) -> Style:
    return Style(color=ink.fg, bgcolor=ink.bg, bold=ink.bold, reverse=ink.reverse)
