"""The stage: one game on one screen, live or replayed. It paints what the view says and moves the playhead."""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Key, Resize
from textual.widget import Widget
from textual.widgets import Input
from textual.worker import Worker, WorkerState

from core.engine.plugins import failure
from core.errors import RunFailed, UserError
from tui import bookmarks, keymap
from tui.beside import Beside
from tui.lines import Lines, Words
from tui.panes.kit import Room
from tui.screens.base import TALL, WIDE, PlaybillScreen
from tui.screens.help import KEYS, HelpScreen, besides
from tui.screens.inspector import Inspector
from tui.screens.picker import Pick
from tui.screens.stage.acts import ask_to_leave, click, draw_curtain, heed, home, keep_time, replay, submit
from tui.screens.stage.back import go_back
from tui.screens.stage.beats import Beats
from tui.screens.stage.beside import boards
from tui.screens.stage.coming import play_on, read_on
from tui.screens.stage.commands import commands
from tui.screens.stage.completion import Completion
from tui.screens.stage.early import Early
from tui.screens.stage.ending import Ending
from tui.screens.stage.guide import Guide
from tui.screens.stage.keys import key_mode, press
from tui.screens.stage.paint import first_tab, paint, paint_broken
from tui.screens.stage.reached import Reached
from tui.screens.stage.reading import Reading
from tui.screens.stage.setting_up import SettingUp
from tui.screens.stage.space import Space
from tui.screens.stage.thinking import Clock
from tui.source import Source, keep_still
from tui.tour import Tour
from tui.view import View

if TYPE_CHECKING:
    from tui.app import Playbill

FRAME = 1 / 30


