"""Opening recordings and large games in another thread, with a screen for progress if it takes long."""

import asyncio
import time
from collections.abc import Callable
from contextvars import copy_context
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.events import Key

from core.errors import UserError
from core.recording.checked_reader import read_run
from core.text import one_line
from tui.lines import Lines
from tui.screens.base import PlaybillScreen
from tui.styles import Line

if TYPE_CHECKING:
    from tui.state.stage import StageState

MAX_QUICK_SEATS = 2000
"""Largest number of seats of a game that is opened without showing progress."""
BAR_WIDTH = 40
REDRAW_SECONDS = 0.1


class Progress:
    """Progress that a thread reports: what it does, and the completed share from 0 to 1."""

    def __init__(self) -> None:
        self.words = ""
        self.share = 0.0

    def __call__(self, words: str, share: float) -> None:
        self.words, self.share = words, share


class Opening(NamedTuple):
    """A slow operation: its description, and the function that makes its stage."""

    words: str
    make: Callable[[Progress], "StageState"]


class OpeningScreen(PlaybillScreen["StageState | UserError"]):
    """Shows progress while another thread makes a stage. Its result is the stage or an error; Esc leaves at once."""

    def __init__(self, opening: Opening) -> None:
        super().__init__()
        self._opening = opening
        self._progress = Progress()
        self._began = time.monotonic()

    def compose(self) -> ComposeResult:
        yield Lines(id="opening")

    def on_mount(self) -> None:
        self.set_interval(REDRAW_SECONDS, self.paint)
        self.paint()
        self._make()

    @work
    async def _make(self) -> None:
        loop = asyncio.get_running_loop()
        made: asyncio.Future[StageState | UserError | BaseException] = loop.create_future()
        context = copy_context()

        def make() -> None:
            out: StageState | BaseException
            try:
                out = context.run(self._opening.make, self._progress)
            except BaseException as error:  # noqa: BLE001  raised again in the screen's thread
                out = error
            if not loop.is_closed():
                loop.call_soon_threadsafe(made.set_result, out)

        Thread(target=make, daemon=True).start()  # a daemon, so that leaving does not wait for it
        result = await made
        if isinstance(result, BaseException) and not isinstance(result, UserError):
            raise result
        if not self.leaving:
            self.dismiss(result)

    def paint(self) -> None:
        """Draw the operation, the elapsed seconds and the progress."""
        progress, seconds = self._progress, int(time.monotonic() - self._began)
        words: Line = (
            (f"   {progress.words or self._opening.words}", "bold hi"),
            (f"   {seconds} s" if seconds else "", "dim"),
        )
        done = round(BAR_WIDTH * progress.share)
        bar: Line = (("   ", ""), ("━" * done, "accent"), ("─" * (BAR_WIDTH - done), "line")) if progress.words else ()
        out: Line = (("   esc", "bold accent"), (" leaves", "mid"))
        top = max(0, self.app.size.height // 2 - 2)
        self.lines("opening").show([*[()] * top, words, bar, (), out])

    def takes(self, event: Key) -> bool:
        if event.key in ("escape", "q") and not self.leaving:
            self.leave()
        return not event.key.startswith("ctrl+")

    def leave(self) -> None:
        """Return to the screen below without waiting."""
        self.leaving = True
        self.dismiss(UserError(f"not opened: {self._opening.words}"))


Lister = PlaybillScreen[Any]
"""The type of screens that list recordings."""


def open_recording(lister: Lister, path: Path, goes_on: bool = False) -> None:
    """Open a recording on the stage: live if its run is to be continued, otherwise as a replay."""
    from tui.preferences import load_choices
    from tui.state.opening import file_stage, is_long, stage_again

    def make(progress: Progress) -> "StageState":
        if goes_on:
            return stage_again(read_run(path, progress))
        return file_stage(path, spoiler_free=load_choices().spoiler_free)

    _open(lister, path, make, long=goes_on and is_long(path))


def open_beside(lister: Lister, path: Path) -> None:
    """Open a branch beside the run from which it branched."""
    from tui.preferences import load_choices
    from tui.state.opening import is_long, with_parent

    free = load_choices().spoiler_free
    _open(lister, path, lambda progress: with_parent(path, spoiler_free=free, report=progress), long=is_long(path))


def attempt(make: "Callable[[], StageState]") -> "StageState | UserError":
    """Return the stage that a function makes, or its error."""
    try:
        return make()
    except UserError as error:
        return error


def show(lister: Lister, stage_or_error: "StageState | UserError | None") -> None:
    """Show a stage unless its lister has been left or covered meanwhile; if there is none, report why."""
    from tui.screens.stage import push_stage

    if isinstance(stage_or_error, UserError | None):
        lister.tell(one_line(str(stage_or_error)), "bad")
        return
    lister.tell("", "")
    if lister.is_current and not lister.leaving:
        push_stage(lister.app, stage_or_error, lambda _: None)


def _open(lister: Lister, path: Path, make: "Callable[[Progress], StageState]", *, long: bool) -> None:
    """Open a stage when it is ready; if `long`, a screen shows the progress."""
    words = f"reading {one_line(path.name)}"
    lister.tell(words, "dim")
    if long:
        lister.app.push_screen(OpeningScreen(Opening(words, make)), lambda made: show(lister, made))
    else:
        _make(lister, make)


@work(group="open", exclusive=True)
async def _make(lister: Lister, make: "Callable[[Progress], StageState]") -> None:
    show(lister, await asyncio.to_thread(attempt, lambda: make(Progress())))
