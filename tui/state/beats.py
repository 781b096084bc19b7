"""Beats: pauses after important events, before the board shows what follows.

Any key ends a beat and shows the rest at once. Without motion there are no beats.
"""

import asyncio
import time
from collections.abc import Callable, Sequence

from core.engine.events import Event
from tui.panes.kit import Caption
from tui.preferences import PACE, Tempo
from tui.view import View

WHOLE_PARTS = 3
"""Length of the last share of a beat, in parts, in which an event stays whole."""


class Beats:
    """The current beat, and events of a live step that are held back until it ends."""

    def __init__(self) -> None:
        self._beat: Caption | None = None
        self._until = 0.0
        self._length = 0.0
        self._rest: list[Event] = []
        self._cut = asyncio.Event()

    @property
    def now(self) -> Caption | None:
        """The current beat; None if there is none or it is over."""
        return self._beat if time.monotonic() < self._until else None

    @property
    def part(self) -> int | None:
        """Number of visible parts of an event that appears part by part; None for others, and once whole."""
        beat = self.now
        if beat is None or not beat.parts:
            return None
        shown = int((time.monotonic() - self._until + self._length) / self._length * (beat.parts + WHOLE_PARTS))
        return shown if shown < beat.parts else None

    @property
    def until(self) -> float:
        """Time of the next part or of the end of the beat; 0 without a beat."""
        if self._beat is None:
            return 0.0
        part = self.part
        return (
            self._until
            if part is None
            else self._until - self._length * (1 - (part + 1) / (self._beat.parts + WHOLE_PARTS))
        )

    def seconds(self, event: Event, view: View, tempo: Tempo, speed: float) -> float:
        """Return the length of the pause after an event in seconds; 0 for most events."""
        if not (tempo.motion and tempo.pace and view.may_see(event)):
            return 0.0
        return view.pane.caption(event).seconds * tempo.pace / PACE / speed

    def start(self, event: Event, view: View, seconds: float) -> float:
        """Start a beat of some seconds for an event. Returns the seconds."""
        self._beat = view.pane.caption(event) if seconds else None
        self._until, self._length = time.monotonic() + seconds, seconds
        return seconds

    async def show(self, batch: Sequence[Event], view: View, seconds: Callable[[Event], float]) -> None:
        """Show a live step with a pause at each beat. There are no pauses while the person looks back."""
        self._rest = list(batch)
        while self._rest:
            event = self._rest.pop(0)
            view.extend((event,))
            if view.at_now and (pause := self.start(event, view, seconds(event))):
                self._cut.clear()
                try:
                    await asyncio.wait_for(self._cut.wait(), pause)
                except TimeoutError:
                    continue

    def end(self) -> None:
        """End the beat; the step then continues."""
        self._beat = None
        self._cut.set()

    def show_rest(self, view: View) -> None:
        """Show all events that are held back."""
        rest, self._rest = self._rest, []
        self.end()
        view.extend(rest)
