"""Views of runs and recordings, and their loading in pieces while the screen says how far it is."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

from core.engine.events import Event
from core.recording.checked_reader import CheckedReader
from core.recording.file import Recording
from core.recording.header import Header
from core.recording.verification import Recorded
from core.trust.grants import NOTHING, Grants
from tui.keys import current
from tui.panes.seat import letters
from tui.side_by_side import Beside
from tui.source import Live, Source
from tui.view import View

AT_ONCE = 0.25
"""Seconds of reading before a stage is put up, for a recording that may be short enough to be read whole."""
SLICE = 0.012
"""Seconds of reading before the screen has its turn."""
PIECE = 500
"""Events of an opening that are laid out before the screen has its turn."""
SOON = 0.15
"""Seconds after which the screen says that something is being set up."""


def live_run(
    header: Header,
    record: Path | None,
    past: Recording | None = None,
    grants: Grants = NOTHING,
    interventions: Sequence[str] = (),
) -> tuple[View, Live]:
    """Make the view and the source of a run, new or continued. Raises UserError."""
    live = Live(header, record, past, grants, interventions)
    return view_of_source(live), live


def view_of_source(source: Source) -> View:
    """Make the view of a game that is played, with its events so far. Raises UserError for keys that clash."""
    people = source.people
    view = View(source.header, people[0] if people else "")
    if view.seat:
        current().check_scene(source.header.scene, letters(view.pane))
    view.path = source.path
    view.extend(source.past)
    return view


def view_of(recorded: Recorded | CheckedReader, eyes: str, spoiler_free: bool) -> View:
    """Make the view of a recording, with no events yet. Raises UserError for unknown eyes."""
    recorded.header.check_eyes(eyes)
    view = View(recorded.header)
    view.path, view.eyes, view.spoiler_free = recorded.path, eyes, spoiler_free
    return view


def views_beside(
    one: Recorded, other: Recorded, names: tuple[str, str], at: int | None, eyes: str, spoiler_free: bool
) -> Beside:
    """Make two recordings stand beside each other. Raises UserError for unknown eyes and for different scenes."""
    views = view_of(one, eyes, spoiler_free), view_of(other, "", spoiler_free)
    for view, recorded in zip(views, (one, other), strict=True):
        view.extend(recorded.events)
    views[0].go(at or 0)
    return Beside(views, names)


class Reading:
    """Lays out a recording in a view, piece by piece."""

    def __init__(self, view: View, incoming: CheckedReader) -> None:
        self._view, self._incoming = view, incoming
        self._pieces = iter(incoming)
        view.expected = 1
        view.go(0)

    def go_on(self, seconds: float) -> bool:
        """Read for so long. False: all of it is there. Raises UserError."""
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


class SettingUp:
    """Progress of the opening of a live game, which comes in pieces."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._events = 0
        """Events of the opening that is being laid out."""

    @property
    def going(self) -> bool:
        """True while there is no whole world to be painted yet."""
        return bool(self._events)

    async def lay_out(self, batch: Sequence[Event], view: View) -> bool:
        """Lay out a large opening in pieces. False for a batch that needs none."""
        if len(batch) <= PIECE:
            return False
        self._events = len(batch)
        for start in range(0, len(batch), PIECE):
            view.extend(batch[start : start + PIECE])
            await asyncio.sleep(0)
        self._events = 0
        return True

    def words(self, view: View) -> tuple[str, int] | None:
        """Say what is done and for how many seconds; None before that takes a while."""
        seconds = time.monotonic() - self._began
        if seconds <= SOON or (view.known and not self._events):
            return None
        words = f"loading {view.known:,} of {self._events:,} events" if self._events else "setting up the game"
        return words, int(seconds)

    def due(self, view: View) -> float | None:
        """When the words change; None if there are none to come."""
        if view.known and not self._events:
            return None
        seconds = time.monotonic() - self._began
        return self._began + (SOON if seconds < SOON else int(seconds) + 1)
