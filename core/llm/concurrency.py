"""How many calls may be in flight to a host: a number that finds its level.

Additive increase, multiplicative decrease: it doubles with every round of calls that go well until the host first says
that there are too many, as TCP does in its slow start (RFC 5681); from then on it grows by one a round, and is halved
when the host says so again.
"""

import asyncio
from collections import deque
from types import TracebackType
from typing import Protocol

from core.engine.events import Spent

BEGIN = 16
"""Calls at once with which it begins, where so many are allowed."""


class Places(Protocol):
    """Is where a call waits for its place, be it in this process or with whoever shares them out."""

    era: int
    """How often the number was halved: a refusal of a call that was made before the last time says nothing new."""

    async def __aenter__(self) -> None: ...
    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None: ...
    def went_well(self) -> None: ...
    def refused(self, era: int) -> None: ...
    def paid(self, spent: Spent) -> None: ...


class Concurrency:
    """The number, and who waits for a place. It is held with `async with`, by one call with all its tries."""

    def __init__(self, most: int) -> None:
        """Take the number that is never gone beyond."""
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
            if place.done() and not place.cancelled():  # let in and stopped at once
                self.leave()
            raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.leave()

    def went_well(self) -> None:
        """A call was answered: there is room for more."""
        self.limit = min(self.most, self.limit + (1 / self.limit if self.era else 1))
        self._let_in()

    def refused(self, era: int) -> None:
        """A call that was made in this era came to too many of them."""
        if era == self.era:
            self.limit = max(1.0, self.limit / 2)
            self.era += 1

    def paid(self, spent: Spent) -> None:
        """A call is over, and has taken this."""

    def leave(self) -> None:
        """Give a place back."""
        self.flying -= 1
        self._let_in()

    def _let_in(self) -> None:
        while self._waiting and self.flying < int(self.limit):
            place = self._waiting.popleft()
            if not place.done():
                self.flying += 1
                place.set_result(None)
