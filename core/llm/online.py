"""Base of all network models: hides the key, and leaves out the parts of a request that a server refuses."""

import re
from abc import abstractmethod
from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from core.engine.model_tally import Spent
from core.llm.messages import (
    Busy,
    Completion,
    Declined,
    Message,
    Misconfigured,
    Model,
    OnWords,
    ParameterRefused,
    Request,
    Unavailable,
    estimated_tokens,
)
from core.llm.schemas import SchemaRefusals, close_schema, is_strict
from core.llm.settings import LIMITS, ModelSettings, find_headers

_REFUSES = re.compile(
    r"unsupported|(not|n't) (be )?(support(ed)?|permitted|allowed|accept(ed)?|enabled|available|compatible|used|set)\b"
    r"|unrecogni[sz]ed|unknown|unexpected|extra inputs|only the default|invalid|deprecated|must be"
    r"|only \S+ is supported|drop these",
    re.IGNORECASE,
)
_NO_SYSTEM = re.compile(
    r"system\W{0,3}(role|message|instruction|prompt)s?\b.{0,40}(not|n't|un)\W?(supported|enabled|allowed|permitted)"
    r"|(not|n't) support.{0,40}\bsystem\b|unsupported.{0,40}\bsystem\b.{0,20}role|developer instruction is not enabled"
    r"|roles must alternate|only \W?user\W?(,| and) \W?assistant\W? roles",
    re.IGNORECASE,
)


MAX_TEXT = 2**18
"""Maximum number of characters of a reply; a server may send without end."""
BUSY_STATUSES = (429, 529)
"""HTTP statuses of servers that are busy."""
SHORTEST_KEY = 12
"""Minimum length of a key to hide. Shorter keys, such as "none" for a local server, protect nothing."""
_MASKED = re.compile(r"\b((sk|pk|rk|key|gsk|xai)[-_]|AIza)[-_A-Za-z0-9*.…]{8,}|Bearer\s+\S+")


MAX_CHARACTERS_PER_TOKEN = 5
"""Maximum mean number of characters per token; a prompt that is too long even at this rate is not sent."""
_SCHEMA = re.compile(
    r"response_format|json_?schema|\bschema\b|guided|structured output|tool_choice|\btools?\b", re.IGNORECASE
)
_NO_CREDIT = re.compile(r"insufficient.{0,5}(quota|balance|credit|funds)|credit balance", re.IGNORECASE)
_NO_CREDENTIALS = re.compile(
    r"(unable to locate|no|missing|could not load.{0,20}) credentials|credentials.{0,20}not found", re.IGNORECASE
)
_TOO_LONG = re.compile(
    r"context.{0,3}(length|window|size)|maximum context|prompt is too long|too many input tokens", re.IGNORECASE
)


MORE_CONTEXT = "take one with more, or raise num_ctx where the server lets you"


def refused_parameter(text: str, offered: Collection[str]) -> str:
    """Find the parameter that an error refuses, among those that were sent; "" if there is none.

    >>> refused_parameter("Unsupported value: 'temperature' does not support 0.2", ["seed", "temperature"])
    'temperature'
    >>> refused_parameter("The engine will stop now: not supported", ["stop"])
    ''
    """
    if not _REFUSES.search(text):
        return ""
    return next((name for name in offered if _named(text, name)), "")


def refuses_system(text: str) -> bool:
    """Return True for an error that refuses a system message, or two messages of one role in a row.

    >>> refuses_system("System role not supported"), refuses_system("The system is not supported at night")
    (True, False)
    """
    return _NO_SYSTEM.search(text) is not None


def fold_system_messages(messages: Sequence[Message]) -> list[Message]:
    """Put the system message into the next user message, and join consecutive messages of one role."""
    out: list[Message] = []
    for message in messages:
        role = "user" if message["role"] == "system" else message["role"]
        if out and out[-1]["role"] == role:
            out[-1] = {"role": role, "content": f"{out[-1]['content']}\n\n{message['content']}"}
        else:
            out.append({"role": role, "content": message["content"]})
    return out


def _named(text: str, name: str) -> bool:
    """Return True if an error names a parameter; an ordinary word must be quoted or called a parameter."""
    word = re.escape(name)
    if "_" in name or name == "temperature":
        return re.search(rf"(?<!\w){word}(?!\w)", text) is not None
    return re.search(rf"['\"`]{word}['\"`]|\b(parameter|argument|field)s?\b[^.]{{0,20}}[\s:]{word}\b", text) is not None


