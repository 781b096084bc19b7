"""Adaptive limit of calls in flight to a host.

Additive increase, multiplicative decrease: the limit doubles with every round of successful calls until the host first
reports too many, as in TCP's slow start (RFC 5681); then it grows by one a round, and halves at each such report.
"""

import asyncio
from collections import deque
from typing import Protocol

from core.engine.model_tally import Spent

BEGIN = 16
"""Initial limit, where the maximum allows it."""


class Places(Protocol):
    """A limit of calls in flight, held by this process or by the one that hands out places."""

    era: int
    """Number of times the limit was halved; a report about a call from before the last time is ignored."""

    async def __aenter__(self) -> None: ...
    async def __aexit__(self, *error: object) -> None: ...
    def went_well(self) -> None: ...
    def refused(self, era: int) -> None: ...
    def paid(self, spent: Spent) -> None: ...


class Concurrency:
    """The limit and the calls that wait. Hold it with `async with` for one call with all its tries."""

    def __init__(self, most: int) -> None:
        """Start below `most`, which is never exceeded."""
        self.most = most
        self.limit = float(min(most, BEGIN))
        self.era = 0
        self.flying = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def __aenter__(self) -> None:
        if not self._waiting and self.flying < int(self.limit):
            self.flying += 1
            return
        place = asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():  # admitted and stopped at once
                self.leave()
            raise

    async def __aexit__(self, *error: object) -> None:
        self.leave()

    def went_well(self) -> None:
        """Report a successful call: the limit may grow."""
        self.limit = min(self.most, self.limit + (1 / self.limit if self.era else 1))
        self._admit()

    def refused(self, era: int) -> None:
        """Report "too many" for a call made in this era."""
        if era == self.era:
            self.limit = max(1.0, self.limit / 2)
            self.era += 1

    def paid(self, spent: Spent) -> None:
        """Report a finished call's usage."""

    def leave(self) -> None:
        """Give a place back."""
        self.flying -= 1
        self._admit()

    def _admit(self) -> None:
        while self._waiting and self.flying < int(self.limit):
            place = self._waiting.popleft()
            if not place.done():
                self.flying += 1
                place.set_result(None)
