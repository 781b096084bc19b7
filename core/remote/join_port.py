"""The port at which players join a host: it checks their tokens, and passes on their messages."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from socket import socket

from aiohttp import web

from core.remote.connection import Connection
from core.remote.guests import Guest, Guests
from core.remote.newcomers import GREETING_SECONDS, Newcomers
from core.remote.plain_http import PlainHttp
from core.remote.projection import PUBLIC
from core.remote.protocol import VERSION, Closed, FromHost, FromPlayer, Hello, ProtocolError, encode, from_player
from core.remote.seat_control import REPLACED
from core.remote.wire import MAX_REQUEST_BYTES, QUIET
from core.text import one_line

PATH = "/join"
IDLE = 600.0
"""Seconds without a request after which the connection of a program or a browser is closed."""
HEARTBEAT = 10.0
"""Seconds between pings. A connection that does not answer one is closed."""
UNSEATED = "no seat has this token; ask the host for the line to join with"


class JoinPort:
    """Accepts connections, each with the token of a seat or of spectators."""

    def __init__(
        self,
        guests: Guests,
        find: Callable[[str], Guest | None],
        serve: Callable[[Guest, Connection, int], Awaitable[None]],
        handle: Callable[[Guest, Connection, FromPlayer], None],
    ) -> None:
        """Expect players.

        Args:
            guests: Players and spectators with a token.
            find: Finds the guest of a token, unless a bot plays in its seat.
            serve: Serves a connection, with the number of the newest event that the other side knows, until it ends.
            handle: Acts on a message. Raises ProtocolError.
        """
        self._guests, self._find, self._serve, self._handle = guests, find, serve, handle
        self._servers: list[asyncio.Server] = []

    async def open(self, listening: socket, pages: Sequence[web.RouteDef], programs: PlainHttp) -> None:
        """Accept connections of people, of their browsers (`pages`) and of programs."""
        self.newcomers = Newcomers(lambda token: self._find(token) is not None, pages)
        app = web.Application(client_max_size=MAX_REQUEST_BYTES, middlewares=[self.newcomers.middleware])
        app.add_routes([web.get(PATH, self._accept), *pages, *programs.routes])
        app.on_cleanup.append(programs.close)
        self._runner = web.AppRunner(
            app, handler_cancellation=True, access_log=None, logger=QUIET, shutdown_timeout=1.0, keepalive_timeout=IDLE
        )
        await self._runner.setup()
        await self.accept_at(listening)

    async def accept_at(self, listening: socket) -> None:
        """Accept connections at one more socket."""
        assert self._runner.server is not None
        self._servers.append(await self.newcomers.listen(self._runner.server, listening))

    async def close(self) -> None:
        """Stop listening at once."""
        for server in self._servers:
            server.close()
        self._servers = []
        self.newcomers.close()
        await self._runner.cleanup()

    async def _accept(self, request: web.Request) -> web.StreamResponse:
        if "Origin" in request.headers:  # a page in a browser, not a Playbill
            raise web.HTTPForbidden
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT, max_msg_size=MAX_REQUEST_BYTES, autoping=True)
        await socket.prepare(request)
        try:
            guest, connection, known = await self._greet(socket)
        except ProtocolError as error:
            await socket.send_str(encode(Closed(one_line(str(error))[:200])).decode())
            await socket.close()
            return socket
        self.newcomers.admit(request)
        tasks = [asyncio.ensure_future(self._serve(guest, connection, known))]
        if guest.name != PUBLIC:
            tasks.append(asyncio.ensure_future(connection.ping()))
        await asyncio.sleep(0)  # seat the connection before its next message is read
        try:
            await self._read(guest, connection, socket)
        finally:
            for task in tasks:
                task.cancel()
        return socket

    async def _greet(self, socket: web.WebSocketResponse) -> tuple[Guest, Connection, int]:
        """Authenticate a new connection by its token. Raises ProtocolError."""
        try:
            async with asyncio.timeout(GREETING_SECONDS):
                first = await socket.receive()
        except TimeoutError:
            raise ProtocolError("no token arrived") from None
        hello = from_player(first.data) if first.type == web.WSMsgType.TEXT else None
        if not isinstance(hello, Hello):
            raise ProtocolError("the first message should be a hello")
        if hello.version != VERSION:
            raise ProtocolError(f"the host speaks version {VERSION} of the protocol, and you version {hello.version}")
        guest = self._guests.find(hello.token)
        if guest is None:
            await asyncio.sleep(1.0)  # guessing is slow
            raise ProtocolError(UNSEATED)
        if guest.bot:
            raise ProtocolError(REPLACED)
        if guest.is_full:
            raise ProtocolError("there are too many spectators already")

        async def send(message: FromHost) -> None:
            await socket.send_str(encode(message).decode())

        return guest, Connection(hello.known, socket.send_bytes, send, socket.close), hello.known

    async def _read(self, guest: Guest, connection: Connection, socket: web.WebSocketResponse) -> None:
        async for frame in socket:
            if frame.type != web.WSMsgType.TEXT:
                why = "a frame is not text"
            elif guest.allowance.is_used_up():
                why = "too many messages"
            else:
                try:
                    self._handle(guest, connection, from_player(frame.data))
                    continue
                except ProtocolError as error:
                    why = one_line(str(error))[:200]
            connection.send(Closed(why))
