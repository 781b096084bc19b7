"""The model server the other tests lean on does what each behavior says, streamed and not."""

import asyncio
import json
import time
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

    @property
    def events(self) -> list[Any]:
        lines = [line.removeprefix("data: ") for line in self.raw.decode().split("\n\n") if line]
        return [json.loads(line) for line in lines if line != "[DONE]"]

    def field(self, name: str, stream: bool) -> Any:
        """A field of the message, put together when it came in pieces."""
        if not stream:
            return json.loads(self.raw)["choices"][0]["message"].get(name)
        deltas = [event["choices"][0]["delta"] for event in self.events if event["choices"]]
        found = [delta[name] for delta in deltas if delta.get(name) is not None]
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
        (b.good(), OK),
        (b.good(lambda body: body["model"] * 9), "m" * 9),
        (b.slow(0.01), OK),
        (b.chosen(lambda request: b.good(request.headers["host"][:3])), "127"),
        (b.trickle("one two", 0.001), "one two"),
        (b.shredded(), OK),
        (b.empty(), ""),
        (b.refusal("no"), None),
        (b.thinking("yes", "hm"), "<think>hm</think>\n\nyes"),
        (b.thinking("yes", "hm", field=True), "yes"),
        (b.huge(3_000_000), "x" * 3_000_000),
        (b.unfinished(), OK),
    ],
)
async def test_what_is_said(ask: Ask, behavior: Behavior, content: str | None, stream: bool) -> None:
    with ModelServer(behavior) as server:
        reply = await ask(server.base, stream)
    assert reply.status == 200
    assert reply.field("content", stream) == content
    assert reply.headers["content-type"] == ("text/event-stream" if stream else "application/json")


@BOTH
async def test_the_other_fields(ask: Ask, stream: bool) -> None:
    with ModelServer(b.refusal("no"), b.thinking("yes", "hm", field=True)) as server:
        assert (await ask(server.base, stream)).field("refusal", stream) == "no"
        assert (await ask(server.base, stream)).field("reasoning_content", stream) == "hm"


async def test_usage_and_the_end(ask: Ask) -> None:
    with ModelServer(then=b.good("a long enough text", usage=(3, 4), finish="length")) as server:
        plain = json.loads((await ask(server.base)).raw)
        asked = await ask(server.base, True, stream_options={"include_usage": True})
        bare = await ask(server.base, True)
    assert plain["usage"] == {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7}
    assert plain["choices"][0]["finish_reason"] == "length"
    assert asked.events[-1]["choices"] == []
    assert asked.events[-1]["usage"] == plain["usage"]
    assert asked.events[-2]["choices"][0]["finish_reason"] == "length"
    assert all("usage" not in event for event in bare.events)
    assert asked.raw.endswith(b"data: [DONE]\n\n")


@BOTH
@pytest.mark.parametrize(
    ("behavior", "status", "code"),
    [
        (b.rate_limited("7"), 429, "rate_limit_exceeded"),
        (b.server_error(503), 503, None),
        (b.unauthorized(), 401, "invalid_api_key"),
        (b.no_such_model(), 404, "model_not_found"),
        (b.bad_request("no response_format"), 400, None),
    ],
)
async def test_errors(ask: Ask, behavior: Behavior, status: int, code: str | None, stream: bool) -> None:
    with ModelServer(behavior) as server:
        reply = await ask(server.base, stream)
    assert (reply.status, json.loads(reply.raw)["error"]["code"]) == (status, code)
    assert reply.headers.get("retry-after") == ("7" if status == 429 else None)


@BOTH
async def test_bodies_that_are_no_answer(ask: Ask, stream: bool) -> None:
    behaviors = b.html(), b.invalid_utf8(), b.wrong_json(), b.wrong_json([]), b.no_stream("plain"), b.error_midway()
    with ModelServer(*behaviors) as server:
        html, bad, wrong, listed, plain, midway = [await ask(server.base, stream) for _ in behaviors]
        assert server.connections == 1
    assert html.headers["content-type"].startswith("text/html")
    assert b"\xff\xfe" in bad.raw
    with pytest.raises(UnicodeDecodeError):
        bad.raw.decode()
    assert wrong.raw.removeprefix(b"data: ").startswith(b'{"hello"')
    assert listed.raw.removeprefix(b"data: ").startswith(b"[]")
    assert plain.field("content", False) == "plain"
    assert b'"error":{"message":"The engine died."' in midway.raw
    assert (OK[:4].encode() in midway.raw) is stream


@BOTH
async def test_dropped(ask: Ask, stream: bool) -> None:
    with ModelServer(b.drop(), b.drop(reset=True), b.drop_midway()) as server:
        with pytest.raises(aiohttp.ServerDisconnectedError):
            await ask(server.base, stream)
        with pytest.raises(aiohttp.ClientOSError):
            await ask(server.base, stream)
        with pytest.raises(aiohttp.ClientPayloadError):
            await ask(server.base, stream)
        assert (await ask(server.base, stream)).status == 200


@BOTH
@pytest.mark.parametrize("behavior", [b.silent(), b.stall_midway(), b.slow(0.2)], ids=["silent", "stall", "slow"])
async def test_nothing_comes_and_the_client_leaves(ask: Ask, behavior: Behavior, stream: bool) -> None:
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


async def test_closing_ends_what_is_silent_and_unread() -> None:
    body = {"model": "m", "messages": []}
    async with aiohttp.ClientSession() as session:
        with ModelServer(b.silent(), b.huge()) as server:
            url = f"{server.base}/chat/completions"
            silent = asyncio.create_task(session.post(url, json=body))
            while not server.requests:
                await asyncio.sleep(0.01)
            unread = await session.post(url, json=body)
        with pytest.raises(aiohttp.ClientError):
            await silent
        with pytest.raises(aiohttp.ClientError):
            await unread.read()


async def test_what_it_remembers(ask: Ask) -> None:
    before = time.monotonic()
    with ModelServer(then=b.gathered(8)) as server:
        await asyncio.gather(*(ask(server.base, temperature=number) for number in range(8)))
        assert server.peak == server.count == len(server.chats) == 8
        assert sorted(request.body["temperature"] for request in server.requests) == list(range(8))
        assert server.requests[0].headers["content-type"] == "application/json"
        assert before < server.requests[0].at < time.monotonic()


async def test_models() -> None:
    async with aiohttp.ClientSession() as session:
        with ModelServer(models=b.catalog("one", "two")) as server, ModelServer(models=b.unauthorized()) as closed:
            async with session.get(f"{server.base}/models") as response:
                assert [model["id"] for model in (await response.json())["data"]] == ["one", "two"]
            async with session.get(f"{closed.base}/models") as response:
                assert response.status == 401
            async with session.get(f"{server.base}/elsewhere") as response:
                assert response.status == 404
            assert server.count == 0


async def test_a_mistake_in_a_behavior_surfaces(ask: Ask) -> None:
    server = ModelServer(b.good(lambda body: body["nothing"]))
    with pytest.raises(KeyError, match="nothing"), server, pytest.raises(aiohttp.ServerDisconnectedError):
        await ask(server.base)


async def test_in_a_process_of_its_own(ask: Ask) -> None:
    with model_process(0.01, "from afar") as base:
        assert (await ask(base)).field("content", False) == "from afar"
    with pytest.raises(aiohttp.ClientConnectionError):
        await ask(base)
