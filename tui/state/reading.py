"""A recording that is shown while the rest of it is read."""

from time import perf_counter

from core.recording.checked_reader import CheckedReader
from tui.view import View

AT_ONCE = 0.25
"""Seconds of reading before a stage is put up, of what may be read by then: it is there whole. A long one is not."""
SLICE = 0.012
"""Seconds of reading before the screen has its turn."""


class Reading:
    """Lays out a recording in a view, piece by piece."""

    def __init__(self, view: View, incoming: CheckedReader) -> None:
        self._view, self._incoming = view, incoming
        self._pieces = iter(incoming)
        view.expected = 1
        view.go(0)

    def go_on(self, seconds: float) -> bool:
        """Read for so long. False: all of it is there. Raises UserError."""
        view, until = self._view, perf_counter() + seconds
        try:
            for piece in self._pieces:
                view.extend(piece)
                view.expected = max(1, view.known, round(view.known / max(self._incoming.share, 1e-9)))
                if view.awaited:
                    view.arrive()
                if perf_counter() > until:
                    return True
        except BaseException:
            view.expected = 0
            raise
        view.expected = 0
        return False
