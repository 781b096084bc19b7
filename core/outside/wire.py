"""What everything that listens here over HTTP shares: loopback alone, a token, bounded bodies, errors as JSON."""

import json
import secrets
import socket
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from core.errors import UserError

HERE = "127.0.0.1"
MOST = 2**16
"""Bytes of a request."""
TOKEN = "PLAYBILL_TOKEN"
"""A variable of the environment: what who comes has to know; without it, one is drawn."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Malformed(Exception):
    """Says what is wrong with a request."""

    status = 400


class Unknown(Malformed):
    """Says that there is no such thing."""

    status = 404


class Refused(Malformed):
    """Says why something cannot be now."""

    status = 409


def listen(port: int, what: str) -> socket.socket:
    """Make a socket that listens on loopback; without a port, on one that is free. Raises UserError."""
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HERE, port))
        listening.listen()
    except OSError as error:
        listening.close()
        raise UserError(f"{what} at {HERE}:{port} ({error.strerror}); name another port.") from error
    return listening


def guarded(port: int, token: str, routes: str) -> Any:
    """Make what lets in who knows the token, and came to this address and not by another name for it. Whatever is wrong
    with a request is told in its answer; `routes` are told who asked for none of them."""
    own = {f"{name}:{port}" for name in (HERE, "localhost")}

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        given = request.headers.get("Authorization", "").encode()
        if request.host not in own or not secrets.compare_digest(given, f"Bearer {token}".encode()):
            return failed(401, "Say the token: Authorization: Bearer TOKEN")
        try:
            return await handler(request)
        except Malformed as why:
            return failed(why.status, str(why))
        except web.HTTPRequestEntityTooLarge as error:
            return failed(error.status, f"a request holds at most {MOST // 2**10} KiB")
        except web.HTTPException as error:
            return failed(error.status, f"{error.reason}: {routes}")

    return guard


def failed(status: int, why: str) -> web.Response:
    """Answer with what is wrong."""
    return web.json_response({"error": why}, status=status)


async def told(request: web.Request) -> dict[str, Any]:
    """Read a body: a JSON object. Raises Malformed."""
    try:
        body = json.loads(await request.read())
    except (ValueError, RecursionError):
        raise Malformed("the body should be JSON") from None
    if not isinstance(body, dict):
        raise Malformed("the body should be a JSON object")
    return body


def text(body: dict[str, Any], key: str) -> str:
    """Read a text of a body. Raises Malformed."""
    value = body.get(key)
    if not isinstance(value, str):
        raise Malformed(f"{key} should be a text, as in {json.dumps({key: '…'}, ensure_ascii=False)}")
    return value
