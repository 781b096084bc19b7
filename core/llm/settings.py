"""Settings of models: from the config file and from a model's name. Keys are named, never stored."""

import os
import re
from collections.abc import Mapping
from typing import Any, Literal, NewType
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from core.engine.config import OnFailure
from core.errors import UserError, did_you_mean
from core.validation_errors import validation_message

LOCAL_BASES = {
    "ollama": ("OLLAMA_API_BASE", "http://localhost:11434"),
    "ollama_chat": ("OLLAMA_API_BASE", "http://localhost:11434"),
    "lm_studio": ("LM_STUDIO_API_BASE", "http://localhost:1234/v1"),
    "hosted_vllm": ("HOSTED_VLLM_API_BASE", "http://localhost:8000/v1"),
    "llamafile": ("LLAMAFILE_API_BASE", "http://localhost:8080/v1"),
}
"""Providers that are local servers, with the variable for their address and the default address."""
KEYS = {
    "openai": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
    "gemini": "GEMINI_API_KEY",
    "mistral": "MISTRAL_API_KEY",
    "groq": "GROQ_API_KEY",
    "deepseek": "DEEPSEEK_API_KEY",
    "openrouter": "OPENROUTER_API_KEY",
    "xai": "XAI_API_KEY",
    "together_ai": "TOGETHERAI_API_KEY",
    "cohere": "COHERE_API_KEY",
}
"""Environment variables with the keys of well-known providers."""
BATCH_BASES = {"openai": "https://api.openai.com/v1", "groq": "https://api.groq.com/openai/v1"}
"""Providers with OpenAI's batch API, and its addresses."""
_FAMILIES = {
    **dict.fromkeys(("gpt-", "chatgpt-", "o1", "o3", "o4"), "openai"),
    "claude-": "anthropic",
    "gemini-": "gemini",
}
"""Model names that imply their provider."""

LIMITS = ("max_tokens", "max_completion_tokens")
"""Names of the setting that limits a reply; servers know one or both."""
_VARIABLE = re.compile(r"(?=.{3,63}\Z)[A-Z][A-Z0-9]*(_[A-Z0-9]+)+")
"""An environment variable's name; it needs an underscore, which keys in capitals do not have."""
_SECRET = re.compile(r"\b(sk|pk|rk|key|gsk|xai)[-_]|AIza|[A-Za-z0-9]{32}")
"""Pattern of a path in an address that looks like a key."""

_SECRET_HEADER = re.compile(r"auth|key|token|secret|cookie|password", re.IGNORECASE)
_HEADER = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
_NAMED = re.compile(r"\$[A-Z][A-Z0-9_]{2,62}")


