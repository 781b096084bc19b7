"""A seat that is reached over HTTP, on loopback and with a token: `-c Bob=http:` or `-c Bob=http:8470`.

    GET  /observe?wait=30     what the seat knows, once it is to act or all is over
    GET  /legal               commands that can be given
    POST /act  {"command": "tax"}
    POST /say  {"text": "I hold a Duke.", "to": "Ann"}

Each with the header `Authorization: Bearer TOKEN`.
"""

import json
import secrets
import socket
from typing import Any

from aiohttp import web

from core.agents import Tell
from core.outside.seat import HERE, OutsideSeat

MOST = 2**16
"""Bytes of a request."""


class Malformed(Exception):
    """Says what is wrong with a request."""


class HttpSeat(OutsideSeat):
    what = "somebody who comes over HTTP"

    async def open(self, listening: socket.socket, tell: Tell) -> None:
        self._at = listening.getsockname()[1]
        app = web.Application(client_max_size=MOST, middlewares=[self._guarded])
        app.add_routes(
            [
                web.get("/observe", self._observe),
                web.get("/legal", self._legal),
                web.post("/act", self._act),
                web.post("/say", self._say),
            ]
        )
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.SockSite(self._runner, listening).start()
        tell(f"{self.name} is waited for at http://{HERE}:{self._at}, token {self.token}")

    async def close(self) -> None:
        await self._runner.cleanup()

    @web.middleware
    async def _guarded(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Let in who knows the token, and came to this address and not by another name for it."""
        own = {f"{name}:{self._at}" for name in (HERE, "localhost")}
        given = request.headers.get("Authorization", "").encode()
        if request.host not in own or not secrets.compare_digest(given, f"Bearer {self.token}".encode()):
            return _error(401, "Say the token: Authorization: Bearer TOKEN")
        try:
            response: web.StreamResponse = await handler(request)
        except Malformed as why:
            return _error(400, str(why))
        except web.HTTPException as error:
            return _error(error.status, f"{error.reason}: GET /observe, GET /legal, POST /act, POST /say")
        return response

    async def _observe(self, request: web.Request) -> web.Response:
        told = request.query.get("wait", "30")
        try:
            wait = float(told)
        except ValueError:
            wait = -1.0
        if not wait >= 0:  # nan is no number of seconds either
            raise Malformed(f"wait should be seconds, not {told!r}")
        return web.json_response(await self.observe(wait))

    async def _legal(self, request: web.Request) -> web.Response:
        return web.json_response(self.legal())

    async def _act(self, request: web.Request) -> web.Response:
        return web.json_response(self.act_now(_text(await _told(request), "command")))

    async def _say(self, request: web.Request) -> web.Response:
        told = await _told(request)
        return web.json_response(self.say(_text(told, "text"), _text({"to": "", **told}, "to")))


def _error(status: int, why: str) -> web.Response:
    return web.json_response({"error": why}, status=status)


async def _told(request: web.Request) -> dict[str, Any]:
    try:
        told = json.loads(await request.read())
    except ValueError:
        raise Malformed("the body should be JSON") from None
    if not isinstance(told, dict):
        raise Malformed("the body should be a JSON object")
    return told


def _text(told: dict[str, Any], key: str) -> str:
    value = told.get(key)
    if not isinstance(value, str):
        raise Malformed(f"{key} should be a text, as in {json.dumps({key: '…'}, ensure_ascii=False)}")
    return value
