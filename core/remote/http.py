"""A seat that is played over HTTP, on loopback and with a token: `-c Bob=http:` or `-c Bob=http:8470`.

    GET  /observe?wait=30  the seat's observation, when it is to act or the game is over
    GET  /legal  commands that are legal now
    POST /act  {"command": "tax"}
    POST /say  {"text": "I hold a Duke.", "to": "Ann"}

Each with the header `Authorization: Bearer TOKEN`.
"""

import socket

from aiohttp import web

from core.engine.agents import Tell
from core.remote.seat import OutsideSeat
from core.remote.wire import HERE, Malformed, read_body, serve_on, text


class HttpSeat(OutsideSeat):
    """A seat that is played over HTTP."""

    what = "a player over HTTP"

    async def open(self, listening: socket.socket, tell: Tell) -> None:
        at = listening.getsockname()[1]
        routes = (
            web.get("/observe", self._observe),
            web.get("/legal", self._legal),
            web.post("/act", self._act),
            web.post("/say", self._say),
        )
        self._runner = await serve_on(listening, self.token, routes)
        tell(f"waiting for {self.name} at http://{HERE}:{at}, token {self.token}")

    async def close(self) -> None:
        await self._runner.cleanup()

    async def _observe(self, request: web.Request) -> web.Response:
        query = request.query.get("wait", "30")
        try:
            wait = float(query)
        except ValueError:
            wait = -1.0
        if not wait >= 0:  # excludes nan as well
            raise Malformed(f"wait should be seconds, not {query!r:.40}")
        return web.json_response(await self.observe(wait))

    async def _legal(self, request: web.Request) -> web.Response:
        return web.json_response(self.legal())

    async def _act(self, request: web.Request) -> web.Response:
        return web.json_response(self.act_now(text(await read_body(request), "command")))

    async def _say(self, request: web.Request) -> web.Response:
        body = await read_body(request)
        return web.json_response(self.say(text(body, "text"), text({"to": "", **body}, "to")))
