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
from core.remote.wire import UNAUTHORIZED, Malformed, Refused, answering, read_body, text

Serve = Callable[[Guest, Connection, int], Awaitable[None]]
LONGEST = 60.0
"""Most seconds that a request waits for the game to start."""


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
        self.routes = [
            web.get("/events", answering(self._events)),
            web.get("/observe", answering(self._observe)),
            web.get("/legal", answering(self._legal)),
            web.post("/act", answering(self._act)),
            web.post("/say", answering(self._say)),
        ]

    def _guest(self, request: web.Request) -> Guest:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        guest = self._find(token) if scheme == "Bearer" and "Origin" not in request.headers else None
        if guest is None:
            raise web.HTTPUnauthorized(reason=UNAUTHORIZED)
        return guest

    async def _seat(self, request: web.Request) -> RemoteSeat:
        """Return the seat of a request's token, once the game runs. Raises Refused before that."""
        guest = self._guest(request)
        if not guest.asks:
            guest.asks = guest.ready = True
            self._changed()
        until = asyncio.get_running_loop().time() + _seconds(request)
        while guest.seat is None and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(0.05)
        if guest.seat is None:
            raise Refused("the game has not started, or you have no seat in it")
        return guest.seat

    async def _events(self, request: web.Request) -> web.StreamResponse:
        guest, known = self._guest(request), request.query.get("known", "0")
        if not (known.isascii() and known.isdigit() and len(known) < 16):
            raise Malformed(f"known should be the number of an event, not {known!r:.40}")
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

        await self._serve(guest, Connection(int(known), response.write, send, close), int(known))
        return response

    async def _observe(self, request: web.Request) -> web.StreamResponse:
        seat = await self._seat(request)
        return web.json_response(await seat.observe(_seconds(request)))

    async def _legal(self, request: web.Request) -> web.StreamResponse:
        return web.json_response((await self._seat(request)).legal())

    async def _act(self, request: web.Request) -> web.StreamResponse:
        seat = await self._seat(request)
        return web.json_response(seat.act_now(text(await read_body(request), "command")))

    async def _say(self, request: web.Request) -> web.StreamResponse:
        seat, body = await self._seat(request), await read_body(request)
        return web.json_response(seat.say(text(body, "text"), text({"to": "", **body}, "to")))


def _seconds(request: web.Request) -> float:
    """Return the seconds for which a request waits. Raises Malformed."""
    query = request.query.get("wait", "30" if request.path == "/observe" else "0")
    try:
        wait = float(query)
    except ValueError:
        wait = -1.0
    if not wait >= 0:  # excludes nan as well
        raise Malformed(f"wait should be seconds, not {query!r:.40}")
    return min(wait, LONGEST)
