"""Hostile requests to HTTP servers get a one-line answer, never a 500 or a traceback."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from core.engine.casting import prepare
from core.engine.registry import find_scene
from core.env.serving import MAX_POPULATION, Server
from core.remote.programs import Programs
from core.remote.remote_seat import RemoteSeat

TOKEN = b"Authorization: Bearer word"
HEADERS = {
    "no token": b"X: y",
    "token that is no text": b"Authorization: Bearer \xff\xfe",
    "token of other letters": "Authorization: Bearer wörd✓".encode(),
    "long token": b"Authorization: Bearer " + b"x" * 8191,
    "huge token": b"Authorization: " + b"x" * 200_000,
    "long header": TOKEN + b"\r\nX: " + b"x" * 8191,
    "many headers": TOKEN + b"\r\n" + b"\r\n".join(b"X-%d: y" % i for i in range(5000)),
    "bad name": TOKEN + b"\r\nX\xff: y",
    "bad value": TOKEN + b"\r\nX: a\x00b",
    "no colon": TOKEN + b"\r\ngarbage",
    "second length": TOKEN + b"\r\nContent-Length: 1\r\nContent-Length: 2",
    "negative length": TOKEN + b"\r\nContent-Length: -3",
    "endless length": TOKEN + b"\r\nContent-Length: " + b"9" * 400,
    "odd encoding": TOKEN + b"\r\nTransfer-Encoding: frob",
    "length and chunks": TOKEN + b"\r\nTransfer-Encoding: chunked\r\nContent-Length: 3",
    "odd expectation": TOKEN + b"\r\nExpect: frob",
    "another host": TOKEN + b"\r\nHost: \xff",
}
LINES = {
    "odd method": b"FROB /health HTTP/1.1",
    "method that is none": b"G\x00T /health HTTP/1.1",
    "odd version": b"GET /health HTTP/3.9",
    "bad address": b"GET http://[::1 HTTP/1.1",
    "bad escapes": b"GET /%zz?session=%ff&name=%00&wait=%f0%9f HTTP/1.1",
    "long path": b"GET /" + b"x" * 9000 + b" HTTP/1.1",
    "asterisk": b"OPTIONS * HTTP/1.1",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
}
TEXTS = ("", "\x00", "\ud800", "\u202e\x1b[31m", "x" * 5000, "=", "=0:1", "../../etc/passwd", "/", "~", "py:os:abort")
NUMBERS = (True, 0, -1, 10**400, 1e308, float("inf"), float("nan"))
VALUES: tuple[Any, ...] = (None, *NUMBERS, *TEXTS, [], {}, [[]], {"a": 1}, {"\ud800": 1}, ["\ud800"])


def deep(depth: int, kind: str = "[]") -> bytes:
    """Return nested JSON."""
    first, last = (b"[", b"]") if kind == "[]" else (b'{"a":', b"}")
    return first * depth + b"1" + last * depth


async def answered(port: int, data: bytes) -> tuple[int, bytes]:
    """Send bytes and return the status and body of the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(data)
        async with asyncio.timeout(20):
            head = await reader.readuntil(b"\r\n\r\n")
            rest = await reader.read(10**6)
        return int(head.split()[1]), rest
    finally:
        writer.close()


def post(port: int, path: str, body: bytes, *headers: bytes) -> bytes:
    lines = [f"POST {path} HTTP/1.1".encode(), f"Host: 127.0.0.1:{port}".encode(), TOKEN, b"Connection: close"]
    return b"\r\n".join([*lines, f"Content-Length: {len(body)}".encode(), *headers, b"", body])


def cases(port: int) -> Iterator[tuple[str, bytes]]:
    host = f"Host: 127.0.0.1:{port}".encode()
    for name, header in HEADERS.items():
        yield name, b"\r\n".join([b"POST /act HTTP/1.1", host, header, b"Connection: close", b"", b"abc"])
    for name, line in LINES.items():
        yield name, b"\r\n".join([line, host, TOKEN, b"Connection: close", b"", b""])
    yield "gzip that is none", post(port, "/act", b"abc", b"Content-Encoding: gzip")
    yield "odd charset", post(port, "/act", b"{}", b"Content-Type: text/html; charset=frob")


@pytest.fixture(autouse=True)
def quiet(capfd: pytest.CaptureFixture[str]) -> Iterator[None]:
    yield
    output = capfd.readouterr()
    assert "Traceback" not in output.err + output.out
    assert "Error handling" not in output.err