class StageScreen(PlaybillScreen["StageScreen | None"]):
    """Keys: at now, with a seat, letters, digits and arrows belong to the scene; else to the transport."""

    app: "Playbill"

    def __init__(
        self,
        view: View,
        live: Source | None = None,
        *,
        speed: float = 1.0,
        playing: bool = True,
        reading: Reading | None = None,
        follow: Path | None = None,
        tour: Tour | None = None,
        beside: Beside | None = None,
    ) -> None:
        """A stage on a live run, or with none a replay; of which the rest is still `reading`, `follow` is a recording
        that still grows, `tour` guides through the game, and `beside` has the view and another one to turn to."""
        super().__init__(classes=f"{'' if view.seat else 'spectator'}{' beside' if beside else ''}")
        self.view: View = view
        for each in beside.views if beside else (view,):
            each.bookmarks = bookmarks.read(each.header)
        self.live: Source | None = live
        self.beside: Beside | None = beside
        self.speed: float = speed
        self.playing: bool = playing and live is None
        self.tab = 0
        self.tab_before: int | None = None
        """The tab that was open before a key of the board opened another one."""
        self.reading, self.follow = reading, follow
        self.asking: str = ""
        """What is asked for: "search", "go", "intervene", "note"; or by yes or no "eyes", "leave", "sure"."""
        self.doubted = ""
        """The command that is given if the answer to "sure" is yes."""
        self.hinted = ""
        """The command of the hint that was given by the key before this one."""
        self.opening = False
        """Whether opened eyes wait to stand in the log."""
        self.draft = ""
        """Words that wait while something else is asked for."""
        self.refused = ""
        """An intervention that could not be, to be mended."""
        self.failed = ""
        """Why the run cannot go on."""
        self.broken = ""
        """What went wrong in the scene's picture, which is not asked for anything any more."""
        self.news: tuple[str, str] = ("", "")
        """A line that stands in the preview's row until the next key: text and style."""
        self.inspector = Inspector(self._copy)
        self.ending = Ending(self)
        self.guide = Guide(view, tour)
        self.beats = Beats(self)
        self.early = Early()
        self.clock = Clock()
        self.next_at = 0.0
        """When a replay goes on."""
        self._source: Worker[None] | None = None
        """What the events come from, while they do."""
        self._then: StageScreen | None = None
        """The stage that this one is left for, if it is left for one."""
        self.reached, self.setting_up = Reached(), SettingUp(self)
        self.ready = False
        """Whether it has been put up, with all its parts."""
        self._painted: tuple[object, ...] = ()
        self.curtain = False
        """Whether the seat is being handed to another person."""
        self.tabs_at: list[int] = []
        """Columns at which the dock's tabs begin."""

    def compose(self) -> ComposeResult:
        self.view.pane.palette = self.app.palette
        yield Lines(id="header", ground="shade")
        with Horizontal(id="middle"):
            with Vertical(id="main"):
                yield Lines(id="strip")
                yield from boards(self)
                yield Lines(id="legend")
                yield Lines(id="dock-title")
                dock = Lines(id="dock", follow=True)
                dock.can_focus = True
                yield dock
            yield Lines(id="side-edge")
            yield Lines(id="side")
        yield Lines(id="inspector")
        yield Lines(id="ending")
        yield Lines(id="guide", ground="shade")
        with Horizontal(id="input-row"):
            yield Lines(id="prompt", ground="shade")
            yield Words(self.submit, id="words", suggester=Completion(self))
        yield Lines(id="preview", ground="shade")
        for name in ("curve-title", "curve", "track", "beside", "place", "footer", "notice"):
            yield Lines(id=name)

    def on_mount(self) -> None:
        if not self.is_attached:  # the app has ended meanwhile, and composed nothing
            return
        self.words.cursor_blink = self.app.motion
        self.set_focus(home(self))
        keep_still()
        self.set_interval(FRAME, self._frame)
        if self.live is not None:
            self.speed = self.app.tempo
            if len(self.live.people) > 1:
                draw_curtain(self, self.live.people[0])
            self._source = self._play(self.live)
        else:
            self._source = self._read()
        self.ready = True
        with self.guarded():
            self.lay_out()
            self.tab = first_tab(self)
            paint(self)
        if self.leaving:  # somebody was quicker than the screen
            self._close()

    @property
    def board(self) -> Widget:
        """The board of the run that is looked at."""
        second = self.beside is not None and self.beside.index(self.view)
        return self.query_one("#other-board" if second else "#board")

    @property
    def words(self) -> Input:
        return self.query_one("#words", Input)

    def pane_of(self, name: str) -> Lines:
        return self.query_one(f"#{name}", Lines)

    @property
    def inspecting(self) -> Lines:
        """The pane that the terminal has for the inspector."""
        return self.pane_of("side" if self.has_class("wide") else "inspector")

    def _copy(self, what: str, text: str) -> None:
        self.app.copy_to_clipboard(text)
        self.tell(f"{what} copied", "accent")

    # -- events come in

    @work(exclusive=True, group="source", exit_on_error=False)
    async def _play(self, live: Source) -> None:
        await play_on(self, live)

    @work(exclusive=True, group="source", exit_on_error=False)
    async def _read(self) -> None:
        await read_on(self)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.state == WorkerState.ERROR:
            error = event.worker.error
            known = isinstance(error, UserError | RunFailed)
            self.failed = str(error) if known else f"the run failed: {type(error).__name__}: {error}"
            if isinstance(error, RunFailed):
                self.failed += " · Esc leaves; the run is saved up to here, and can be resumed"
            self.repaint()
            self.log.error(error)

    # -- frames

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """An error in the picture of a scene, which may be somebody else's, is shown, and the run is saved."""
        try:
            yield
        except Exception as error:  # noqa: BLE001  a package's pane may raise anything
            self.break_off(error)

    def break_off(self, error: Exception) -> None:
        """Ask the picture for nothing any more, say so, and stop the run."""
        self.broken = self.failed = f"the picture of {self.view.header.scene} failed: {failure(error)}"
        if self.live is not None and self.view.ended is None:
            self.live.control.stop()
        self.add_class("broken")
        paint_broken(self)

    def _frame(self) -> None:
        """At most 30 times a second: replay goes on, and what changed is painted."""
        if not self.broken:
            with self.guarded():
                self._go_on()

    def _go_on(self) -> None:
        if self.setting_up.goes_on():
            return
        if self.live is not None:
            heed(self, self.live)
            keep_time(self, self.live)
        if self.playing:
            replay(self)
        if self.ready and self.ending.due():
            self.ending.open()
        elif self.has_class("over") and not self.view.at_now:
            self.ending.close()
        self.guide.heed()
        view = self.view
        signals = (view.waiting, view.reaching, *view.thinking.values(), *map(len, view.replies.values()))
        state = (
            self.guide.at,
            self.beats.now,
            view.n,
            view.known * 100 // view.expected if view.expected else view.known,
            view.awaited,
            view.eyes,
            signals,
            self.tab,
            self.news,
            self.speed,
            self.playing,
            self.size,
        )
        rooms = (self.pane_of("ending").size, self.pane_of("dock").size)
        state = (*state, self.asking, self.focused, view.pane.palette.name, rooms)  # type: ignore[assignment]
        if state != self._painted:
            self._painted = state
            paint(self)

    # -- what is going on

    @property
    def space(self) -> Space:
        dock, below = (self.pane_of(name).size.height for name in ("dock", "beside"))
        return Space(*self.app.size, self.has_class("why"), self.beside is not None, dock, below)

    @property
    def room(self) -> Room:
        return self.space.room

    def lay_out(self) -> None:
        """Say to the style sheet what fits the terminal."""
        space, pane = self.space, self.view.pane
        pane.room = space.room
        rows = pane.board_rows()
        wide, tall = space.width >= WIDE, space.height >= TALL
        self.fits(small=not self.has_room, wide=wide, narrow=not wide, tall=tall, flat=bool(rows))
        if rows:
            self.query_one("#boards" if self.beside else "#board").styles.height = rows + space.both

    @property
    def my_turn(self) -> bool:
        return bool(self.view.seat) and self.view.seat in self.view.waiting and self.view.at_now

    @property
    def paused(self) -> bool:
        return self.live is not None and self.live.control.paused

    @property
    def acting(self) -> bool:
        """Whether keys belong to the scene: not while a pause holds the run, or nothing could be pressed to go on."""
        going = self.live is not None and self.view.ended is None and not self.failed
        return going and (self.my_turn or not self.paused) and bool(self.view.seat) and self.view.at_now

    # -- keys

    @property
    def key_mode(self) -> tuple[str, str]:
        return key_mode(self)

    def takes(self, event: Key) -> bool:
        """Act on a key, and paint at once what it did."""
        taken = True
        with self.guarded():
            taken = press(self, event)
        if taken and self.ready:
            self._frame()
        return taken

    def submit(self, text: str) -> None:
        """Act on a line that was typed and sent."""
        with self.guarded():
            submit(self, text)

    def on_lines_clicked(self, event: Lines.Clicked) -> None:
        if not self.broken:
            with self.guarded():
                click(self, event)

    def tell(self, text: str, style: str) -> None:
        self.news = (keymap.current().told(text), style)

    def on_input_changed(self) -> None:
        self.repaint()

    # -- what keys and commands do to the screen itself

    def end_asking(self) -> None:
        self.asking = ""
        self.remove_class("asking")
        self.words.placeholder = ""
        self.words.value, self.draft = self.draft, ""
        self.set_focus(self.board)

    def palette_commands(self) -> Iterable[Pick]:
        return commands(self)

    def back_out(self) -> None:
        """Leave, if need be after a question."""
        ask_to_leave(self)

    def help(self) -> None:
        pane = self.view.pane
        own = (*(pane.own_keys() if self.acting else ()), *pane.look_keys())
        told = self.live.addresses.values() if self.live is not None else ()
        self.app.push_screen(HelpScreen(pane.title(), [*told, *pane.help()], besides(own), KEYS))

    def back(self) -> None:
        """One step back: what is open is closed, then the board has the keys, then the stage is left."""
        go_back(self)

    def leave(self, then: "StageScreen | None" = None) -> None:
        """Stop the run cleanly, and go back to where the stage was opened from, or to the stage that comes `then`;
        once."""
        if not self.leaving:
            self.leaving = True
            self._then = then
            if self.live is not None and self.view.ended is None:
                self.live.control.stop()
            elif self.live is None and self._source is not None:
                self._source.cancel()
            if self.ready:
                self._close()

    @work(group="leaving")
    async def _close(self) -> None:
        """When the run has ended, whatever lies over the stage is put away first."""
        while self._source is not None and not self._source.is_finished:
            await asyncio.sleep(FRAME)
        while self.app.screen is not self:
            await self.app.pop_screen()
        self.dismiss(self._then)

    def on_resize(self, event: Resize) -> None:
        if not self.broken:
            with self.guarded():
                self.lay_out()
        self.repaint()

    def repaint(self) -> None:
        """With the next frame, whatever has or has not changed."""
        self._painted = ()
