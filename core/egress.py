"""All HTTP requests of this process, under one policy.

A client sends requests to one origin only. Its headers may hold secrets, so redirects are returned to the caller and
never followed. Sizes and times have limits. The HTTP clients inside litellm are kept from following redirects too.
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
"""Status codes of redirects."""
MAX_BODY = 8 * 2**20
"""Default limit in bytes for a response, or for one line of a stream."""


class RequestFailed(Exception):
    """The server gave no usable response. The text is the reason in a few words."""


class Unconnected(RequestFailed):
    """Nothing listens at the address, or the host does not exist."""


class BadCertificate(RequestFailed):
    """The server has no valid certificate for its name."""


class Interrupted(RequestFailed):
    """The connection broke, or the other side does not speak HTTP."""


class TooSlow(RequestFailed):
    """The response was not complete within the time limit."""


class TooLarge(RequestFailed):
    """The response, or a line of it, is longer than the limit."""


@contextmanager
def _request_errors() -> Iterator[None]:
    """Convert connection errors in a `with` block to RequestFailed."""
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
    """A response: status, headers, and the body as it arrives."""

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
        """Encoding that the server declares."""

    async def body(self) -> bytes:
        """Read the whole body. Raises TooLarge."""
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
        if partial:
            yield partial

    def _check(self, size: int, part: str) -> None:
        if size > self._most:
            self._response.close()
            limit = f"{self._most // 2**20} MiB" if self._most >= 2**20 else f"{self._most:,} bytes"
            raise TooLarge(f"{part} is longer than {limit}")


class Client:
    """HTTP client for one origin; it reuses connections. Construct it while an event loop runs."""

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
        """Set up the client. It opens no connection yet.

        Args:
            base: An address at the origin. A request to another origin is an error.
            headers: Sent with each request, secrets included.
            seconds: Limit for one request, from its start to the last byte.
            most: Limit in bytes for a response.
            addresses: IP addresses to connect to, already checked; None resolves the host name.
            unpack: True to decompress responses; `most` then limits the decompressed size.
        """
        import aiohttp

        self._origin = origin(base)
        self._most = most
        resolver = None if addresses is None else _fixed_resolver(addresses)
        self._session = aiohttp.ClientSession(
            headers=headers,
            connector=aiohttp.TCPConnector(limit=0, resolver=resolver, use_dns_cache=addresses is None),
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=seconds),
            auto_decompress=unpack,
            trust_env=False,
        )

    @asynccontextmanager
    async def request(
        self, method: str, url: "str | URL", data: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> AsyncIterator[Answer]:
        """Send a request and yield its response, which must be read inside the `with` block.

        `headers` replace the client's own.

        Raises:
            RequestFailed: There was no usable response.
            ValueError: The address has another origin.
        """
        if origin(str(url)) != self._origin:
            raise ValueError(f"{url} has another origin than {self._origin}")
        with _request_errors():
            async with self._session.request(
                method, url, data=data, headers=headers, allow_redirects=False
            ) as response:
                yield Answer(response, self._most)

    async def close(self) -> None:
        """Close all connections."""
        await self._session.close()


class WebSocketConnection:
    """A WebSocket connection that sends text frames and receives text and bytes."""

    def __init__(self, socket: "aiohttp.ClientWebSocketResponse") -> None:
        self._socket = socket

    async def send(self, text: str) -> None:
        """Send a text frame. Raises Interrupted."""
        try:
            await self._socket.send_str(text)
        except ConnectionError as error:
            raise Interrupted("the connection broke") from error

    async def __aiter__(self) -> AsyncIterator[str | bytes]:
        """Yield received frames until the other side closes the connection."""
        async for frame in self._socket:
            if isinstance(frame.data, str | bytes):
                yield frame.data


@asynccontextmanager
async def websocket(url: str, *, seconds: float, most: int, heartbeat: float) -> AsyncIterator[WebSocketConnection]:
    """Open a WebSocket. A redirect is an error.

    Args:
        url: Address, with ws:// or wss://.
        seconds: Limit in seconds for opening the connection.
        most: Largest frame in bytes.
        heartbeat: Seconds between pings; a missing answer means that the connection is broken.

    Raises:
        RequestFailed: The connection could not be opened, or it broke.
    """
    import aiohttp

    async def refuse(*_: object) -> None:
        raise Interrupted("it redirects elsewhere")

    trace = aiohttp.TraceConfig()
    trace.on_request_redirect.append(refuse)
    session = aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar(), trace_configs=[trace], trust_env=False)
    with _request_errors():
        async with session:
            async with asyncio.timeout(seconds):
                socket = await session.ws_connect(url, heartbeat=heartbeat, max_msg_size=most)
            async with socket:
                yield WebSocketConnection(socket)


def keep_httpx_from_redirects() -> None:
    """Make all httpx clients of this process return redirects instead of following them.

    Libraries with their own clients, such as litellm, follow redirects by default: the prompt and all headers except
    `Authorization` would go to the new address.
    """
    import httpx

    for kind in (httpx.Client, httpx.AsyncClient):
        if not hasattr(kind.send, "never_follows"):
            kind.send = _without_redirects(kind.send)  # type: ignore[method-assign]


def _without_redirects(send: Callable[..., Any]) -> Callable[..., Any]:
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


def _fixed_resolver(addresses: Sequence[str]) -> "aiohttp.abc.AbstractResolver":
    """Return a resolver that resolves every host name to these addresses."""
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
