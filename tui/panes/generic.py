"""The picture of any scene: its board as text, its log, what is known, and what can be done as a menu.

A scene that has more to show brings a pane of its own, which overrides what it draws richer.
"""

import inspect
from bisect import bisect_right
from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import Any, TypeVar, final

import msgspec
from textual.widget import Widget

from core.errors import GaveUp, IllegalAction, UserError
from core.events import (
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
from core.llm.routes import thinkers
from core.plugins import failure
from core.scene import Scene
from themes.palettes import DARK, Palette
from tui.lines import Lines
from tui.panes import results
from tui.panes.advice import first_bot
from tui.panes.found import page
from tui.panes.kit import Advice, Beat, Click, Key, Part, Room, Row, Tab, seated, stack, statement
from tui.panes.menu import Menu
from tui.panes.outline import outline
from tui.styles import Line, clip, fit, spread, width_of, wrap
from tui.tour import Tour
from tui.view import View

T = TypeVar("T")
LOG, TALK, KNOWS, FOUND = "Log", "Talk", "Knows", "Found"
PLUMBING: tuple[type[Body], ...] = (Asked, Prompted, GroupStarted, GroupEnded, TurnEnded, Acted)
"""Kinds of events that a reader of a log need not see."""
RECENT = 500
"""Events that the log shows, up to the playhead."""


class ScenePane:
    """Paints a scene: a fold over the events, and functions of the view that make lines.

    A pane of a scene's own derives from this, and overrides what it draws richer: `world`, or the whole `board`;
    `legend`, `tabs`, `side`, `why`; `take`, for what it keeps of the events; `press`, `idle` and `advice`, for the
    person's seat. The stage sets `palette`, `room`, `focus` and `on_board` before it asks for anything.
    """

    plumbing = PLUMBING
    """Kinds of events that are not in the log."""
    letters = "123456789"
    """Letters, digits and signs that the scene takes for itself while a person plays."""
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
    keeps_input = False
    """Whether the input stays with the person: a command that is typed early is kept until the turn comes, and the
    input stays open after words were sent."""
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

    def __init__(self, view: View) -> None:
        self.view = view
        self.palette: Palette = DARK
        self.room = Room()
        self.focus = ""
        """The tab of the dock that has the keys; "" while the board has them. `look` and `find` may set it: the stage
        goes there."""
        self.hinted = ""
        """The command of the hint that was just given."""
        self.begun = ""
        """The command that `look` or `click` asks for, if it does: the stage takes it, one that ends in a space to be
        finished in the input."""
        self.on_board = True
        """Whether the board has the focus."""
        self._lines = Lines()
        self._talk: list[Event] = []
        self._brought: list[Event] = []
        self._decided: list[int] = []
        self._deciding = 0
        self._menu = Menu()
        self._menu_top = 0
        """Rows of the world above the menu."""
        self._side: Sequence[Row] = ()
        self._kept: tuple[object, dict[Hashable, Any]] = (None, {})

    # -- what every pane can use

    @cached_property
    def has_models(self) -> bool:
        """Tell whether anybody in the cast thinks with a model."""
        return bool(thinkers(self.view.header))

    @property
    def mine(self) -> bool:
        """Tell whether the person in the seat is awaited, and the newest event is on the screen."""
        view = self.view
        return bool(view.seat) and view.at_now and view.ended is None and view.seat in view.waiting

    def once(self, make: Callable[..., T], *told: Hashable) -> T:
        """Call `make(*told)`, and keep what it gave for as long as playhead, eyes and seat stay as they are."""
        at = (self.view.n, self.view.eyes, self.view.seat)
        if self._kept[0] != at:
            self._kept = at, {}
        key = (make, *told)
        if key not in self._kept[1]:
            self._kept[1][key] = make(*told)
        made: T = self._kept[1][key]
        return made

    def forget(self) -> None:
        """Have everything made anew that `once` has made: something else is looked at."""
        self._kept = (None, {})

    def seen(self, eyes: str) -> Any:
        """Observe the world at the playhead, as one agent knows it; as it is, for no name."""
        scene = self.view.scene
        return scene.observe(eyes) if eyes else scene.overview()

    def go(self, n: int) -> bool:
        """Go to the end of the step that event `n` is in. Gives False for 0, which is no event."""
        if n:
            while n < self.view.known and not self.view.events[n - 1].end:
                n += 1
            self.view.go(n)
        return bool(n)

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
        menu = self._menu.lines(self.commands(), width, rows - len(world))
        shown = world[: max(1, rows - len(menu))]
        self._menu_top = len(shown)
        return [*shown, *menu]

    def world(self, width: int) -> Sequence[Line]:
        """Draw the world, as the eyes know it: what the scene prints of it."""
        return [((f" {row}", "fg"),) for row in self.view.scene.board(self.view.eyes).splitlines()]

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
        return next((row.line for row in reversed(self.once(self._log_rows, width)) if row.n), ())

    def tabs(self, wide: bool) -> Sequence[Tab]:
        """List the dock's tabs. On a wide screen the log is in the side column."""
        rest = [Tab(TALK, "", self.talk_lines), Tab(KNOWS, "", self.knows_lines, follows=False), *self.found()]
        return rest if wide else [Tab(LOG, "", self.log_lines), *rest]

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
        talk = [Row(line) for line in self.talk_lines(width)]
        return stack(
            [Part(LOG, "click = go there", self.once(self._log_rows, width)), Part(TALK, "", talk)], width, height
        )

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
        return [row.line for row in self.once(self._log_rows, width)] or [((" Nothing has happened yet", "dim"),)]

    def talk_lines(self, width: int) -> Sequence[Line]:
        """Write what was said, as far as the eyes hear."""
        return self.once(self._said, width) or [((" Nothing said yet", "dim"),)]

    def _said(self, width: int) -> list[Line]:
        view, out = self.view, list[Line]()
        for event in self._talk[: bisect_right(self._talk, view.n, key=lambda each: each.n)]:
            if view.may_see(event):
                out += statement(event.agent, event.data.sentence(), width, event.agent == view.seat)
        return out

    def found_lines(self, width: int) -> Sequence[Line]:
        """Write the newest that a tool has brought, as far as the eyes see: a page, what a search has found."""
        return self.once(self._page, width)

    def _page(self, width: int) -> list[Line]:
        event = self._found()
        return page(event.agent, event.data, width) if event is not None and isinstance(event.data, Brought) else []

    def _found(self) -> Event | None:
        before = self._brought[: bisect_right(self._brought, self.view.n, key=lambda each: each.n)]
        return next(filter(self.view.may_see, reversed(before)), None)

    def knows_lines(self, width: int) -> Sequence[Line]:
        """Write the observation of the eyes; with all of them, the world."""
        return self.once(self._known, width)

    def _known(self, width: int) -> list[Line]:
        return outline(msgspec.to_builtins(self.seen(self.view.eyes)), width) if self.view.n else []

    # -- the end

    def ending(self, width: int) -> Sequence[Line]:
        """Write how a run that is over came out, for the end screen: who won, the points, what was measured."""
        return results.lines(self.view, self.results, width)

    # -- looking

    def look(self, key: str) -> bool:
        """Change what is looked at by a key: select, sort, open. Gives False for a key that is none of these. It asks
        for no seat."""
        return False

    def click(self, click: Click) -> bool:
        """Change what is looked at by a click: a row of a list goes to its event, a command of the menu is chosen, and
        given by the next one. Gives False for a click beside them."""
        if click.place == "board":
            command = self._menu.click(click.x, click.y - self._menu_top, self.commands())
            self.begun = command or ""
            return command is not None
        rows: Sequence[Row] = ()
        if click.place == "side":
            rows = self._side
        elif click.place == "dock":
            rows = self.rows_of(self.focus, self.room.cells)
        return self.go(rows[click.y].n) if 0 <= click.y < len(rows) else False

    def rows_of(self, tab: str, width: int) -> Sequence[Row]:
        """List the rows of a tab of the dock, where they go to events."""
        return self.once(self._log_rows, width) if tab == LOG else ()

    def look_keys(self) -> Sequence[Key]:
        """List the keys that `look` takes, for the footer."""
        return ()

    def find(self, words: str) -> bool:
        """Go to what the words say, or show only that. Gives False if there is nothing."""
        return self.view.find(words)

    # -- the person's seat

    def commands(self) -> Sequence[str]:
        """List what the person can do now, as commands; where the space is open, its closed part."""
        return self.once(self._commands) if self.mine else ()

    def _commands(self) -> Sequence[str]:
        scene, seat = self.view.scene, self.view.seat
        return [scene.describe(action) for action in scene.legal(seat)]

    def own_keys(self) -> Sequence[Key]:
        """List the keys that `press` takes, for the footer."""
        return (
            (Key("↑↓", "choose"), Key("enter", "do it"), Key("m", "write")) if self.commands() else (Key("m", "write"),)
        )

    def press(self, key: str) -> str | None:
        """Give the command that a key stands for now, "" if it did something on the board, None if it is not the
        scene's. A command that ends in a space is to be finished in the input."""
        return self._menu.press(key, self.commands())

    def overdue(self) -> str:
        """Give the command that is taken because the person's time is over, or "" while it is not. Asked with each
        frame in which the person is awaited and may answer."""
        return ""

    def idle(self) -> Line:
        """Write what the person may do while nothing is typed, and what Enter does."""
        commands = self.commands()
        if not commands:
            return (("press ", "mid"), ("m", "bold accent"), (" and type a command", "mid"))
        chosen = self._menu.chosen(commands)
        return ((chosen, "bold hi"), ("   ", ""), ("Enter", "bold accent"), (" does it", "mid"))

    def preview(self, text: str, width: int) -> Line:
        """Write what will be understood of the words in the input, or why they are refused."""
        scene, seat = self.view.head, self.view.seat
        try:
            action = scene.parse(seat, self.command(text))
            if self.mine:
                scene.check(seat, action)
        except IllegalAction as why:
            return fit(((f"   {why}", "bad"),), width)
        told: Line = (("   understood  ", "dim"), (scene.describe(action), "bold hi"))
        return spread(told, (("Enter", "bold accent"), (" does it ", "mid")), width)

    def complete(self, text: str) -> str | None:
        """Give the first command that begins like this, or None."""
        low = text.casefold()
        return next((c for c in self.commands() if text and c.casefold().startswith(low) and c != text), None)

    def complete_outside(self, text: str) -> str | None:
        """Give the first intervention that begins like this, or None."""
        return None

    @final
    def completed(self, text: str, asked: str) -> str | None:
        """Complete what is typed: a command, or an intervention where one is `asked` for."""
        if asked:
            return self.complete_outside(text) if asked == "intervene" else None
        return self.complete(text)

    def command(self, text: str) -> str:
        """Give the command that the words in the input stand for."""
        return text

    def doubt(self, command: str) -> str:
        """Ask whether a command is meant, before it is given: a question to be answered with yes or no, or ""."""
        return ""

    def silence(self) -> str:
        """Give the command that an empty line stands for; "" for none."""
        return ""

    @final
    def hint(self) -> str:
        """Write a hint for the person, or why there is none: an error of whoever gives the advice says so. Its move is
        shown on the board, and is `hinted` until another key is pressed."""
        if not self.mine:
            return "hints are for your turn"
        try:
            advice = self.advice()
            self.hinted = advice.command
            if self.hinted:
                self.point(self.hinted)
            how = ", {hint} does it" if self.hinted else ""
            return f"hint{how}: {advice.words}"
        except (GaveUp, UserError) as why:
            return f"no hint: {why}"
        except Exception as error:  # noqa: BLE001  a package's bot may raise anything
            return f"no hint: {failure(error)}"

    def advice(self) -> Advice:
        """Say what a good player would do in the person's seat: the scene's first bot, which is `rules`. Raises GaveUp,
        saying why, where there is no advice."""
        view = self.view
        return Advice(first_bot(view.head, view.seat, view.turn, view.header.seed))

    def point(self, command: str) -> None:
        """Show a command on the board as if the person had chosen it: here, in the menu."""
        self._menu.choose(command, self.commands())

    def help(self) -> Sequence[str]:
        """Write the rules as a page of plain paragraphs."""
        scene = self.view.scene
        told = inspect.cleandoc(type(scene).__doc__ or "").split("\n\n")
        return [f"{scene.name}: {scene.summary}", *(" ".join(part.split()) for part in told if part)]


def _logged(event: Event, seat: str, width: int) -> Line:
    mine = "bold accent" if event.agent and event.agent == seat else "bold hi"
    head: Line = ((f"{event.turn:>3} ", "dim"), (clip(event.agent, 12), mine), (" " if event.agent else "", ""))
    return (*head, (clip(event.data.sentence(), max(8, width - width_of(head))), "fg"))
