"""Client for every model that litellm knows, with its banners, loggers, hidden retries and price fetch turned off."""

import asyncio
import logging
import os
import re
import warnings
from collections.abc import Iterator
from contextlib import aclosing
from functools import cache
from socket import gaierror
from typing import Any
from weakref import WeakSet

from msgspec.structs import replace

from core.egress import REDIRECTS, keep_httpx_from_redirects
from core.engine.model_tally import Spent
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
from core.llm.settings import ModelSettings, find_key, full_name
from core.text import one_line

TIMEOUT_MARGIN = 5.0
"""Seconds by which litellm's own timeout is longer than ours, so that ours comes first."""
_LABEL = re.compile(r"\A(litellm\.)?\w*(Error|Exception|Timeout)( - |: )")
_TRACES = re.compile(r"\s*(Traceback \(most recent|Original exception:).*")
_HOPELESS = ("AuthenticationError", "PermissionDeniedError", "NotFoundError")
_UNPREPARED = re.compile(
    r"\bmissing\b.{0,40}\b(key|token|credentials?|parameters)\b|(key|token|_id|base|url)\b.{0,30}\bnot set\b"
    r"|api_base is required|no module named|pip install|must be installed|unmapped llm provider|needs a human",
    re.IGNORECASE,
)
"""Errors of litellm about a provider that it cannot call, before anything is sent."""
_ANSWERED = {"HTTPStatusError", "APIStatusError"}
_BROKEN = {"TransportError", "APIConnectionError", "ConnectionError", "ClientConnectionError"}
"""Names of connection errors in httpx, openai and aiohttp; litellm gives each a status."""
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
    """Import litellm; slow and large, so call it in a thread and only when needed."""
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    os.environ.setdefault("LITELLM_LOG", "CRITICAL")
    warnings.filterwarnings("ignore", category=UserWarning, module=r"pydantic\.|litellm\.")
    # litellm makes its coroutine in a thread; if the call is cancelled meanwhile, nothing awaits the coroutine
    warnings.filterwarnings("ignore", r"coroutine '.*completion.*' was never awaited", RuntimeWarning)
    import litellm

    keep_httpx_from_redirects()
    litellm.suppress_debug_info = True
    litellm.telemetry = False
    litellm.num_retries = 0
    for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy", "httpx", "openai"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = False
        logger.addHandler(logging.NullHandler())
    return litellm


_in_use: WeakSet["LitellmClient"] = WeakSet()
"""Clients that are using litellm."""


class LitellmClient(NetworkModel):
    def __init__(self, name: str, settings: ModelSettings) -> None:
        """Raise UserError if the model's key is known to be missing."""
        super().__init__(name, settings, find_key(name, settings))
        self.model = full_name(name, settings)

    async def ready(self) -> None:
        _in_use.add(self)
        litellm = await asyncio.to_thread(load)
        tools = self.settings.shape == "tools"
        known = tools or bool(self.settings.base) or litellm.supports_response_schema(self.model)
        self.takes_schema = self.takes_schema and known
        self.context = self.context or known_context(litellm, self.model)

    async def _send(self, request: Request, schema: dict[str, Any] | None, on_words: OnWords | None) -> Completion:
        litellm = load()
        try:
            response = await litellm.acompletion(**self._arguments(request, schema, on_words is not None))
            completion = (
                await _streamed(response, on_words, request.arrived) if on_words else _whole(response, request.arrived)
            )
        except Declined as error:
            raise Declined(self._clean(str(error)), error.finish) from None
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001  litellm passes on whatever its providers' code raises
            request.arrived.taken = request.arrived.size > 0 or _broke(error)
            raise self._translated(error) from None
        return replace(completion, text=completion.text[:MAX_TEXT])

    def price(self, spent: Spent) -> float | None:
        return price(load(), self.model, spent)

    def _arguments(self, request: Request, schema: dict[str, Any] | None, stream: bool) -> dict[str, Any]:
        arguments: dict[str, Any] = {
            "model": self.model,
            "messages": list(request.messages),
            "timeout": self.settings.deadline + TIMEOUT_MARGIN,
            "max_retries": 0,
            "num_retries": 0,
            **self.parameters(request.min_reply_tokens),
        }
        if self.key:
            arguments["api_key"] = self.key
        if self.headers:
            arguments["extra_headers"] = self.headers
        if extra := self.extra_body:
            arguments["extra_body"] = extra
        if self.settings.num_ctx is not None:
            arguments["num_ctx"] = self.settings.num_ctx
        if self.settings.base:
            arguments = {"api_key": "none", **arguments, "api_base": self._base()}  # a local server may need no key
        if schema is not None:
            arguments |= self.shape(request.reply.purpose, schema)
        if stream:
            arguments |= self.stream_parameters()
        return arguments

    def _base(self) -> str:
        """Return the address as litellm wants it; for Ollama it uses another protocol than /v1."""
        base = self.settings.base
        return base.removesuffix("/v1") if self.model.startswith("ollama") else base

    def _translated(self, error: Exception) -> Exception:
        kinds = {kind.__name__ for kind in type(error).__mro__}
        text = self._clean(str(error)) + error_details(getattr(error, "body", None))
        if (end := permanent_error(self.name, text, payment=getattr(error, "status_code", 0) == 402)) is not None:
            return end
        if _UNPREPARED.search(text):
            return Misconfigured(f"llm:{self.name}: its provider is not set up: {text}.")
        if (
            getattr(error, "status_code", 0) in (401, 403)
            or kinds & set(_HOPELESS)
            or "LLM Provider NOT provided" in text
        ):
            return Misconfigured(self._remedy(kinds, text))
        if any(getattr(each, "status_code", 0) in REDIRECTS for each in _chain(error)):
            return Misconfigured(
                f"llm:{self.name}: {self.settings.base or 'its server'} redirects; set base to the new address."
            )
        if kinds & set(_DECLINED):
            return Refused(text)
        if _nobody_there(error):
            return Unreachable(f"nothing answers at {self.settings.base or self.model}")
        headers = getattr(error, "litellm_response_headers", None) or {}
        if text.startswith("Expecting value: line"):
            text = "the server did not answer in JSON"
        busy = "RateLimitError" in kinds or getattr(error, "status_code", 0) in BUSY_STATUSES
        return (Busy if busy else Unavailable)(text, seconds(headers.get("retry-after")))

    def _remedy(self, kinds: set[str], text: str) -> str:
        if "LLM Provider NOT provided" in text:
            if self.settings.base:
                provider = self.model.partition("/")[0]
                return (
                    f"There is no provider {provider!r}: with base, name it llm:openai/NAME, or give "
                    'model = "openai/NAME"; NAME is what its server calls it.'
                )
            return f"There is no model {self.name!r}: write PROVIDER/MODEL, such as llm:openai/gpt-4o-mini."
        if "NotFoundError" in kinds:
            return f"llm:{self.name}: the provider has no such model ({text})."
        return f"llm:{self.name}: the key was refused; check it, or name its variable in the config file ({text})."

    def _clean(self, text: str) -> str:
        """Return an error's text on one line, without litellm's prefix and without keys."""
        text = _TRACES.sub("", one_line(self.without_keys(text)))
        while (shorter := _LABEL.sub("", text)) != text:
            text = shorter
        return text[:240]

    async def close(self) -> None:
        """Close litellm's connections, shared by all models, with the last client."""
        _in_use.discard(self)
        if load.cache_info().currsize and not _in_use:
            litellm = load()
            await litellm.close_litellm_async_clients()
            litellm.in_memory_llm_clients_cache.flush_cache()


