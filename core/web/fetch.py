"""Fetching of one web page within limits: no cookies, no credentials, and every redirect is checked."""

import asyncio
from collections.abc import Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, NamedTuple

from core.egress import Answer, BadCertificate, Client, Interrupted, TooLarge, TooSlow, Unconnected
from core.llm.messages import Declined
from core.text import one_line

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from yarl import URL

import socket
from collections.abc import Awaitable, Callable
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yarl import URL


Lookup = Callable[[str, int], Awaitable[Sequence[str]]]
"""Function that looks up the IP addresses of a host and port. Raises OSError if there are none."""
PORTS = (80, 443)
UNICAST = ip_network("2000::/3")
"""The public address range of IPv6."""
SPECIAL = tuple(
    map(
        ip_network,
        (
            "168.63.129.16/32",  # internal services of a cloud provider
            "192.0.0.0/24",
            "192.88.99.0/24",
            "2001::/23",
            "2002::/16",  # contains an IPv4 address, possibly a private one
        ),
    )
)
"""Networks for special purposes that agents may not visit; ipaddress counts some as public."""


def is_public(address: str) -> bool:
    """Return True for a public Internet address of a single host.

    >>> is_public("93.184.215.14"), is_public("::ffff:10.0.0.1"), is_public("169.254.169.254")
    (True, False, False)
    """
    ip = ip_address(address)
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is None and ip not in UNICAST:
            return False
        ip = ip.ipv4_mapped or ip
    return ip.is_global and not ip.is_multicast and not any(ip in network for network in SPECIAL)


def read_url(text: str) -> "URL":
    """Parse the address of a page. Raises Declined if it is malformed or never visited."""
    from yarl import URL

    try:
        url = URL(text)
        host, port = url.raw_host or "", url.port
    except ValueError:
        raise Declined("that is not the address of a page; it begins with https://") from None
    if url.scheme not in ("http", "https") or not host or not port:
        raise Declined("that is not the address of a page; it begins with https://")
    if url.raw_user is not None or url.raw_password is not None:
        raise Declined("an address with a name or a password in it is not visited")
    if _is_odd_number(host):
        raise Declined(f"{host[:60]} is not a host name")
    return url.with_fragment(None)


def _is_odd_number(host: str) -> bool:
    """Return True for an unusual notation of an IP address, such as a single number."""
    if ":" not in host and not host.replace(".", "").isdigit():
        return False
    try:
        ip_address(host)
    except ValueError:
        return True
    return False


async def look_up(host: str, port: int) -> Sequence[str]:
    """Look up a host's IP addresses once, with the system's resolver."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for _, _, _, _, address in found]


REDIRECTS = 5
MAX_BYTES = 2_000_000
SECONDS = 20.0
"""Time limit in seconds, including redirects."""
HEADERS = {
    "User-Agent": "Playbill (a game of agents)",
    "Accept": "text/html, text/*, application/json",
    "Accept-Encoding": "identity",  # unpacked data may be far larger than the response
}


class Fetched(NamedTuple):
    """The body of a page, with its media type."""

    kind: str
    """Media type: text/… or JSON."""
    charset: str | None
    """Character set that the server declares."""
    body: bytes


class Fetcher:
    """Fetches pages. A fetcher keeps nothing between two pages."""

    def __init__(self, *, lookup: Lookup = look_up, loopback: int = 0, seconds: float = SECONDS) -> None:
        """Make a fetcher. `loopback` is a port of 127.0.0.1 that tests may visit too."""
        self._lookup = lookup
        self._loopback = loopback
        self._seconds = seconds

    async def get(self, url: str, *, own: bool = False) -> Fetched:
        """Fetch an address, following redirects.

        An `own` address comes from the user's config and may be on this machine; its redirects may not. Raises Declined
        with a reason that agents can read.
        """
        try:
            async with asyncio.timeout(self._seconds):
                return await self._follow(read_url(url), own)
        except TimeoutError:
            raise Declined(f"no answer within {self._seconds:g} s") from None

    async def _follow(self, url: "URL", own: bool) -> Fetched:
        for i in range(REDIRECTS + 1):
            found = await self._visit(url, own and i == 0)
            if isinstance(found, Fetched):
                return found
            url = read_url(found)
        raise Declined(f"it redirects more than {REDIRECTS} times")

    async def _visit(self, url: "URL", own: bool) -> Fetched | str:
        """Return the page, or the address that it redirects to. Raises Declined."""
        try:
            async with self._answer(url, await self._addresses(url, own)) as answer:
                if answer.location is not None:
                    return str(url.join(type(url)(answer.location)))
                return await _read(answer)
        except TooLarge:
            raise Declined(f"it is longer than {MAX_BYTES // 10**6} MB") from None
        except TooSlow:
            raise TimeoutError from None
        except BadCertificate:
            raise Declined(f"{url.raw_host} has no valid certificate") from None
        except Unconnected:
            raise Declined(f"nothing answers at {url.raw_host}") from None
        except (Interrupted, ValueError):
            raise Declined(f"the answer of {url.raw_host} cannot be read") from None

    @asynccontextmanager
    async def _answer(self, url: "URL", addresses: Sequence[str]) -> "AsyncIterator[Answer]":
        """Send one request to one address, over a connection of its own."""
        client = Client(str(url), HEADERS, seconds=self._seconds, most=MAX_BYTES, addresses=addresses, unpack=False)
        try:
            async with client.request("GET", url) as answer:
                yield answer
        finally:
            await client.close()

    async def _addresses(self, url: "URL", own: bool) -> Sequence[str]:
        """Return a host's IP addresses, all checked. Raises Declined."""
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


async def _read(answer: Answer) -> Fetched:
    """Read the body of a response. Raises Declined if it is not text."""
    kind = answer.kind
    if not 200 <= answer.status < 300:
        raise Declined(f"the server said {answer.status}")
    if not kind.startswith("text/") and kind != "application/json" and not kind.endswith("+json"):
        raise Declined(f"it is not text but {one_line(kind)[:60]}")
    if answer.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise Declined("the answer is compressed, although plain text was requested")
    return Fetched(kind, answer.charset, await answer.body())
