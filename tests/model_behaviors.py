"""The ways a model server answers, the good one and the bad ones; each for plain and for streamed requests."""

import asyncio
import socket
import struct
import threading
from collections.abc import Awaitable, Callable

from tests.model_wire import DONE, Answer, Body, Exchange, Request, encode, event

Behavior = Callable[[Exchange], Awaitable[None]]
Text = str | Callable[[Body], str]

OK = "All good here: ünï✓."


def said(answer: Answer, pause: float = 0.0) -> Behavior:
    return lambda exchange: exchange.say(answer, pause)


def good(text: Text = OK, usage: tuple[int, int] | None = (12, 34), finish: str = "stop") -> Behavior:
    """The text, or what a function makes of the request's body; finish="length" is a cut answer."""

    async def behave(exchange: Exchange) -> None:
        content = text if isinstance(text, str) else text(exchange.request.body)
        await exchange.say(Answer(content, usage=usage, finish=finish))

    return behave


GOOD = good()


def slow(seconds: float, inner: Behavior = GOOD) -> Behavior:
    async def behave(exchange: Exchange) -> None:
        await asyncio.sleep(seconds)
        await inner(exchange)

    return behave


def gathered(count: int, inner: Behavior = GOOD) -> Behavior:
    """Answers nobody before so many have asked, so that they all wait at once; from then on, everybody."""
    asked, there = [], asyncio.Event()

    async def behave(exchange: Exchange) -> None:
        asked.append(exchange)
        if len(asked) >= count:
            there.set()
        await there.wait()
        await inner(exchange)

    return behave


def chosen(choose: Callable[[Request], Behavior]) -> Behavior:
    """A behavior by the request, say by its model."""
    return lambda exchange: choose(exchange.request)(exchange)


def trickle(text: str = OK, seconds_between: float = 0.05) -> Behavior:
    """A token at a time; a plain body comes in as many parts."""
    return said(Answer(text), seconds_between)


def shredded(text: str = OK, size: int = 7) -> Behavior:
    """Every few bytes a packet of their own, so that lines and characters are torn apart."""

    async def behave(exchange: Exchange) -> None:
        body = exchange.request.body
        if not exchange.request.stream:
            return await exchange.say(Answer(text), 0.0001)
        data = b"".join([*Answer(text).events(body), DONE])
        return await exchange.stream((data[at : at + size] for at in range(0, len(data), size)), 0.0001)

    return behave


def empty() -> Behavior:
    return said(Answer(""))


def refusal(why: str = "I cannot help with that.") -> Behavior:
    return said(Answer(None, refusal=why))


def thinking(text: str = OK, thought: str = "Let me think.", field: bool = False) -> Behavior:
    """With <think> before the answer, or with the thought in reasoning_content."""
    return said(Answer(text, reasoning=thought) if field else Answer(f"<think>{thought}</think>\n\n{text}"))


def huge(size: int = 50_000_000) -> Behavior:
    return lambda exchange: exchange.say(Answer("x" * size))


def invalid_utf8() -> Behavior:
    """Well-formed but for two bytes inside the content."""
    return said(Answer("bad \udcff\udcfe bytes"))


def no_stream(text: str = OK) -> Behavior:
    """Plain JSON, also to who asked for a stream."""
    return lambda exchange: exchange.send(encode(Answer(text).completion(exchange.request.body)))


def wrong_json(value: object = None) -> Behavior:
    """Valid JSON of the wrong shape, streamed as the only event."""

    async def behave(exchange: Exchange) -> None:
        shape = {"hello": "world"} if value is None else value
        await (exchange.stream([event(shape), DONE]) if exchange.request.stream else exchange.send(encode(shape)))

    return behave


def html(status: int = 200) -> Behavior:
    page = b"<!doctype html><html><body><h1>Welcome</h1></body></html>"
    return lambda exchange: exchange.send(page, status, "text/html; charset=utf-8")


def silent() -> Behavior:
    """Never answers; ends when the client hangs up."""
    return _until_hangup


def stall_midway(text: str = OK) -> Behavior:
    """Half an answer, then nothing more; ends when the client hangs up."""

    async def behave(exchange: Exchange) -> None:
        await exchange.say_half(Answer(text))
        await _until_hangup(exchange)

    return behave


def held(go: threading.Event, text: str = OK) -> Behavior:
    """Half an answer, and the rest when the test says so."""

    async def behave(exchange: Exchange) -> None:
        await exchange.say_half(Answer(text))
        while not go.is_set():
            await asyncio.sleep(0.01)
        await exchange.say_rest(Answer(text))

    return behave


async def _until_hangup(exchange: Exchange) -> None:
    await exchange.reader.read()


def drop(reset: bool = False) -> Behavior:
    """Closes before the headers; with reset the client gets an RST."""

    async def behave(exchange: Exchange) -> None:
        exchange.keep = False
        if reset:
            sock = exchange.writer.get_extra_info("socket")
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    return behave


def drop_midway(text: str = OK) -> Behavior:
    """Closes after half an answer."""

    async def behave(exchange: Exchange) -> None:
        await exchange.say_half(Answer(text))
        exchange.keep = False

    return behave


def unfinished(text: str = OK) -> Behavior:
    """All the text and a proper end of the response, but no finish_reason, no usage, no [DONE]."""

    async def behave(exchange: Exchange) -> None:
        body = exchange.request.body
        answer = Answer(text, usage=None)
        if exchange.request.stream:
            return await exchange.stream(list(answer.events(body))[:-1])
        completion = answer.completion(body)
        completion["choices"][0]["finish_reason"] = None
        return await exchange.send(encode(completion))

    return behave


def error_midway(text: str = OK, message: str = "The engine died.") -> Behavior:
    """Some text and then an error as an event; who asked for plain JSON gets the error with a 200."""

    async def behave(exchange: Exchange) -> None:
        body = exchange.request.body
        failure = error_body(message, "server_error", None)
        if exchange.request.stream:
            return await exchange.stream([*list(Answer(text).events(body))[:-1], event(failure)])
        return await exchange.send(encode(failure))

    return behave


def error_body(message: str, kind: str, code: str | None) -> Body:
    return {"error": {"message": message, "type": kind, "param": None, "code": code}}


def error(status: int, message: str, kind: str, code: str | None = None, *headers: str) -> Behavior:
    """An error as OpenAI words it."""
    payload = encode(error_body(message, kind, code))
    return lambda exchange: exchange.send(payload, status, "application/json", *headers)


def rate_limited(retry_after: str | None = None) -> Behavior:
    headers = [] if retry_after is None else [f"Retry-After: {retry_after}"]
    return error(429, "Rate limit reached for requests", "requests", "rate_limit_exceeded", *headers)


def server_error(status: int = 500) -> Behavior:
    return error(status, "The server had an error while processing your request.", "server_error")


def unauthorized() -> Behavior:
    return error(401, "Incorrect API key provided.", "invalid_request_error", "invalid_api_key")


def no_such_model() -> Behavior:
    message = "The model does not exist or you do not have access to it."
    return error(404, message, "invalid_request_error", "model_not_found")


def bad_request(message: str = "'response_format' is not supported.", code: str | None = None) -> Behavior:
    return error(400, message, "invalid_request_error", code)


def catalog(*models: str) -> Behavior:
    """The list of models."""
    data = [{"id": name, "object": "model", "created": 0, "owned_by": "tests"} for name in models]
    return lambda exchange: exchange.send(encode({"object": "list", "data": data}))
