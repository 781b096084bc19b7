"""The stage: one game on one screen, live or replayed. It draws a state and passes keys, clicks and time to it."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, ClassVar

from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.events import Key, Resize, ScreenResume, Unmount
from textual.reactive import var
from textual.widget import Widget

from tui.keys import KEYS
from tui.lines import Lines
from tui.panes.seat import scene_keys
from tui.pick_list import Pick
from tui.screens.alarm import Alarm
from tui.screens.base import bindings, sign_of_key
from tui.screens.clicks import clicked
from tui.screens.request_screen import RequestScreen
from tui.source import Source
from tui.state.shown import Part as Focus
from tui.state.stage import Frame, StageState
from tui.view import View
from tui.widgets.boards import NAMES, Legend, SecondRun, Strip, boards
from tui.widgets.ending import EndingPage
from tui.widgets.footer import KeyFooter
from tui.widgets.input import ActionInput
from tui.widgets.lists import Dock, DockTitle, InspectorPart, Side, SideEdge
from tui.widgets.scene_keys import SceneKeys, SceneMoves
from tui.widgets.status import Notice, Preview, Prompt, TourWords
from tui.widgets.timeline import Curve, CurveTitle, Header, Track
from tui.widgets.timeline import PlayheadEvent as PlaceRow

FRAME_SECONDS = 1 / 30
"""Shortest time in seconds between two drawings that do not follow a key."""
TOUR_PARTS = ("strip", "board", "legend", "dock", "curve", "track", "footer")
"""Parts to which a tour may point."""


def push_stage(app: App[Any], stage: StageState, left: Callable[[StageState], None]) -> None:
    """Show a stage over the current screen. Another stage may replace it; `left` gets the last one when it is left."""

    def go_on(then: StageState | None) -> None:
        if then is None:
            left(stage)
        else:
            push_stage(app, then, left)

    app.push_screen(StageScreen(stage), go_on)


def _paint_board(view: View, board: Any) -> None:
    board.show(view.pane.board(view.pane.room.cells, board.size.height))


class StageScreen(RequestScreen):
    """Draws its state again after every change, at most 30 times a second, and at once after a key."""

    BINDINGS: ClassVar = [
        *bindings({"discard": "do('discard')"}, priority=True),
        *bindings(
            {
                name: f"do('{name}')"
                for name, key in KEYS.items()
                if key.where in ("stage", "time", "hosted") or name in ("next-part", "previous-part", "back", "help")
            }
        ),
    ]
    frame: var[Frame] = var((), init=False)
    """Everything the widgets have drawn; a changed frame makes them draw again."""

    def __init__(self, state: StageState) -> None:
        super().__init__(state, classes=f"{'' if state.view.seat else 'spectator'}{' beside' if state.beside else ''}")
        self._flushed = 0.0
        self._alarm = Alarm(lambda: self.call_later(self.flush))
        self._placed: tuple[object, ...] = ()
        """Size of the terminal and board for which the rows were last computed."""

    @property
    def view(self) -> View:
        """The view of the run that is displayed."""
        return self.state.view

    @property
    def live(self) -> Source | None:
        """The source of the run that is played, or None."""
        return self.state.live

    def compose(self) -> ComposeResult:
        state = self.state
        state.measure(*self.app.size, 0, 0)
        self._classify()  # before there are parts, all of which would be styled again
        for each in state.beside.views if state.beside else (state.view,):
            each.pane.room.palette = self.app.palette
        track = Track(state, id="track")
        yield Header(state, id="header", ground="shade")
        with SceneMoves(state, id="middle"):
            with SceneKeys(state, id="main"):
                yield Strip(state, id="strip")
                yield from boards(state)
                yield Legend(state, id="legend")
                yield DockTitle(state, id="dock-title")
                yield Dock(state, id="dock")
            yield SideEdge(state, id="side-edge")
            yield Side(state, id="side")
        yield InspectorPart(state, id="inspector")
        yield EndingPage(state, id="ending")
        yield TourWords(state, id="guide", ground="shade")
        with Horizontal(id="input-row"):
            yield Prompt(state, id="prompt", ground="shade")
            yield ActionInput(self.submit, self.typed, self.complete, id="words")
        yield Preview(state, id="preview", ground="shade")
        yield CurveTitle(state, id="curve-title")
        yield Curve(state, id="curve")
        yield track
        yield SecondRun(state, track, id="beside")
        yield PlaceRow(state, id="place")
        yield KeyFooter(state, id="footer")
        yield Notice(state, id="notice")

    def on_mount(self) -> None:
        if not self.is_attached:  # the app has ended meanwhile, without composing the widgets
            return
        state = self.state
        state.tempo, state.changed, state.scroll = self.app.tempo, self.changed, self.scroll_part
        self._measure()
        with self.guarded():
            state.begin()
        self.watch(self.app, "theme", self.changed, init=False)
        self.flush()

    def on_unmount(self, event: Unmount) -> None:
        self._alarm.cancel()
        self.state.stop_all()

    # -- parts

    @property
    def board(self) -> Widget:
        """The board of the displayed run."""
        beside = self.state.beside
        return self.query_one(f"#{NAMES[beside.index(self.view) if beside else 0]}")

    @property
    def words(self) -> ActionInput:
        """The input."""
        return self.query_one("#words", ActionInput)

    def scroll_part(self, part: str, key: str) -> bool:
        """Scroll a list by a key. Returns False if the key is not one for scrolling."""
        return self.pane_of(part).scroll_by_key(key)

    @property
    def _inspector(self) -> Lines:
        return self.pane_of("side" if self.state.space.wide else "inspector")

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Catch errors of a scene's pane, which may come from another package, and show them; the run is saved."""
        try:
            yield
        except Exception as error:  # noqa: BLE001  a package's pane may raise anything
            self.stop_drawing(error)

    def stop_drawing(self, error: Exception) -> None:
        """Stop drawing the pane, show the error, and stop the run."""
        self.state.stop_drawing(error)
        self.add_class("broken")
        self.query_one(Notice).paint()

    # -- frames

    def changed(self) -> None:
        """Draw soon."""
        self._arm(self._flushed + FRAME_SECONDS)

    def _arm(self, at: float) -> None:
        if self.is_attached:
            self._alarm.set(at)

    def flush(self) -> None:
        """Do what is due by now, carry out the state's requests, and draw if anything has changed."""
        state = self.state
        if not self.is_attached or not state.ready:
            return
        self._alarm.cancel()
        self._flushed = time.monotonic()
        self._measure()
        if not state.broken:
            with self.guarded():
                state.tick(self._flushed)
                self._paint()
        while state.requests:
            self.answer(state.requests.popleft())
        if (due := state.due()) is not None and not state.broken:
            self._arm(max(due, self._flushed + FRAME_SECONDS))

    def _paint(self) -> None:
        self._match()
        if self.state.covered:
            return
        sizes = tuple(self.pane_of(name).size for name in ("ending", "dock", "side", "curve"))
        self.frame = (*self.state.frame(), self.size, self.board.size, sizes, self.app.palette.name)

    def watch_frame(self) -> None:
        """Draw the board; the other parts draw themselves."""
        state = self.state
        if not state.paintable:
            return
        state.view.pane.room.palette = self.app.palette
        state.place_focus()
        _paint_board(state.view, self.board)
        if state.beside is not None:
            self._paint_beside(state.beside.follow(state.view))
        for name in TOUR_PARTS:
            part, step = self.query_one(f"#{name}"), state.guide.step
            lit = step is not None and name == step.at
            if isinstance(part, Lines) and part.lit != lit:
                part.lit = lit
                part.refresh()

    def _paint_beside(self, other: View) -> None:
        """Draw the other run's board if there is room for both, and hide it otherwise."""
        state, both = self.state, self.state.space.both
        assert state.beside is not None
        for view, name in zip(state.beside.views, NAMES, strict=True):
            column = self.query_one(f"#with-{name}")
            column.display = both or view is state.view
            column.styles.width = state.space.room.cells if both else "1fr"
        if both:
            other.pane.room = replace(state.space.room, palette=self.app.palette, on_board=False)
            _paint_board(other, self.query_one(f"#{NAMES[state.beside.index(other)]}"))

    def _measure(self) -> None:
        dock, below = (self.pane_of(name).size.height for name in ("dock", "beside"))
        self.state.measure(*self.app.size, dock, below)
        self.state.covered = self.app.screen is not self

    def _match(self) -> None:
        """Set classes, focus and input according to the state."""
        state = self.state
        self._classify()
        if state.ready and (placed := (self.app.size, self.board.id, state.view.pane.board_rows())) != self._placed:
            self._placed = placed
            self.lay_out()
        focus = self._focus()
        if self.focused is not focus and self.app.app_focus:
            self.set_focus(focus)
        words = self.words
        words.placeholder = state.seat.placeholder
        words.cursor_blink = self.app.tempo.motion
        if words.value != state.text:
            words.value = state.text
            words.cursor_position = len(state.text)

    def _classify(self) -> None:
        """Set classes according to the state."""
        state, space = self.state, self.state.space
        self.set_size_classes(
            small=not space.fits,
            wide=space.wide,
            narrow=not space.wide,
            tall=space.tall,
            both=space.both,
            dockless=not state.tabs,
            why=state.why,
            over=state.ending.shown,
            asking=state.seat.asks_words,
            spectator=not state.view.seat,
            guided=state.guide.step is not None,
            **{"setting-up": state.notice is not None},
        )

    def _focus(self) -> Widget:
        """Return the widget that should have the focus."""
        state = self.state
        if state.focus == "words":
            return self.words
        if state.ending.shown:
            return self.pane_of("ending")
        if state.why:
            return self._inspector
        return self.board if state.focus == "board" else self.pane_of("dock")

    def lay_out(self) -> None:
        """Give the board the number of rows that it needs in this terminal."""
        state, space, pane = self.state, self.state.space, self.state.view.pane
        pane.room = replace(space.room, palette=self.app.palette)
        rows = pane.board_rows()
        self.set_size_classes(flat=bool(rows))
        if rows:
            self.query_one("#boards" if state.beside else "#board").styles.height = rows + space.both

    def on_part_resized(self) -> None:
        self.changed()

    def on_resize(self, event: Resize) -> None:
        self.state.touch()
        self.flush()

    def on_screen_resume(self, event: ScreenResume) -> None:  # type: ignore[override]
        super().on_screen_resume()
        self.flush()

    # -- keys and clicks

    @property
    def places(self) -> Sequence[str]:  # type: ignore[override]
        """Places (see `tui.keys`) whose keys are active."""
        return ("everywhere", "end") if self.state.ending.shown else ("everywhere", "stage", "time", "hosted")

    @property
    def scene_letters(self) -> str:
        """Letters that the scene uses itself."""
        state = self.state
        return scene_keys(state.view.pane) if state.acting and not (state.why or state.ending.shown) else ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return False for keys that something else handles, None for those that only explain why they do nothing."""
        return self.state.keys.can(str(parameters[0])) if action == "do" else True

    def action_do(self, name: str) -> None:
        """Carry out a command of the key table."""
        self.state.keys.do(name)

    def takes(self, event: Key) -> bool:
        """Prepare the state for a key. Returns True if the key is used up."""
        return self.state.keys.before_key(event.key, event.character or "")

    async def press(self, event: Key) -> None:
        """Act on a key, and draw the result at once."""
        with self.guarded():
            await super().press(event)
        self.flush()

    def explain(self, event: Key) -> None:
        """Explain why a key did nothing."""
        self.state.keys.explain(sign_of_key(event).replace(" ", "space"))

    def submit(self, text: str) -> None:
        """Act on a text that was entered."""
        with self.guarded():
            self.state.seat.submit(text)
        self.flush()

    def typed(self, text: str) -> None:
        """Store the text of the input."""
        self.state.text = text
        self._arm(time.monotonic())

    def complete(self, text: str) -> str | None:
        """Return a completion of the input's text, or None."""
        state, found = self.state, None
        with self.guarded():
            if state.view.n and not state.broken:  # before the first event there is nothing to complete
                found = state.view.pane.complete(text, state.asking)
        return found

    def watch_focused(self, focused: Widget | None) -> None:
        """Adopt the focus that a click has set."""
        names: dict[str | None, Focus] = {"board": "board", "other-board": "board", "dock": "dock", "words": "words"}
        if focused is not None and focused.id in names and self.state.focus != names[focused.id]:
            self.state.focus = names[focused.id]
            self.changed()

    def on_lines_clicked(self, event: Lines.Clicked) -> None:
        state = self.state
        if state.broken:
            return
        with self.guarded():
            if clicked(state, event, on_board=event.pane is self.board):
                event.stop()
            elif event.key and len(event.key) == 1 and state.focus == "words":
                if state.asking:
                    state.seat.end_asking()
                state.focus = "board"  # so that the key is not typed into the input
        self.flush()

    def open_stage(self, stage: StageState, left: Callable[[StageState], None]) -> None:
        push_stage(self.app, stage, left)

    def tell(self, text: str, style: str) -> None:
        self.state.tell(text, style)

    def palette_commands(self) -> Iterable[Pick]:
        return self.state.command_list.palette()

    def leave(self) -> None:
        """Stop the run cleanly, and return to the screen from which the stage was opened."""
        self.state.leaver.leave()
