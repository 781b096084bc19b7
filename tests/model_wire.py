"""The chat-completions protocol as bytes: what a request was, what an answer is, and how it goes out."""

import asyncio
import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

Body = dict[str, Any]


def encode(value: object) -> bytes:
    """JSON as raw UTF-8; a lone surrogate such as "\\udcff" goes out as the bad byte 0xff."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogateescape")


def event(value: object) -> bytes:
    return b"data: %s\n\n" % encode(value)


def pieces(text: str) -> list[str]:
    """Four characters each, as tokens are; a long text is never more than about 500 pieces."""
    step = max(4, len(text) // 500)
    return [text[at : at + step] for at in range(0, len(text), step)]


DONE = b"data: [DONE]\n\n"


@dataclass
class Request:
    """A request as it came; header names are lower case."""

    method: str
    path: str
    headers: dict[str, str]
    body: Body
    payload: bytes = b""
    at: float = field(default_factory=time.monotonic)
    hung_up: bool = False  # the client left before the answer was out

    @property
    def stream(self) -> bool:
        return bool(self.body.get("stream"))


@dataclass
class Answer:
    """A model's answer; usage is (prompt tokens, completion tokens), of which so many were cached, or thoughts."""

    content: str | list[Body] | None
    reasoning: str = ""
    refusal: str = ""
    finish: str = "stop"
    usage: tuple[int, int] | None = (12, 34)
    thinking: int = 0
    cached: int = 0
    call: str = ""
    """The arguments of a call of a tool."""

    def completion(self, body: Body) -> Body:
        """The whole answer as one object."""
        message: Body = {"role": "assistant", "content": self.content}
        if self.reasoning:
            message["reasoning_content"] = self.reasoning
        if self.refusal:
            message["refusal"] = self.refusal
        if self.call:
            message["tool_calls"] = [self._called("answer", self.call)]
        choice = {"index": 0, "message": message, "finish_reason": self.finish}
        return self._envelope(body, "chat.completion") | {"choices": [choice]} | self._usage()

    def events(self, body: Body) -> Iterator[bytes]:
        """The answer as server-sent events, without the [DONE]."""
        counted = bool((body.get("stream_options") or {}).get("include_usage"))
        envelope = self._envelope(body, "chat.completion.chunk") | ({"usage": None} if counted else {})

        def delta(finish: str | None = None, **delta: Any) -> bytes:
            return event(envelope | {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})

        content = self.content if isinstance(self.content, str) else ""
        yield delta(role="assistant", content=None if self.content is None else "")
        yield from (delta(reasoning_content=piece) for piece in pieces(self.reasoning))
        yield from (delta(content=piece) for piece in pieces(content))
        yield from (
            delta(tool_calls=[self._called(None if i else "answer", p)]) for i, p in enumerate(pieces(self.call))
        )
        yield from (delta(refusal=piece) for piece in pieces(self.refusal))
        yield delta(self.finish)
        if counted and self.usage:
            yield event(envelope | {"choices": []} | self._usage())

    @staticmethod
    def _called(name: str | None, arguments: str) -> Body:
        return {"index": 0, "id": "call-1", "type": "function", "function": {"name": name, "arguments": arguments}}

    def _envelope(self, body: Body, kind: str) -> Body:
        return {"id": "chatcmpl-1", "object": kind, "created": int(time.time()), "model": body.get("model")}

    def _usage(self) -> Body:
        if self.usage is None:
            return {}
        prompt, completion = self.usage
        total = prompt + completion
        told: Body = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": total}
        if self.thinking:
            told["completion_tokens_details"] = {"reasoning_tokens": self.thinking}
        if self.cached:
            told["prompt_tokens_details"] = {"cached_tokens": self.cached}
        return {"usage": told}


@dataclass
class Exchange:
    """One request and the way back; with keep off, the connection is closed after it."""

    request: Request
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    keep: bool = True

    async def write(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def send(self, payload: bytes, status: int = 200, kind: str = "application/json", *headers: str) -> None:
        """A whole response."""
        await self.write(head(status, kind, f"Content-Length: {len(payload)}", *headers) + payload)

    async def stream(self, events: Iterable[bytes], pause: float = 0.0, end: bool = True) -> None:
        """A chunk for each event, all at once unless there is a pause; without an end, HTTP still waits for more."""
        first = head(200, "text/event-stream", "Transfer-Encoding: chunked", "Cache-Control: no-cache")
        last = b"0\r\n\r\n" if end else b""
        if not pause:
            return await self.write(first + b"".join(map(chunk, events)) + last)
        await self.write(first)
        for each in events:
            await self.write(chunk(each))
            await asyncio.sleep(pause)
        return await self.write(last)

    async def say(self, answer: Answer, pause: float = 0.0) -> None:
        """An answer the way it was asked for; a pause is per token, also when the body is plain JSON."""
        body = self.request.body
        if self.request.stream:
            return await self.stream([*answer.events(body), DONE], pause)
        payload = encode(answer.completion(body))
        if not pause:
            return await self.send(payload)
        await self.write(head(200, "application/json", f"Content-Length: {len(payload)}"))
        step = len(payload) // (len(pieces(answer.content if isinstance(answer.content, str) else "")) or 1) + 1
        for at in range(0, len(payload), step):
            await self.write(payload[at : at + step])
            await asyncio.sleep(pause)
        return None

    async def say_half(self, answer: Answer) -> None:
        """The first half of an answer, promising more."""
        body = self.request.body
        if self.request.stream:
            events = list(answer.events(body))
            return await self.stream(events[: (len(events) + 1) // 2], end=False)
        payload = encode(answer.completion(body))
        first = head(200, "application/json", f"Content-Length: {len(payload)}")
        return await self.write(first + payload[: len(payload) // 2])

    async def say_rest(self, answer: Answer) -> None:
        """The second half."""
        body = self.request.body
        if self.request.stream:
            events = list(answer.events(body))
            rest = [*events[(len(events) + 1) // 2 :], DONE]
            return await self.write(b"".join(map(chunk, rest)) + b"0\r\n\r\n")
        payload = encode(answer.completion(body))
        return await self.write(payload[len(payload) // 2 :])


def head(status: int, kind: str, *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status} Whatever", f"Content-Type: {kind}", *headers]
    return "\r\n".join([*lines, "", ""]).encode()


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)
