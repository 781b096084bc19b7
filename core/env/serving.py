"""Scenes as environments over HTTP, on this machine only and with a token: `playbill serve`.

    POST /reset  {"scene": "coup", "options": {"players": 3}, "cast": {"Bob": "honest"}, "seed": 7}
    POST /step   {"session": ID, "action": "tax"}       a command, or the number of an action
    GET  /state?session=ID&name=Ann
    POST /close  {"session": ID}
    GET  /scenes, GET /health

Each request has the header `Authorization: Bearer TOKEN`.
"""

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from aiohttp import web

from core.engine.casting import MAX_SEED, configure
from core.engine.registry import find_scene, scene_names
from core.env.encoding import encoding_of
from core.env.session import Session
from core.env.table import SteppedGameFactory
from core.errors import IllegalAction, UserError, did_you_mean
from core.remote.policies import STEPPED
from core.remote.wire import LOOPBACK, BadRequest, Conflict, NotFound, listen, read_body, serve_on, text_field

IDLE_SECONDS = 900.0
"""Seconds without a request until a session ends."""
MAX_SESSIONS = 256
"""Maximum number of open sessions."""
MAX_POPULATION = 10_000
"""Largest number of agents in a session. A million would take gigabytes and half a minute."""
T = TypeVar("T")


@dataclass(eq=False)
class OpenSession:
    """One open session. Its requests run one after the other, without blocking other sessions."""

    session: Session
    last_used: float
    """Time of the last request, by the server's clock."""
    open_requests: int = 0
    """Number of unfinished requests."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Server:
    """HTTP server that holds the sessions."""

    def __init__(
        self,
        token: str,
        record: Path | None = None,
        *,
        idle: float = IDLE_SECONDS,
        most: int = MAX_SESSIONS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Set up the server. With `record`, all games are recorded in that folder."""
        self.token = token
        self._record = record
        self._idle = idle
        self._most = most
        self._clock = clock
        self._sessions: dict[str, OpenSession] = {}

    async def open(self, port: int = 0) -> int:
        """Listen on a port, or on a free one for 0, and return it. Raises UserError."""
        listening = listen(port, "Nothing can be served")
        at: int = listening.getsockname()[1]
        routes = (
            web.post("/reset", self._reset),
            web.post("/step", self._step),
            web.get("/state", self._state),
            web.post("/close", self._close),
            web.get("/scenes", self._scenes),
            web.get("/health", self._health),
        )
        self._runner = await serve_on(listening, self.token, routes, begin=self._sweep)
        return at

    async def close(self) -> None:
        """Stop listening, and end all sessions."""
        await self._runner.cleanup()
        for name in list(self._sessions):
            self._end(name)

    def _sweep(self) -> None:
        """Periodically end sessions that have been idle for too long."""
        now = self._clock()
        for name, served in list(self._sessions.items()):
            if not served.open_requests and now - served.last_used >= self._idle:
                self._end(name)

    def _end(self, name: str) -> None:
        if name in self._sessions:
            self._sessions.pop(name).session.close()

    async def _run_request(self, served: OpenSession, request: Callable[[], dict[str, Any]]) -> web.Response:
        """Run a session's request in a thread and return its result. An error ends the session."""
        served.open_requests += 1
        try:
            async with served.lock:
                return web.json_response(await _in_thread(request))
        except BadRequest:
            raise
        except Exception:
            self._end(served.session.name)
            raise
        finally:
            served.open_requests -= 1

    async def _reset(self, request: web.Request) -> web.Response:
        body = await read_body(request)
        _check_keys(body, "session", "scene", "options", "cast", "seed")
        seed = body.get("seed", 1)
        if type(seed) is not int or not 0 <= seed <= MAX_SEED:
            raise BadRequest(f"seed should be a whole number from 0 to {MAX_SEED}, not {seed!r:.40}")
        if "session" in body:
            served = self._find_session(text_field(body, "session"))
            if len(body.keys() & {"scene", "options", "cast"}):
                raise BadRequest("a session keeps its scene, options and cast: leave session out to begin another")
        else:
            seating = await _in_thread(lambda: _seating(body))
            if len(self._sessions) >= self._most:
                raise Conflict(f"there are {self._most} sessions already: POST /close ends one")
            served = OpenSession(Session(secrets.token_hex(8), seating, self._record), self._clock())
            self._sessions[served.session.name] = served
        return await self._run_request(served, lambda: served.session.reset(seed))

    async def _step(self, request: web.Request) -> web.Response:
        body = await read_body(request)
        _check_keys(body, "session", "action", "name")
        served, name = self._find_session(text_field(body, "session")), text_field({"name": "", **body}, "name")
        action = body.get("action")
        if not isinstance(action, int | str) or isinstance(action, bool):
            raise BadRequest('action should be a command or a number, as in {"action": "pass"}')
        return await self._run_request(served, lambda: served.session.step(action, name))

    async def _state(self, request: web.Request) -> web.Response:
        served, name = self._find_session(request.query.get("session", "")), request.query.get("name", "")
        return await self._run_request(served, lambda: served.session.state(name))

    async def _close(self, request: web.Request) -> web.Response:
        name = text_field(await read_body(request), "session")
        response = await self._run_request(self._find_session(name), lambda: {"closed": name})
        self._end(name)
        return response

    async def _scenes(self, request: web.Request) -> web.Response:
        kinds = [find_scene(name) for name in scene_names()]
        scenes = {
            k.name: {"summary": k.summary, "numbers": encoding_of(k) is not None, "bots": [*k.bots]} for k in kinds
        }
        return web.json_response({"scenes": scenes})

    async def _health(self, request: web.Request) -> web.Response:
        return web.json_response({"status": "healthy", "sessions": len(self._sessions)})

    def _find_session(self, name: str) -> OpenSession:
        served = self._sessions.get(name)
        if served is None:
            raise NotFound("there is no such session; it may have been idle for too long: POST /reset begins one")
        served.last_used = self._clock()
        return served


