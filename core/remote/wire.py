"""Base of all HTTP servers in Playbill: loopback only, a token, limited bodies, errors as JSON."""

import asyncio
import json
import logging
import secrets
import socket
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from aiohttp import web

from core.errors import UserError
from core.text import one_line

LOOPBACK = "127.0.0.1"
MAX_REQUEST_BYTES = 2**16
"""Maximum size in bytes of a request."""
BODY_SECONDS = 30.0
"""Time limit in seconds for the body of a request."""
SHOWN = 200
"""Maximum number of characters of an error in an answer."""
UNAUTHORIZED = "Send the token: Authorization: Bearer TOKEN"
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
QUIET = logging.getLogger("playbill.wire")
"""Silent logger for requests that are not HTTP; they are answered with 400."""
QUIET.addHandler(logging.NullHandler())
QUIET.propagate = False


class BadRequest(Exception):
    """The request is malformed."""

    status = 400


class NotFound(BadRequest):
    """The request is for something that does not exist."""

    status = 404


class Conflict(BadRequest):
    """The request cannot be fulfilled now."""

    status = 409


def listen(port: int, problem: str, address: str = LOOPBACK) -> socket.socket:
    """Open a listening socket, on a free port unless one is given. Raises UserError."""
    listening = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((address, port))
        listening.listen()
    except OSError as error:  # a name that does not exist, an address of another machine, a port in use
        listening.close()
        raise UserError(f"{problem} at {address}:{port} ({error.strerror}); name another port.") from error
    return listening


async def serve_on(
    listening: socket.socket, token: str, routes: Iterable[web.RouteDef], *, begin: Callable[[], None] = lambda: None
) -> web.AppRunner:
    """Answer HTTP requests on a socket until the runner is cleaned up.

    Args:
        listening: Socket on loopback.
        token: Token that a request must carry.
        routes: Paths with their handlers, listed in the answer to other paths.
        begin: Called before each request that carries the token.
    """
    routes = list(routes)
    port: int = listening.getsockname()[1]
    guard = _guarded(port, token, ", ".join(f"{each.method} {each.path}" for each in routes), begin)
    app = web.Application(client_max_size=MAX_REQUEST_BYTES, middlewares=[guard])
    app.add_routes(routes)
    runner = web.AppRunner(app, access_log=None, logger=QUIET, shutdown_timeout=1.0, auto_decompress=False)
    await runner.setup()
    await web.SockSite(runner, listening).start()
    return runner


def _guarded(port: int, token: str, routes: str, begin: Callable[[], None]) -> Any:
    """Return the middleware that checks token and host, and answers errors as JSON with one line."""
    own = {f"{name}:{port}" for name in (LOOPBACK, "localhost")}
    bearer = f"Bearer {token}".encode()

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        token_sent = request.headers.get("Authorization", "").encode("utf-8", "surrogateescape")
        if request.host not in own or not secrets.compare_digest(token_sent, bearer):
            return error_response(401, UNAUTHORIZED)

        async def begun(request: web.Request) -> web.StreamResponse:
            begin()
            return await handler(request)

        return await answering(begun, routes)(request)

    return guard


def answering(handler: Handler, routes: str = "") -> Handler:
    """Make a handler answer errors as JSON with one line; the answer to an unknown path lists the `routes`."""

    async def answer(request: web.Request) -> web.StreamResponse:
        try:
            return await handler(request)
        except BadRequest as why:
            return error_response(why.status, str(why))
        except web.HTTPRequestEntityTooLarge as error:
            return error_response(error.status, f"a request holds at most {MAX_REQUEST_BYTES // 2**10} KiB")
        except web.HTTPException as error:
            return error_response(error.status, f"{error.reason}: {routes}" if routes else error.reason)
        except Exception as error:  # noqa: BLE001  a scene or a bot may fail in any way
            return error_response(500, f"the scene failed: {type(error).__name__}: {one_line(str(error))[:SHOWN]}")

    return answer


def error_response(status: int, why: str) -> web.Response:
    """Make the response for an error."""
    return web.json_response({"error": why}, status=status)


async def read_body(request: web.Request) -> dict[str, Any]:
    """Read and parse a request's body, a JSON object. Raises Malformed."""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            body = json.loads(await request.read())
    except TimeoutError:
        raise BadRequest(f"the body should arrive within {BODY_SECONDS:g} s") from None
    except web.RequestPayloadError:
        raise BadRequest("the body broke off") from None
    except (ValueError, RecursionError):
        raise BadRequest("the body should be JSON") from None
    if not isinstance(body, dict):
        raise BadRequest("the body should be a JSON object")
    return body


def text_field(body: dict[str, Any], key: str) -> str:
    """Return a text field of a body. Raises Malformed."""
    value = body.get(key)
    if not isinstance(value, str):
        raise BadRequest(f"{key} should be a text, as in {json.dumps({key: '…'}, ensure_ascii=False)}")
    return value
