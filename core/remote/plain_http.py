"""A host's seats for programs, over plain HTTP and MCP, each request with `Authorization: Bearer TOKEN`.

GET  /events?known=0   the header and the lines of the seat's own log, as they come
GET  /observe?wait=30  the seat's observation, when it is to act or the game is over
GET  /legal            commands that are legal now
POST /act              {"command": "income"}
POST /say              {"text": "I hold a Duke.", "to": "Ann"}
     /mcp              the same as tools of MCP
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from aiohttp import web

from core.remote.connection import Connection
from core.remote.guests import Guest
from core.remote.program import observe, seat_of
from core.remote.protocol import MAX_COMMAND_CHARACTERS as LONGEST_COMMAND
from core.remote.protocol import Closed, FromHost, Welcome
from core.remote.remote_seat import MAX_WAIT_SECONDS, RemoteSeat
from core.remote.wire import UNAUTHORIZED, BadRequest, Conflict, NotFound, answering, read_body, text_field

if TYPE_CHECKING:
    from core.remote.mcp import McpTools

Serve = Callable[[Guest, Connection, int], Awaitable[None]]
GAME = "Playbill-Game"
"""Name of the HTTP header with the number of the game."""


class PlainHttp:
    """The routes of a host for programs."""

    def __init__(
        self,
        find: Callable[[str], Guest | None],
        serve: Serve,
        changed: Callable[[], None],
        lines: Callable[[str, int], bytes],
    ) -> None:
        """Make the routes.

        Args:
            find: Finds the guest of a token.
            serve: Serves a connection, with the number of the newest event that the other side knows, until it ends.
            changed: Called when a program without a connection sends its first request.
            lines: Returns the lines of a guest's log after an event.
        """
        self._find, self._serve, self._changed, self._lines = find, serve, changed, lines
        self._tools: McpTools | None = None
        routes = (
            web.get("/events", self._events),
            web.get("/observe", self._observe),
            web.get("/legal", self._legal),
            web.post("/act", self._act),
            web.post("/say", self._say),
            web.route("*", "/mcp", self._mcp),
            web.route("*", "/{path:.*}", self._unknown),
        )
        self.routes = [web.route(each.method, each.path, answering(each.handler)) for each in routes]

    async def close(self, app: web.Application) -> None:
        """Close the MCP tools."""
        if self._tools is not None:
            await self._tools.close()

    def _guest(self, request: web.Request) -> Guest:
        """Return the guest of a request's token."""
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        guest = self._find(token) if scheme == "Bearer" and "Origin" not in request.headers else None
        if guest is None:
            raise web.HTTPUnauthorized(reason=UNAUTHORIZED)
        if guest.requests.is_used_up():
            raise web.HTTPTooManyRequests
        return guest

    def _program(self, request: web.Request) -> Guest:
        """Return the guest of a program that plays; the program counts as present from now on."""
        guest = self._guest(request)
        if guest.ask():
            self._changed()
        return guest

    async def _seat(self, request: web.Request) -> RemoteSeat:
        return await seat_of(self._program(request), _seconds(request, "0"))

    async def _observe(self, request: web.Request) -> web.StreamResponse:
        wait = _seconds(request, "30")
        return web.json_response(await observe(self._program(request), wait))

    async def _legal(self, request: web.Request) -> web.StreamResponse:
        return web.json_response((await self._seat(request)).legal())

    async def _act(self, request: web.Request) -> web.StreamResponse:
        seat = await self._seat(request)
        return web.json_response(seat.act_now(_short(text_field(await read_body(request), "command"))))

    async def _say(self, request: web.Request) -> web.StreamResponse:
        seat, body = await self._seat(request), await read_body(request)
        return web.json_response(seat.say(_short(text_field(body, "text")), text_field({"to": "", **body}, "to")))

    async def _unknown(self, request: web.Request) -> web.StreamResponse:
        raise NotFound("there is GET /events, /observe and /legal, POST /act and /say, and /mcp")

    async def _mcp(self, request: web.Request) -> web.StreamResponse:
        self._program(request)
        if self._tools is None:
            try:
                kind = await asyncio.to_thread(_load_tools)
            except ModuleNotFoundError:
                raise NotFound("the host needs the official SDK of MCP: pip install 'playbill[mcp]'") from None
            self._tools = self._tools or kind(self._find, self._lines)
        return await self._tools.answer(request)

    async def _events(self, request: web.Request) -> web.StreamResponse:
        guest, known, game = self._guest(request), _number(request, "known"), _number(request, "game")
        if guest.is_full:
            raise Conflict("there are too many spectators already")
        if game:
            seat = await seat_of(guest, MAX_WAIT_SECONDS, game)
            if seat.game > game:
                raise Conflict(f"game {game} is over, and game {seat.game} is played")
        if not guest.seated:
            raise Conflict("you have no seat in this game")
        response = web.StreamResponse(headers={"Content-Type": "application/x-ndjson", "Cache-Control": "no-store"})
        response.headers[GAME] = str(guest.seat.game if guest.seat else 1)
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

        connection = Connection(known, response.write, send, close, takes_release=False)
        await self._serve(guest, connection, known)
        return response


def _load_tools() -> "type[McpTools]":
    """Import the tools, which takes a second or two; games without MCP do not need them."""
    from core.remote.mcp import McpTools

    return McpTools


def _short(words: str) -> str:
    """Return a text unchanged. Raises Malformed if it is longer than a command may be."""
    if len(words) > LONGEST_COMMAND:
        raise BadRequest(f"a command has at most {LONGEST_COMMAND} characters")
    return words


def _seconds(request: web.Request, usual: str) -> float:
    """Return the number of seconds that a request may wait. Raises Malformed."""
    query = request.query.get("wait", usual)
    try:
        wait = float(query)
    except ValueError:
        wait = -1.0
    if not wait >= 0:  # this excludes nan as well
        raise BadRequest(f"wait should be seconds, not {query!r:.40}")
    return min(wait, MAX_WAIT_SECONDS)


def _number(request: web.Request, name: str) -> int:
    """Return the number of an event or a game in a query; 0 without one. Raises Malformed."""
    query = request.query.get(name, "0")
    if not (query.isascii() and query.isdigit() and len(query) < 16):
        raise BadRequest(f"{name} should be a number, not {query!r:.40}")
    return int(query)
