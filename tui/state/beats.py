"""Beats: important events stand on the board for a moment before what follows from them is shown.

Nobody waits for a beat: any key shows the rest at once, and without motion there are none.
"""

import asyncio
import time
from collections.abc import Callable, Sequence

from core.engine.events import Event
from tui.panes.kit import Beat
from tui.preferences import PACE, Tempo
from tui.view import View


class Beats:
    """The beat on the board, if there is one, and the events of a live step that come after it."""

    def __init__(self) -> None:
        self._beat: Beat | None = None
        self._until = 0.0
        self._rest: list[Event] = []
        self._cut = asyncio.Event()

    @property
    def now(self) -> Beat | None:
        """The beat that stands there."""
        return self._beat if time.monotonic() < self._until else None

    @property
    def until(self) -> float:
        """When the beat ends; 0 without one."""
        return self._until if self._beat is not None else 0.0

    def seconds(self, event: Event, view: View, tempo: Tempo, speed: float) -> float:
        """Seconds for which an event stands by itself; 0 for most events."""
        if not (tempo.motion and tempo.pace and view.may_see(event)):
            return 0.0
        return view.pane.beat(event).seconds * tempo.pace / PACE / speed

    def put(self, event: Event, view: View, seconds: float) -> float:
        """Let an event stand there for so many seconds."""
        self._beat = view.pane.beat(event) if seconds else None
        self._until = time.monotonic() + seconds
        return seconds

    async def show(self, batch: Sequence[Event], view: View, seconds: Callable[[Event], float]) -> None:
        """Show a live step, with a halt at each beat; looking back is not held up."""
        self._rest = list(batch)
        while self._rest:
            event = self._rest.pop(0)
            view.extend((event,))
            if view.at_now and (halt := self.put(event, view, seconds(event))):
                self._cut.clear()
                try:
                    await asyncio.wait_for(self._cut.wait(), halt)
                except TimeoutError:
                    continue

    def end(self) -> None:
        """End the beat, and let the step go on."""
        self._beat = None
        self._cut.set()

    def cut(self, view: View) -> None:
        """Show the events that are held back at once."""
        rest, self._rest = self._rest, []
        self.end()
        view.extend(rest)