class Refused(Declined):
    """The server does not accept the request as it is."""


class NetworkModel(Model):
    def __init__(self, name: str, settings: ModelSettings, key: str | None) -> None:
        self.name = name
        self.settings = settings
        self.key = key
        self.headers = find_headers(name, settings)
        named = [self.headers[header] for header, value in settings.headers.items() if value != self.headers[header]]
        self._secrets = [each for each in (key, *named) if each and len(each) >= SHORTEST_KEY]
        self.context = settings.num_ctx or settings.context
        """Tokens allowed in a prompt; None if unknown."""
        self._refusers = SchemaRefusals()
        self.takes_schema = settings.shape != "words" and self._address not in self._refusers
        self.left_out: set[str] = set()
        """Parameters that the server refused."""
        self._names: dict[str, str] = {}
        """The server's names of limits, where it refused the usual ones."""
        self._folds = False
        """True if the server takes no system message."""

    @property
    def _address(self) -> str:
        """Return the key under which a refused schema is remembered: model and server."""
        return f"{self.settings.model or self.name} {self.settings.base}".strip()

    async def complete(self, request: Request, on_words: OnWords | None) -> Completion:
        self._check_length(request)
        schema = request.reply.schema if self.takes_schema else None
        on_words = self._clean_stream(on_words) if on_words and "stream" not in self.left_out else None
        try:
            completion = await self._try(request, schema, on_words)
        except Refused:
            if schema is None:
                raise
            completion = await self._try(request, None, on_words)
            self.takes_schema = False
            self._refusers.add(self._address)
        completion = replace(completion, spent=self._priced(completion.spent))
        return replace(
            completion, text=self.without_secrets(completion.text), reasoning=self.without_secrets(completion.reasoning)
        )

    async def _try(self, request: Request, schema: dict[str, Any] | None, on_words: OnWords | None) -> Completion:
        """Send a request. Raises Adjusted if the server refused a part that can be left out."""
        request.arrived.taken = True
        messages = fold_system_messages(request.messages) if self._folds else request.messages
        offered = {**self.parameters(request.min_reply_tokens), **self.extra_body}
        if on_words is not None:
            offered |= {"stream_options": {}, "stream": True}
        try:
            return await self._send(request._replace(messages=messages), schema, on_words)
        except (Refused, Unavailable) as error:
            if not isinstance(error, Busy) and not (schema and _SCHEMA.search(str(error))):
                self._adjust(str(error), offered, messages)
            raise

    def _adjust(self, why: str, offered: Collection[str], messages: Sequence[Message]) -> None:
        """Leave out what an error refuses. Raises Adjusted if the next request changes."""
        if refuses_system(why) and fold_system_messages(messages) != list(messages):
            first, self._folds = not self._folds, True
            raise ParameterRefused(f"the system message is sent as the user's from now on: {why}", first)
        name = refused_parameter(why, offered)
        other = LIMITS[1 - LIMITS.index(name)] if name in LIMITS else ""
        if other and other not in {*offered, *self._names, *self.left_out}:
            first, self._names[name] = name not in self._names, other
            raise ParameterRefused(f"{name} is sent as {other} from now on: {why}", first)
        if other and other not in offered and self.settings.limits_replies:
            return  # both names or the value were refused; a limit that the user set is never left out
        if name:
            first = name not in self.left_out
            self.left_out.add(name)
            raise ParameterRefused(f"{name} is left out from now on: {why}", first)

    def parameters(self, room: int) -> dict[str, Any]:
        """Return the parameters of a call that the server accepts, under the server's names."""
        parameters = {self._names.get(name, name): value for name, value in self.settings.parameters(room).items()}
        return {name: value for name, value in parameters.items() if name not in self.left_out}

    @property
    def extra_body(self) -> dict[str, Any]:
        """Extra settings of the request that the server accepts."""
        extra = {self._names.get(name, name): value for name, value in self.settings.extra_body.items()}
        return {name: value for name, value in extra.items() if name not in self.left_out}

    @property
    def changes(self) -> list[str]:
        """Sentences about the changes to requests that the server required."""
        names = [f"{name} is sent as {other}" for name, other in self._names.items()]
        roles = ["the system message is sent as the user's"] if self._folds else []
        return [*(f"{name} is left out" for name in sorted(self.left_out)), *names, *roles]

    def shape(self, purpose: str, schema: dict[str, Any]) -> dict[str, Any]:
        """Return the part of a request that asks for a reply of this form."""
        form = json_schema(purpose, schema)
        if self.settings.shape != "tools":
            return {"response_format": form}
        name, parameters = form["json_schema"]["name"], form["json_schema"]["schema"]
        tool = {"name": name, "description": "Give your answer.", "parameters": parameters}
        return {
            "tools": [{"type": "function", "function": tool}],
            "tool_choice": {"type": "function", "function": {"name": name}},
        }

    def stream_parameters(self) -> dict[str, Any]:
        """Return the parameters that ask for a reply token by token."""
        counted = {} if "stream_options" in self.left_out else {"stream_options": {"include_usage": True}}
        return {"stream": True, **counted}

    def usage_without_reply(self, request: Request) -> Spent:
        arrived = request.arrived
        if arrived.spent is not None:
            return self._priced(arrived.spent)
        if not arrived.taken:
            return Spent(0.0)
        tokens_in, tokens_out = request.prompt_tokens, estimated_tokens(arrived.size)
        return self._priced(Spent(0.0, tokens_in, tokens_out, estimated=tokens_in + tokens_out))

    def _priced(self, spent: Spent) -> Spent:
        own = self.settings.cost(spent.tokens_in, spent.tokens_out)
        return replace(spent, cost=self.price(spent) if own is None else own)

    def price(self, spent: Spent) -> float | None:
        """Return the price of a call in US dollars, if it is known without the settings; else None."""
        return None

    def try_schema(self) -> None:
        """Send a schema again with the next request, to test whether the server accepts it."""
        self._refusers.forget(self._address)
        self.takes_schema = True

    def _check_length(self, request: Request) -> None:
        """Raise Misconfigured for a prompt longer than the model's context."""
        tokens = sum(len(message["content"]) for message in request.messages) // MAX_CHARACTERS_PER_TOKEN
        if self.context is not None and tokens > self.context:
            raise Misconfigured(
                f"llm:{self.name}: a prompt has {tokens:,} tokens or more, and the model's context is "
                f"{self.context:,}; {MORE_CONTEXT}."
            )

    @abstractmethod
    async def _send(self, request: Request, schema: dict[str, Any] | None, on_words: OnWords | None) -> Completion:
        """Send one request. Raises Refused and the exceptions of `complete`."""

    def _clean_stream(self, on_words: OnWords) -> OnWords:
        """Pass pieces on without the key; hold back a piece that may be the start of the key."""
        held = ""

        def take(piece: str) -> None:
            nonlocal held
            text = self.without_secrets(held + piece)
            loose = max(map(partial(_begun, text), self._secrets))
            held = text[len(text) - loose :]
            on_words(text[: len(text) - loose])

        return take if self._secrets else on_words

    def without_secrets(self, text: str) -> str:
        """Remove the key from a server's words; some servers repeat it."""
        for secret in self._secrets:
            text = text.replace(secret, "…")
        return text

    def without_keys(self, text: str) -> str:
        """Remove the key, and anything that looks like one, from an error's text."""
        return _MASKED.sub("…", self.without_secrets(text))


