"""HTTP requests leave through one module, to one origin, without redirects, within limits."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.egress import (
    Client,
    Interrupted,
    RequestFailed,
    TooLarge,
    TooSlow,
    Unconnected,
    keep_httpx_from_redirects,
)
from core.llm.messages import Misconfigured
from tests.core.llm_table import CHOSEN, game, of_kind, play
from tests.model_behaviors import Behavior, drop, slow
from tests.model_server import ModelServer

ROOT = Path(__file__).parents[2]
PRODUCT = ("core", "scenes", "tui", "playbill", "themes")
SECRET = "hk-canary-4711-canary"
ONE: dict[str, Any] = {"max_turns": 1, "players": 1, "retries": 0}


def moved(to: str, status: int = 307) -> Behavior:
    return lambda exchange: exchange.send(b"{}", status, "application/json", f"Location: {to}")


# -- secrets and redirects


def secrets(server: ModelServer) -> list[str]:
    return [text for request in server.requests for text in request.headers.values() if SECRET in text]


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_OWN_KEY", SECRET)


@pytest.mark.usefixtures("held")
async def test_a_secret_header_does_not_follow_a_redirect_of_the_list_of_models() -> None:
    for status in (301, 302, 303, 307, 308):
        with ModelServer() as thief:
            with ModelServer(then=CHOSEN, models=moved(f"{thief.base}/models", status)) as server:
                header = game(server, key="MY_OWN_KEY", headers={"X-Api-Key": "$MY_OWN_KEY"}, **ONE)
                assert of_kind(await play(header), "took")
                assert len(secrets(server)) == 4, "the key and the header, to the list and to the chat"
            assert not thief.requests


LITELLM_MODELS = ("openai/gpt-4o-mini", "anthropic/claude-3-haiku-20240307", "mistral/mistral-small")


@pytest.mark.usefixtures("held")
@pytest.mark.parametrize(
    ("model", "route"),
    [
        ("openai/test", "direct"),
        *(pytest.param(model, "litellm", marks=pytest.mark.slow) for model in ("openai/test", *LITELLM_MODELS)),
    ],
)
async def test_neither_prompt_nor_secret_follows_a_redirect_of_a_call(model: str, route: str) -> None:
    for status in (302, 307, 308):
        with ModelServer(then=CHOSEN) as thief:
            there = moved(f"{thief.base}/chat/completions", status)
            with ModelServer(then=there, elsewhere=there) as server:
                header = game(server, route, model, key="MY_OWN_KEY", headers={"X-Api-Key": "$MY_OWN_KEY"}, **ONE)
                with pytest.raises(Misconfigured, match=r"redirects .*set base|redirects; set base"):
                    await play(header)
                assert secrets(server)
            assert not thief.requests


async def test_no_httpx_client_follows_a_redirect() -> None:
    httpx = pytest.importorskip("httpx")
    keep_httpx_from_redirects()
    with ModelServer() as thief, ModelServer(models=moved(f"{thief.base}/models")) as server:
        with httpx.Client(follow_redirects=True) as client:
            assert client.get(f"{server.base}/models").status_code == 307
        async with httpx.AsyncClient(follow_redirects=True) as client:
            assert (await client.get(f"{server.base}/models", follow_redirects=True)).status_code == 307
        assert not thief.requests


# -- a client of one origin, within limits


async def fetch(client: Client, url: str) -> tuple[int, bytes]:
    try:
        async with client.request("GET", url) as answer:
            return answer.status, await answer.body()
    finally:
        await client.close()


@pytest.mark.parametrize("other", ["http://127.0.0.1:1/v1/models", "https://127.0.0.1/v1", "http://localhost/v1"])
async def test_a_client_rejects_other_origins(other: str) -> None:
    with ModelServer() as server:
        client = Client(server.base, {"X-Api-Key": SECRET}, seconds=5)
        with pytest.raises(ValueError, match=r"has another origin than http://127\.0"):
            await fetch(client, other)
        assert not server.requests


async def test_a_redirect_is_returned_to_the_caller() -> None:
    with ModelServer() as thief, ModelServer(models=moved(f"{thief.base}/models")) as server:
        client = Client(server.base, {}, seconds=5)
        async with client.request("GET", f"{server.base}/models") as answer:
            assert (answer.status, answer.location) == (307, f"{thief.base}/models")
        await client.close()
        assert not thief.requests


LONG: Behavior = lambda exchange: exchange.send(b"x" * 3000)  # noqa: E731


@pytest.mark.parametrize(
    ("models", "wrong", "says"),
    [
        (LONG, TooLarge, "longer than 2,000 bytes"),
        (slow(5.0), TooSlow, "took too long"),
        (drop(), Interrupted, "the connection broke"),
    ],
    ids=["long", "slow", "broken"],
)
async def test_bodies_and_times_are_bounded(models: Behavior, wrong: type[RequestFailed], says: str) -> None:
    with ModelServer(models=models) as server, pytest.raises(wrong, match=says):
        await fetch(Client(server.base, {}, seconds=0.3, most=2000), f"{server.base}/models")


async def test_a_missing_server_is_unconnected() -> None:
    with ModelServer() as server:
        base = server.base
    with pytest.raises(Unconnected):
        await fetch(Client(base, {}, seconds=5), base)


# -- one module


CLIENTS: tuple[str, ...] = ("aiohttp", "httpx", "httpx2", "requests", "urllib3", "websockets")
CLIENTS += ("ftplib", "smtplib", "telnetlib", "xmlrpc")
ALLOWED = {
    "core/egress.py": {"aiohttp", "httpx", "dials.ClientSession"},
    "core/llm/litellm_client.py": {"litellm"},
}
"""HTTP clients that a module may import, and connections that it may open."""
DIALS = {"open_connection", "create_connection", "connect_ex", "urlopen", "ClientSession"}


def clients_in(source: str) -> Iterator[str]:
    """Yield the HTTP clients that a file imports, also for types alone, and calls that open a connection.

    >>> list(clients_in("from aiohttp import web"))
    []
    """
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names):
                imported = [alias.name for alias in names]
            case ast.ImportFrom(str(module), names):
                imported = [f"{module}.{alias.name}" for alias in names]
            case ast.Attribute(_, name) if name in DIALS:
                imported = [f"dials.{name}"]
            case _:
                continue
        for name in imported:
            first, _, rest = name.partition(".")
            if first in CLIENTS and (first, rest.partition(".")[0]) != ("aiohttp", "web"):
                yield first
            elif name.startswith(("urllib.request", "http.client")) or first in ("litellm", "openai", "dials"):
                yield name


def test_clients_are_found_however_they_are_imported() -> None:
    for source in (
        "import aiohttp",
        "from aiohttp import ClientSession",
        "import httpx as h",
        "import urllib.request",
        "from urllib import request",
        "def f():\n    from http.client import HTTPConnection",
        "from http import client",
        "import asyncio\nasync def f():\n    await asyncio.open_connection('a', 1)",
        "from litellm import completion",
    ):
        assert [*clients_in(source)], source
    assert not [*clients_in("from aiohttp import web\nfrom urllib.parse import quote\nimport socket")]


def test_nothing_but_egress_imports_an_http_client() -> None:
    paths = [path for folder in PRODUCT for path in (ROOT / folder).rglob("*.py")]
    assert len(paths) > 300
    words = re.compile("|".join([*CLIENTS, *DIALS, "urllib", "http", "litellm", "openai"]))
    wrong = {}
    for path in paths:
        name, source = path.relative_to(ROOT).as_posix(), path.read_text("utf-8")
        if words.search(source):
            found = {*clients_in(source)} - ALLOWED.get(name, set())
            if found:
                wrong[name] = found
    assert wrong == {}
