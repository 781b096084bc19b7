"""One player's connection to the host: its queue of messages to send, and limits on received messages."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence

from core.remote.projection import AudienceLog
from core.remote.protocol import Chat, Closed, FromHost, Paused, Ping, Release, Said, Table, Waiting, Welcome

RATE, BURST = 20.0, 40
"""Number of messages that a player may send per second, and at once."""
REQUESTS, REQUESTS_AT_ONCE = 200.0, 400
"""Number of requests that a program may send per second, and at once."""
QUEUED = 200
"""Maximum number of queued messages for a player; with more, the connection is closed."""
QUEUED_LINES = 50
"""Maximum number of queued lines of chat; older ones are dropped."""
PING = 5.0
"""Seconds between pings that measure the delay."""
STEADY = 10
"""Change of a delay in milliseconds that is not worth reporting."""
LATEST = (Chat, Paused, Ping, Table, Waiting)
"""Kinds of messages that replace a queued message of the same kind."""
BEHIND = "you read too slowly; join again with the same line"


class RateLimiter:
    """Limit on messages: so many per second on average, and so many at once."""

    def __init__(self, rate: float = RATE, burst: int = BURST) -> None:
        """Allow `rate` messages per second, and `burst` at once."""
        self._rate, self._burst = rate, burst
        self._left, self._checked = float(burst), time.monotonic()

    def is_used_up(self) -> bool:
        """Count a message. Returns True if it exceeds the limit."""
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
            takes_release: True if the other side wants the whole log when the host releases it.
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
        """Queue a message. If too many messages are queued, close the connection."""
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
        """Measure the delay repeatedly."""
        while True:
            self._pings += 1
            self._pinged = time.monotonic()
            self.send(Ping(self._pings))
            await asyncio.sleep(PING)

    def pong(self, n: int) -> bool:
        """Take the answer to a ping. Returns True if the delay has changed noticeably."""
        if n != self._pings:
            return False
        before, self.delay = self.delay, round(1000 * (time.monotonic() - self._pinged))
        return before is None or abs(self.delay - before) > max(STEADY, before // 4)

    def wake(self) -> None:
        """Continue to send, as there are new messages or events."""
        self._wake.set()

    def welcome(self, log: AudienceLog) -> None:
        """Begin to send a log, without the events that the other side knows already."""
        known = self._known if self._known <= log.n else 0
        self._at = log.after(known)
        self.send(Welcome(log.header, known))

    def release(self, message: Release, lines: Sequence[bytes]) -> None:
        """Send the whole log after everything else."""
        if self._takes_release:
            self._released = lines
            self.send(message)

    async def write(self, log: Callable[[], AudienceLog | None], visible: Callable[[AudienceLog], int]) -> None:
        """Send messages and events as they come, until the host closes. A slow reader delays nobody else."""
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
