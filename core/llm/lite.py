"""Every model that litellm knows. Its banners, loggers, hidden retries and price fetch are turned off here."""

import asyncio
import logging
import os
import re
import warnings
from collections.abc import Mapping
from functools import cache
from typing import Any

from core.llm.direct import MAX_TEXT, json_schema, seconds
from core.llm.messages import Completion, Declined, Hear, Misconfigured, Model, Request, Unavailable, Unreachable
from core.llm.settings import ModelSettings, find_key, full_name
from core.text import one_line

_SECRET = re.compile(r"\b(sk|pk|rk|key|gsk|xai|AIza)[-_A-Za-z0-9*.]{10,}|Bearer\s+\S+")
_HOPELESS = ("AuthenticationError", "PermissionDeniedError", "NotFoundError", "PaymentRequiredError")
_DECLINED = (
    "BadRequestError",
    "UnprocessableEntityError",
    "UnsupportedParamsError",
    "ContextWindowExceededError",
    "ContentPolicyViolationError",
    "RejectedRequestError",
)


@cache
def load() -> Any:
    """The litellm module: seconds and much memory, so it is called in a thread, and only when a model needs it."""
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    os.environ.setdefault("LITELLM_LOG", "CRITICAL")
    warnings.filterwarnings("ignore", message="Pydantic serializer warnings")
    import litellm

    litellm.suppress_debug_info = True
    litellm.telemetry = False
    litellm.num_retries = 0
    for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy", "httpx", "openai"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = False
        logger.addHandler(logging.NullHandler())
    return litellm


class Lite(Model):
    def __init__(self, name: str, settings: ModelSettings) -> None:
        """Raises Misconfigured if the model's key is known to be missing."""
        self.name = name
        self._settings = settings
        self.model = full_name(name, settings)
        self._key = find_key(name, settings)

    async def complete(self, request: Request, hear: Hear | None) -> Completion:
        litellm = await asyncio.to_thread(load)
        try:
            response = await litellm.acompletion(**self._arguments(litellm, request, hear is not None))
            if hear is None:
                text, usage = _whole(response), response.usage
            else:
                text, usage = await _streamed(response, hear)
        except (Declined, Unavailable):
            raise
        except Exception as error:  # noqa: BLE001  litellm passes on whatever its providers' code raises
            raise self._translated(error) from None
        tokens_in = getattr(usage, "prompt_tokens", 0) or 0
        tokens_out = getattr(usage, "completion_tokens", 0) or 0
        return Completion(text, tokens_in, tokens_out, price(litellm, self.model, tokens_in, tokens_out))

    def _arguments(self, litellm: Any, request: Request, stream: bool) -> dict[str, Any]:
        told: dict[str, Any] = {
            "model": self.model,
            "messages": list(request.messages),
            "timeout": self._settings.timeout,
            "max_retries": 0,
            "num_retries": 0,
            **self._settings.parameters(),
        }
        if self._key:
            told["api_key"] = self._key
        if self._settings.base:
            told["api_base"] = self._settings.base
        if request.reply.schema is not None and litellm.supports_response_schema(self.model):
            told["response_format"] = json_schema(request.reply.purpose, request.reply.schema)
        if stream:
            told |= {"stream": True, "stream_options": {"include_usage": True}}
        return told

    def _translated(self, error: Exception) -> Exception:
        kinds = {kind.__name__ for kind in type(error).__mro__}
        told = self._clean(str(error))
        if "insufficient_quota" in told:
            return Misconfigured(f"llm:{self.name}: the account has no credit left ({told}).")
        if kinds & set(_HOPELESS) or "LLM Provider NOT provided" in told:
            return Misconfigured(self._remedy(kinds, told))
        if kinds & set(_DECLINED):
            return Declined(told)
        if "APIConnectionError" in kinds and "annot connect" in told:
            return Unreachable(told)
        headers = getattr(getattr(error, "response", None), "headers", None)
        after = headers.get("retry-after") if isinstance(headers, Mapping) else None
        return Unavailable(f"{type(error).__name__}: {told}", seconds(after))

    def _remedy(self, kinds: set[str], told: str) -> str:
        if "LLM Provider NOT provided" in told:
            return f"There is no model {self.name!r}: write PROVIDER/MODEL, such as llm:openai/gpt-4o-mini."
        if "NotFoundError" in kinds:
            return f"llm:{self.name}: the provider has no such model ({told})."
        return f"llm:{self.name}: the key was refused; check it, or name its variable in the config file ({told})."

    def _clean(self, text: str) -> str:
        """An error's text on one line, without anything that might be a key."""
        text = text.replace(self._key, "…") if self._key else text
        return one_line(_SECRET.sub("…", text))[:240]

    async def close(self) -> None:
        if load.cache_info().currsize:
            await load().close_litellm_async_clients()


def _whole(response: Any) -> str:
    message = response.choices[0].message
    if refusal := getattr(message, "refusal", None):
        raise Declined(f"the model refused: {one_line(str(refusal))[:200]}")
    return message.content if isinstance(message.content, str) else ""


async def _streamed(response: Any, hear: Hear) -> tuple[str, Any]:
    text: list[str] = []
    size, usage = 0, None
    async for chunk in response:
        usage = getattr(chunk, "usage", None) or usage
        piece = chunk.choices[0].delta.content if chunk.choices else None
        if piece:
            text.append(piece)
            size += len(piece)
            hear(piece)
        if size > MAX_TEXT:
            break
    return "".join(text), usage


def price(litellm: Any, model: str, tokens_in: int, tokens_out: int) -> float | None:
    """US dollars for so many tokens, or None where litellm does not know the model's price."""
    try:
        return float(sum(litellm.cost_per_token(model, prompt_tokens=tokens_in, completion_tokens=tokens_out)))
    except Exception:  # noqa: BLE001  it raises a bare Exception for models it has no price for
        return None
