"""The boards of a stage with their names, the row of agents, the legend; and what is added for a second run."""

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from tui.panes import time_axis
from tui.panes.generic import ScenePane
from tui.side_by_side import DIFFERENCE_SIGNS
from tui.sizes import TALL
from tui.state.stage import StageState
from tui.styles import Line, fit, wrap
from tui.view import View
from tui.widgets.part import Part
from tui.widgets.timeline import go_to_column

MOST, AROUND = 3, 44
"""Largest number of rows for the first difference; cells in them that are reserved for turn numbers and line breaks."""
NAMES = ("board", "other-board")


def boards(state: StageState) -> ComposeResult:
    """Make the board; for two runs, both boards, each below its name."""
    if state.beside is None:
        yield _board(state.view.pane, "board")
        return
    with Horizontal(id="boards"):
        for view, name in zip(state.beside.views, NAMES, strict=True):
            with Vertical(id=f"with-{name}"):
                yield BoardName(state, view, id=f"{name}-name")
                yield _board(view.pane, name)


def _board(pane: ScenePane, name: str) -> Widget:
    board = pane.make_board()
    board.id, board.can_focus = name, True
    return board


class BoardName(Part):
    """The name of one of two runs, and its state."""

    def __init__(self, state: StageState, view: View, *, id: str) -> None:
        super().__init__(state, id=id)
        self._view = view

    def paint(self) -> None:
        state, view, beside = self.state, self._view, self.state.beside
        assert beside is not None
        here = view is state.view
        name: Line = ((" ▸" if here else "  ", "accent"), (beside.name(view), "bold accent" if here else "bold mid"))
        turn = (f"  {view.pane.traits.unit} {view.turn}  ", "mid")
        self.show([fit((*name, turn, *view.pane.header().standing), state.space.room.cells)])


class Strip(Part):
    """The row of agents."""

    def paint(self) -> None:
        above = [()] if self.state.space.tall and not self.screen.has_class("flat") else []
        self.show([*above, self.state.view.pane.strip(self.state.space.main)])


class Legend(Part):
    """The row below the board; for a short time after an important event, that event."""

    def paint(self) -> None:
        beat, width = self.state.beats.now, self.state.space.main
        words = (
            fit(((" ▸ ", "accent"), (beat.words, f"bold {beat.tone}")), width)
            if beat and self.state.beats.part is None
            else ()
        )
        self.show([words or self.state.view.pane.legend(width)])


class SecondRun(Part):
    """Curve of the second run, tracks of both runs, and the first difference."""

    def __init__(self, state: StageState, track: Part, *, id: str) -> None:
        super().__init__(state, id=id)
        self._track = track

    def clicked(self, x: int, y: int) -> bool:
        return go_to_column(self.state, x)

    def paint(self) -> None:
        state, beside, width = self.state, self.state.beside, self.state.space.width
        if beside is None:
            return
        upper, lower = beside.views
        self._track.show([self._line(upper, width)])
        curve = time_axis.curve_rows(lower, lower.pane, width, 2 if state.space.tall else 1)
        differs = self._differs(width, MOST if state.space.height >= TALL else 2)
        self.styles.height = 1 + len(curve) + len(differs)
        self.show([self._line(lower, width), *curve, *differs])

    def _line(self, view: View, width: int) -> Line:
        beside = self.state.beside
        assert beside is not None
        here, at = view is self.state.view, beside.index(view)
        label = (f"{'▸' if here else ' '}{beside.name(view)}", "bold accent" if here else "mid")
        over = {beside.forks()[at]: DIFFERENCE_SIGNS[at]} if beside.fork(view) and beside.is_reached() else {}
        return time_axis.track(view, view.pane, width, label, over, faint=not here)

    def _differs(self, width: int, rows: int) -> list[Line]:
        """Draw the first difference, with as much of both runs as fits."""
        beside, room = self.state.beside, width - 5
        assert beside is not None
        first, *rest = wrap(beside.words((rows * room - AROUND) // 2), room)
        lead: Line = ((" ", ""), DIFFERENCE_SIGNS[0], DIFFERENCE_SIGNS[1], (" ", ""))
        return [(*lead, (first, "fg")), *((("    ", ""), (row, "fg")) for row in rest)]
