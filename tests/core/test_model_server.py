"""The model server used by other tests: each behavior sends what it should, plain and streamed."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import aiohttp
import pytest

from tests import model_behaviors as b
from tests.model_behaviors import OK, Behavior
from tests.model_server import ModelServer, model_process

BOTH = pytest.mark.parametrize("stream", [False, True], ids=["plain", "stream"])


@dataclass
class Reply:
    status: int
    headers: Any
    raw: bytes

    def field(self, name: str, stream: bool) -> Any:
        """Return a field of the message, joined if it was streamed."""
        if not stream:
            return json.loads(self.raw)["choices"][0]["message"].get(name)
        lines = [line.removeprefix("data: ") for line in self.raw.decode().split("\n\n") if line]
        choices = [choice for line in lines if line != "[DONE]" for choice in json.loads(line)["choices"]]
        found = [each["delta"][name] for each in choices if each["delta"].get(name) is not None]
        return "".join(found) if found else None


Ask = Callable[..., Awaitable[Reply]]


@pytest.fixture
async def ask() -> AsyncIterator[Ask]:
    async with aiohttp.ClientSession() as session:

        async def ask(base: str, stream: bool = False, **body: object) -> Reply:
            body = {"model": "m", "messages": [{"role": "user", "content": "hi"}], "stream": stream} | body
            async with session.post(f"{base}/chat/completions", json=body) as response:
                return Reply(response.status, response.headers, await response.read())

        yield ask


@BOTH
@pytest.mark.parametrize(
    ("behavior", "content"),
    [
        (b.good(lambda body: body["model"] * 9), "m" * 9),
        (b.trickle("one two", 0.001), "one two"),
        (b.shredded(), OK),
        (b.refusal("no"), None),
        (b.thinking("yes", "hm"), "<think>hm</think>\n\nyes"),
        (b.huge(3_000_000), "x" * 3_000_000),
        (b.unfinished(), OK),
    ],
)
async def test_the_words_of_a_reply(ask: Ask, behavior: Behavior, content: str | None, stream: bool) -> None:
    with ModelServer(behavior) as server:
        reply = await ask(server.base, stream)
    assert reply.status == 200
    assert reply.field("content", stream) == content
    assert reply.headers["content-type"] == ("text/event-stream" if stream else "application/json")


@BOTH
async def test_errors_and_dropped_connections(ask: Ask, stream: bool) -> None:
    with ModelServer(b.rate_limited("7"), b.drop(), b.drop(reset=True), b.drop_midway(), b.error_midway()) as server:
        limited = await ask(server.base, stream)
        for error in (aiohttp.ServerDisconnectedError, aiohttp.ClientOSError, aiohttp.ClientPayloadError):
            with pytest.raises(error):
                await ask(server.base, stream)
        midway = await ask(server.base, stream)
        assert server.count == 5
    assert (limited.status, limited.headers["retry-after"]) == (429, "7")
    assert json.loads(limited.raw)["error"]["code"] == "rate_limit_exceeded"
    assert b'"error":{"message":"The engine died."' in midway.raw
    assert (OK[:4].encode() in midway.raw) is stream


@BOTH
@pytest.mark.parametrize("behavior", [b.silent(), b.stall_midway(), b.slow(0.2)], ids=["silent", "stall", "slow"])
async def test_a_client_that_leaves_is_noticed(ask: Ask, behavior: Behavior, stream: bool) -> None:
    with ModelServer(behavior) as server:
        asking = asyncio.ensure_future(ask(server.base, stream))
        while not server.busy:
            await asyncio.sleep(0.01)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        while server.busy:
            await asyncio.sleep(0.01)
        assert server.requests[0].hung_up


async def test_requests_are_kept_and_counted(ask: Ask) -> None:
    with ModelServer(then=b.gathered(8)) as server:
        await asyncio.gather(*(ask(server.base, temperature=number) for number in range(8)))
        assert server.peak == server.count == len(server.chats) == 8
        assert sorted(request.body["temperature"] for request in server.requests) == list(range(8))


async def test_a_mistake_in_a_behavior_is_raised(ask: Ask) -> None:
    server = ModelServer(b.good(lambda body: body["nothing"]))
    with pytest.raises(KeyError, match="nothing"), server, pytest.raises(aiohttp.ServerDisconnectedError):
        await ask(server.base)


@pytest.mark.slow
async def test_a_server_in_another_process(ask: Ask) -> None:
    with model_process(0.01, "from afar") as base:
        assert (await ask(base)).field("content", False) == "from afar"
    with pytest.raises(aiohttp.ClientConnectionError):
        await ask(base)
