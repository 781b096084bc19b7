"""A one-shot timer that only ever moves forward to an earlier time."""

import asyncio
from collections.abc import Callable


class Alarm:
    """Calls a function once, at the earliest of the times that were set."""

    def __init__(self, ring: Callable[[], object]) -> None:
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None

    def set(self, at: float) -> None:
        """Ring at a time of the monotonic clock, or earlier if that was set before."""
        if self._timer is None or self._timer.when() > at:
            self.cancel()
            self._timer = asyncio.get_running_loop().call_at(at, self._on_time)

    def cancel(self) -> None:
        """Do not ring."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _on_time(self) -> None:
        self._timer = None
        self._ring()