class ModelSettings(BaseModel):
    """One `[models.NAME]` table of the config file. Other keys of it are parameters of the call."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    model: str = ""
    """The model's name for litellm, if NAME is a name of your own."""
    base: str = ""
    """The server's address, including /v1."""
    key: str = ""
    """The environment variable that holds the key."""
    route: Literal["auto", "direct", "litellm"] = "auto"
    """`direct` is Playbill's client of the OpenAI protocol, several times as fast, for local servers."""
    timeout: float = Field(60.0, gt=0, le=3600)
    """Seconds of silence after which a try is given up, before the first token and between two.

    A reply in one piece counts as silence until it arrives; after the first such timeout replies are streamed.
    """
    deadline: float = Field(180.0, gt=0, le=7200)
    """Seconds for a call with all its tries and waits."""
    retries: int = Field(4, ge=0, le=20)
    concurrency: int = Field(64, ge=1, le=1024)
    """Maximum number of calls in flight, over all games; fewer while the server reports too many."""
    batch: bool = False
    """True to send calls through the provider's batch API, which is cheaper and may take a day for each turn.

    `concurrency` and `deadline` do not limit these calls; `deadline` is the limit for one request to the API.
    """
    temperature: float | None = Field(None, ge=0, le=2)
    top_p: float | None = Field(None, gt=0, le=1)
    max_tokens: int | None = Field(None, ge=1)
    seed: int | None = None
    reasoning_effort: Literal["none", "minimal", "low", "medium", "high"] | None = None
    shape: Literal["schema", "tools", "words"] = "schema"
    """Channel by which the server learns the form of a reply.

    As a JSON schema, as a tool that the model has to call, for servers that take only tools, or in the prompt alone.
    """
    max_completion_tokens: int | None = Field(None, ge=1)
    """`max_tokens`, under the name that some servers require."""
    stop: list[str] = []
    """Texts that end a reply."""
    num_ctx: int | None = Field(None, ge=256)
    """Context in tokens for Ollama, whose default of a few thousand cuts prompts silently."""
    context: int | None = Field(None, ge=256)
    """Context in tokens, if neither the server nor litellm states it; a longer prompt is not sent."""
    price_in: float | None = Field(None, ge=0)
    """US dollars for a million prompt tokens, if unknown or different; `price_out` for reply tokens."""
    price_out: float | None = Field(None, ge=0)
    headers: dict[str, str] = {}
    """Headers of each call. "$VARIABLE" stands for the content of that environment variable."""
    extra_body: dict[str, Any] = {}
    """Extra keys for each request's body."""
    prompts: str = ""
    """Folder of prompts for this policy, in place of the run's; in a header its content."""
    advice: bool | None = None
    """True if this policy's prompts give advice on strategy; None for the setting of the run."""
    on_failure: OnFailure | None = None
    """Fallback if this policy's model gives no usable reply; None for the option of the run."""

    @field_validator("base")
    @classmethod
    def _no_secrets(cls, base: str) -> str:
        wrong = ValueError("should be an address such as http://localhost:8000/v1")
        try:
            parts = urlsplit(base)
            whole = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        except ValueError:  # the port is not a number
            raise wrong from None
        if base and not whole:
            raise wrong
        if parts.username or parts.password or parts.query or parts.fragment or _SECRET.search(parts.path):
            raise ValueError('must not hold a key; name the environment variable that does: key = "MY_KEY"')
        return base.rstrip("/")

    @field_validator("key")
    @classmethod
    def _a_variable(cls, key: str) -> str:
        if key and not _VARIABLE.fullmatch(key):
            raise ValueError("should be the name of an environment variable such as OPENAI_API_KEY, not the key itself")
        return key

    @field_validator("headers")
    @classmethod
    def _no_secret_headers(cls, headers: dict[str, str]) -> dict[str, str]:
        for name, value in headers.items():
            if not _HEADER.fullmatch(name) or not value.isprintable():
                raise ValueError("should be names of headers with their values")
            if not _NAMED.fullmatch(value) and (_SECRET_HEADER.search(name) or _SECRET.search(value)):
                raise ValueError('must not hold a key; name the environment variable that does: "$MY_KEY"')
        return headers

    @field_validator("extra_body")
    @classmethod
    def _no_secrets_inside(cls, extra: dict[str, Any]) -> dict[str, Any]:
        if _SECRET.search(str(extra)):
            raise ValueError("must not hold a key; keys go into key or headers, by the name of their variable")
        return extra

    def cost(self, tokens_in: int, tokens_out: int) -> float | None:
        """Return the price of a call in US dollars, by the prices in the settings; None if they have none."""
        if self.price_in is None and self.price_out is None:
            return None
        return (tokens_in * (self.price_in or 0.0) + tokens_out * (self.price_out or 0.0)) / 1e6

    @property
    def calls_in_flight(self) -> int:
        """Maximum number of calls in flight, over all games; 0 is no limit."""
        return 0 if self.batch else self.concurrency

    @property
    def limits_replies(self) -> bool:
        """True if the user limited the tokens of a reply; this limit is never exceeded."""
        return any(name in self.extra_body or getattr(self, name) is not None for name in LIMITS)

    def parameters(self, room: int = 0) -> dict[str, Any]:
        """Return the parameters that were set; `room` is a limit for a reply where none was."""
        named = ("temperature", "top_p", "max_tokens", "max_completion_tokens", "seed", "reasoning_effort")
        parameters = {name: value for name in named if (value := getattr(self, name)) is not None}
        if self.stop:
            parameters["stop"] = self.stop
        if room and not self.limits_replies:
            parameters["max_tokens"] = room
        return parameters


GrantedSettings = NewType("GrantedSettings", ModelSettings)
"""Settings with which a model may be contacted. Only `core.trust.grants` makes them; clients require them."""
TRANSPORT_SETTINGS = ("model", "base", "key", "route", "headers", "extra_body")
"""Settings that determine where prompts go and what is sent with them."""
PLAY_SETTINGS = ("prompts", "advice", "on_failure")
"""Settings that determine how a policy plays; a run keeps those of its header."""


