"""Our own client of the OpenAI chat protocol, for servers of one's own (vLLM, Ollama, llama.cpp, LM Studio).

litellm takes some milliseconds of CPU a call, which is nothing beside a remote model and most of the time beside a
local one.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import msgspec

from core.llm.messages import Busy, Completion, Declined, Hear, Misconfigured, Request, Unavailable, Unreachable
from core.llm.online import BUSY, MAX_TEXT, Online, Refused, hopeless, json_schema, seconds
from core.llm.parts import NO_SHAPE, Message
from core.llm.settings import ModelSettings
from core.text import one_line

if TYPE_CHECKING:
    import aiohttp

REDIRECTS = (301, 302, 303, 307, 308)
"""They are not followed: a prompt and a key go where the settings say, and nowhere else."""
LIST = 2.0
"""Seconds in which a server is to list its models."""
MAX_BODY = 8 * 2**20
"""Bytes of an answer that is not streamed."""


class Direct(Online):
    def __init__(self, name: str, model: str, base: str, key: str | None, settings: ModelSettings) -> None:
        super().__init__(name, settings, key)
        self._model = model
        self.url = f"{base}/chat/completions"
        self._list = f"{base}/models"
        self._session: aiohttp.ClientSession

    async def ready(self) -> None:
        if not hasattr(self, "_session"):
            import aiohttp

            self._session = aiohttp.ClientSession(
                headers={**({"Authorization": f"Bearer {self.key}"} if self.key else {}), **self.headers},
                connector=aiohttp.TCPConnector(limit=0),
                timeout=aiohttp.ClientTimeout(total=None),  # ours is around the call
            )
            self.context = self.context or await self._told_context()

    async def _told_context(self) -> int | None:
        """What the server tells of the model's context in its list of models, as vLLM and SGLang do; if it is quick."""
        import aiohttp

        try:
            async with asyncio.timeout(LIST), self._session.get(self._list) as response:
                told = msgspec.json.decode(await _body(response)) if response.status == 200 else None
        except (aiohttp.ClientError, OSError, TimeoutError, Declined, msgspec.DecodeError):
            return None  # the first call will tell what is wrong, if anything is
        models = told.get("data") if isinstance(told, dict) else None
        for each in models if isinstance(models, list) else []:
            if isinstance(each, dict) and each.get("id") == self._model:
                length = each.get("max_model_len")
                return length if isinstance(length, int) and length > 0 else None
        return None

    async def _send(self, request: Request, schema: dict[str, Any] | None, hear: Hear | None) -> Completion:
        import aiohttp

        try:
            payload = self._payload(request, schema, hear is not None)
            async with self._session.post(self.url, data=payload, allow_redirects=False) as response:
                if response.status == 200:
                    return await self._answer(response, hear)
                if response.status in REDIRECTS:
                    place = one_line(self.masked(response.headers.get("Location", "nowhere")))[:120]
                    raise Misconfigured(f"llm:{self.name}: {self.url} redirects to {place}; set base to where it is.")
                told = _message(self.masked(await _body(response)))
        except aiohttp.ClientConnectorError as error:
            raise Unreachable(f"nothing answers at {self.url}") from error
        except (aiohttp.ClientError, ConnectionError) as error:
            raise Unavailable(f"the connection broke: {type(error).__name__}") from error
        raise self._refusal(response.status, response.headers.get("Retry-After"), told)

    def _payload(self, request: Request, schema: dict[str, Any] | None, stream: bool) -> bytes:
        body: dict[str, Any] = {
            **self.settings.extra_body,
            "model": self._model,
            "messages": request.messages,
            **self.settings.parameters(request.room),
        }
        if schema is not None:
            body["response_format"] = json_schema(request.reply.purpose, schema)
        if stream:
            body |= {"stream": True, "stream_options": {"include_usage": True}}
        return msgspec.json.encode(body)

    async def _answer(self, response: "aiohttp.ClientResponse", hear: Hear | None) -> Completion:
        if hear is None or "event-stream" not in response.headers.get("Content-Type", ""):
            return _completion(self.hidden(await _body(response)))
        message, finish, usage = Message(), "", None
        async for data in _server_sent(response):
            if data == "[DONE]" or message.size > MAX_TEXT:
                finish = finish or "stop"
                break
            chunk = _decode(self.hidden(data))
            usage = chunk.get("usage") or usage
            for choice in _choices(chunk):
                finish = _finish(choice) or finish
                if piece := message.add(choice.get("delta")):
                    hear(piece)
        if not finish:
            raise Unavailable("the reply broke off")
        return message.completion(finish, usage)

    def _refusal(self, status: int, retry_after: str | None, told: str) -> Exception:
        words = f"{status}{f': {told}' if told else ''}"
        if (end := hopeless(self.name, words, payment=status == 402)) is not None:
            return end
        if status in (401, 403):
            remedy = "its key was refused" if self.key else "it wants a key: name its variable in the config file"
            return Misconfigured(f"llm:{self.name} at {self.url}: {remedy} ({words}).")
        if status == 404:
            return Misconfigured(f"llm:{self.name}: {self.url} has no such model or address ({words}).")
        if status in BUSY:
            return Busy(f"the server said {words}", seconds(retry_after))
        if status in (408, 409, 425) or status >= 500:
            return Unavailable(f"the server said {words}", seconds(retry_after))
        return Refused(f"the server said {words}")

    async def close(self) -> None:
        if hasattr(self, "_session"):
            await self._session.close()
            del self._session


