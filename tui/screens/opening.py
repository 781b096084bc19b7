"""While a large game is made ready, or a long recording read: what is being done, and how far it is."""

import asyncio
import time
from collections.abc import Callable
from contextvars import copy_context
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.events import Key

from core.errors import UserError
from tui.lines import Lines
from tui.screens.base import PlaybillScreen
from tui.styles import Line

if TYPE_CHECKING:
    from tui.state.stage import StageState

CROWD = 2000
"""Seats of a game beyond which opening it takes a while."""
BAR = 40
EVERY = 0.1


class Progress:
    """Progress of work in another thread."""

    def __init__(self) -> None:
        self.words = ""
        self.share = 0.0

    def __call__(self, words: str, share: float) -> None:
        self.words, self.share = words, share


class Opening(NamedTuple):
    """A slow operation in words, with the function that makes its stage."""

    words: str
    make: Callable[[Progress], "StageState"]


class OpeningScreen(PlaybillScreen["StageState | UserError"]):
    """Makes a stage beside the screen, and gives it, or why there is none. It can be left meanwhile."""

    def __init__(self, opening: Opening) -> None:
        super().__init__()
        self._opening = opening
        self._progress = Progress()
        self._began = time.monotonic()

    def compose(self) -> ComposeResult:
        yield Lines(id="opening")

    def on_mount(self) -> None:
        self.query_one("#opening", Lines).styles.height = "100%"
        self.set_interval(EVERY, self.paint)
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
            except BaseException as error:  # noqa: BLE001  it is raised where the screen is
                out = error
            if not loop.is_closed():
                loop.call_soon_threadsafe(made.set_result, out)

        Thread(target=make, daemon=True).start()  # whoever leaves does not wait for it
        result = await made
        if isinstance(result, BaseException) and not isinstance(result, UserError):
            raise result
        if not self.leaving:
            self.dismiss(result)

    def paint(self) -> None:
        """Show what is done, for how long, and how much of it is."""
        told, seconds = self._progress, int(time.monotonic() - self._began)
        words: Line = (
            (f"   {told.words or self._opening.words}", "bold hi"),
            (f"   {seconds} s" if seconds else "", "dim"),
        )
        done = round(BAR * told.share)
        bar: Line = (("   ", ""), ("━" * done, "accent"), ("─" * (BAR - done), "line")) if told.words else ()
        out: Line = (("   esc", "bold accent"), (" leaves", "mid"))
        top = max(0, self.app.size.height // 2 - 2)
        self.query_one("#opening", Lines).show([*[()] * top, words, bar, (), out])

    def takes(self, event: Key) -> bool:
        if event.key in ("escape", "q") and not self.leaving:
            self.leave()
        return not event.key.startswith("ctrl+")

    def leave(self) -> None:
        """Back to where it was opened from, without waiting."""
        self.leaving = True
        self.dismiss(UserError(f"not opened: {self._opening.words}"))