@pytest.fixture
async def seat(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[int]:
    """Return the port of a seat over HTTP."""
    monkeypatch.setenv("PLAYBILL_TOKEN", "word")
    header, seat = prepare("coup", {}, {"Ann": "http:"}, 1), RemoteSeat()
    await seat.enter("Ann", "coup")
    programs = Programs(header)
    await programs.begin(header, {"Ann": seat})
    yield programs.settings.port
    await programs.leave()


@pytest.fixture
async def server() -> AsyncIterator[int]:
    """Return the port of a server of environments."""
    server = Server("word", most=10_000)
    yield await server.open()
    await server.close()


async def status_of(port: int, path: str, body: bytes) -> int:
    return (await answered(port, post(port, path, body)))[0]


async def test_a_seat_answers_bad_requests_with_4xx(seat: int) -> None:
    for name, data in cases(seat):
        assert 400 <= (await answered(seat, data))[0] < 500, name
    nested = b'{"command": %s}' % deep(900)
    for body in (b"{", deep(900), deep(30_000), deep(900, "{}"), nested, b"9" * 5000, b"\xff"):
        for path in ("/act", "/say"):
            assert await status_of(seat, path, body) == 400, body[:40]
    for value in VALUES:
        for path, key in (("/act", "command"), ("/say", "text"), ("/say", "to")):
            body = json.dumps({"text": "x", key: value}).encode()
            assert await status_of(seat, path, body) in (200, 400), (path, value)


@pytest.mark.slow
async def test_bad_requests_of_mcp_get_4xx(seat: int) -> None:
    call = b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": %s}'
    json_headers = (b"Content-Type: application/json", b"Accept: application/json, text/event-stream")
    bodies = (b"", b"{", b"[]", b"null", deep(900), deep(30_000), b"\xff", b"9" * 5000, b"x" * 100_000)
    for body in bodies:
        status, _ = await answered(seat, post(seat, "/mcp", body, *json_headers))
        assert 400 <= status < 500, body[:40]
    assert 400 <= await status_of(seat, "/mcp", b"{}") < 500
    for params in (b"{}", b"[]", b'{"name": "act"}', b'{"name": "act", "arguments": {"command": %s}}' % deep(300)):
        status, text = await answered(seat, post(seat, "/mcp", call % params, *json_headers))
        assert status < 500
        assert b"error" in text.lower(), params
    nobody = post(seat, "/mcp", call % b"{}", *json_headers).replace(TOKEN, b"Authorization: Bearer other")
    assert (await answered(seat, nobody))[0] == 401


async def test_a_server_of_environments_answers_bad_requests_with_4xx(server: int) -> None:
    for name, data in cases(server):
        assert 400 <= (await answered(server, data))[0] < 500, name
    for path in ("/reset", "/step", "/close"):
        for body in (b"{", deep(900), deep(30_000), b'{"scene": %s}' % deep(900), b"9" * 5000, b"\xff", b"{}"):
            assert await status_of(server, path, body) == 400, body[:40]
    for nested in (deep(900), deep(900, "{}"), deep(300), deep(300, "{}")):
        for key in ("options", "cast", "seed", "session"):
            body = b'{"scene": "coup", "%s": %s}' % (key.encode(), nested)
            assert await status_of(server, "/reset", body) == 400, key
        body = b'{"scene": "coup", "options": {"players": %s}}' % nested
        assert await status_of(server, "/reset", body) == 400


SLOW = ("coloring", "feed", "hanabi", "council", "village", "werewolf", "coup")


@pytest.mark.parametrize("scene", ["chat", *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)])
async def test_any_value_of_an_option_is_taken_or_rejected(scene: str, server: int) -> None:
    for value in VALUES:
        bodies: list[dict[str, Any]] = [{"options": {field: value}} for field in find_scene(scene).Config.model_fields]
        bodies += [{"cast": {"Ann": value}}, {"cast": {str(value)[:50]: "random"}}, {"seed": value}]
        for body in bodies:
            data = json.dumps({"scene": scene, **body}).encode()
            status, text = await answered(server, post(server, "/reset", data))
            assert status in (200, 400), (body, text)
            if status == 400:
                assert "\n" not in json.loads(text)["error"]


async def test_a_session_of_a_million_agents_is_rejected_before_it_is_built(server: int) -> None:
    for agents in (MAX_POPULATION + 1, 1_000_000, "1000000"):
        body = json.dumps({"scene": "feed", "options": {"agents": agents}}).encode()
        status, text = await answered(server, post(server, "/reset", body))
        assert status == 400
        assert json.loads(text)["error"].startswith("a session has at most 10,000 agents, not 1")