async def _body(response: "aiohttp.ClientResponse") -> str:
    data = bytearray()
    async for piece in response.content.iter_any():
        data += piece
        if len(data) > MAX_BODY:
            response.close()
            raise Declined(f"the answer is longer than {MAX_BODY // 2**20} MiB")
    return data.decode("utf-8", "replace")


async def _server_sent(response: "aiohttp.ClientResponse") -> AsyncIterator[str]:
    rest = b""
    async for piece in response.content.iter_any():
        *lines, rest = (rest + piece).split(b"\n")
        if len(rest) > MAX_BODY:
            response.close()
            raise Declined(f"a line of the stream is longer than {MAX_BODY // 2**20} MiB")
        for line in lines:
            if line.startswith(b"data:"):
                yield line[5:].strip().decode("utf-8", "replace")


def _decode(text: str) -> dict[str, Any]:
    try:
        told = msgspec.json.decode(text)
    except msgspec.DecodeError:
        raise Unavailable(f"the server did not answer in JSON: {one_line(text[:80])}") from None
    if not isinstance(told, dict):
        raise Unavailable(NO_SHAPE)
    if told.get("error"):
        raise Unavailable(f"the server said {_message(text)}")
    return told


def _completion(body: str) -> Completion:
    told = _decode(body)
    choices, message = _choices(told), Message()
    if not choices:
        raise Unavailable(NO_SHAPE)
    message.add(choices[0].get("message"))
    return message.completion(_finish(choices[0]), told.get("usage"))


def _choices(told: dict[str, Any]) -> list[dict[str, Any]]:
    choices = told.get("choices") or []
    if not isinstance(choices, list) or not all(isinstance(choice, dict) for choice in choices):
        raise Unavailable(NO_SHAPE)
    return choices


def _finish(choice: dict[str, Any]) -> str:
    return finish if isinstance(finish := choice.get("finish_reason"), str) else ""


def _message(body: str) -> str:
    """What a server says of an error, on one line."""
    try:
        told = msgspec.json.decode(body)
    except msgspec.DecodeError:
        return one_line(body[:80])
    error = told.get("error", told) if isinstance(told, dict) else told
    if not isinstance(error, dict):
        return one_line(str(error))[:200]
    code = f" [{error['code']}]" if isinstance(error.get("code"), str) else ""
    return one_line(f"{str(error.get('message', error))[:200]}{code}")[:240]
