"""Check of a pack of prompts: `llm:mock` plays sample games with the pack."""

import asyncio
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Literal, NamedTuple, get_args, get_origin

from core.engine.casting import open_run, prepare
from core.engine.scene import Scene
from core.errors import UserError, did_you_mean, listed
from core.llm.messages import Completion, OnWords, Request
from core.llm.prompts import SUFFIX, Pack, Prompts
from core.llm.retries import Route
from core.llm.routes import Mock, Routes
from core.llm.settings import GrantedSettings
from core.testing.games import MODEL, Game, prompt_leaks

TURNS, CALLS = 40, 100
"""Limits of a sample game: turns and model calls."""
COMPARED_MOMENTS = 8
"""Number of moments at which prompts are compared with prompts made without hidden events."""
_KEY = re.compile(r'"(\w+)": ')
_LABEL = re.compile(r"^(\w+):(?= )|^(-+ .+ -+)$", re.M)
_INCLUDE = re.compile(r'\{%-?\s*include\s+"(\w+)\.j2"')


class Size(NamedTuple):
    """Tokens of the prompts with one purpose, estimated at four characters per token."""

    purpose: str
    calls: int
    mean: int
    longest: int


class Check(NamedTuple):
    """Result of a check."""

    problems: tuple[str, ...]
    untried: tuple[str, ...]
    """Templates that no sample game rendered, so that only their syntax was checked."""
    sizes: tuple[Size, ...]


class TriedPack(Prompts):
    """Renderer of the pack's templates; it records failures, and then renders the shipped template."""

    def __init__(self, pack: Pack, shipped: Prompts) -> None:
        super().__init__()
        self.pack = pack
        self.problems: dict[str, None] = {}
        self.given: dict[str, set[str]] = {}
        """Variables that each rendered template is given."""
        self._shipped = shipped

    def render(self, template: str, /, **variables: Any) -> str:
        self.given.setdefault(template, {"advice"}).update(variables)
        try:
            if template not in self.pack.templates:
                return self._shipped.render(template, **variables)
            return super().render(template, **variables)
        except UserError as error:
            self.problems[str(error)] = None
            return self._shipped.render(template, **variables)


class RecordingRoutes(Routes):
    """Routes to mock models; they keep all requests."""

    def __init__(self) -> None:
        super().__init__()
        self.requests: list[Request] = []

    def of(self, thinkers: Mapping[str, str], settings: Mapping[str, GrantedSettings]) -> dict[str, Route]:
        return {agent: Route(_Kept(self.requests), settings[name]) for agent, name in thinkers.items()}


class _Kept(Mock):
    def __init__(self, requests: list[Request]) -> None:
        self._requests = requests

    async def complete(self, request: Request, on_words: OnWords | None) -> Completion:
        self._requests.append(request)
        return await super().complete(request, on_words)


def check_pack(kind: type[Scene], pack: Pack) -> Check:
    """Check a pack of prompts for a scene.

    Problems are missing, invalid and unused templates, undefined variables, literals that the parser of a reply does
    not know, and information that an agent may not have.
    """
    shipped = kind.prompts
    tried, watched = TriedPack(pack, shipped), RecordingRoutes()
    for name in shipped.pack.templates:
        if name not in pack.templates:
            tried.problems[f"{name}{SUFFIX} is missing."] = None
    for name in pack.templates:
        try:
            tried.compile(name)
        except UserError as error:
            tried.problems[str(error)] = None
    for options, cast in _samples(kind):
        with suppress(UserError):  # this scene has no such games
            header = prepare(kind.name, options, cast, 1)
            run = open_run(header, routes=watched, prompts=dict.fromkeys(header.cast, tried))
            asyncio.run(run.play_to_end(lambda events: None))
    used = {each for name in tried.given for each in _included(pack, name)}
    tried.problems |= dict.fromkeys(_undefined(tried))
    tried.problems |= dict.fromkeys(
        f"{name}{SUFFIX} is used by nothing; the scene has {listed(sorted(shipped.pack.templates))}."
        for name in pack.templates
        if name not in used and name not in shipped.pack.templates
    )
    for request in watched.requests:
        tried.problems |= dict.fromkeys(unread_literals(request))
    if not tried.problems:
        game = Game(kind.name, MODEL, 1, (("max_turns", TURNS), ("max_calls", CALLS), ("prompts", pack.text)))
        _, differs = prompt_leaks(game, COMPARED_MOMENTS)
        if differs:
            tried.problems[f"A prompt holds what its agent may not know: {differs}."] = None
    untried = [name for name in pack.templates if name in shipped.pack.templates and name not in used]
    return Check(tuple(tried.problems), tuple(untried), tuple(_sizes(watched.requests)))


