"""A timer for the earliest of several times."""

import asyncio
from collections.abc import Callable


class Alarm:
    """Calls a function once, at the earliest of the times that were set."""

    def __init__(self, ring: Callable[[], object]) -> None:
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None

    def set(self, at: float) -> None:
        """Call the function at a time of the monotonic clock, unless an earlier time is already set."""
        if self._timer is None or self._timer.when() > at:
            self.cancel()
            self._timer = asyncio.get_running_loop().call_at(at, self._on_time)

    def cancel(self) -> None:
        """Cancel the call."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _on_time(self) -> None:
        self._timer = None
        self._ring()