def read_settings(name: str, settings: Mapping[str, Any]) -> ModelSettings:
    """Parse settings. Raises UserError, whose text never repeats a value, as it might be a key."""
    try:
        return ModelSettings(**settings)
    except ValidationError as error:
        first = error.errors()[0]
        field = str(first["loc"][0]) if first["loc"] else ""
        if first["type"] == "extra_forbidden":
            known = did_you_mean(field, ModelSettings.model_fields)
            raise UserError(f"[models.{name!r}] has no setting {field!r}; {known}.") from None
        raise UserError(f"[models.{name!r}] {field}: {validation_message(first, ModelSettings)}.") from None


def full_name(name: str, settings: ModelSettings) -> str:
    """Return the litellm name with its provider."""
    model = settings.model or name
    if "/" not in model:
        family = next((f for start, f in _FAMILIES.items() if model.startswith(start)), None)
        return f"{family}/{model}" if family else model
    return model


def _provider(name: str, settings: ModelSettings) -> str:
    return full_name(name, settings).partition("/")[0]


def _local_base(provider: str, settings: ModelSettings) -> str:
    """Return the address of a local server: from the settings, else from its variable, else the usual one."""
    variable, usual = LOCAL_BASES[provider]
    return settings.base or os.environ.get(variable) or usual


def served_name(name: str, settings: ModelSettings) -> str:
    """Return a local server's name of the model."""
    provider, _, model = full_name(name, settings).partition("/")
    known = provider in ("openai", *LOCAL_BASES) or (settings.batch and not settings.base)
    return model if known else settings.model or name


def destination(name: str, settings: ModelSettings) -> str:
    """Return the destination of prompts: an address, or the provider."""
    provider = _provider(name, settings)
    return _local_base(provider, settings) if provider in LOCAL_BASES else settings.base or f"the provider {provider}"


def variables(name: str, settings: ModelSettings) -> list[str]:
    """Return the environment variables whose content is sent."""
    provider = _provider(name, settings)
    named = [value[1:] for value in settings.headers.values() if _NAMED.fullmatch(value)]
    if settings.key:
        named.append(settings.key)
    elif not settings.base and provider not in LOCAL_BASES:
        named.append(KEYS.get(provider, f"{provider.upper()}_API_KEY"))
    return list(dict.fromkeys(named))


def direct_base(name: str, settings: ModelSettings) -> str | None:
    """Return the address to call directly; None if litellm makes the call."""
    provider, _, model = full_name(name, settings).partition("/")
    if settings.batch:
        if base := settings.base or BATCH_BASES.get(provider, ""):
            return base
        providers = " or ".join(f"{each}/" for each in BATCH_BASES)
        raise UserError(
            f"llm:{name}: batch = true needs a model of {providers}, or a server with OpenAI's batch API: set base."
        )
    if settings.route == "litellm":
        return None
    if provider in ("ollama", "ollama_chat") and settings.num_ctx is not None:
        return None  # its OpenAI protocol has no parameter for the size of the context
    if provider in LOCAL_BASES:
        base = _local_base(provider, settings).rstrip("/")
        return base if base.endswith("/v1") else f"{base}/v1"
    if settings.base and (provider == "openai" or not model or settings.route == "direct"):
        return settings.base
    if settings.route == "direct":
        raise UserError(f'llm:{name}: route = "direct" needs an OpenAI-compatible server: set base.')
    return None


def find_headers(name: str, settings: ModelSettings) -> dict[str, str]:
    """Return the headers with the content of their variables. Raises UserError if one is missing."""
    out = {}
    for header, value in settings.headers.items():
        if _NAMED.fullmatch(value):
            held = os.environ.get(value[1:], "").strip()
            if not (held.isascii() and held.isprintable() and held):
                raise UserError(f"llm:{name} sends the header {header}: set {value[1:]}, which holds no value for it.")
            value = held
        out[header] = value
    return out


def find_key(name: str, settings: ModelSettings) -> str | None:
    """Return a model's key; None if none is needed or litellm finds it.

    A provider's own key goes to another address only if the settings name it. Raises UserError if it is missing.
    """
    provider = _provider(name, settings)
    variable = settings.key or ("" if settings.base or provider in LOCAL_BASES else KEYS.get(provider, ""))
    if not variable:
        return None
    if key := os.environ.get(variable, "").strip():
        if not (key.isascii() and key.isprintable()):
            raise UserError(f"llm:{name}: what {variable} holds is not a key: it has characters that no key can have.")
        return key
    if provider == "gemini" and not settings.key and os.environ.get("GOOGLE_API_KEY"):
        return os.environ["GOOGLE_API_KEY"]
    raise UserError(f"llm:{name} needs a key: set {variable}, or play without one: llm:mock.")