def _samples(kind: type[Scene]) -> Iterator[tuple[dict[str, Any], dict[str, str]]]:
    """Yield options and casts of games that together need most prompts; each value of each option occurs once."""
    alone = {"*": "rules", kind.Config().seats[0]: MODEL}
    limits: dict[str, Any] = {"max_turns": TURNS, "max_calls": CALLS}
    yield limits, {"*": MODEL}
    yield limits, alone
    for name, field in kind.Config.model_fields.items():
        if name == "on_failure":
            continue
        kinds = (field.annotation, *get_args(field.annotation))
        choices = [each for kind in kinds if get_origin(kind) is Literal for each in get_args(kind)]
        for choice in choices or ([not field.default] if field.annotation is bool else []):
            if choice != field.default:
                yield {**limits, name: choice}, {"*": MODEL}
                yield {**limits, name: choice}, alone


def _included(pack: Pack, name: str, above: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield a template and all templates that it includes."""
    if name in above:
        return
    yield name
    for each in _INCLUDE.findall(pack.templates.get(name, "")):
        yield from _included(pack, each, (*above, name))


def _undefined(tried: TriedPack) -> Iterator[str]:
    """Yield problems for undefined variables in rendered templates, including branches that were not taken."""
    for name, given in tried.given.items():
        for each in dict.fromkeys(_included(tried.pack, name)):
            unknown = set[str]()
            with suppress(UserError, KeyError):  # an invalid or missing template is reported separately
                unknown = tried.variables(each) - given
            for variable in sorted(unknown):
                known = did_you_mean(variable, sorted(given))
                yield f"{each}{SUFFIX}: there is no variable {variable} for {name}{SUFFIX}; {known}."


def unread_literals(request: Request) -> Iterator[str]:
    """Yield problems for literals in a prompt that the reply's parser does not know, and for missing ones."""
    reply, text = request.reply, "\n".join(message["content"] for message in request.messages)
    if reply.schema is None:
        wanted = [first or second for first, second in _LABEL.findall(reply.example)]
    else:
        known, own = set(_properties(reply.schema)), list(reply.schema["properties"])
        named = [key for line in text.splitlines() if "{" in line for key in _KEY.findall(line)]
        for key in dict.fromkeys(named):
            if key not in known:
                yield f'The prompt for {reply.purpose} asks for "{key}", which its reader does not know: {listed(own)}.'
        wanted = [f'"{key}"' for key in own]
    for literal in wanted:
        if literal not in text:
            yield f"The prompt for {reply.purpose} does not name {literal}, which its reader looks for."


def _properties(schema: Any) -> Iterator[str]:
    """Yield the names of all properties in a schema."""
    if isinstance(schema, dict):
        yield from schema.get("properties", ())
        for part in schema.values():
            yield from _properties(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _properties(part)


def _sizes(requests: list[Request]) -> Iterator[Size]:
    by_purpose: dict[str, list[int]] = {}
    for request in requests:
        by_purpose.setdefault(request.reply.purpose, []).append(request.prompt_tokens)
    for purpose, tokens in by_purpose.items():
        yield Size(purpose, len(tokens), round(sum(tokens) / len(tokens)), max(tokens))