def _nobody_there(error: BaseException) -> bool:
    """Return True if the cause is a refused connection or an unknown host."""
    return any(isinstance(each, ConnectionRefusedError | gaierror) for each in _chain(error))


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Return an error and its causes."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _broke(error: BaseException) -> bool:
    """Return True if a connection broke after the request was sent."""
    others = [type(each) for each in _chain(error) if not type(each).__module__.startswith("litellm")]
    names = {kind.__name__ for each in others for kind in each.__mro__}
    return not _nobody_there(error) and not names & _ANSWERED and bool(names & _BROKEN)


def _whole(response: Any, arrived: PartialReply) -> Completion:
    arrived.spent = token_counts(_plain(response.usage)) if getattr(response, "usage", None) else None
    if not response.choices:
        raise Unavailable(NO_SHAPE)
    choice, message = response.choices[0], MessageParts()
    message.add(_plain(choice.message))
    return message.completion(choice.finish_reason or "", _plain(response.usage))


async def _streamed(response: Any, on_words: OnWords, arrived: PartialReply) -> Completion:
    message, finish, usage = MessageParts(), "", None
    async with aclosing(response):
        async for chunk in response:
            if getattr(chunk, "usage", None):
                usage = chunk.usage
                arrived.spent = token_counts(_plain(usage))
            for choice in chunk.choices[:1]:
                finish = choice.finish_reason or finish
                message.add_piece(_plain(choice.delta), arrived, on_words)
            if message.size > MAX_TEXT:
                break
    if not message.size and not getattr(usage, "completion_tokens", 0):
        raise Unavailable("the stream held no reply")
    return message.completion(finish, _plain(usage))


def _plain(message: Any) -> dict[str, Any]:
    """Convert litellm's message to the protocol's form; litellm keeps a refusal apart."""
    plain: dict[str, Any] = message.model_dump(warnings=False) if message is not None else {}
    return (plain.get("provider_specific_fields") or {}) | plain


def known_context(litellm: Any, model: str) -> int | None:
    """Return the model's context in tokens, if litellm knows it."""
    known = litellm.model_cost.get(model) or litellm.model_cost.get(model.partition("/")[2]) or {}
    context = known.get("max_input_tokens")
    return context if isinstance(context, int) and context > 0 else None


def batch_price(litellm: Any, model: str, spent: Spent) -> float | None:
    """Return US dollars for a call in a batch, by default half the usual price; None if litellm knows no price."""
    counts = {"prompt_tokens": spent.tokens_in, "completion_tokens": spent.tokens_out}
    usage = litellm.Usage(**counts, prompt_tokens_details={"cached_tokens": spent.cached})
    try:
        info = litellm.get_model_info(model)
        return float(sum(litellm.cost_calculator.batch_cost_calculator(usage, model, model_info=info)))
    except Exception:  # noqa: BLE001  it raises a bare Exception for models that it does not know
        return None


def price(litellm: Any, model: str, spent: Spent) -> float | None:
    """Return US dollars for a call; None if litellm does not know the price."""
    counts = {"prompt_tokens": spent.tokens_in, "completion_tokens": spent.tokens_out}
    try:
        return float(sum(litellm.cost_per_token(model, **counts, cache_read_input_tokens=spent.cached)))
    except Exception:  # noqa: BLE001  it raises a bare Exception for models it has no price for
        return None
