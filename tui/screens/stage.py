"""The stage: one game on one screen, live or replayed. It paints what the view says and moves the playhead."""

import asyncio
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult, SystemCommand
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.events import Key, Resize
from textual.widgets import Input
from textual.worker import Worker, WorkerState

from core.errors import IllegalAction, UserError
from core.events import Event
from core.timeline import moment
from tui.lines import Lines
from tui.panes import transport
from tui.screens.base import SMALLEST, TALL, WIDE, PlaybillScreen
from tui.screens.curtain import CurtainScreen
from tui.screens.help import HelpScreen
from tui.source import Live, follow
from tui.stage_keys import MOVES, footer_keys
from tui.styles import Line, fit
from tui.view import View

if TYPE_CHECKING:
    from tui.app import Playbill

FRAME = 1 / 30
SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
SCROLL = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}
ASKS = {"search": "search the log: Enter finds the next", "go": "go to an event (188) or a turn (t12)"}
SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"


class StageScreen(PlaybillScreen):
    """Keys: at now, with a seat, letters, digits and arrows belong to the scene; else to the transport."""

    app: "Playbill"
    BINDINGS: ClassVar = [
        Binding("f1", "help", "Help", id="help", tooltip="The rules and the keys"),
        Binding("tab", "walk(1)", "Next pane", id="walk", priority=True, show=False),
        Binding("shift+tab", "walk(-1)", "Previous pane", id="walk-back", priority=True, show=False),
        Binding("escape", "back", "Back", id="back", priority=True, show=False),
    ]

    def __init__(
        self,
        view: View,
        live: Live | None = None,
        *,
        speed: float = 1.0,
        playing: bool = True,
        follow: Path | None = None,
    ) -> None:
        """A stage on a live run, or with none a replay; `follow` is a recording that still grows."""
        super().__init__()
        self.view: View = view
        self.live = live
        self.speed = speed
        self.playing = playing
        self.tab = 0
        self._follow = follow
        self._asking: str = ""
        """What is asked for, when not words: "search", "go" or "eyes"."""
        self._draft = ""
        """Words that wait while something else is asked for."""
        self._failed = ""
        self._told: tuple[str, str] = ("", "")
        """A line that stands in the preview's row until the next key: text and style."""
        self._since = time.monotonic()
        self._next_at = 0.0
        self._painted: tuple[object, ...] = ()
        self._curtain = False
        self._tabs_at: list[int] = []
        """Columns at which the dock's tabs begin."""

    def compose(self) -> ComposeResult:
        pane = self.view.pane
        pane.palette = self.app.palette
        yield Lines(id="header", ground="shade")
        with Horizontal(id="middle"):
            with Vertical(id="main"):
                yield Lines(id="strip")
                yield pane.make_board()
                yield Lines(id="legend")
                yield Lines(id="dock-title")
                dock = Lines(id="dock", follow=True)
                dock.can_focus = True
                yield dock
            yield Lines(id="side-edge")
            yield Lines(id="side")
        yield Lines(id="inspector")
        with Horizontal(id="input-row"):
            yield Lines(id="prompt", ground="shade")
            yield Input(id="words", compact=True)
        yield Lines(id="preview", ground="shade")
        yield Lines(id="curve-title")
        yield Lines(id="curve")
        yield Lines(id="track")
        yield Lines(id="place")
        yield Lines(id="footer")
        yield Lines(id="notice")

    def on_mount(self) -> None:
        self._words.cursor_blink = self.app.motion
        self._layout_for(self.app.size.width, self.app.size.height)
        self.set_focus(self.query_one("#board"))
        self.set_interval(FRAME, self._frame)
        if self.live is not None:
            self._play(self.live)
        elif self._follow is not None:
            self._tail(self._follow)
        self.paint()

    @property
    def _words(self) -> Input:
        return self.query_one("#words", Input)

    def _lines(self, name: str) -> Lines:
        return self.query_one(f"#{name}", Lines)

    # -- events come in

    @work(exclusive=True, group="source", exit_on_error=False)
    async def _play(self, live: Live) -> None:
        async for batch in live.batches():
            self.view.extend(batch)
            if batch[-1].agent not in live.people and not live.run.control.stopping:
                await self._pause_between(batch)

    @work(exclusive=True, group="source", exit_on_error=False)
    async def _tail(self, path: Path) -> None:
        async for batch in follow(path, self.view.known):
            self.view.extend(batch)

    async def _pause_between(self, batch: Sequence[Event]) -> None:
        """Bots play at a pace that can be followed; who looks back does not hold them up."""
        if batch[-1].end != "turn" or not batch[-1].turn or self.app.pace == 0:
            return
        until = time.monotonic() + self.app.pace / self.speed
        while time.monotonic() < until and self.live is not None and not self.live.run.control.stopping:
            await asyncio.sleep(min(0.05, max(0.0, until - time.monotonic())))

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.state == WorkerState.ERROR:
            error = event.worker.error
            known = isinstance(error, UserError)
            self._failed = str(error) if known else f"the run failed: {type(error).__name__}: {error}"
            self._painted = ()
            self.log.error(error)

    # -- frames

    def _frame(self) -> None:
        """At most 30 times a second: replay goes on, and what changed is painted."""
        if self.live is not None:
            self._heed_signal(self.live)
        elif self.playing:
            self._replay()
        spin = int(time.monotonic() * 8) if self.view.waiting and self.app.motion else 0
        state = (self.view.n, self.view.known, self.view.eyes, self.view.waiting, self.tab, self._told, self.speed)
        state = (*state, self.playing, self.size, spin, self._asking, self.focused, self.view.pane.palette.name)  # type: ignore[assignment]
        if state != self._painted:
            self._painted = state
            self.paint()

    def _heed_signal(self, live: Live) -> None:
        if live.waiting == self.view.waiting:
            return
        if self.view.seat in live.waiting:
            self._told = ("", "")
        self.view.waiting = live.waiting
        self._since = time.monotonic()
        due = [name for name in live.waiting if name in live.people]
        if due and self.view.seat not in due and not self._curtain:
            self._curtain = True
            self.app.push_screen(CurtainScreen(due[0]), lambda _: self._sit(due[0]))

    def _sit(self, name: str) -> None:
        """Another person takes over; what the first one was writing is not shown."""
        self._curtain = False
        self.view.seat = self.view.eyes = name
        self._end_asking()
        self._words.value = self._draft = ""
        self._told = ("", "")
        self._painted = ()

    def _replay(self) -> None:
        """The next step, after the time it took in the run, within what an eye can follow."""
        view, now = self.view, time.monotonic()
        if view.at_now:
            if self._follow is None:
                self.playing = False
            return
        if now < self._next_at:
            return
        n = view.n + 1
        while n < view.known and not view.events[n - 1].end:
            n += 1
        took = view.events[n].t - view.events[n - 1].t if n < view.known else 0.0
        self._next_at = now + min(2.0, max(0.25, took)) / self.speed
        view.go(n)

    def paint(self) -> None:
        view, pane = self.view, self.view.pane
        width, height = self.app.size
        if self.has_class("small"):
            self._lines("notice").show(self._notice(width, height))
            return
        pane.palette = self.app.palette
        self.set_class(not view.seat, "spectator")
        wide = width >= WIDE
        main = width - (57 if self.has_class("why") else 43) if wide else width
        self._lines("header").show([transport.header(view, pane, self._state(), width)])
        self._lines("strip").show([*([()] if height >= TALL else []), pane.strip(main)])
        pane.paint_board()
        self._lines("legend").show([pane.legend(main)])
        self._paint_dock(main, wide)
        self._paint_side(wide, height)
        self._lines("prompt").show([((" › ", "accent" if self.focused is self._words else "dim"),)])
        self._lines("preview").show([self._preview(width)])
        self._lines("curve-title").show([self._curve_title(width)])
        self._lines("curve").show(transport.curve_rows(view, pane, width, self._lines("curve").size.height or 1))
        self._lines("track").show([transport.track(view, width, self._track_state())])
        said = () if view.seat else self._said(width)
        self._lines("place").show([said or transport.place(view, width)])
        self._lines("footer").show([transport.footer(footer_keys(self), width)])

    def _paint_dock(self, main: int, wide: bool) -> None:
        tabs = self.view.pane.tabs(wide)
        self.tab = min(self.tab, len(tabs) - 1)
        dock = self._lines("dock")
        spans: list[tuple[str, str]] = [
            ("▌" if self.focused is dock else "─", "accent" if self.focused is dock else "line")
        ]
        self._tabs_at = []
        for i, tab in enumerate(tabs):
            self._tabs_at.append(sum(len(text) for text, _ in spans))
            here = "bold accent" if self.focused is dock else "bold fg"
            spans.append((f"{tab.name}{' ' if tab.badge else ''}", here if i == self.tab else "dim"))
            spans += [(tab.badge, "accent"), ("   ", "")]
        spans[-1] = (" ", "")
        used = sum(len(text) for text, _ in spans)
        spans += [("─" * max(0, main - used - 8), "line"), (" tab ", "dim"), ("───", "line")]
        self._lines("dock-title").show([fit(tuple(spans), main)])
        dock.show(tabs[self.tab].paint(main))

    def _paint_side(self, wide: bool, height: int) -> None:
        pane = self.view.pane
        if self.has_class("why") and not wide:
            self._lines("inspector").show([self._why_title(self.app.size.width), *pane.why(self.app.size.width)])
        if wide:
            side = self._lines("side")
            rows = side.size.height or height
            why = self.has_class("why")
            side.show([self._why_title(56), *pane.why(56)] if why else pane.side(42, rows))
            self._lines("side-edge").show([(("│", "line"),)] * rows)

    def _why_title(self, width: int) -> Line:
        keys = " ←→ decision  esc back "
        title: Line = (("▌", "accent"), ("Why ", "bold accent"))
        return (*title, ("─" * max(0, width - 5 - len(keys)), "line"), (keys, "dim"))

    def _curve_title(self, width: int) -> Line:
        name = self.view.pane.curve_name.capitalize()
        right: Line = ((" good ", "mid"), ("◆", "good"), ("  bad ", "mid"), ("╳", "bad"), (" ──", "line"))
        rule = max(0, width - len(name) - 4 - 18)
        return (("─ ", "line"), (f"{name} ", "bold mid"), ("─" * rule, "line"), *right)

    def _said(self, width: int) -> Line:
        """What the app has to say just now; nothing, most of the time."""
        text, style = (self._failed, "bad") if self._failed else self._told
        return fit(((f"   {text}", style),), width) if text else ()

    def _preview(self, width: int) -> Line:
        if said := self._said(width):
            return said
        if self._asking:
            return ()
        if not self.acting and not self.has_class("tall"):
            return transport.place(self.view, width)
        if self._words.value:
            return self.view.pane.preview(self._words.value, width)
        if self._waiting_for_me:
            return fit((("   your turn: ", "accent"), *self.view.pane.idle()), width)
        if self.view.waiting:
            return ((f"   {', '.join(self.view.waiting)} decides {self._elapsed()}", "dim"),)
        return ()

    def _elapsed(self) -> str:
        seconds = time.monotonic() - self._since
        spin = SPINNER[int(seconds * 8) % len(SPINNER)] + " " if self.app.motion else ""
        return f"{spin}{seconds:.1f} s" if seconds >= 0.2 else ""

    def _notice(self, width: int, height: int) -> list[Line]:
        text = f"Playbill needs {SMALLEST[0]}x{SMALLEST[1]}; this is {width}x{height}"
        return [*[()] * (height // 2), ((text.center(width)[:width], "accent"),)]

    # -- what is going on

    @property
    def _waiting_for_me(self) -> bool:
        return bool(self.view.seat) and self.view.seat in self.view.waiting and self.view.at_now

    @property
    def acting(self) -> bool:
        """Whether keys belong to the scene."""
        return self.live is not None and bool(self.view.seat) and self.view.at_now and self.view.ended is None

    def _state(self) -> tuple[str, str]:
        if self._failed:
            return ("✗ failed", "bad")
        if self.view.ended is not None and self.view.at_now:
            return ("■ over", "accent")
        if self.live is not None:
            if self.live.run.control.paused:
                return ("‖ paused", "accent")
            return ("● live", "good") if self.view.at_now else ("◄ past", "accent")
        return (f"► {self.speed:g}x", "accent") if self.playing else ("‖ paused", "mid")

    def _track_state(self) -> tuple[str, str]:
        if self._waiting_for_me:
            return ("YOUR TURN", "bold accent")
        text, style = self._state()
        return (text.removeprefix("● "), style)

    # -- keys

    def takes(self, event: Key) -> bool:
        """Asked by the app before a key goes to a widget, so that quick keys act in the order they were typed."""
        if not self.is_attached or self.has_class("small"):
            return False
        self._told = ("", "")
        if self.focused is self._words:
            return False
        if self._asking == "eyes":
            self._answer_eyes(event.character == "y")
            return True
        dock = self._lines("dock")
        if self.focused is dock and event.key in SCROLL:
            dock.scroll_rows(SCROLL[event.key])
            return True
        if self._scene_takes(event):
            return True
        move = MOVES.get(event.key) or MOVES.get(event.character or "")
        if move is None or (move.past_only and self.acting and not self.has_class("why")):
            return False
        move.do(self)
        return True

    def _scene_takes(self, event: Key) -> bool:
        if not self.acting or self.has_class("why") or self.focused is self._lines("dock"):
            return False
        command = self.view.pane.press(event.character if event.is_printable and event.character else event.key)
        if command:
            self._command(command)
        return command is not None

    def _command(self, command: str) -> bool:
        """Hand a command to the run, if the scene takes it as things stand. False: it was refused, and said so."""
        assert self.live is not None
        scene, seat = self.view.scene, self.view.seat
        at_once = self._waiting_for_me and not self.live.queued(seat)
        try:
            action = scene.parse(seat, command)
            if at_once:  # what waits is judged when its turn comes
                scene.check(seat, action)
        except IllegalAction as why:
            self._tell(str(why), "bad")
            return False
        self.live.submit(seat, command)
        if not self._waiting_for_me:
            self._tell("kept for your turn", "accent")
        return True

    def _tell(self, text: str, style: str) -> None:
        self._told = (text, style)

    def on_input_changed(self) -> None:
        self._painted = ()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text, asking = event.value.strip(), self._asking
        if asking:
            self._end_asking()
            if text and asking == "search":
                self._search(text)
            elif text and asking == "go":
                self._go_to(text)
        elif text and self._command(self.view.pane.command(text)) and self._words.value == event.value:
            self._words.value = ""

    def _search(self, text: str) -> None:
        if not self.view.find(text):
            self._tell(f"nothing in the log says {text!r}", "bad")
        self.playing = False

    def _go_to(self, text: str) -> None:
        try:
            self.view.go(moment(self.view.events, text))
        except UserError as error:
            self._tell(str(error), "bad")
        self.playing = False

    # -- actions, by the names in stage_keys

    def ask_for(self, what: str) -> None:
        self._asking = what
        self._draft = self._words.value
        self.add_class("asking")
        self._words.placeholder = ASKS[what]
        self._words.value = ""
        self.set_focus(self._words)

    def _end_asking(self) -> None:
        self._asking = ""
        self.remove_class("asking")
        self._words.placeholder = ""
        self._words.value, self._draft = self._draft, ""
        self.set_focus(self.query_one("#board"))

    def write(self) -> None:
        if self._asking:
            self._end_asking()
        if self.acting:
            self.set_focus(self._words)
        elif self.view.seat and self.view.ended is None:
            self.view.go(self.view.known)
            self.set_focus(self._words)
        else:
            self._tell("only a player writes; you are watching", "accent")

    def toggle_play(self) -> None:
        if self.live is not None and self.view.at_now:
            control = self.live.run.control
            (control.resume if control.paused else control.pause)()
            self._painted = ()
        elif self.live is not None:
            self.view.go(self.view.known)
        else:
            if self.view.at_now and self.view.ended is not None:
                self.view.go(0)
            self.playing = not self.playing

    def one_turn(self) -> None:
        """While a run is paused, let it play one turn."""
        if self.live is not None and self.live.run.control.paused:
            self.live.run.control.step()

    def change_speed(self, by: int) -> None:
        index = min(range(len(SPEEDS)), key=lambda i: abs(SPEEDS[i] - self.speed))
        self.speed = SPEEDS[max(0, min(len(SPEEDS) - 1, index + by))]

    def change_eyes(self) -> None:
        """Whoever plays is asked first, at now and in the past, and opening eyes is in the record."""
        if self.live is None or not self.view.seat or self.view.ended is not None:
            self.view.next_eyes()
        elif self.view.eyes == self.view.seat:
            self._asking = "eyes"
            self._tell("open all eyes? It will stand in the recording. y yes, any other key no", "accent")
        else:
            self.view.eyes = self.view.seat

    def _answer_eyes(self, yes: bool) -> None:
        self._asking = ""
        if yes and self.live is not None:
            self.live.run.control.intervene("opened all eyes", self.view.seat)
            self.view.eyes = ""

    def inspect(self) -> None:
        self.toggle_class("why")
        self._layout_for(self.app.size.width, self.app.size.height)
        self._painted = ()

    def go_decision(self, direction: int) -> None:
        decisions = self.view.pane.decisions()
        ahead = [n for n in decisions if (n > self.view.n if direction > 0 else n < self.view.n)]
        if ahead:
            self.view.go(ahead[0] if direction > 0 else ahead[-1])
        self.playing = False

    def go_notable(self, direction: int) -> None:
        self.playing = False
        if not self.view.go_notable(direction):
            self._tell("nothing notable that way", "dim")

    def hint(self) -> None:
        self._tell(self.view.pane.hint() if self.acting else "hints are for whoever plays", "accent")

    def palette_commands(self) -> Iterable[SystemCommand]:
        yield SystemCommand("Help", "The rules and the keys", self.action_help)
        yield SystemCommand("Why", "The decision at the playhead", self.inspect)
        yield SystemCommand("Leave", "Leave the game; it is recorded", self.leave)

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen(self.view.pane.title(), self.view.pane.help()))

    def action_walk(self, direction: int) -> None:
        """Board, each tab of the dock in turn, input."""
        if self._asking:
            self._end_asking()
        count = len(self.view.pane.tabs(self.app.size.width >= WIDE))
        stops: list[int | str] = ["board", *range(count), *(["words"] if self.acting else [])]
        dock = self._lines("dock")
        here: int | str = self.tab if self.focused is dock else "words" if self.focused is self._words else "board"
        target = stops[(stops.index(here) + direction) % len(stops)]
        if isinstance(target, int):
            self.tab = target
            self.set_focus(dock)
        else:
            self.set_focus(self.query_one(f"#{target}"))

    def action_back(self) -> None:
        if self._asking:
            self._end_asking()
        elif self.has_class("why"):
            self.inspect()
        elif self.focused is not self.query_one("#board"):
            self.set_focus(self.query_one("#board"))
        elif self.live is None or self.view.ended is not None:
            self.leave()
        else:
            self._tell("ctrl+q leaves; the run is recorded and can be resumed", "accent")

    def leave(self) -> None:
        """Stop the run cleanly, and go back to where the stage was opened from."""
        if self.live is not None and self.view.ended is None:
            self.live.run.control.stop()
            self.set_timer(0.05, self._when_ended)
        else:
            self.dismiss()

    def _when_ended(self) -> None:
        if self.view.ended is not None or not any(w.is_running for w in self.workers if w.node is self):
            self.dismiss()
        else:
            self.set_timer(0.05, self._when_ended)

    def on_lines_clicked(self, event: Lines.Clicked) -> None:
        if event.pane.id == "track":
            column = event.x - transport.LEFT
            cells = transport.track_width(self.app.size.width)
            if 0 <= column < cells:
                self.view.go(transport.event_at(self.view, column, cells))
                self.playing = False
        elif event.pane.id == "dock-title":
            self.tab = max((i for i, x in enumerate(self._tabs_at) if x <= event.x), default=0)
            self.set_focus(self._lines("dock"))

    def on_resize(self, event: Resize) -> None:
        self._layout_for(event.size.width, event.size.height)
        self._painted = ()

    def _layout_for(self, width: int, height: int) -> None:
        self.set_class(width < SMALLEST[0] or height < SMALLEST[1], "small")
        self.set_class(width >= WIDE, "wide")
        self.set_class(width < WIDE, "narrow")
        self.set_class(height >= TALL, "tall")
