"""One player's connection to the host: what waits to be sent, and how much may be received."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence

from core.remote.projection import AudienceLog
from core.remote.protocol import Chat, Closed, FromHost, Paused, Ping, Release, Said, Table, Waiting, Welcome

RATE, BURST = 20.0, 40
"""Messages a second that a player may send, and in one go."""
REQUESTS, REQUESTS_AT_ONCE = 200.0, 400
"""Requests a second of a program, and in one go."""
QUEUED = 200
"""Most messages that wait for a player who does not read them; then the connection is closed."""
QUEUED_LINES = 50
"""Most lines of chat that wait; older ones are left out."""
PING = 5.0
"""Seconds between pings that measure the delay."""
STEADY = 10
"""Milliseconds by which a delay may vary without being reported again."""
LATEST = (Chat, Paused, Ping, Table, Waiting)
"""Messages that replace an older one of their kind that was not sent yet."""
BEHIND = "you read too slowly; join again with the same line"


class Allowance:
    """Number of messages that somebody may still send now."""

    def __init__(self, rate: float = RATE, burst: int = BURST) -> None:
        """Allow so many messages a second, and in one go."""
        self._rate, self._burst = rate, burst
        self._left, self._checked = float(burst), time.monotonic()

    def is_used_up(self) -> bool:
        """Count a message. Returns True if too many came."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + self._rate * (now - self._checked)) - 1
        self._checked = now
        return self._left < 0


class Connection:
    """Sends the batches of a log as they come, and messages in between."""

    def __init__(
        self,
        known: int,
        send_lines: Callable[[bytes], Awaitable[None]],
        send_message: Callable[[FromHost], Awaitable[None]],
        close: Callable[[], Awaitable[object]],
        *,
        takes_release: bool = True,
    ) -> None:
        """Prepare a connection; `write` uses it.

        Args:
            known: Number of the newest event that the other side had when it connected.
            send_lines: Sends the lines of a batch.
            send_message: Sends a message.
            close: Closes the connection.
            takes_release: True if the other side wants the whole log once the host releases it.
        """
        self.close = close
        self._takes_release = takes_release
        self._known = known
        self._send_lines, self._send_message = send_lines, send_message
        self._at: int | None = None
        """Index of the next batch; None until the log is welcomed."""
        self._out: deque[FromHost] = deque()
        self._closes = False
        """True once the last message is queued."""
        self._pings = 0
        self._pinged = 0.0
        """Time of the newest ping."""
        self.delay: int | None = None
        """Milliseconds to the other side and back; None if they are not known."""
        self._released: Sequence[bytes] = ()
        self._wake = asyncio.Event()

    def send(self, message: FromHost) -> None:
        """Queue a message. The connection of a player who leaves too many unread is closed."""
        if self._closes:
            return
        lines = [each for each in self._out if isinstance(each, Said)] if isinstance(message, Said) else []
        if len(lines) >= QUEUED_LINES:
            self._out.remove(lines[0])
        if isinstance(message, LATEST):
            self._out = deque(each for each in self._out if type(each) is not type(message))
        elif len(self._out) >= QUEUED and not isinstance(message, Closed):
            self._out.clear()
            message = Closed(BEHIND)
        self._closes = isinstance(message, Closed)
        self._out.append(message)
        self.wake()

    async def ping(self) -> None:
        """Measure the delay again and again."""
        while True:
            self._pings += 1
            self._pinged = time.monotonic()
            self.send(Ping(self._pings))
            await asyncio.sleep(PING)

    def pong(self, n: int) -> bool:
        """Take the answer to a ping. Returns True if the delay has changed enough to show it."""
        if n != self._pings:
            return False
        before, self.delay = self.delay, round(1000 * (time.monotonic() - self._pinged))
        return before is None or abs(self.delay - before) > max(STEADY, before // 4)

    def wake(self) -> None:
        """Continue to send: there is something new."""
        self._wake.set()

    def welcome(self, log: AudienceLog) -> None:
        """Begin to send a log, after the events that the other side knows if they are its first ones."""
        known = self._known if self._known <= log.n else 0
        self._at = log.after(known)
        self.send(Welcome(log.header, known))

    def release(self, message: Release, lines: Sequence[bytes]) -> None:
        """Send the whole log, once everything else is sent."""
        if self._takes_release:
            self._released = lines
            self.send(message)

    async def write(self, log: Callable[[], AudienceLog | None], visible: Callable[[AudienceLog], int]) -> None:
        """Send everything as it comes, until the host closes. A slow reader delays only itself."""
        while True:
            self._wake.clear()
            if (own := log()) is not None and self._at is not None and not any(map(_is_welcome, self._out)):
                while self._at < visible(own):
                    await self._send_lines(own[self._at])
                    self._at += 1
            if not self._out:
                await self._wake.wait()
                continue
            message = self._out.popleft()
            await self._send_message(message)
            if isinstance(message, Release):
                for lines in self._released:
                    await self._send_lines(lines)
            if isinstance(message, Closed):
                await self.close()
                return


def _is_welcome(message: FromHost) -> bool:
    return isinstance(message, Welcome)
