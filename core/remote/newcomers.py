"""Connections that have not shown a token yet: their number and their time are limited."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
GREETING_SECONDS = 10.0
"""Time limit in seconds for the first message of a connection."""
TOKEN_SECONDS = GREETING_SECONDS + 2.0
"""Time limit in seconds for a connection to show a token."""
MAX_NEWCOMERS = 64
"""Maximum number of connections without a token; a further one replaces the oldest."""


class Newcomers:
    """Makes the protocol of each connection, and closes those that show no token."""

    def __init__(self, admits: Callable[[str], bool], pages: Sequence[web.RouteDef]) -> None:
        """Start without connections.

        Args:
            admits: Returns True for the token of a seat or of spectators.
            pages: Pages for browsers, which have limits of their own.
        """
        self._admits, self._pages = admits, [page.handler for page in pages]
        self._timers: dict[web.RequestHandler, asyncio.TimerHandle] = {}

    def __len__(self) -> int:
        """Return the number of connections without a token."""
        return len(self._timers)

    async def listen(self, server: web.Server, listening: Any) -> asyncio.Server:
        """Accept connections at a socket, for a server."""

        def connect() -> web.RequestHandler:
            if len(self._timers) >= MAX_NEWCOMERS:
                self._close(next(iter(self._timers)))
            connection = server()
            self._timers[connection] = loop.call_later(TOKEN_SECONDS, self._close, connection)
            return connection

        loop = asyncio.get_running_loop()
        return await loop.create_server(connect, sock=listening)

    def admit(self, request: web.Request) -> None:
        """Keep the connection of a request."""
        if (timer := self._timers.pop(request.protocol, None)) is not None:
            timer.cancel()

    @property
    def middleware(self) -> Any:
        """Return a middleware that keeps the connections of programs with a token, and of browsers."""

        @web.middleware
        async def admit(request: web.Request, handler: Handler) -> web.StreamResponse:
            token = request.headers.get("Authorization", "").removeprefix("Bearer ")
            if request.match_info.handler in self._pages or self._admits(token):
                self.admit(request)
            return await handler(request)

        return admit

    def close(self) -> None:
        """Close all connections without a token."""
        for connection in tuple(self._timers):
            self._close(connection)

    def _close(self, connection: web.RequestHandler) -> None:
        self._timers.pop(connection).cancel()
        connection.force_close()
