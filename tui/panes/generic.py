"""The picture of any scene: its board as text, its log, what is known, and what can be done as a menu.

A scene that has more to show brings a pane of its own, which overrides what it draws richer.
"""

import inspect
from array import array
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import final

import msgspec
from textual.widget import Widget

from core.engine.events import (
    Acted,
    Asked,
    Body,
    Brought,
    Defaulted,
    Event,
    GroupEnded,
    GroupStarted,
    Intervened,
    Prompted,
    Said,
    TurnEnded,
)
from core.engine.scene import Scene
from tui.glyphs import cells
from tui.lines import Lines
from tui.log_view import LogView
from tui.panes import results
from tui.panes.found import page
from tui.panes.kit import Beat, Click, Key, Part, Row, Tab, seated, stack, statement
from tui.panes.outline import outline
from tui.panes.seat import Seat
from tui.styles import Line, clip, fit, width_of, wrap
from tui.tour import Tour

LOG, TALK, KNOWS, FOUND = "Log", "Talk", "Knows", "Found"
PLUMBING: tuple[type[Body], ...] = (Asked, Prompted, GroupStarted, GroupEnded, TurnEnded, Acted)
"""Kinds of events that a reader of a log need not see."""
RECENT = 500
"""Events that the log shows, up to the playhead."""


PAGES = {"pageup": -5, "pagedown": 5}
"""Rows of the world that a key scrolls."""


class BoardLines(Lines):
    """A board of rows, which the pane scrolls: the menu below the world stays."""

    def __init__(self, scroll: Callable[[int], None]) -> None:
        super().__init__()
        self._scroll = scroll

    def scroll_rows(self, rows: int) -> None:
        self._scroll(rows)


