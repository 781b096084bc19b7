"""How a model is reached: what the config file says of it, and what its name implies. Keys are named, never held."""

import os
import re
from collections.abc import Mapping
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from core.errors import UserError, did_you_mean

LOCAL_BASES = {
    "ollama": ("OLLAMA_API_BASE", "http://localhost:11434"),
    "ollama_chat": ("OLLAMA_API_BASE", "http://localhost:11434"),
    "lm_studio": ("LM_STUDIO_API_BASE", "http://localhost:1234/v1"),
    "hosted_vllm": ("HOSTED_VLLM_API_BASE", "http://localhost:8000/v1"),
    "llamafile": ("LLAMAFILE_API_BASE", "http://localhost:8080/v1"),
}
"""Providers that are a server of one's own: where its address is told, and what it usually is."""
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
"""Where the best-known providers look for their key."""
_FAMILIES = {
    "gpt-": "openai",
    "o1": "openai",
    "o3": "openai",
    "o4": "openai",
    "chatgpt-": "openai",
    "claude-": "anthropic",
    "gemini-": "gemini",
}
"""Names that say their provider by how they begin."""

_VARIABLE = re.compile(r"(?=.{3,63}\Z)[A-Z][A-Z0-9]*(_[A-Z0-9]+)+")
"""With an underscore, which keys in capitals do not have."""
_SECRET = re.compile(r"\b(sk|pk|rk|key|gsk|xai)[-_]|AIza|[A-Za-z0-9]{32}")
"""What a path that holds a key looks like."""


class ModelSettings(BaseModel):
    """One `[models.NAME]` table of the config file. The rest of what it holds are parameters of the call."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    model: str = ""
    """The litellm name, where NAME is a name of one's own for it."""
    base: str = ""
    """The server's address, up to and with /v1."""
    key: str = ""
    """The environment variable that holds the key."""
    route: Literal["auto", "direct", "litellm"] = "auto"
    """Direct is our own client of the OpenAI protocol: for servers of one's own, several times as fast."""
    timeout: float = Field(60.0, gt=0, le=3600)
    """Seconds for one try."""
    deadline: float = Field(180.0, gt=0, le=7200)
    """Seconds for a call with all its tries and waits."""
    retries: int = Field(4, ge=0, le=20)
    concurrency: int = Field(16, ge=1, le=1024)
    """Calls in flight at once."""
    temperature: float | None = Field(None, ge=0, le=2)
    top_p: float | None = Field(None, gt=0, le=1)
    max_tokens: int | None = Field(None, ge=1)
    seed: int | None = None
    reasoning_effort: Literal["none", "minimal", "low", "medium", "high"] | None = None

    @field_validator("base")
    @classmethod
    def _no_secrets(cls, base: str) -> str:
        wrong = ValueError("should be an address such as http://localhost:8000/v1")
        try:
            parts = urlsplit(base)
            whole = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        except ValueError:  # a port that is none
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

    def parameters(self) -> dict[str, Any]:
        """What is sent with each call, where it was set."""
        named = ("temperature", "top_p", "max_tokens", "seed", "reasoning_effort")
        return {name: value for name in named if (value := getattr(self, name)) is not None}


def read_settings(name: str, told: Mapping[str, Any]) -> ModelSettings:
    """Raises UserError, which never repeats a value: it might be a key."""
    try:
        return ModelSettings(**told)
    except ValidationError as error:
        first = error.errors()[0]
        field = str(first["loc"][0]) if first["loc"] else ""
        if first["type"] == "extra_forbidden":
            known = did_you_mean(field, ModelSettings.model_fields)
            raise UserError(f"[models.{name!r}] has no setting {field!r}; {known}.") from None
        what = first["msg"].removeprefix("Value error, ")
        raise UserError(f"[models.{name!r}] {field}: {what[0].lower()}{what[1:]}.") from None


def full_name(name: str, settings: ModelSettings) -> str:
    """The litellm name, with its provider."""
    model = settings.model or name
    if "/" not in model:
        family = next((f for start, f in _FAMILIES.items() if model.startswith(start)), None)
        return f"{family}/{model}" if family else model
    return model


def server_name(name: str, settings: ModelSettings) -> str:
    """What a server of one's own calls the model."""
    provider, _, rest = full_name(name, settings).partition("/")
    return rest if provider in ("openai", *LOCAL_BASES) else settings.model or name


def direct_base(name: str, settings: ModelSettings) -> str | None:
    """The address to call without litellm; None where litellm is to make the call."""
    provider, _, rest = full_name(name, settings).partition("/")
    if settings.route == "litellm":
        return None
    if provider in LOCAL_BASES:
        variable, usual = LOCAL_BASES[provider]
        base = (settings.base or os.environ.get(variable) or usual).rstrip("/")
        return base if base.endswith("/v1") else f"{base}/v1"
    if settings.base and (provider == "openai" or not rest or settings.route == "direct"):
        return settings.base
    if settings.route == "direct":
        raise UserError(f'llm:{name}: route = "direct" needs an OpenAI-compatible server: set base.')
    return None


def find_key(name: str, settings: ModelSettings) -> str | None:
    """The key for a model; None where none is needed, or litellm looks for it. A provider's own key never goes to an
    address of one's own unless the settings name it. Raises UserError if it is missing."""
    provider = full_name(name, settings).partition("/")[0]
    variable = settings.key or ("" if settings.base or provider in LOCAL_BASES else KEYS.get(provider, ""))
    if not variable:
        return None
    if key := os.environ.get(variable, "").strip():
        if not (key.isascii() and key.isprintable()):
            raise UserError(f"llm:{name}: what {variable} holds is no key; it has characters that no key has.")
        return key
    if provider == "gemini" and not settings.key and os.environ.get("GOOGLE_API_KEY"):
        return os.environ["GOOGLE_API_KEY"]
    raise UserError(f"llm:{name} needs a key: set {variable}, or play without one: llm:mock.")
