"""The lists around the board: the dock with its tabs, the side column, and the inspector."""

from collections.abc import Sequence
from typing import ClassVar

from textual.actions import SkipAction
from textual.binding import Binding, BindingType

from tui.glyphs import cells
from tui.keys import KEYS
from tui.panes.kit import Row, line_of
from tui.screens.base import bindings
from tui.sizes import side_width
from tui.state.stage import StageState
from tui.styles import Line, fit, wrap
from tui.widgets.part import Part

TABS_KEY = " tab ───"
"""Text at the end of the row of tabs that names its key, if there is room."""


class DockTitle(Part):
    """The row with the names of the dock's tabs."""

    starts: list[int]
    """Columns where the names begin."""

    def paint(self) -> None:
        state, main = self.state, self.state.space.main
        tabs, focused = state.tabs, state.focus == "dock"
        if not tabs:
            return
        spans: list[tuple[str, str]] = [("▌" if focused else "─", "accent" if focused else "line")]
        names = sum(cells(tab.name) + cells(f" {tab.badge}" if tab.badge else "") for tab in tabs)
        gap = max(1, min(3, (main - len(TABS_KEY) - names - 2) // len(tabs)))
        self.starts = []
        for i, tab in enumerate(tabs):
            self.starts.append(sum(len(text) for text, _ in spans))
            here = "bold accent" if focused else "bold fg"
            spans.append((f"{tab.name}{' ' if tab.badge else ''}", here if i == state.tab else "dim"))
            spans += [(tab.badge, "accent"), (" " * gap, "")]
        spans[-1] = (" ", "")
        used = sum(len(text) for text, _ in spans)
        if room := max(0, main - used - len(TABS_KEY)):
            spans += [("─" * room, "line"), (TABS_KEY[:5], "dim"), (TABS_KEY[5:], "line")]
        self.show([fit(tuple(spans), main)])

    def clicked(self, x: int, y: int) -> bool:
        """Open the clicked tab."""
        self.state.navigation.open_tab(max((i for i, start in enumerate(self.starts) if start <= x), default=0))
        return True


class Dock(Part):
    """The list below the board."""

    can_focus = True
    rows: Sequence[Line | Row] = ()

    def __init__(self, state: StageState, *, id: str) -> None:
        super().__init__(state, id=id, follow=True)

    def paint(self) -> None:
        state, main = self.state, self.state.space.main
        if not state.tabs:
            return
        tab = state.tabs[state.tab]
        self.follow = not state.failed and tab.follows
        self.rows = _failure(state.failed, main) if state.failed else tab.paint(main)
        self.show(list(map(line_of, self.rows)), list_name=tab.name)


def _failure(text: str, width: int) -> list[Line]:
    """Draw in full why the run cannot continue: the remedy is at the end of the text."""
    return [((f" {row}", "bad"),) for row in wrap(text, max(10, width - 2))]


class InspectorPart(Part):
    """The inspector with its keys, in the side column or over the whole terminal."""

    can_focus = True
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings({"up": "scroll('up')", "down": "scroll('down')"}),
        *bindings({name: f"do('{name}')" for name in KEYS if KEYS[name].where == "why"}),
        *(Binding(key, f"scroll('{key}')", show=False) for key in ("pageup", "pagedown", "end")),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow only actions that the inspector can use now."""
        return self.state.why and (action != "do" or self.state.keys.can(str(parameters[0])))

    def action_scroll(self, key: str) -> None:
        """Scroll the page; keys that do not scroll it go to the stage."""
        if not self.scroll_by_key(key):
            raise SkipAction

    def action_do(self, name: str) -> None:
        """Carry out a command of the inspector."""
        self.state.keys.do(name)

    def clicked(self, x: int, y: int) -> bool | None:
        """Open the page whose name was clicked."""
        if self.state.why and y == 0:
            self.state.inspector.click(x)
            self.state.touch()
        return y == 0 if self.state.why else None

    def paint(self) -> None:
        if self.state.why and not self.state.space.wide:
            _inspect(self, self.state.space.width)


class Side(InspectorPart):
    """The side column of a wide terminal: lists of the scene, or the inspector."""

    rows: Sequence[Line | Row] = ()

    def paint(self) -> None:
        state, space = self.state, self.state.space
        if not space.wide:
            return
        width = side_width(space.width, state.why)
        self.styles.width = width
        if state.why:
            _inspect(self, width)
        else:
            self.rows = state.view.pane.side(width, self.size.height or space.height)
            self.show(list(map(line_of, self.rows)))


def _inspect(part: Part, width: int) -> None:
    lines, head, fresh = part.state.inspector.lines(part.state.view, width)
    part.show(lines, head=head)
    if fresh:
        part.to_top()


class SideEdge(Part):
    """The line left of the side column."""

    def paint(self) -> None:
        self.show([(("│", "line"),)] * (self.size.height or self.state.space.height))
