"""Every HTTP request that leaves this process, under one policy.

A client speaks to one origin. Its headers, which may hold secrets, go nowhere else: redirects are handed to the caller
and never followed. Bodies and times are bounded. litellm has HTTP clients of its own, which are kept from redirects.
"""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import wraps
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    import aiohttp
    from yarl import URL

REDIRECTS = (301, 302, 303, 307, 308)
"""Statuses that name another address."""
MAX_BODY = 8 * 2**20
"""Bytes of an answer, or of one line of a stream, where the caller sets no other limit."""


class RequestFailed(Exception):
    """The server gave no usable answer. The text says why, in a few words."""


class Unconnected(RequestFailed):
    """Nothing listens at the address, or it does not exist."""


class BadCertificate(RequestFailed):
    """The server has no valid certificate for its name."""


class Interrupted(RequestFailed):
    """The connection broke, or did not carry HTTP."""


class TooSlow(RequestFailed):
    """The answer was not complete within the time limit."""


class TooLarge(RequestFailed):
    """The answer, or a line of it, is longer than the limit."""


@contextmanager
def _failing() -> Iterator[None]:
    """Turn errors of a connection into RequestFailed."""
    import aiohttp

    try:
        yield
    except (aiohttp.ClientSSLError, aiohttp.ServerFingerprintMismatch) as error:
        raise BadCertificate("it has no valid certificate") from error
    except aiohttp.ClientConnectorError as error:
        raise Unconnected("nothing answers") from error
    except TimeoutError as error:
        raise TooSlow("the answer took too long") from error
    except (aiohttp.ClientError, OSError) as error:
        raise Interrupted(f"the connection broke: {type(error).__name__}") from error


class Answer:
    """Status and headers of an answer, and its body as it arrives."""

    def __init__(self, response: "aiohttp.ClientResponse", most: int) -> None:
        self._response = response
        self._most = most
        self.status = response.status
        self.headers: Mapping[str, str] = response.headers
        self.location = response.headers.get("Location") if response.status in REDIRECTS else None
        """Target of a redirect, which is not followed."""
        self.kind = response.content_type.lower()
        """Media type, in lower case and without parameters."""
        self.charset: str | None = response.charset
        """Encoding that the server names."""

    async def body(self) -> bytes:
        """Read all of the body. Raises TooLarge."""
        data = bytearray()
        async for piece in self._response.content.iter_any():
            data += piece
            self._check(len(data), "the answer")
        return bytes(data)

    async def lines(self) -> AsyncIterator[bytes]:
        """Read the body line by line, as it arrives. Raises TooLarge for a line over the limit."""
        partial = b""
        async for piece in self._response.content.iter_any():
            *lines, partial = (partial + piece).split(b"\n")
            self._check(len(partial), "a line of the response")
            for line in lines:
                yield line

    def _check(self, size: int, part: str) -> None:
        if size > self._most:
            self._response.close()
            limit = f"{self._most // 2**20} MiB" if self._most >= 2**20 else f"{self._most:,} bytes"
            raise TooLarge(f"{part} is longer than {limit}")


class Client:
    """Requests to one origin, over connections that are kept. Made where an event loop runs."""

    def __init__(
        self,
        base: str,
        headers: Mapping[str, str],
        *,
        seconds: float,
        most: int = MAX_BODY,
        addresses: Sequence[str] | None = None,
        unpack: bool = True,
    ) -> None:
        """Open no connection yet.

        Args:
            base: An address of the origin. Requests elsewhere are an error.
            headers: Sent with each request, secrets included.
            seconds: Limit for one request, from its start to the last byte.
            most: Limit in bytes for an answer.
            addresses: IP addresses to connect to, whatever the host's name means by now; None asks the system.
            unpack: True to unpack compressed answers; `most` counts what is unpacked.
        """
        import aiohttp

        self._origin = origin(base)
        self._most = most
        resolver = None if addresses is None else _pinned(addresses)
        self._session = aiohttp.ClientSession(
            headers=headers,
            connector=aiohttp.TCPConnector(limit=0, resolver=resolver, use_dns_cache=addresses is None),
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=seconds),
            auto_decompress=unpack,
            trust_env=False,
        )

    @asynccontextmanager
    async def request(self, method: str, url: "str | URL", data: bytes | None = None) -> AsyncIterator[Answer]:
        """Send a request; its answer is read inside the `with` block.

        Raises:
            RequestFailed: No usable answer came.
            ValueError: The address is of another origin.
        """
        if origin(str(url)) != self._origin:
            raise ValueError(f"{url} has another origin than {self._origin}")
        with _failing():
            async with self._session.request(method, url, data=data, allow_redirects=False) as response:
                yield Answer(response, self._most)

    async def close(self) -> None:
        """Close all connections."""
        await self._session.close()


