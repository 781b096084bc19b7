"""Beats: what matters stands on the board for a moment, before what follows from it is shown. Nobody waits for one:
any key shows at once what is held back, and whoever wants no motion has none."""

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.engine.events import Event
from tui.app import PACE
from tui.panes.kit import Beat
from tui.styles import Line, fit

if TYPE_CHECKING:
    from tui.screens.stage.screen import StageScreen

STEP = 1 / 30


class Beats:
    """The beat on the board, if there is one, and what of a live run comes after it."""

    def __init__(self, stage: "StageScreen") -> None:
        self.stage = stage
        self._beat: Beat | None = None
        self._until = 0.0
        self._rest: list[Event] = []

    @property
    def now(self) -> Beat | None:
        """What stands there."""
        return self._beat if time.monotonic() < self._until else None

    def seconds(self, event: Event) -> float:
        """How long an event stands by itself; 0 if it does not."""
        app, view = self.stage.app, self.stage.view
        if not (app.motion and app.pace and view.may_see(event)):
            return 0.0
        beat = view.pane.beat(event)
        return beat.seconds * app.pace / PACE / self.stage.speed if beat else 0.0

    def put(self, event: Event) -> float:
        """Have an event stand there, if it is worth it; for so many seconds."""
        seconds = self.seconds(event)
        self._beat = self.stage.view.pane.beat(event) if seconds else None
        self._until = time.monotonic() + seconds
        return seconds

    async def show(self, batch: Sequence[Event]) -> None:
        """Take a step of a live run, with a halt at each beat; who looks back is held up by none."""
        view, self._rest = self.stage.view, list(batch)
        while self._rest:
            event = self._rest.pop(0)
            view.extend((event,))
            if view.at_now and self.put(event):
                while self.now and not self.stage.leaving:
                    await asyncio.sleep(STEP)

    def cut(self) -> None:
        """Show at once what is held back."""
        self._beat, rest, self._rest = None, self._rest, []
        self.stage.view.extend(rest)

    def line(self, width: int) -> Line:
        """Its words, in place of the legend; nothing while there is none."""
        beat = self.now
        return fit(((" ▸ ", "accent"), (beat.words, f"bold {beat.tone}")), width) if beat else ()
