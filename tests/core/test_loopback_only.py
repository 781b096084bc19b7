"""Tests cannot connect beyond this machine, or see an API key of its owner."""

import asyncio
import os
import socket
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress

import aiohttp
import pytest

from tests.loopback import Stray, settle

AWAY = "192.0.2.1"  # an address reserved for documentation: no host has it
SECRETS = ["OPENAI_API_KEY", "SOME_NEW_API_KEY", "OPENAI_BASE_URL", "HTTPS_PROXY", "no_proxy"]


def connect(host: str, family: int = socket.AF_INET) -> None:
    with socket.socket(family) as client:
        client.connect((host, 80))


@pytest.mark.parametrize(
    "reach",
    [
        lambda: connect(AWAY),
        lambda: connect("2001:db8::1", socket.AF_INET6),
        lambda: connect(""),
        lambda: socket.socket().connect_ex((AWAY, 80)),
        lambda: socket.getaddrinfo("example.org", 80),
        lambda: urllib.request.urlopen(f"http://{AWAY}/", timeout=1),
    ],
)
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_no_way_out(reach: Callable[[], object]) -> None:
    with pytest.raises(Stray, match=r"192\.0\.2\.1|2001:db8::1|example\.org|''"):
        reach()
    with pytest.raises(Stray):
        settle()


async def by_aiohttp(host: str) -> None:
    async with aiohttp.ClientSession() as session:
        await session.get(f"http://{host}/")


async def by_httpx(host: str) -> None:
    httpx = pytest.importorskip("httpx")
    async with httpx.AsyncClient() as client:
        await client.get(f"http://{host}/")


@pytest.mark.parametrize("reach", [lambda host: asyncio.open_connection(host, 80), by_aiohttp, by_httpx])
async def test_no_asynchronous_way_out(reach: Callable[[str], Awaitable[None]]) -> None:
    for host in (AWAY, "example.org"):
        with pytest.raises((Stray, ExceptionGroup)):  # anyio, which httpx uses, wraps the error in a group
            await reach(host)
        with pytest.raises(Stray, match=host):
            settle()


def test_an_attempt_is_reported_even_if_its_error_is_caught() -> None:
    with suppress(Exception):
        connect(AWAY)
    with pytest.raises(Stray, match=r"192\.0\.2\.1"):
        settle()
    settle()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_loopback_is_open(host: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as client:
        port = server.getsockname()[1]
        _, writer = await asyncio.open_connection(host, port)
        writer.close()
        assert client.connect_ex((host, port)) == 0


@pytest.fixture(scope="module", autouse=True)
def secrets() -> Iterator[None]:
    """Set secrets before any test of this module runs and before the fixture that hides them."""
    with pytest.MonkeyPatch.context() as patch:
        for name in SECRETS:
            patch.setenv(name, "secret")
        yield


def test_no_secret_is_visible() -> None:
    assert not [name for name in SECRETS if name in os.environ]