class Frames:
    """A WebSocket: frames of text and bytes, in both directions."""

    def __init__(self, socket: "aiohttp.ClientWebSocketResponse") -> None:
        self._socket = socket

    async def send(self, text: str) -> None:
        """Send a text frame. Raises Interrupted."""
        try:
            await self._socket.send_str(text)
        except ConnectionError as error:
            raise Interrupted("the connection broke") from error

    async def __aiter__(self) -> AsyncIterator[str | bytes]:
        """Yield frames until the other side closes."""
        async for frame in self._socket:
            if isinstance(frame.data, str | bytes):
                yield frame.data


@asynccontextmanager
async def websocket(url: str, *, seconds: float, most: int, heartbeat: float) -> AsyncIterator[Frames]:
    """Open a WebSocket; nothing follows a redirect.

    Args:
        url: Its address: ws:// or wss://.
        seconds: Limit for opening it.
        most: Most bytes of a frame.
        heartbeat: Seconds between pings; without an answer the connection counts as broken.

    Raises:
        RequestFailed: No connection came about, or it broke.
    """
    import aiohttp

    async def refuse(*_: object) -> None:
        raise Interrupted("it sends elsewhere")

    trace = aiohttp.TraceConfig()
    trace.on_request_redirect.append(refuse)
    session = aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar(), trace_configs=[trace], trust_env=False)
    with _failing():
        async with session:
            async with asyncio.timeout(seconds):
                socket = await session.ws_connect(url, heartbeat=heartbeat, max_msg_size=most)
            async with socket:
                yield Frames(socket)


def keep_httpx_from_redirects() -> None:
    """Let no httpx client of this process follow a redirect.

    For code of others that brings its own clients and follows redirects by default, as litellm does: with all headers
    but `Authorization`, and with the prompt. A redirect is then an answer like any other.
    """
    import httpx

    for kind in (httpx.Client, httpx.AsyncClient):
        if not hasattr(kind.send, "never_follows"):
            kind.send = _never_following(kind.send)  # type: ignore[method-assign]


def _never_following(send: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(send)
    def send_once(client: Any, request: Any, **options: Any) -> Any:
        return send(client, request, **{**options, "follow_redirects": False})

    send_once.never_follows = True  # type: ignore[attr-defined]
    return send_once


def origin(url: str) -> str:
    """Return scheme, host and port of an address.

    >>> origin("https://Example.org/v1/models"), origin("http://[::1]:8000/v1")
    ('https://example.org:443', 'http://::1:8000')
    """
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.hostname}:{parts.port or {'https': 443}.get(parts.scheme, 80)}"


def _pinned(addresses: Sequence[str]) -> "aiohttp.abc.AbstractResolver":
    """Return a resolver that gives these addresses for every name."""
    from aiohttp.abc import AbstractResolver, ResolveResult

    class Pinned(AbstractResolver):
        async def resolve(
            self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
        ) -> list[ResolveResult]:
            return [_result(host, port, address) for address in addresses]

        async def close(self) -> None:
            pass

    def _result(host: str, port: int, address: str) -> ResolveResult:
        kind = socket.AF_INET6 if ip_address(address).version == 6 else socket.AF_INET
        return ResolveResult(hostname=host, host=address, port=port, family=kind, proto=0, flags=socket.AI_NUMERICHOST)

    return Pinned()
