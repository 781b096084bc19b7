"""The opening of a live game, which comes in pieces while the screen says how far it is."""

import asyncio
import time
from collections.abc import Sequence

from core.engine.events import Event
from tui.view import View

PIECE = 500
"""Events that are laid out before the screen has its turn."""
SOON = 0.15
"""Seconds after which the screen says that something is being set up."""


class SettingUp:
    """Progress of the opening of a game."""

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
        told = f"laying out {view.known:,} of {self._events:,} events" if self._events else "setting up the world"
        return told, int(seconds)

    def due(self, view: View) -> float | None:
        """When the words change; None if there are none to come."""
        if view.known and not self._events:
            return None
        seconds = time.monotonic() - self._began
        return self._began + (SOON if seconds < SOON else int(seconds) + 1)
