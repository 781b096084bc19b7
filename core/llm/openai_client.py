"""Client of the OpenAI chat protocol for local servers (vLLM, Ollama, llama.cpp, LM Studio).

litellm needs some milliseconds of CPU per call. This is negligible for a remote model, and most of the time for a
local one.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from core.egress import Answer, Client, RequestFailed, TooLarge, Unconnected
from core.llm.messages import (
    Busy,
    Completion,
    Declined,
    Misconfigured,
    OnWords,
    PartialReply,
    Request,
    Unavailable,
    Unreachable,
)
from core.llm.online import BUSY_STATUSES, MAX_TEXT, NetworkModel, Refused, permanent_error, seconds
from core.llm.parts import NO_SHAPE, MessageParts, error_details, token_counts
from core.llm.settings import ModelSettings
from core.text import one_line

JSON = {"Content-Type": "application/json"}
Headers = Mapping[str, str] | None
LIST = 2.0
"""Time limit in seconds for a server to list its models."""


class OpenAIClient(NetworkModel):
    def __init__(self, name: str, model: str, base: str, key: str | None, settings: ModelSettings) -> None:
        super().__init__(name, settings, key)
        self._model = model
        self.url = f"{base}/chat/completions"
        self._list = f"{base}/models"
        self._client: Client | None = None

    async def ready(self) -> None:
        if self._client is None:
            key = {"Authorization": f"Bearer {self.key}"} if self.key else {}
            seconds = self.settings.deadline + LIST  # the time limit of a try is set around the call
            self._client = Client(self.url, {**JSON, **key, **self.headers}, seconds=seconds)
            self.context = self.context or await self._listed_context(self._client)

    async def _listed_context(self, client: Client) -> int | None:
        """Return the model's context from the server's list of models (vLLM, SGLang); None if it is not there."""
        try:
            async with asyncio.timeout(LIST), client.request("GET", self._list) as answer:
                listed = msgspec.json.decode(await answer.body()) if answer.status == 200 else None
        except (RequestFailed, TimeoutError, msgspec.DecodeError):
            return None  # the first call reports an error, if there is one
        models = listed.get("data") if isinstance(listed, dict) else None
        for each in models if isinstance(models, list) else []:
            if isinstance(each, dict) and each.get("id") == self._model:
                length = each.get("max_model_len")
                return length if isinstance(length, int) and length > 0 else None
        return None

    async def _send(self, request: Request, schema: dict[str, Any] | None, on_words: OnWords | None) -> Completion:
        payload = self._payload(request, schema, on_words is not None)
        async with self._answered("POST", self.url, request.arrived, payload) as answer:
            return await self._answer(answer, on_words, request.arrived)

    @asynccontextmanager
    async def _answered(
        self, method: str, url: str, arrived: PartialReply, data: bytes | None = None, headers: Headers = None
    ) -> AsyncIterator[Answer]:
        """Send a request and yield its response with status 200. Raises the exceptions of `_send` for any other."""
        assert self._client is not None, "ready is awaited before"
        try:
            async with self._client.request(method, url, data, headers) as answer:
                if answer.status == 200:
                    yield answer
                    return
                arrived.taken = False
                if answer.location is not None:
                    place = one_line(self.without_keys(answer.location))[:120]
                    raise Misconfigured(f"llm:{self.name}: {url} redirects to {place}; set base to that address.")
                said = error_message(self.without_keys(decode_text(await answer.body())))
        except Unconnected as error:
            arrived.taken = False
            raise Unreachable(f"nothing answers at {url}") from error
        except TooLarge as error:
            raise Declined(str(error)) from error
        except RequestFailed as error:
            raise Unavailable(str(error)) from error
        raise self._refusal(url, answer.status, answer.headers.get("Retry-After"), said)

    def _payload(self, request: Request, schema: dict[str, Any] | None, stream: bool) -> bytes:
        body: dict[str, Any] = {
            **self.extra_body,
            "model": self._model,
            "messages": request.messages,
            **self.parameters(request.min_reply_tokens),
        }
        if schema is not None:
            body |= self.shape(request.reply.purpose, schema)
        if stream:
            body |= self.stream_parameters()
        return msgspec.json.encode(body)

    async def _answer(self, answer: Answer, on_words: OnWords | None, arrived: PartialReply) -> Completion:
        if on_words is None or answer.kind != "text/event-stream":
            return read_completion(self.without_secrets(decode_text(await answer.body())), arrived)
        message, finish, usage = MessageParts(), "", None
        async for data in _server_sent(answer):
            if data == "[DONE]" or message.size > MAX_TEXT:
                finish = finish or "stop"
                break
            chunk = _decode(self.without_secrets(data))
            if chunk.get("usage"):
                usage = chunk["usage"]
                arrived.spent = token_counts(usage)
            for choice in _choices(chunk):
                finish = _finish(choice) or finish
                message.add_piece(choice.get("delta"), arrived, on_words)
        if not finish:
            raise Unavailable("the reply broke off")
        return message.completion(finish, usage)

    def _refusal(self, url: str, status: int, retry_after: str | None, message: str) -> Exception:
        words = f"{status}{f': {message}' if message else ''}"
        if (end := permanent_error(self.name, words, payment=status == 402)) is not None:
            return end
        if status in (401, 403):
            remedy = "its key was refused" if self.key else "it needs a key: name its variable in the config file"
            return Misconfigured(f"llm:{self.name} at {url}: {remedy} ({words}).")
        if status == 404:
            return Misconfigured(f"llm:{self.name}: {url} has no such model or address ({words}).")
        if status in BUSY_STATUSES:
            return Busy(f"the server said {words}", seconds(retry_after))
        if status in (408, 409, 425) or status >= 500:
            return Unavailable(f"the server said {words}", seconds(retry_after))
        return Refused(f"the server said {words}")

    async def close(self) -> None:
        if self._client is not None:
            await self._client.close()
            self._client = None


async def _server_sent(answer: Answer) -> AsyncIterator[str]:
    async for line in answer.lines():
        if line.startswith(b"data:"):
            yield decode_text(line[5:].strip())


def decode_text(data: bytes) -> str:
    """Decode bytes of a server."""
    return data.decode("utf-8", "replace")


def _decode(text: str) -> dict[str, Any]:
    try:
        answer = msgspec.json.decode(text)
    except msgspec.DecodeError:
        raise Unavailable(f"the server did not answer in JSON: {one_line(text[:80])}") from None
    if not isinstance(answer, dict):
        raise Unavailable(NO_SHAPE)
    if answer.get("error"):
        raise Unavailable(f"the server said {error_message(text)}")
    return answer


def read_completion(body: str, arrived: PartialReply) -> Completion:
    """Read a whole reply. Raises Unavailable for another form."""
    answer = _decode(body)
    arrived.spent = token_counts(answer["usage"]) if answer.get("usage") else None
    choices, message = _choices(answer), MessageParts()
    if not choices:
        raise Unavailable(NO_SHAPE)
    message.add(choices[0].get("message"))
    return message.completion(_finish(choices[0]), answer.get("usage"))


def _choices(body: dict[str, Any]) -> list[dict[str, Any]]:
    choices = body.get("choices") or []
    if not isinstance(choices, list) or not all(isinstance(choice, dict) for choice in choices):
        raise Unavailable(NO_SHAPE)
    return choices


def _finish(choice: dict[str, Any]) -> str:
    return finish if isinstance(finish := choice.get("finish_reason"), str) else ""


def error_message(body: str) -> str:
    """Return a server's error message on one line."""
    try:
        answer = msgspec.json.decode(body)
    except msgspec.DecodeError:
        return one_line(body[:80])
    error = answer.get("error", answer) if isinstance(answer, dict) else answer
    if not isinstance(error, dict):
        return one_line(str(error))[:200]
    return one_line(f"{str(error.get('message', error))[:200]}{error_details(error)}")[:240]
