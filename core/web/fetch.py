"""Fetch one page, within limits: no cookies, no credentials, each redirect checked like the first address."""

import asyncio
from collections.abc import Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, NamedTuple

from core.egress import Answer, BadCertificate, Client, Interrupted, TooLarge, TooSlow, Unconnected
from core.llm.messages import Declined
from core.text import one_line
from core.web.addresses import PORTS, Lookup, is_public, look_up, read_url

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from yarl import URL

REDIRECTS = 5
MAX_BYTES = 2_000_000
SECONDS = 20.0
"""Time limit, redirects included."""
HEADERS = {
    "User-Agent": "Playbill (a game of agents)",
    "Accept": "text/html, text/*, application/json",
    "Accept-Encoding": "identity",  # what is unpacked may be far larger than what was sent
}


class Fetched(NamedTuple):
    """A server's answer."""

    kind: str
    """Media type: text/something or JSON."""
    charset: str | None
    """Charset named by the server."""
    body: bytes


class Fetcher:
    """Fetches pages; keeps nothing between them."""

    def __init__(self, *, lookup: Lookup = look_up, loopback: int = 0, seconds: float = SECONDS) -> None:
        """`loopback` is a port of 127.0.0.1 that may be visited as well, for tests."""
        self._lookup = lookup
        self._loopback = loopback
        self._seconds = seconds

    async def get(self, url: str, *, own: bool = False) -> Fetched:
        """Fetch an address, following redirects.

        The user's `own` address may be anywhere, this machine included, but not what it redirects to. Raises Declined
        with a reason for agents.
        """
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
            raise Declined(f"{url.raw_host} has no good certificate to show") from None
        except Unconnected:
            raise Declined(f"nothing answers at {url.raw_host}") from None
        except (Interrupted, ValueError):
            raise Declined(f"what {url.raw_host} sent cannot be read") from None

    @asynccontextmanager
    async def _answer(self, url: "URL", addresses: Sequence[str]) -> "AsyncIterator[Answer]":
        """Ask one address once, over its own connection."""
        client = Client(str(url), HEADERS, seconds=self._seconds, most=MAX_BYTES, addresses=addresses, unpack=False)
        try:
            async with client.request("GET", url) as answer:
                yield answer
        finally:
            await client.close()

    async def _addresses(self, url: "URL", own: bool) -> Sequence[str]:
        """Return a host's addresses, all checked. Raises Declined."""
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
    """Read the body. Raises Declined if it is not text."""
    kind = answer.kind
    if not 200 <= answer.status < 300:
        raise Declined(f"the server said {answer.status}")
    if not kind.startswith("text/") and kind != "application/json" and not kind.endswith("+json"):
        raise Declined(f"it is no text but {one_line(kind)[:60]}")
    if answer.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise Declined("the answer is compressed, although plain text was requested")
    return Fetched(kind, answer.charset, await answer.body())