def _seating(body: dict[str, Any]) -> SteppedGameFactory:
    """Parse the body of a reset. Raises UserError, and Malformed for policies that would run code or commands."""
    options, cast = ({} if body.get(key) is None else body[key] for key in ("options", "cast"))
    if not isinstance(options, dict) or not isinstance(cast, dict):
        raise BadRequest(
            'options and cast should be objects, as in {"options": {"players": 3}, "cast": {"Bob": "random"}}'
        )
    kind = find_scene(text_field(body, "scene"))
    known = (STEPPED, "random", *kind.bots)
    if unknown := [policy for policy in cast.values() if policy not in known][:1]:
        raise BadRequest(f"{unknown[0]!r:.60} cannot play here; {did_you_mean(str(unknown[0])[:60], known)}")
    if (agents := configure(kind, options).population) > MAX_POPULATION:
        raise BadRequest(f"a session has at most {MAX_POPULATION:,} agents, not {agents:,}; use playbill run for more")
    return SteppedGameFactory(kind.name, options, cast)


def _check_keys(body: dict[str, Any], *known: str) -> None:
    if unknown := next((key for key in body if key not in known), None):
        raise BadRequest(f"unknown key {unknown[:40]!r}; {did_you_mean(unknown[:40], known)}")


async def _in_thread(function: Callable[[], T]) -> T:
    """Run a function in a thread. Its errors become Malformed."""
    try:
        return await asyncio.to_thread(function)
    except (UserError, IllegalAction) as why:
        raise BadRequest(str(why)) from why


async def serve(
    port: int, token: str, record: Path | None, idle: float, most: int, tell: Callable[[str], None]
) -> None:
    """Serve until cancelled. Raises UserError."""
    server = Server(token, record, idle=idle, most=most)
    at = await server.open(port)
    tell(f"scenes are served at http://{LOOPBACK}:{at}, token {token}")
    try:
        await asyncio.Event().wait()
    finally:
        await server.close()
