"""The stage: one game on one screen, live or replayed. It paints what the view says and moves the playhead."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult, SystemCommand
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.events import Key, Resize
from textual.widgets import Input
from textual.worker import Worker, WorkerState

from core.errors import UserError
from tui.lines import Lines, Words
from tui.screens.base import SMALLEST, TALL, WIDE, PlaybillScreen
from tui.screens.help import HelpScreen
from tui.screens.inspector import SCROLL, Inspector
from tui.screens.stage_input import answer_eyes, begin, click, give, look, open_eyes, submit, walk
from tui.screens.stage_paint import paint
from tui.screens.stage_time import draw_curtain, heed, keep_time, pause_between, replay
from tui.screens.thinking import Clock
from tui.source import Live, follow, keep_still
from tui.stage_keys import MOVES, inspect
from tui.view import View

if TYPE_CHECKING:
    from tui.app import Playbill

FRAME = 1 / 30


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
        self.follow = follow
        self.asking: str = ""
        """What is asked for, when not words: "search", "go" or "eyes"."""
        self.opening = False
        """Whether opened eyes wait to stand in the log."""
        self.draft = ""
        """Words that wait while something else is asked for."""
        self.refused = ""
        """An intervention that could not be, to be mended."""
        self.failed = ""
        self.told: tuple[str, str] = ("", "")
        """A line that stands in the preview's row until the next key: text and style."""
        self.inspector = Inspector(self)
        self.clock = Clock()
        self.next_at = 0.0
        """When a replay goes on."""
        self._painted: tuple[object, ...] = ()
        self.curtain = False
        """Whether the seat is being handed to another person."""
        self.tabs_at: list[int] = []
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
            yield Words(id="words", compact=True, select_on_focus=False)
        yield Lines(id="preview", ground="shade")
        yield Lines(id="curve-title")
        yield Lines(id="curve")
        yield Lines(id="track")
        yield Lines(id="place")
        yield Lines(id="footer")
        yield Lines(id="notice")

    def on_mount(self) -> None:
        self.words.cursor_blink = self.app.motion
        self.lay_out()
        self.set_focus(self.query_one("#board"))
        keep_still()
        self.set_interval(FRAME, self._frame)
        if self.live is not None:
            if len(self.live.people) > 1:
                draw_curtain(self, self.live.people[0])
            self._play(self.live)
        elif self.follow is not None:
            self._tail(self.follow)
        paint(self)

    @property
    def words(self) -> Input:
        return self.query_one("#words", Input)

    def pane_of(self, name: str) -> Lines:
        return self.query_one(f"#{name}", Lines)

    # -- events come in

    @work(exclusive=True, group="source", exit_on_error=False)
    async def _play(self, live: Live) -> None:
        async for batch in live.batches():
            self.view.extend(batch)
            open_eyes(self, batch)
            if batch[-1].agent not in live.people and not live.run.control.stopping:
                await pause_between(self, batch)

    @work(exclusive=True, group="source", exit_on_error=False)
    async def _tail(self, path: Path) -> None:
        async for batch in follow(path, self.view.known):
            self.view.extend(batch)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.state == WorkerState.ERROR:
            error = event.worker.error
            known = isinstance(error, UserError)
            self.failed = str(error) if known else f"the run failed: {type(error).__name__}: {error}"
            self.repaint()
            self.log.error(error)

    # -- frames

    def _frame(self) -> None:
        """At most 30 times a second: replay goes on, and what changed is painted."""
        if self.live is not None:
            heed(self, self.live)
            keep_time(self, self.live)
        elif self.playing:
            replay(self)
        view = self.view
        signals = (view.waiting, *view.thinking.values(), *map(len, view.replies.values()))
        state = (view.n, view.known, view.eyes, signals, self.tab, self.told, self.speed, self.playing, self.size)
        state = (*state, self.asking, self.focused, view.pane.palette.name)  # type: ignore[assignment]
        if state != self._painted:
            self._painted = state
            paint(self)

    # -- what is going on

    @property
    def my_turn(self) -> bool:
        return bool(self.view.seat) and self.view.seat in self.view.waiting and self.view.at_now

    @property
    def paused(self) -> bool:
        return self.live is not None and self.live.run.control.paused

    @property
    def acting(self) -> bool:
        """Whether keys belong to the scene: not while a pause holds the run, or nothing could be pressed to go on."""
        going = self.live is not None and self.view.ended is None and not self.failed
        return going and (self.my_turn or not self.paused) and bool(self.view.seat) and self.view.at_now

    # -- keys

    def takes(self, event: Key) -> bool:
        """Asked by the app before a key goes to a widget, so that quick keys act in the order they were typed.

        What a key did is painted at once.
        """
        taken = self._takes(event)
        if taken:
            self._frame()
        return taken

    def _takes(self, event: Key) -> bool:
        if not self.is_attached or self.has_class("small"):
            return False
        self.told = ("", "")
        if self.focused is self.words:
            return False
        if self.asking == "eyes":
            answer_eyes(self, event.character == "y")
            return True
        if self.has_class("why") and self.inspector.takes(event):
            return True
        if self._scene_takes(event) or (not self.has_class("why") and look(self, _name(event))):
            return True
        dock = self.pane_of("dock")
        if self.focused is dock and event.key in SCROLL:
            dock.scroll_rows(SCROLL[event.key])
            return True
        move = MOVES.get(event.key) or MOVES.get(event.character or "")
        if move is None or (move.past_only and self.acting and not self.has_class("why")):
            return False
        move.do(self)
        return True

    def _scene_takes(self, event: Key) -> bool:
        if not self.acting or self.has_class("why") or self.focused is self.pane_of("dock"):
            return False
        command = self.view.pane.press(_name(event))
        if command and command.endswith(" "):
            begin(self, command)
        elif command:
            give(self, command)
        return command is not None

    def on_input_submitted(self, event: Input.Submitted) -> None:
        submit(self, event.value)

    def on_lines_clicked(self, event: Lines.Clicked) -> None:
        click(self, event)

    def tell(self, text: str, style: str) -> None:
        self.told = (text, style)

    def on_input_changed(self) -> None:
        self.repaint()

    # -- actions, by the names in stage_keys

    def end_asking(self) -> None:
        self.asking = ""
        self.remove_class("asking")
        self.words.placeholder = ""
        self.words.value, self.draft = self.draft, ""
        self.set_focus(self.query_one("#board"))

    def palette_commands(self) -> Iterable[SystemCommand]:
        yield SystemCommand("Help", "The rules and the keys", self.action_help)
        yield SystemCommand("Why", "The decision at the playhead", partial(inspect, self))
        yield SystemCommand("Leave", "Leave the game; it is recorded", self.leave)

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen(self.view.pane.title(), self.view.pane.help()))

    def action_walk(self, direction: int) -> None:
        walk(self, direction)

    def action_back(self) -> None:
        if self.asking:
            self.end_asking()
        elif self.has_class("why"):
            inspect(self)
        elif self.focused is not self.query_one("#board"):
            self.set_focus(self.query_one("#board"))
        elif self.live is None or self.failed or self.view.ended is not None:
            self.leave()
        else:
            self.tell("ctrl+q leaves; the run is recorded and can be resumed", "accent")

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

    def on_resize(self, event: Resize) -> None:
        self.lay_out()
        self.repaint()

    def lay_out(self) -> None:
        """Say to the style sheet what fits the terminal."""
        width, height = self.app.size
        self.set_class(width < SMALLEST[0] or height < SMALLEST[1], "small")
        self.set_class(width >= WIDE, "wide")
        self.set_class(width < WIDE, "narrow")
        self.set_class(height >= TALL, "tall")
        rows = self.view.pane.board_rows(width, height)
        self.set_class(bool(rows), "flat")
        if rows:
            self.query_one("#board").styles.height = rows

    def repaint(self) -> None:
        """With the next frame, whatever has or has not changed."""
        self._painted = ()


def _name(event: Key) -> str:
    """A key as scenes know it: the character, or the key's name where it has none."""
    return event.character if event.is_printable and event.character else event.key
