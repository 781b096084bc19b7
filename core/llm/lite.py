"""Every model that litellm knows. Its banners, loggers, hidden retries and price fetch are turned off here."""

import asyncio
import logging
import os
import re
import warnings
from contextlib import aclosing
from functools import cache
from socket import gaierror
from typing import Any

from core.events import Spent
from core.llm.messages import Completion, Declined, Hear, Misconfigured, Request, Unavailable, Unreachable
from core.llm.online import MAX_TEXT, Online, Refused, json_schema, seconds
from core.llm.settings import ModelSettings, find_key, full_name
from core.text import one_line

_LABEL = re.compile(r"\A(litellm\.)?\w*(Error|Exception|Timeout)( - |: )")
_TRACES = re.compile(r"\s*(Traceback \(most recent|Original exception:).*")
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
    warnings.filterwarnings("ignore", category=UserWarning, module=r"pydantic\.|litellm\.")
    # it prepares a call in a thread, which leaves the coroutine it made there if the call is cut meanwhile
    warnings.filterwarnings("ignore", r"coroutine '.*completion.*' was never awaited", RuntimeWarning)
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


class Lite(Online):
    def __init__(self, name: str, settings: ModelSettings) -> None:
        """Raises UserError if the model's key is known to be missing."""
        super().__init__(name, settings, find_key(name, settings))
        self.model = full_name(name, settings)

    async def ready(self) -> None:
        litellm = await asyncio.to_thread(load)
        self._takes_schema = self._takes_schema and litellm.supports_response_schema(self.model)

    async def _send(self, request: Request, schema: dict[str, Any] | None, hear: Hear | None) -> Completion:
        litellm = load()
        try:
            response = await litellm.acompletion(**self._arguments(request, schema, hear is not None))
            text, usage = _whole(response) if hear is None else await _streamed(response, hear)
        except Declined as error:
            raise Declined(self._clean(str(error))) from None
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001  litellm passes on whatever its providers' code raises
            raise self._translated(error) from None
        tokens_in = getattr(usage, "prompt_tokens", 0) or 0
        tokens_out = getattr(usage, "completion_tokens", 0) or 0
        cost = price(litellm, self.model, tokens_in, tokens_out)
        return Completion(text[:MAX_TEXT], Spent(0.0, tokens_in, tokens_out, cost))

    def _arguments(self, request: Request, schema: dict[str, Any] | None, stream: bool) -> dict[str, Any]:
        told: dict[str, Any] = {
            "model": self.model,
            "messages": list(request.messages),
            "timeout": self.settings.timeout,
            "max_retries": 0,
            "num_retries": 0,
            **self.settings.parameters(),
        }
        if self.key:
            told["api_key"] = self.key
        if self.settings.base:
            told = {"api_key": "none", **told, "api_base": self.settings.base}  # a server of one's own may want no key
        if schema is not None:
            told["response_format"] = json_schema(request.reply.purpose, schema)
        if stream:
            told |= {"stream": True, "stream_options": {"include_usage": True}}
        return told

    def _translated(self, error: Exception) -> Exception:
        kinds = {kind.__name__ for kind in type(error).__mro__}
        told = self._clean(str(error))
        if "insufficient_quota" in told:
            return Misconfigured(f"llm:{self.name}: the account has no credit left ({told}).")
        if "UnsupportedParamsError" in kinds and "response_format" not in told:
            return Misconfigured(f"llm:{self.name}: its settings hold what it does not take ({told}).")
        if kinds & set(_HOPELESS) or "LLM Provider NOT provided" in told:
            return Misconfigured(self._remedy(kinds, told))
        if kinds & set(_DECLINED):
            return Refused(told)
        if _nobody_there(error):
            return Unreachable(f"nothing answers at {self.settings.base or self.model}")
        headers = getattr(error, "litellm_response_headers", None) or {}
        return Unavailable(told, seconds(headers.get("retry-after")))

    def _remedy(self, kinds: set[str], told: str) -> str:
        if "LLM Provider NOT provided" in told:
            return f"There is no model {self.name!r}: write PROVIDER/MODEL, such as llm:openai/gpt-4o-mini."
        if "NotFoundError" in kinds:
            return f"llm:{self.name}: the provider has no such model ({told})."
        return f"llm:{self.name}: the key was refused; check it, or name its variable in the config file ({told})."

    def _clean(self, text: str) -> str:
        """An error's text on one line, without what litellm puts around it, and without keys."""
        text = _TRACES.sub("", one_line(self.masked(text)))
        while (shorter := _LABEL.sub("", text)) != text:
            text = shorter
        return text[:240]

    async def close(self) -> None:
        if load.cache_info().currsize:
            await load().close_litellm_async_clients()


def _nobody_there(error: BaseException | None) -> bool:
    """Whether a refused connection, or a name that is none, is what began it."""
    while error is not None:
        if isinstance(error, ConnectionRefusedError | gaierror):
            return True
        error = error.__cause__ or error.__context__
    return False


def _whole(response: Any) -> tuple[str, Any]:
    message = response.choices[0].message
    if refusal := (getattr(message, "provider_specific_fields", None) or {}).get("refusal"):
        raise Declined(f"the model refused: {refusal}")
    return message.content if isinstance(message.content, str) else "", response.usage


async def _streamed(response: Any, hear: Hear) -> tuple[str, Any]:
    text: list[str] = []
    size, usage = 0, None
    async with aclosing(response):
        async for chunk in response:
            usage = getattr(chunk, "usage", None) or usage
            piece = chunk.choices[0].delta.content if chunk.choices else None
            if piece:
                text.append(piece)
                size += len(piece)
                hear(piece)
            if size > MAX_TEXT:
                break
    if not text and not getattr(usage, "completion_tokens", 0):
        raise Unavailable("the stream held no reply")
    return "".join(text), usage


def price(litellm: Any, model: str, tokens_in: int, tokens_out: int) -> float | None:
    """US dollars for so many tokens, or None where litellm does not know the model's price."""
    try:
        return float(sum(litellm.cost_per_token(model, prompt_tokens=tokens_in, completion_tokens=tokens_out)))
    except Exception:  # noqa: BLE001  it raises a bare Exception for models it has no price for
        return None
