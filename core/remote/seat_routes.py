"""The requests by which a program plays a seat over plain HTTP."""

from collections.abc import Awaitable, Callable

from aiohttp import web

from core.remote.protocol import LONGEST as LONGEST_COMMAND
from core.remote.seat import LONGEST, OutsideSeat
from core.remote.wire import Malformed, read_body, text

USUAL = {"/observe": "30"}
"""Seconds for which a request waits if it does not say."""


class SeatRoutes:
    """Routes of a seat: observe, legal, act and say."""

    def __init__(self, seat: Callable[[web.Request], Awaitable[OutsideSeat]]) -> None:
        """Make the routes; `seat` returns the seat that a request plays, or raises Malformed."""
        self._seat = seat
        self.routes = [
            web.get("/observe", self._observe),
            web.get("/legal", self._legal),
            web.post("/act", self._act),
            web.post("/say", self._say),
        ]

    async def _observe(self, request: web.Request) -> web.StreamResponse:
        wait = seconds(request)
        return web.json_response(await (await self._seat(request)).observe(wait))

    async def _legal(self, request: web.Request) -> web.StreamResponse:
        return web.json_response((await self._seat(request)).legal())

    async def _act(self, request: web.Request) -> web.StreamResponse:
        seat = await self._seat(request)
        return web.json_response(seat.act_now(_short(text(await read_body(request), "command"))))

    async def _say(self, request: web.Request) -> web.StreamResponse:
        seat, body = await self._seat(request), await read_body(request)
        return web.json_response(seat.say(_short(text(body, "text")), text({"to": "", **body}, "to")))


def _short(words: str) -> str:
    """Return words that are no longer than a command may be. Raises Malformed."""
    if len(words) > LONGEST_COMMAND:
        raise Malformed(f"a command has at most {LONGEST_COMMAND} characters")
    return words


def seconds(request: web.Request) -> float:
    """Return the seconds for which a request waits. Raises Malformed."""
    query = request.query.get("wait", USUAL.get(request.path, "0"))
    try:
        wait = float(query)
    except ValueError:
        wait = -1.0
    if not wait >= 0:  # excludes nan as well
        raise Malformed(f"wait should be seconds, not {query!r:.40}")
    return min(wait, LONGEST)
