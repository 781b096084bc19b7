"""A player's side of a hosted game: a connection that is restored when it breaks, and the events that arrive."""

import asyncio
import itertools
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace

from core.egress import RequestFailed, WebSocketConnection, websocket
from core.engine.events import Event, RunEnded
from core.errors import StorageError, UserError
from core.recording.file import Recorder
from core.recording.header import Header
from core.recording.line_format import MAX_LINE
from core.recording.reader import Reader
from core.remote import protocol
from core.remote.chat import ChatLog, about_replacement
from core.remote.join_port import HEARTBEAT, PATH
from core.remote.policies import REMOTE
from core.remote.protocol import (
    MAX_CHAT_CHARACTERS,
    Ack,
    Act,
    Closed,
    FromHost,
    FromPlayer,
    Hello,
    Paused,
    Ping,
    Pong,
    ProtocolError,
    Ready,
    Replaced,
    Said,
    Saved,
    Say,
    Table,
    Waiting,
    Welcome,
    encode,
    from_host,
)
from core.remote.release import Release, ReleasedGame
from core.text import one_line

CONNECT_SECONDS = 10.0
"""Time limit in seconds for opening a connection."""
RETRY_SECONDS = (0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds between attempts to connect again; the last number repeats."""
GIVE_UP_SECONDS = 1800.0
"""Seconds without a host after which a client gives up."""
MAX_FRAME = 4 * MAX_LINE
"""Maximum size in bytes of a frame from the host."""
MAX_GAME, MAX_EVENTS = 2**26, 250_000
"""Maximum size of a game in bytes and events; a client leaves a longer game."""
MAX_NEWS = 20
"""Maximum number of news items that wait for the screen."""


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class Client:
    """A player's or spectator's connection to a game that another Playbill hosts."""

    def __init__(self, address: str, token: str) -> None:
        """Prepare a connection; `connect` makes it.

        Args:
            address: HOST:PORT, or a whole address (ws://…, wss://…).
            token: The token of the seat.
        """
        self._url = address if "://" in address else f"ws://{address}{PATH}"
        self._token = token
        self.table: Table | None = None
        """Seats with their players; None until the host answers."""
        self.header: Header | None = None
        """Header of the own partial recording, once the game has begun."""
        self.trouble = ""
        """Reason why there is no connection now; empty while there is one."""
        self.closed = ""
        """Reason why the connection was closed for good; empty until then."""
        self.rejected: list[str] = []
        """Reasons why commands were rejected, oldest first, until the screen takes them."""
        self.news: list[str] = []
        """Sentences about pauses and replaced players, oldest first, until the screen takes them."""
        self.chat = ChatLog()
        self.paused = False
        """True while the host has paused the game."""
        self.saved = False
        """True if the host has left with the game saved."""
        self._left, self._left_since = 0.0, 0.0
        """Seconds until the default action for this player, and the time at which the host sent this number."""
        self.changed: Callable[[], None] = lambda: None
        """Callback for changes of these attributes."""
        self._record: Callable[[Header], Path | None] = lambda header: None
        self.released: ReleasedGame | None = None
        """The whole game, if the host has released it."""
        self._release: Release | None = None
        self.path: Path | None = None
        """File of the partial recording; None if there is none."""
        self._recorder: Recorder | None = None
        self._reader: Reader | None = None
        self._known = 0
        self._received = 0
        """Number of bytes of events so far."""
        self._frames: WebSocketConnection | None = None
        self._ids = itertools.count(1)
        self._unanswered: dict[int, Act] = {}
        self._outgoing: asyncio.Queue[str] = asyncio.Queue()
        self._arrived: deque[list[Event] | Waiting | None] = deque()
        self._arrival = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def record_to(self, choose: Callable[[Header], Path | None]) -> None:
        """Set the function that names the file of the partial recording, or returns None for no file."""
        self._record = choose

    # -- the connection

    def connect(self) -> None:
        """Connect, and stay connected until the game is over or the host closes.

        `closed` then has the reason: the host's words, an answer of another program, or a file that cannot be written.
        """
        self._task = asyncio.ensure_future(self._run())

    async def close(self) -> None:
        """Leave the table."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _run(self) -> None:
        heard = time.monotonic()
        delays = itertools.chain(RETRY_SECONDS, itertools.repeat(RETRY_SECONDS[-1]))
        try:
            while not self.closed and not self.ended:
                try:
                    async with websocket(
                        self._url, seconds=CONNECT_SECONDS, most=MAX_FRAME, heartbeat=HEARTBEAT
                    ) as self._frames:
                        await self._listen(self._frames)
                    heard = time.monotonic()
                    self.trouble = "" if self.ended or self.closed else "the connection was closed"
                    delays = itertools.chain(RETRY_SECONDS, itertools.repeat(RETRY_SECONDS[-1]))
                except RequestFailed as error:
                    self.trouble = str(error)
                    if self.table is None:
                        self.closed = f"there is no table at {self._url}: {error}"
                self._frames = None
                self.changed()
                if time.monotonic() - heard > GIVE_UP_SECONDS:
                    self.closed = "the host has been gone for too long"
                if not self.closed and not self.ended:
                    await asyncio.sleep(next(delays))
        except (ProtocolError, UserError) as error:
            self.closed = f"the host sends something else than a game: {error}"
        except StorageError as error:
            self.closed = str(error)
        finally:
            if self._recorder is not None:
                self._recorder.close()
            self._arrive(None)
            self.changed()

    async def _listen(self, frames: WebSocketConnection) -> None:
        self._outgoing = asyncio.Queue()
        self._send(Hello(self._token, known=self._known))
        for act in self._unanswered.values():
            self._send(act)
        writing = asyncio.ensure_future(self._write(frames))
        try:
            async for frame in frames:
                self.trouble = ""
                if isinstance(frame, bytes):
                    self._take(frame)
                else:
                    self._handle(from_host(frame))
                self.changed()
        finally:
            writing.cancel()

    def _take(self, lines: bytes) -> None:
        """Read and record a frame of events."""
        if self._reader is None:
            raise ProtocolError("events came before the game had begun")
        self._received += len(lines)
        if self._received > MAX_GAME:
            raise ProtocolError(f"more than {MAX_GAME // 2**20} MiB of events")
        if self._release is not None:
            if self._release.take(lines) and self.ended is not None:
                path = self.path and self.path.with_name(f"{self.path.stem}-whole.jsonl")
                self.released, self._release = self._release.finish(self.ended.digest, path), None
            return
        events = self._reader.feed(lines)
        if not events or self._reader.loose:
            raise ProtocolError("a frame of events is not whole")
        if self._recorder is not None:
            self._recorder.write(lines)
        self._known = events[-1].n
        if self._known > MAX_EVENTS:
            raise ProtocolError(f"more than {MAX_EVENTS} events")
        self._arrive(events)

    def _arrive(self, arrived: list[Event] | Waiting | None) -> None:
        """Queue events or a list of agents for `next`; a newer list replaces one that nobody has read."""
        if isinstance(arrived, Waiting) and self._arrived and isinstance(self._arrived[-1], Waiting):
            self._arrived.pop()
        self._arrived.append(arrived)
        self._arrival.set()

    def _handle(self, message: FromHost) -> None:
        match message:
            case Table():
                self.table, self.chat.own = message, message.seat
            case Welcome(header, known):
                self._begin(header, known)
            case Waiting(_, left):
                self._left, self._left_since = left, time.monotonic()
                self._arrive(message)
            case Ack(id, why):
                if self._unanswered.pop(id, None) and why:
                    self.rejected.append(why)
            case protocol.Release(header, nonce):
                if self.header is None or self.ended is None:
                    raise ProtocolError("a game that is not over was released")
                self._release, self._received = Release(header, nonce, self.header), 0
            case Said():
                self.chat.take(message)
            case protocol.Chat(lines, closed):
                self.chat.renew(lines, closed)
            case Replaced(seat, policy):
                self._report(about_replacement(seat, policy))
            case Paused(paused):
                if paused != self.paused:
                    self._report("paused by the host" if paused else "the host continues the game")
                self.paused = paused
            case Saved():
                self.saved = True
            case Ping(n):
                self._send(Pong(n))
            case Closed(why):
                self.closed = why

    def _report(self, news: str) -> None:
        """Pass on news for the screen, and add them to the lines of the chat."""
        self.news = [*self.news, one_line(news)[:MAX_CHAT_CHARACTERS]][-MAX_NEWS:]
        self.chat.note(news)

    def _begin(self, header: Header, known: int) -> None:
        wishes = header.models or header.prompts or header.parent
        if not header.is_partial or not {*header.cast.values()} <= {"human", REMOTE} or wishes:
            raise ProtocolError("a header that no host makes")
        header = replace(header, created=self.header.created if self.header else _now())
        if self.header is None:
            self._reader = Reader("the host's game")
            self._reader.feed(header.encode() + b"\n")
            self.header = header
            self.path = self._record(header)
            self._recorder = Recorder.create(self.path, header) if self.path else None
        elif header != self.header or known != self._known:
            raise ProtocolError("it has begun another game, or lost a part of this one; join again")

    def _send(self, message: FromPlayer) -> None:
        """Send a message if there is a connection; unanswered commands are sent again by the next connection."""
        if self._frames is not None:
            self._outgoing.put_nowait(encode(message).decode())

    async def _write(self, frames: WebSocketConnection) -> None:
        with suppress(RequestFailed):  # `_listen` notices the broken connection as well
            while True:
                await frames.send(await self._outgoing.get())

    # -- for the screen

    @property
    def ended(self) -> RunEnded | None:
        """The end of the game, once it is known."""
        return self._reader.ended if self._reader else None

    async def next(self) -> list[Event] | Waiting | None:
        """Wait for the next events, or list of deciding agents; None if the connection has ended."""
        while not self._arrived:
            self._arrival.clear()
            await self._arrival.wait()
        return self._arrived.popleft()

    @property
    def left(self) -> float:
        """Seconds until the default action is taken for this player; 0 if there is no limit."""
        passed = 0.0 if self.paused else time.monotonic() - self._left_since
        return max(0.1, self._left - passed) if self._left else 0.0

    def ready(self, ready: bool) -> None:
        """Report the player as ready or not ready."""
        self._send(Ready(ready))

    def say(self, text: str) -> str:
        """Send a line of chat. Returns the reason why it cannot be sent; "" if it was sent."""
        text = one_line(text)
        if not text:
            return ""
        if self._frames is None:
            return "not sent: there is no connection to the host"
        if not (why := self.chat.refusal(text)):
            self._send(Say(text))
        return why

    def act(self, command: str) -> None:
        """Send a command. After a broken connection it is sent again, but performed only once."""
        act = Act(next(self._ids), self._known, command)
        self._unanswered[act.id] = act
        self._send(act)
