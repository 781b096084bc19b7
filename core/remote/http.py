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
from core.remote.seat_routes import SeatRoutes
from core.remote.wire import HERE, serve_on


class HttpSeat(OutsideSeat):
    """A seat that is played over HTTP."""

    what = "a player over HTTP"

    async def open(self, listening: socket.socket, tell: Tell) -> None:
        at = listening.getsockname()[1]
        self._runner = await serve_on(listening, self.token, SeatRoutes(self._self).routes)
        tell(f"waiting for {self.name} at http://{HERE}:{at}, token {self.token}")

    async def close(self) -> None:
        await self._runner.cleanup()

    async def _self(self, request: web.Request) -> OutsideSeat:
        return self
