"""Routes from policies to models and from names to tools, and models without network."""

import asyncio
import json
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from msgspec import UNSET, UnsetType

from core.engine.config import OnFailure
from core.engine.model_tally import Spent
from core.errors import UserError
from core.llm.batch_client import BatchClient
from core.llm.judge import judge_in
from core.llm.litellm_client import LitellmClient
from core.llm.messages import Completion, Declined, Model, OnWords, Request, Tool, estimated_tokens
from core.llm.online import NetworkModel
from core.llm.openai_client import OpenAIClient
from core.llm.prompts import Prompts, prompts_for_pack, read_pack_option
from core.llm.retries import Concurrency, Places, Route
from core.llm.settings import GrantedSettings, direct_base, find_key, read_settings, served_name
from core.recording.header import Header
from core.text import one_line, read_lines, unsafe
from core.user_config import own_web
from core.web.tools import Web


class Mock(Model):
    """A model that answers with the example in the request, which is valid, deterministic and free."""

    name = "mock"

    async def complete(self, request: Request, on_words: OnWords | None) -> Completion:
        return await _reply(request, request.reply.example, on_words)


class Script(Model):
    """Canned replies, one per line; a line in double quotes is a JSON string, for replies with several lines."""

    def __init__(self, name: str, replies: list[str]) -> None:
        self.name = name
        self._replies = replies

    @classmethod
    def read(cls, name: str) -> "Script":
        """Read the file of "script:FILE". Raises UserError."""
        path = Path(name.removeprefix("script:"))
        if not path.name:
            raise UserError("llm:script: needs a file with one reply per line: llm:script:replies.txt.")
        replies = []
        for i, line in enumerate(read_lines(path), 1):
            try:
                replies += [json.loads(line) if line.startswith('"') else line] if line.strip() else []
            except json.JSONDecodeError as error:
                raise UserError(f"{path}: line {i} begins with a quote and is not a JSON string.") from error
        return cls(name, replies)

    async def complete(self, request: Request, on_words: OnWords | None) -> Completion:
        if request.number >= len(self._replies):
            raise Declined("the script has no more replies")
        return await _reply(request, self._replies[request.number], on_words)


async def _reply(request: Request, text: str, on_words: OnWords | None) -> Completion:
    if on_words is not None:
        for word in text.split(" "):
            on_words(f"{word} ")
            await asyncio.sleep(0)
    return Completion(text, Spent(0.0, request.prompt_tokens, estimated_tokens(len(text))))


PREFIX = "llm:"
Tell = Callable[[str], None]


def model_of(policy: str) -> str | None:
    """Return NAME of `llm:NAME`; None for a policy without a model."""
    return policy.removeprefix(PREFIX) if policy.startswith(PREFIX) else None


def models_of(cast: Mapping[str, str]) -> dict[str, str]:
    """Return the agents that use a model, with its name."""
    return {agent: policy.removeprefix(PREFIX) for agent, policy in cast.items() if policy.startswith(PREFIX)}


def thinkers(header: Header) -> dict[str, str]:
    """Return agents and judge that use a model, with its name."""
    return models_of({**header.cast, **judge_in(header)})


def prompts_for(header: Header, shipped: Prompts) -> dict[str, Prompts]:
    """Return the prompts of each agent with a model: its policy's, the run's, or the scene's own. Raises UserError."""
    config, prompts = header.config, {}
    for agent, name in models_of(header.cast).items():
        settings = read_settings(name, header.models.get(name, {}))
        advice = config.get("advice", True) if settings.advice is None else settings.advice
        prompts[agent] = prompts_for_pack(settings.prompts or config.get("prompts", ""), advice, shipped)
    return prompts


def labels_for(header: Header, shipped: Prompts) -> dict[str, str] | UnsetType:
    """Return name, version and hash of the prompts of each policy with a model. Raises UserError."""
    found = {header.cast[agent]: each.pack for agent, each in prompts_for(header, shipped).items()}
    return {policy: pack.label for policy, pack in found.items() if pack.templates} or UNSET


