"""The pane of any scene: board as text, log, the perspective's observation, and a menu of possible actions.

A scene with a richer display has its own pane, which overrides parts of this one.
"""

import inspect
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from textual.widget import Widget

from core.engine.events import Event
from tui.glyphs import cells
from tui.lines import Lines
from tui.panes import lists, results
from tui.panes.drawing import beside_name, name_of, notice, paragraph, scrolled_rows, stack
from tui.panes.kit import Caption, Click, Curve, Header, Part, Row, Tab
from tui.panes.seat import Seat
from tui.sizes import WIDE
from tui.styles import Line, fit, wrap

PAGES = {"pageup": -5, "pagedown": 5}
"""Rows by which a key scrolls the board's text."""


class BoardLines(Lines):
    """A board of lines, which its pane scrolls so that the menu below the text stays visible."""

    def __init__(self, scrolled: Callable[[int, int], Sequence[Line]]) -> None:
        super().__init__()
        self._scrolled = scrolled

    def scroll_rows(self, rows: int) -> None:
        self.show(self._scrolled(rows, self.size.height))


class ScenePane(Seat):
    """Draws a scene: methods that return lines for a view.

    A scene's own pane derives from this and overrides what it draws in more detail: `state`, or the whole `board`;
    `legend`, `tabs`, `side`, `why`; `take`, to collect data from events; `press`, `idle` and `advice`, for the person's
    seat.
    """

    _scrolled = 0
    """Rows of the board's text above the visible part."""
    _overflows = False
    """True if the board's text has more rows than fit."""
    _menu_top = 0
    """Number of rows above the menu."""

    def take(self, event: Event, scene: Any) -> None:
        """Fold an event, given the scene after it. Called once per event, in order; by default it does nothing."""

    # -- the board

    def make_board(self) -> Widget:
        """Create the board's widget. Its method `show` is called with the result of `board`."""
        return BoardLines(self._scroll)

    def board(self, width: int, rows: int) -> Any:
        """Draw the board: its text, and below it the menu, in `rows` lines of `width` cells.

        Args:
            width: Width of the board in cells.
            rows: Height of the board in rows.

        Returns:
            The lines; for a pane with its own widget, the argument of the widget's `show`.
        """
        if not self.view.n:
            return []
        flaw = paragraph(self.view.flaw, width, "bad") if self.view.flaw else []
        state = [*flaw, *self.state(width)]
        menu = self._menu.lines(self._entries(), width, rows - len(state))
        shown = self._fitting(state, max(2, rows - len(menu)))
        self._menu_top = len(shown)
        return [*shown, *menu]

    def _fitting(self, state: Sequence[Line], room: int) -> Sequence[Line]:
        """Return the rows of the board's text that fit; the last row counts the hidden ones."""
        self._overflows = len(state) > room
        shown, self._scrolled = scrolled_rows(state, room, self._scrolled)
        return shown

    def _scroll(self, rows: int, height: int = 0) -> Sequence[Line]:
        self._scrolled = max(0, self._scrolled + rows)
        board: Sequence[Line] = self.board(self.room.cells, height)
        return board

    def state(self, width: int) -> Sequence[Line]:
        """Draw the state that the perspective knows: by default, the scene's own text."""
        rows = self.view.scene.board(self.view.perspective).splitlines()
        fitting = ([row] if cells(row) <= width - 2 else wrap(row, width - 2) for row in rows)
        return [((f" {part}", "fg"),) for parts in fitting for part in parts]

    def board_rows(self) -> int:
        """Return the board's height in rows, leaving the rest of `room` to the dock; 0 takes all rows."""
        return 0

    # -- around the board

    def header(self) -> Header:
        """Return the title of the game, its state, and its last turn."""
        header = self.view.header
        title = f"{header.scene} · {len(header.cast)} players · {header.origin}"
        return Header(title, (), self.view.scene.config.max_turns)

    def strip(self, width: int) -> Line:
        """Draw the row above the board: the agents with their policies, and a mark at each that is deciding."""
        view, spans = self.view, [(" ", "")]
        for name in view.header.cast:
            awaited = name in view.waiting and view.at_now
            text, style = beside_name(view, name)
            spans += [("● " if awaited else "  ", "accent"), name_of(view, name), (f" {text}  ", style)]
        return fit(tuple(spans), width)

    def legend(self, width: int) -> Line:
        """Draw the row below the board: the selection, or a legend of signs; by default, the newest event.

        The newest event is left out while the log shows it.
        """
        if self.room.width >= WIDE or self.room.tab == "Log":
            return ()
        return next((row.line for row in reversed(lists.log(self.view, self.traits.plumbing, width)) if row.n), ())

    def tabs(self, wide: bool) -> Sequence[Tab]:
        """Return the dock's tabs. On a wide screen log and talk are in the side column."""
        rest = [Tab("Knows", "", self._knows, follows=False), *lists.found_tab(self.view)]
        if wide:
            return rest
        talk = [Tab("Talk", "", self._talk)] if self._talks else []
        return [Tab("Log", "", self._log), *talk, *rest]

    def side(self, width: int, height: int) -> Sequence[Line | Row]:
        """Draw the side column of a wide screen: its lists, except one that is open in the dock.

        A click on a `Row` goes to its event.

        Args:
            width: Width of the column in cells.
            height: Height of the column in rows.

        Returns:
            The rows of the column; a `Row` also names an event.
        """
        return stack([part for part in self._parts(width) if part.name != self.room.tab], width, height)

    def _parts(self, width: int) -> Sequence[Part]:
        """Return the lists of the side column. One with the name of a tab is left out while that tab is open."""
        parts = [Part("Log", "click = go there", lists.log(self.view, self.traits.plumbing, width))]
        if self._talks:
            parts.append(Part("Talk", "", self._talk(width)))
        return parts

    @property
    def _talks(self) -> bool:
        """True if any agent has talked, or an action has free text."""
        fields = (field for kind in self.view.scene.actions for field in msgspec.structs.fields(kind))
        return bool(self.view.said) or any(field.type is str for field in fields)

    def _log(self, width: int) -> Sequence[Line | Row]:
        return lists.log(self.view, self.traits.plumbing, width) or notice("Nothing has happened yet")

    def _talk(self, width: int) -> Sequence[Line | Row]:
        return lists.talk(self.view, width) or notice("Nothing said yet")

    def _knows(self, width: int) -> Sequence[Line]:
        return lists.knowledge(self.view, width)

    def why(self, width: int) -> Sequence[Line]:
        """Draw the inspector's first page: the decision at the playhead, and its reasons."""
        return lists.why(self.view, self.traits.plumbing, width)

    def decisions(self) -> Sequence[int]:
        """List the numbers of the events that the inspector steps through."""
        return self.view.decided

    def caption(self, event: Event) -> Caption:
        """Describe an event briefly, for the track; with `seconds`, the board shows it alone for that long."""
        return Caption(f"{event.agent} {event.data.sentence()}".strip())

    def curve(self) -> Curve:
        """Return the curve above the track, as the perspective knows it."""
        return Curve()

    def ending(self, width: int) -> Sequence[Line]:
        """Draw the result of a finished run: winners, points, metrics."""
        return results.lines(self.view, self.traits.results, width)

    def help(self) -> Sequence[str]:
        """Return the help page as paragraphs: those of `help.md` beside the pane's module, or the rules and actions."""
        page = Path(inspect.getfile(type(self))).with_name("help.md")
        if page.exists():
            return _paragraphs(page.read_text(encoding="utf-8"))
        scene = self.view.scene
        rules = _paragraphs(inspect.cleandoc(type(scene).__doc__ or ""))
        return [f"{scene.name}: {scene.summary}", *rules, *scene.forms.help()]

    # -- navigation

    def press(self, key: str) -> str | None:
        found = super().press(key)
        if found is None and self._overflows and self.room.on_board and key in PAGES:
            self._scrolled = max(0, self._scrolled + PAGES[key])
            return ""
        return found

    def click(self, click: Click) -> str | None:
        """Handle a click like a key: on the menu, choose a command, or give the chosen one."""
        if click.place != "board":
            return None
        return self._menu.click(click.x, click.y - self._menu_top, self._entries())

    def find(self, words: str) -> bool:
        """Go to the next event that contains the words, or filter by them. False if nothing matches."""
        return self.view.find(words)


def _paragraphs(text: str) -> list[str]:
    return [" ".join(paragraph.split()) for paragraph in text.split("\n\n") if paragraph]
