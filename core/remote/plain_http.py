"""A hosted seat for programs that speak plain HTTP, each request with `Authorization: Bearer TOKEN`.

GET  /events?known=0   the header and the lines of the seat's own log, as they come
GET  /observe?wait=30  the seat's observation, when it is to act or the game is over
GET  /legal            commands that are legal now
POST /act              {"command": "income"}
POST /say              {"text": "I hold a Duke.", "to": "Ann"}
"""

import asyncio
from collections.abc import Awaitable, Callable

from aiohttp import web

from core.remote.connection import Connection
from core.remote.guests import Guest
from core.remote.protocol import Closed, FromHost, Welcome
from core.remote.remote_seat import RemoteSeat
from core.remote.seat_routes import SeatRoutes, seconds
from core.remote.wire import UNAUTHORIZED, Malformed, Refused, answering

Serve = Callable[[Guest, Connection, int], Awaitable[None]]


class PlainHttp:
    """The routes of a host for programs."""

    def __init__(self, find: Callable[[str], Guest | None], serve: Serve, changed: Callable[[], None]) -> None:
        """Make the routes.

        Args:
            find: Finds the guest of a token.
            serve: Serves a connection, with the number of the newest event that the other side knows, until it ends.
            changed: Called when a program comes that only asks.
        """
        self._find, self._serve, self._changed = find, serve, changed
        routes = [web.get("/events", self._events), *SeatRoutes(self._seat).routes]
        self.routes = [web.route(each.method, each.path, answering(each.handler)) for each in routes]

    def _guest(self, request: web.Request) -> Guest:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        guest = self._find(token) if scheme == "Bearer" and "Origin" not in request.headers else None
        if guest is None:
            raise web.HTTPUnauthorized(reason=UNAUTHORIZED)
        if guest.requests.is_used_up():
            raise web.HTTPTooManyRequests
        return guest

    async def _seat(self, request: web.Request) -> RemoteSeat:
        """Return the seat of a request's token, once the game runs. Raises Refused before that."""
        guest = self._guest(request)
        if guest.ask():
            self._changed()
        until = asyncio.get_running_loop().time() + seconds(request)
        while guest.seat is None and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(0.05)
        if guest.seat is None:
            raise Refused("the game has not started, or you have no seat in it")
        return guest.seat

    async def _events(self, request: web.Request) -> web.StreamResponse:
        guest, known = self._guest(request), request.query.get("known", "0")
        if not (known.isascii() and known.isdigit() and len(known) < 16):
            raise Malformed(f"known should be the number of an event, not {known!r:.40}")
        if guest.is_full:
            raise Refused("there are too many spectators already")
        response = web.StreamResponse(headers={"Content-Type": "application/x-ndjson", "Cache-Control": "no-store"})
        await response.prepare(request)

        async def send(message: FromHost) -> None:
            match message:
                case Welcome(header, 0):
                    await response.write(header.encode() + b"\n")
                case Closed():
                    await response.write_eof()

        async def close() -> None:
            if request.transport is not None:
                request.transport.close()

        connection = Connection(int(known), response.write, send, close, takes_release=False)
        await self._serve(guest, connection, int(known))
        return response