def check_prompts(header: Header, shipped: Prompts) -> None:
    """Raise UserError if a header's prompts differ from those that this Playbill would send."""
    now = labels_for(header, shipped)
    for policy, label in (header.prompts or {}).items():
        if now and label != now.get(policy, label):
            raise UserError(
                f"The prompts of {policy} were {label}, and are {now.get(policy)} here. Use Playbill "
                f"{header.playbill}, or branch the recording: playbill branch FILE --at N."
            )


def fallbacks_for(header: Header) -> dict[str, OnFailure]:
    """Return the fallback of each agent for a model without a usable reply."""
    usual = header.config.get("on_failure", "scene")
    return {
        agent: read_settings(name, header.models.get(name, {})).on_failure or usual
        for agent, name in models_of(header.cast).items()
    }


def settings_for(cast: Mapping[str, str], settings: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the settings for the header: those of the cast's models that are not defaults. Raises UserError."""
    names = dict.fromkeys(models_of(cast).values())
    changed = {n: _recorded(n, settings[n]) for n in names if n in settings}
    if (place := unsafe(changed)) is not None:
        raise UserError(f"[models] {one_line(place)} has characters that a recording cannot store.")
    return changed


def _recorded(name: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return a model's settings that are not defaults, with the content of a folder of prompts."""
    changed = read_settings(name, settings).model_dump(exclude_defaults=True)
    return {**changed, "prompts": read_pack_option(changed["prompts"])} if "prompts" in changed else changed


class Routes:
    """Routes to the models of all runs of a process, each constructed once, and to tools."""

    def __init__(
        self,
        web: Web | None = None,
        places: Callable[[str, int], Places] | None = None,
        tell: Tell = lambda text: None,
    ) -> None:
        """`web` defaults to the tools that the user's own config allows.

        `places` makes the limit of calls in flight from a model's name and its maximum; by default each process has
        separate limits. `tell` gets sentences about batches of calls.
        """
        self._tell = tell
        self._web = web
        self._routes: dict[str, Route] = {}
        self._places = places or (lambda name, most: Concurrency(most))

    def of(self, thinkers: Mapping[str, str], settings: Mapping[str, GrantedSettings]) -> dict[str, Route]:
        """Return each agent's route to its model. Raises UserError for a model that cannot be reached."""
        return {agent: self._route(name, settings[name]) for agent, name in thinkers.items()}

    def tools(self, wanted: Collection[str]) -> dict[str, Tool]:
        """Return tools by name. Raises UserError for a tool that the user's own config does not allow."""
        if not wanted:
            return {}
        self._web = self._web or Web(own_web())
        return self._web.tools(wanted)

    def _route(self, name: str, settings: GrantedSettings) -> Route:
        if name not in self._routes:
            free = self._places(name, settings.calls_in_flight)
            self._routes[name] = Route(make_model(name, settings, self._tell), settings, free)
        return self._routes[name]

    async def close(self) -> None:
        for route in self._routes.values():
            await route.close()


def make_model(name: str, settings: GrantedSettings, tell: Tell = lambda text: None) -> Model:
    """Construct a model client. Raises UserError for an unreadable script or a missing key.

    `tell` gets sentences about batches of calls.
    """
    known = settings.model or name
    if known == "mock":
        return Mock()
    if known.startswith("script:"):
        return Script.read(known)
    base = direct_base(name, settings)
    if base is None:
        return LitellmClient(name, settings)
    server = name, served_name(name, settings), base, find_key(name, settings), settings
    return BatchClient(*server, tell) if settings.batch else OpenAIClient(*server)


def price(name: str, settings: GrantedSettings, spent: Spent) -> float | None:
    """Return US dollars for a usage of tokens; None where no price is known, 0 for a model without network."""
    cost = settings.cost(spent.tokens_in, spent.tokens_out)
    if cost is not None:
        return cost
    model = make_model(name, settings)
    return model.price(spent) if isinstance(model, NetworkModel) else 0.0
