"""One page from the web, within limits: no cookies, no credentials, each redirect checked like the first address."""

import asyncio
import socket
from collections.abc import Sequence
from ipaddress import ip_address
from typing import TYPE_CHECKING, NamedTuple

from core.llm.messages import Declined
from core.text import one_line
from core.web.addresses import PORTS, Lookup, is_public, look_up, read_url

if TYPE_CHECKING:
    from aiohttp import ClientResponse, ClientSession
    from yarl import URL

REDIRECTS = 5
MOVED = (301, 302, 303, 307, 308)
MAX_BYTES = 2_000_000
SECONDS = 20.0
"""For all of it, redirects included."""
HEADERS = {
    "User-Agent": "Playbill (a game of agents)",
    "Accept": "text/html, text/*, application/json",
    "Accept-Encoding": "identity",  # what is unpacked may be far larger than what was sent
}


class Fetched(NamedTuple):
    """What a server sent."""

    kind: str
    """Its media type: text/something or JSON."""
    charset: str | None
    """As the server says."""
    body: bytes


class Fetcher:
    """Gets pages. It keeps nothing from one to the next."""

    def __init__(self, *, lookup: Lookup = look_up, loopback: int = 0, seconds: float = SECONDS) -> None:
        """`loopback` is a port of 127.0.0.1 that may be visited too. Tests give one; no option does."""
        self._lookup = lookup
        self._loopback = loopback
        self._seconds = seconds

    async def get(self, url: str, *, own: bool = False) -> Fetched:
        """What is at an address, wherever it redirects to. The user's `own` may be anywhere, this machine included; not
        so what it redirects to. Raises Declined, which says why in words for agents."""
        try:
            async with asyncio.timeout(self._seconds):
                return await self._follow(read_url(url), own)
        except TimeoutError:
            raise Declined(f"it did not come within {self._seconds:g} s") from None

    async def _follow(self, url: "URL", own: bool) -> Fetched:
        for i in range(REDIRECTS + 1):
            found = await self._visit(url, own and i == 0)
            if isinstance(found, Fetched):
                return found
            url = read_url(found)
        raise Declined(f"it redirects more than {REDIRECTS} times")

    async def _visit(self, url: "URL", own: bool) -> Fetched | str:
        """What is there, or the address that it redirects to."""
        import aiohttp

        try:
            addresses = await self._addresses(url, own)
            async with _session(addresses) as session, session.get(url, allow_redirects=False) as response:
                if response.status in MOVED and "Location" in response.headers:
                    return str(url.join(type(url)(response.headers["Location"])))
                return await _read(response)
        except (aiohttp.ClientSSLError, aiohttp.ServerFingerprintMismatch):
            raise Declined(f"{url.raw_host} has no good certificate to show") from None
        except aiohttp.ClientConnectorError:
            raise Declined(f"nothing answers at {url.raw_host}") from None
        except (aiohttp.ClientError, OSError, ValueError):
            raise Declined(f"what {url.raw_host} sent cannot be read") from None

    async def _addresses(self, url: "URL", own: bool) -> Sequence[str]:
        """The addresses of a host, all of them checked. Raises Declined."""
        assert url.raw_host is not None
        assert url.port is not None
        try:
            found = await self._lookup(url.raw_host, url.port)
        except (OSError, UnicodeError):
            raise Declined(f"there is no host {url.raw_host}") from None
        if own or (url.port == self._loopback and set(found) == {"127.0.0.1"}):
            return found
        if url.port not in PORTS:
            raise Declined(f"port {url.port} is not visited; pages are at {PORTS[0]} and {PORTS[1]}")
        if not all(map(is_public, found)):
            raise Declined(f"{url.raw_host} is not on the public Internet")
        return found


def _session(addresses: Sequence[str]) -> "ClientSession":
    """Connections that go to these addresses, whatever a name means by now."""
    import aiohttp
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

    return aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(resolver=Pinned(), use_dns_cache=False, force_close=True),
        cookie_jar=aiohttp.DummyCookieJar(),
        headers=HEADERS,
        timeout=aiohttp.ClientTimeout(total=None),  # ours is around all of it
        auto_decompress=False,
    )


async def _read(response: "ClientResponse") -> Fetched:
    """Raises Declined."""
    kind = response.content_type.lower()
    if not 200 <= response.status < 300:
        raise Declined(f"the server said {response.status}")
    if not kind.startswith("text/") and kind != "application/json" and not kind.endswith("+json"):
        raise Declined(f"it is no text but {one_line(kind)[:60]}")
    if response.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise Declined("it came compressed, which nobody asked for")
    body = bytearray()
    async for piece in response.content.iter_any():
        body += piece
        if len(body) > MAX_BYTES:
            raise Declined(f"it is longer than {MAX_BYTES // 10**6} MB")
    return Fetched(kind, response.charset, bytes(body))