def _begun(text: str, secret: str) -> int:
    """Return the number of characters at the end of a text that may begin a secret."""
    return next((n for n in range(min(len(secret) - 1, len(text)), 0, -1) if text.endswith(secret[:n])), 0)


def permanent_error(name: str, error: str, payment: bool = False) -> Misconfigured | None:
    """Return the reason why no further call can succeed (credit, credentials, long prompt); None if it may."""
    if payment or _NO_CREDIT.search(error):
        return Misconfigured(f"llm:{name}: the account has no credit left ({error}).")
    if _NO_CREDENTIALS.search(error):
        return Misconfigured(f"llm:{name}: its provider finds no credentials; set those that it asks for ({error}).")
    if _TOO_LONG.search(error):
        return Misconfigured(f"llm:{name}: the prompt is longer than the model's context; {MORE_CONTEXT} ({error}).")
    return None


def json_schema(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Return a reply schema in the OpenAI protocol's form; strict if it leaves nothing open."""
    schema = close_schema(schema)
    clean = "".join(c if c.isalnum() else "_" for c in name)[:60]
    return {"type": "json_schema", "json_schema": {"name": clean, "schema": schema, "strict": is_strict(schema)}}


def seconds(retry_after: str | None) -> float | None:
    """Return the seconds of a Retry-After header; None for a date."""
    try:
        return max(0.0, float(retry_after)) if retry_after else None
    except ValueError:
        return None