class ScenePane(Seat):
    """Paints a scene: a fold over the events, and functions of the view that make lines.

    A pane of a scene's own derives from this, and overrides what it draws richer: `world`, or the whole `board`;
    `legend`, `tabs`, `side`, `why`; `take`, for what it keeps of the events; `press`, `idle` and `advice`, for the
    person's seat. The stage sets `palette`, `room`, `focus` and `on_board` before it asks for anything.
    """

    plumbing = PLUMBING
    """Kinds of events that are not in the log."""
    unit = "turn"
    """What a turn is called."""
    begins: tuple[type[Body], ...] = (Acted, Defaulted)
    """Kinds of events of a person's own doing after which it is told anew what happened since its last turn."""
    pace = 1.0
    """How long a turn of bots stays on the screen, as a multiple of the app's 0.7 s."""
    interventions = ""
    """What can be done to the world from outside, shown until something is typed; empty if nothing."""
    search_hint = ""
    """What may be typed after `/`, shown until something is, for a pane that finds other things than words of the log;
    it is asked to `find` nothing (""), too."""
    branching = ""
    """The options of `playbill branch` that set something from outside in a recorded run."""
    results: Sequence[str] = ("score",)
    """Metrics that are named when the run is over."""
    curve_name = ""
    """What the curve over the track shows."""
    tour: Tour | None = None
    """The scene's guided game, for `playbill tour`; None if it has none."""
    curve_unit = ""
    """What the curve's value counts, where less is not better."""

    def __init__(self, view: LogView) -> None:
        super().__init__(view)
        self._lines: Lines = BoardLines(self.scroll)
        self._scrolled = 0
        """Rows of the world that are scrolled past."""
        self._talk: list[Event] = []
        self._brought: list[Event] = []
        self._decided = array("q")
        self._deciding = 0
        self._menu_top = 0
        """Rows of the world above the menu."""
        self._side: Sequence[Row] = ()

    # -- the fold

    @final
    def fold(self, event: Event, scene: Scene) -> None:
        """Take every event once, with the scene after it: for what every pane keeps, and then for `take`."""
        if isinstance(event.data, Said):
            self._talk.append(event)
        if isinstance(event.data, Brought):
            self._brought.append(event)
        if event.agent and event.turn and not isinstance(event.data, Intervened):
            self._deciding = event.n
        if event.end and self._deciding:
            self._decided.append(self._deciding)
            self._deciding = 0
        self.take(event, scene)

    def take(self, event: Event, scene: Scene) -> None:
        """Keep what a pane of a scene's own wants to know of an event, with the scene after it; here, nothing."""

    # -- the board

    def make_board(self) -> Widget:
        """Make the board's widget, once. Its name and focus are the stage's."""
        return self._lines

    def paint_board(self) -> None:
        """Paint the board as things stand at the playhead."""
        self._lines.show(self.board(self.room.cells, self._lines.size.height))

    def board(self, width: int, rows: int) -> Sequence[Line]:
        """Draw the world, and below it what the person can do: at most `rows` lines of `width` cells."""
        if not self.view.n:
            return []
        flaw = wrap(self.view.flaw, width - 2) if self.view.flaw else []
        world = [*(((f" {row}", "bad"),) for row in flaw), *self.world(width)]
        menu = self._menu.lines(self.entries(), width, rows - len(world))
        shown = self._fitting(world, max(2, rows - len(menu)))
        self._menu_top = len(shown)
        return [*shown, *menu]

    def _fitting(self, world: Sequence[Line], room: int) -> Sequence[Line]:
        """Return the rows of the world that fit; the last row says how many do not."""
        if len(world) <= room:
            self._scrolled = 0
            return world
        room -= 1
        self._scrolled = max(0, min(self._scrolled, len(world) - room))
        below = len(world) - room - self._scrolled
        told = [f"{self._scrolled} above"] * bool(self._scrolled) + [f"{below} more"] * bool(below)
        keys: Line = (("PgUp PgDn", "bold accent"), (" scroll", "dim"))
        return [*world[self._scrolled : self._scrolled + room], ((f" … {', '.join(told)}, ", "dim"), *keys)]

    def scroll(self, rows: int) -> None:
        """Scroll a world that does not fit."""
        self._scrolled = max(0, self._scrolled + rows)
        self.paint_board()

    def world(self, width: int) -> Sequence[Line]:
        """Draw the world, as the eyes know it: what the scene prints of it."""
        rows = self.view.scene.board(self.view.eyes).splitlines()
        return [((f" {part}", "fg"),) for row in rows for part in _parts(row, width - 2)]

    def board_rows(self) -> int:
        """Say how many rows the board wants in this room, the dock has the rest; 0 if it takes all it gets."""
        return 0

    def last_turn(self) -> int:
        """Say at which turn the run will be over at the latest."""
        limit: int = self.view.scene.config.max_turns
        return limit

    # -- around the board

    def title(self) -> str:
        """Write what the header says of the game."""
        header = self.view.header
        return f"{header.scene} · {len(header.cast)} players · seed {header.seed}"

    def standing(self) -> Line:
        """Write how the game stands, for the header."""
        return ()

    def strip(self, width: int) -> Line:
        """Draw the agents in a row: name, policy, and who is awaited."""
        view, spans = self.view, [(" ", "")]
        for name, policy in view.header.cast.items():
            awaited = name in view.waiting and view.at_now
            spans += [
                ("● " if awaited else "  ", "accent"),
                (clip(name, 12), "bold accent" if name == view.seat else "bold hi"),
            ]
            told = "you" if name == view.seat else view.thinking.get(name, "") if awaited else ""
            spans.append((f" {told or seated(policy)}  ", "accent" if told else "mid"))
        return fit(tuple(spans), width)

    def legend(self, width: int) -> Line:
        """Write the row below the board: what is selected, what the signs mean; here, what happened last."""
        return next((row.line for row in reversed(self.view.once(self._log_rows, width)) if row.n), ())

    def tabs(self, wide: bool) -> Sequence[Tab]:
        """List the dock's tabs. On a wide screen log and talk are in the side column."""
        rest = [Tab(KNOWS, "", self.knows_lines, follows=False), *self.found()]
        if wide:
            return rest
        talk = [Tab(TALK, "", self.talk_lines)] if self.talks else []
        return [Tab(LOG, "", self.log_lines), *talk, *rest]

    @property
    def talks(self) -> bool:
        """True if somebody has talked, or an action holds free words."""
        return bool(self._talk) or self._has_words

    @cached_property
    def _has_words(self) -> bool:
        fields = (field for kind in self.view.scene.actions for field in msgspec.structs.fields(kind))
        return any(field.type is str for field in fields)

    def first_tab(self, wide: bool) -> str:
        """Name the tab that is open at first; "" for the first. On a wide screen some stand in the side column, too."""
        return ""

    def found(self) -> Sequence[Tab]:
        """Give the tab of what a tool has found, once there is something."""
        return [Tab(FOUND, "", self.found_lines, follows=False)] if self._found() else []

    def side(self, width: int, height: int) -> Sequence[Line]:
        """Draw the side column of a wide screen."""
        self._side = self.side_rows(width, height)
        return [row.line for row in self._side]

    def side_rows(self, width: int, height: int) -> Sequence[Row]:
        """List the rows of the side column; a click on one goes to its event."""
        parts = [Part(LOG, "click = go there", self.view.once(self._log_rows, width))]
        if self.talks:
            parts.append(Part(TALK, "", [Row(line) for line in self.talk_lines(width)]))
        return stack(parts, width, height)

    def why(self, width: int) -> Sequence[Line]:
        """Write the inspector's first part: the decision at the playhead, and its reasons."""
        view = self.view
        decision = view.decision
        if decision is None:
            return [(), ((" Nothing decided here", "dim"),)]
        head: Line = ((f" {decision.agent}", "bold hi"), (f"   {seated(view.header.cast[decision.agent], 26)}", "mid"))
        out: list[Line] = [(), head, ()]
        for event in decision.events:
            if view.may_see(event) and not isinstance(event.data, self.plumbing):
                rows = wrap(event.data.sentence(), width - 16)
                out.append(((f" {clip(event.kind.replace('_', ' '), 12):<13}", "dim"), (rows[0], "fg")))
                out += [((" " * 14, ""), (row, "fg")) for row in rows[1:]]
        return out

    def decisions(self) -> Sequence[int]:
        """List the numbers of events that are decisions, for the inspector to go through."""
        return self._decided

    def mark(self, event: Event) -> str:
        """Write what happened at a mark on the track."""
        return f"{event.agent} {event.data.sentence()}"

    def beat(self, event: Event) -> Beat | None:
        """Name an event that stands on the board for a moment before what follows from it; None for most events."""
        return None

    def curve(self) -> Sequence[tuple[int, float]]:
        """List (event, value) wherever the value of the curve changed, as the eyes know it."""
        return ()

    # -- lists

    def _log_rows(self, width: int) -> list[Row]:
        view = self.view
        events = [e for e in view.events[max(0, view.n - RECENT) : view.n] if not isinstance(e.data, self.plumbing)]
        return [Row(_logged(event, view.seat, width), event.n) for event in events if view.may_see(event)]

    def log_lines(self, width: int) -> Sequence[Line]:
        """Write what happened, as far as the eyes see."""
        return [row.line for row in self.view.once(self._log_rows, width)] or [((" Nothing has happened yet", "dim"),)]

    def talk_lines(self, width: int) -> Sequence[Line]:
        """Write what was said, as far as the eyes hear."""
        return self.view.once(self._said, width) or [((" Nothing said yet", "dim"),)]

    def _said(self, width: int) -> list[Line]:
        view, out = self.view, list[Line]()
        for event in self._talk[: bisect_right(self._talk, view.n, key=lambda each: each.n)]:
            if view.may_see(event):
                out += statement(event.agent, event.data.sentence(), width, event.agent == view.seat)
        return out

    def found_lines(self, width: int) -> Sequence[Line]:
        """Write the newest that a tool has brought, as far as the eyes see: a page, what a search has found."""
        return self.view.once(self._page, width)

    def _page(self, width: int) -> list[Line]:
        event = self._found()
        return page(event.agent, event.data, width) if event is not None and isinstance(event.data, Brought) else []

    def _found(self) -> Event | None:
        before = self._brought[: bisect_right(self._brought, self.view.n, key=lambda each: each.n)]
        return next(filter(self.view.may_see, reversed(before)), None)

    def knows_lines(self, width: int) -> Sequence[Line]:
        """Write the observation of the eyes; with all of them, the world."""
        return self.view.once(self._known, width)

    def _known(self, width: int) -> list[Line]:
        return outline(msgspec.to_builtins(self.view.observe(self.view.eyes)), width) if self.view.n else []

    # -- the end

    def ending(self, width: int) -> Sequence[Line]:
        """Write how a run that is over came out, for the end screen: who won, the points, what was measured."""
        return results.lines(self.view, self.results, width)

    # -- looking

    def look(self, key: str) -> bool:
        """Change what is looked at by a key: select, sort, open; here, scroll. Gives False for a key that is none of
        these. It asks for no seat."""
        if self.on_board and key in PAGES:
            self.scroll(PAGES[key])
            return True
        return False

    def click(self, click: Click) -> bool:
        """Change what is looked at by a click: a row of a list goes to its event, a command of the menu is chosen, and
        given by the next one. Gives False for a click beside them."""
        if click.place == "board":
            command = self._menu.click(click.x, click.y - self._menu_top, self.entries())
            self.begun = command or ""
            return command is not None
        rows: Sequence[Row] = ()
        if click.place == "side":
            rows = self._side
        elif click.place == "dock":
            rows = self.rows_of(self.focus, self.room.cells)
        return self.view.go_step(rows[click.y].n) if 0 <= click.y < len(rows) else False

    def rows_of(self, tab: str, width: int) -> Sequence[Row]:
        """List the rows of a tab of the dock, where they go to events."""
        return self.view.once(self._log_rows, width) if tab == LOG else ()

    def look_keys(self) -> Sequence[Key]:
        """List the keys that `look` takes, for the footer."""
        return ()

    def find(self, words: str) -> bool:
        """Go to what the words say, or show only that. Gives False if there is nothing."""
        return self.view.find(words)

    def help(self) -> Sequence[str]:
        """Write the rules as a page of plain paragraphs, and a line for each action."""
        scene = self.view.scene
        told = inspect.cleandoc(type(scene).__doc__ or "").split("\n\n")
        rules = [" ".join(part.split()) for part in told if part]
        return [f"{scene.name}: {scene.summary}", *rules, *scene.forms.help()]


def _parts(row: str, width: int) -> list[str]:
    """A row of text, in as many as it takes."""
    return [row] if cells(row) <= width else wrap(row, width)


def _logged(event: Event, seat: str, width: int) -> Line:
    mine = "bold accent" if event.agent and event.agent == seat else "bold hi"
    head: Line = ((f"{event.turn:>3} ", "dim"), (clip(event.agent, 12), mine), (" " if event.agent else "", ""))
    return (*head, (clip(event.data.sentence(), max(8, width - width_of(head))), "fg"))
