"""Views of runs and recordings, and loading of recordings in pieces while the screen shows the progress."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

from core.engine.events import Event
from core.recording.checked_reader import CheckedReader
from core.recording.file import Recording
from core.recording.header import Header
from core.recording.verification import RecordedRun
from core.trust.grants import NO_GRANTS, Grants
from tui.keys import current
from tui.panes.seat import scene_keys
from tui.side_by_side import SideBySide
from tui.source import LiveRun, Source
from tui.view import View

FIRST_READ_SECONDS = 0.25
"""Seconds of reading before a stage is shown, for recordings that are probably short."""
READ_SECONDS_PER_FRAME = 0.012
"""Seconds of reading after which the screen is refreshed."""
EVENTS_PER_FRAME = 500
"""Number of events of an opening after which the screen is refreshed."""
SILENT_SECONDS = 0.15
"""Seconds after which the screen says that the game is being set up."""


def live_run(
    header: Header,
    record: Path | None,
    past: Recording | None = None,
    grants: Grants = NO_GRANTS,
    interventions: Sequence[str] = (),
) -> tuple[View, LiveRun]:
    """Make the view and the source of a run, new or continued. Raises UserError."""
    live = LiveRun(header, record, past, grants, interventions)
    return view_of_source(live), live


def view_of_source(source: Source) -> View:
    """Make the view of a game that is being played, with its events so far. Raises UserError for keys that clash."""
    people = source.people
    view = View(source.header, people[0] if people else "")
    if view.seat:
        current().check_scene(source.header.scene, scene_keys(view.pane))
    view.path = source.path
    view.extend(source.past)
    return view


def view_of(recorded: RecordedRun | CheckedReader, perspective: str, spoiler_free: bool) -> View:
    """Make the view of a recording, without events yet. Raises UserError for an unknown perspective."""
    recorded.header.check_perspective(perspective)
    view = View(recorded.header)
    view.path, view.perspective, view.spoiler_free = recorded.path, perspective, spoiler_free
    return view


def views_beside(
    one: RecordedRun, other: RecordedRun, names: tuple[str, str], at: int | None, perspective: str, spoiler_free: bool
) -> SideBySide:
    """Show two recordings side by side. Raises UserError for an unknown perspective and for different scenes."""
    views = view_of(one, perspective, spoiler_free), view_of(other, "", spoiler_free)
    for view, recorded in zip(views, (one, other), strict=True):
        view.extend(recorded.events)
    views[0].go(at or 0)
    return SideBySide(views, names)


class RecordingLoader:
    """Loads a recording into a view, piece by piece."""

    def __init__(self, view: View, incoming: CheckedReader) -> None:
        self._view, self._incoming = view, incoming
        self._pieces = iter(incoming)
        view.expected = 1
        view.go(0)

    def go_on(self, seconds: float) -> bool:
        """Load for so many seconds. Returns False once everything is loaded. Raises UserError."""
        view, until = self._view, time.perf_counter() + seconds
        try:
            for piece in self._pieces:
                view.extend(piece)
                view.expected = max(1, view.known, round(view.known / max(self._incoming.share, 1e-9)))
                if view.awaited:
                    view.arrive()
                if time.perf_counter() > until:
                    return True
        except BaseException:
            view.expected = 0
            raise
        view.expected = 0
        return False


class SetUpProgress:
    """Progress of setting up a live game, whose first events arrive in pieces."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._events = 0
        """Number of events in the opening that is being loaded; 0 if none is."""

    @property
    def is_running(self) -> bool:
        """True while the opening is not complete, so that the board cannot be drawn."""
        return bool(self._events)

    async def lay_out(self, batch: Sequence[Event], view: View) -> bool:
        """Add a large batch to the view in pieces. Returns False for a small batch, which the caller adds."""
        if len(batch) <= EVENTS_PER_FRAME:
            return False
        self._events = len(batch)
        for start in range(0, len(batch), EVENTS_PER_FRAME):
            view.extend(batch[start : start + EVENTS_PER_FRAME])
            await asyncio.sleep(0)
        self._events = 0
        return True

    def words(self, view: View) -> tuple[str, int] | None:
        """Return a text about the progress, and the elapsed seconds; None while the set-up has been short."""
        seconds = time.monotonic() - self._began
        if seconds <= SILENT_SECONDS or (view.known and not self._events):
            return None
        words = f"loading {view.known:,} of {self._events:,} events" if self._events else "setting up the game"
        return words, int(seconds)

    def due(self, view: View) -> float | None:
        """Return the time at which the text changes; None if there is no text to come."""
        if view.known and not self._events:
            return None
        seconds = time.monotonic() - self._began
        return self._began + (SILENT_SECONDS if seconds < SILENT_SECONDS else int(seconds) + 1)
