"""From the policies of a cast to the models behind them, and from the names of tools to these."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from core.errors import UserError
from core.llm.concurrency import Concurrency, Places
from core.llm.judge import judge_in
from core.llm.litellm_client import LitellmClient
from core.llm.messages import Model, Tool
from core.llm.offline import Mock, Script
from core.llm.openai_client import OpenAIClient
from core.llm.retries import Route
from core.llm.settings import Granted, direct_base, find_key, read_settings, server_name
from core.recording.header import Header
from core.text import one_line, unsafe
from core.user_config import own_web
from core.web.tools import Web

PREFIX = "llm:"


def model_of(policy: str) -> str | None:
    """NAME of `llm:NAME`; None for a policy that uses no model."""
    return policy.removeprefix(PREFIX) if policy.startswith(PREFIX) else None


def models_of(cast: Mapping[str, str]) -> dict[str, str]:
    """Agents that think with a model, and its name."""
    return {agent: policy.removeprefix(PREFIX) for agent, policy in cast.items() if policy.startswith(PREFIX)}


def thinkers(header: Header) -> dict[str, str]:
    """Who thinks with a model, and its name: agents, and the judge of what they say."""
    return models_of({**header.cast, **judge_in(header)})


def settings_for(cast: Mapping[str, str], told: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """What the header keeps of the settings: of the models in the cast, what is not as usual. Raises UserError."""
    names = dict.fromkeys(models_of(cast).values())
    kept = {n: read_settings(n, told[n]).model_dump(exclude_defaults=True) for n in names if n in told}
    if (place := unsafe(kept)) is not None:
        raise UserError(f"[models] {one_line(place)} holds characters that no recording may hold.")
    return kept


class Routes:
    """The ways out of a process: the models that its runs use, each made once, and the tools."""

    def __init__(self, web: Web | None = None, places: Callable[[str, int], Places] | None = None) -> None:
        """The web is what the user's own config allows of it, unless it is given. `places` makes of a model's name, and
        of the calls that may be in flight to it, where these wait; without it each process has its own."""
        self._web = web
        self._made: dict[str, Route] = {}
        self._places = places or (lambda name, most: Concurrency(most))

    def of(self, thinkers: Mapping[str, str], settings: Mapping[str, Granted]) -> dict[str, Route]:
        """Agent to the way to its model, with the settings by the model's name. Raises UserError for one that cannot
        be reached as things stand."""
        return {agent: self._route(name, settings[name]) for agent, name in thinkers.items()}

    def tools(self, wanted: Collection[str]) -> dict[str, Tool]:
        """Tools by name. Raises UserError for one that the user's own config does not allow."""
        if not wanted:
            return {}
        self._web = self._web or Web(own_web())
        return self._web.tools(wanted)

    def _route(self, name: str, settings: Granted) -> Route:
        if name not in self._made:
            free = self._places(name, settings.concurrency)
            self._made[name] = Route(make_model(name, settings), settings, free)
        return self._made[name]

    async def close(self) -> None:
        for route in self._made.values():
            await route.close()


def make_model(name: str, settings: Granted) -> Model:
    """Make the client of a model. Raises UserError for a script that cannot be read, and for a key that is missing."""
    known = settings.model or name
    if known == "mock":
        return Mock()
    if known.startswith("script:"):
        return Script.read(known)
    base = direct_base(name, settings)
    if base is None:
        return LitellmClient(name, settings)
    return OpenAIClient(name, server_name(name, settings), base, find_key(name, settings), settings)
