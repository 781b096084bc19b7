"""Casting: check options and policies, and construct agents and runs."""

import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace
from pydantic import ValidationError

from core.engine.agents import Agent, Human, RandomAgent, Scripted
from core.engine.bot_references import bots_for, is_reference, make_bot
from core.engine.chance import Chance
from core.engine.events import Acted, Event
from core.engine.game import Play
from core.engine.registry import find_scene
from core.engine.scene import HOOKS, Scene
from core.engine.scene_checks import check_attributes
from core.engine.simulator import Run, Signal
from core.errors import EXPECTED_EVENTS, UserError, bad_hook_result, did_you_mean, listed
from core.llm.journal import Journal, Key, KnownCall
from core.llm.judge import judge_in, judge_policy
from core.llm.model_client import ModelClient
from core.llm.prompts import Prompts
from core.llm.routes import (
    Routes,
    check_prompts,
    fallbacks_for,
    labels_for,
    make_model,
    model_of,
    prompts_for,
    settings_for,
    thinkers,
)
from core.llm.settings import GrantedSettings
from core.recording.header import Header
from core.recording.line_format import LogWriter, Write
from core.remote.policies import OUTSIDE, REMOTE
from core.remote.seating import seat_outside
from core.text import is_safe, one_line, unsafe
from core.trust.grants import NO_GRANTS, Grants
from core.trust.remembered import start
from core.trust.visitor import refuse_visitor
from core.trust.wishes import header_wishes, policy_wishes
from core.validation_errors import shown, validation_message

MAX_SEED = 2**63 - 1
DEFAULT_SEED = 1
"""Seed of a headless game without remote players."""
PARTIAL = "this recording holds only what one player knew; only its host can continue, branch or verify the game"
RESERVED_SEEDS = 2**32
"""Number of seeds kept free above a drawn seed, for the other games of a batch that starts with it."""


def draw_seed() -> int:
    """Draw a random seed from a range so large that no player can find the seed by trying."""
    return secrets.randbelow(MAX_SEED - RESERVED_SEEDS)


def default_seed(cast: Mapping[str, str]) -> int:
    """Return the default seed of a headless game: a fixed one, or a random one if there are remote players."""
    return draw_seed() if any(policy.startswith(OUTSIDE) for policy in cast.values()) else DEFAULT_SEED


def prepare(
    scene: str,
    options: Mapping[str, Any],
    cast: Mapping[str, str],
    seed: int,
    *,
    human: bool = False,
    models: Mapping[str, Mapping[str, Any]] | None = None,
) -> Header:
    """Make the header of a game that the user asked for, after checking that its policies can play. Raises UserError.

    This grants everything that the policies need. For a game that a file describes, use `resolve`.
    """
    header = resolve(scene, options, cast, seed, human=human, models=models)
    start(header_wishes(header))
    check_seats(header)
    return header


def resolve(
    scene: str,
    options: Mapping[str, Any],
    cast: Mapping[str, str],
    seed: int,
    *,
    human: bool = False,
    models: Mapping[str, Mapping[str, Any]] | None = None,
) -> Header:
    """Resolve options and policies into a header, without constructing agents or model clients. Raises UserError.

    Args:
        scene: Name of the scene.
        options: Options by name.
        cast: Policies by seat; "*" is for all seats that it does not list.
        seed: Seed of the game.
        human: True if a person takes the scene's human seat, unless the cast says otherwise.
        models: The config file's settings by model.

    Returns:
        A header with all options, and a policy for each seat (default: `rules`).
    """
    refuse_visitor()
    kind = find_scene(scene)
    if not 0 <= seed <= MAX_SEED:
        raise UserError(f"A seed is a whole number from 0 to {MAX_SEED}, not {seed}.")
    config = configure(kind, options)
    names = config.seats
    _check_cast(scene, names, cast)
    resolved = {name: _stored_policy(kind, cast.get(name) or cast.get("*") or "rules") for name in names}
    seat = config.human_seat
    if human and seat not in cast and "*" not in cast:
        resolved[seat] = "human"
    config = config.settled("human" in resolved.values())
    settled = config.model_dump(mode="json")
    thinking = {**resolved, **judge_policy(settled)}
    for policy in dict.fromkeys(thinking.values()):
        if not is_safe(policy):
            raise UserError(f"The policy {policy!r} has characters that a recording cannot store.")
        _check_name(kind, policy)
    header = Header(
        scene=scene,
        seed=seed,
        config=settled,
        cast=resolved,
        playbill=version("playbill"),
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        models=settings_for(thinking, models or {}),
    )
    header = replace(header, prompts=labels_for(header, kind.prompts))
    _check_start(header)
    return header


def _check_cast(scene: str, names: Sequence[str], cast: Mapping[str, str]) -> None:
    """Raise UserError for an unknown seat, and for names and policies that a recording cannot store."""
    if unknown := next((name for name in cast if name not in names and name != "*"), None):
        raise UserError(f"Nobody is called {unknown!r} in this {scene} game; {did_you_mean(unknown, names)}.")
    if unsafe_name := next((name for name in names if not is_safe(name) or "\n" in name), None):
        raise UserError(f"The name {unsafe_name!r} has characters that a recording cannot store.")
    if multiline := next((policy for policy in cast.values() if "\n" in policy), None):
        raise UserError(f"The policy {multiline!r} has more than one line; write it in one.")


def _check_start(header: Header) -> None:
    """Start the game once, so that impossible options are rejected before a recording exists."""
    world, chance = set_up(header)
    events = world.start(chance)
    if not isinstance(events, Iterator):
        raise bad_hook_result(header.scene, "start", EXPECTED_EVENTS, events)
    next(events, None)


def check_seats(header: Header, grants: Grants = NO_GRANTS) -> None:
    """Construct an agent for each policy and a client for each model. Raises UserError if that fails."""
    kind, grants = find_scene(header.scene), grants.with_known_header(header)
    for policy in dict.fromkeys([*header.cast.values(), *judge_in(header).values()]):
        agent_for(kind, policy, grants=grants)
    for name, settings in granted_models(header, grants).items():
        make_model(name, settings)


def configure(kind: type[Scene], options: Mapping[str, Any]) -> Any:
    """Validate a user's options as the scene's config. Raises UserError for the first invalid option."""
    if key := next((key for key in options if key in kind.Config.removed and options[key]), ""):
        raise UserError(f"{kind.name} has no option {key!r} any more.")
    return _validated(kind, options, kind.Config.taken_in)


def recorded_config(scene: str, options: Mapping[str, Any]) -> Any:
    """Validate a recording's options as the scene's config, without reading files that they name. Raises UserError."""
    return _validated(find_scene(scene), options)


def _validated(
    kind: type[Scene],
    options: Mapping[str, Any],
    take_in: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda options: options,
) -> Any:
    try:
        config = kind.Config(**take_in(options))
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(map(str, first["loc"]))
        if first["type"] == "extra_forbidden" and len(first["loc"]) == 1:
            listed = did_you_mean(key, kind.Config.model_fields)
            raise UserError(f"{kind.name} has no option {key!r}; {listed}.") from error
        about = f"option {key} = {shown(first['input'])}: " if key else ""
        raise UserError(f"{kind.name}: {about}{validation_message(first, kind.Config)}.") from error
    if (place := unsafe(config.model_dump())) is not None:
        raise UserError(f"{kind.name}: option {one_line(place)} has characters that a recording cannot store.")
    return config


@lru_cache(32)
def _config(kind: type[Scene], text: bytes) -> Any:
    """Parse a header's config from JSON. The games of a batch share the result, which never changes."""
    return _validated(kind, msgspec.json.decode(text))


def policies(kind: type[Scene]) -> tuple[str, ...]:
    """Return the policies that need neither a file nor an API key, and so can play any seat of a scene."""
    return tuple(dict.fromkeys(("human", "random", *kind.bots, *bots_for(kind.name), *_model_policy(kind, "llm:mock"))))


def _model_policy(kind: type[Scene], policy: str) -> tuple[str, ...]:
    return (policy,) if kind.player else ()


def describe_policy(kind: type[Scene], policy: str) -> str:
    """Describe a policy in one line; if it cannot be seated, give the reason instead."""
    if (model := model_of(policy)) is not None:
        return "fake model for tests, offline" if model == "mock" else "language model"
    try:
        agent = agent_for(kind, policy, grants=NO_GRANTS.with_policies([policy]))
    except UserError as error:
        return str(error)
    return agent.what or (type(agent).__doc__ or "").split(". ")[0].replace("\n", " ").strip(" .")


def policy_forms(kind: type[Scene]) -> tuple[str, ...]:
    """Return every form in which a policy can be written, for error messages."""
    return (
        *policies(kind),
        REMOTE,
        "script:FILE",
        "py:MODULE:CLASS",
        "http:",
        "mcp:COMMAND",
        *_model_policy(kind, "llm:MODEL"),
    )


def _stored_policy(kind: type[Scene], policy: str) -> str:
    """Return a policy as headers store it: an installed bot by its module, not by its entry point."""
    return policy if policy in ("human", "random", *kind.bots) else bots_for(kind.name).get(policy, policy)


def competitors(header: Header) -> tuple[str, ...]:
    """Return the competing seats of a game, in seat order. Raises UserError if the scene is not installed."""
    kind = find_scene(header.scene)
    return tuple(_config(kind, msgspec.json.encode(header.config)).competitors)


def is_outside(policy: str) -> bool:
    """Return True if a policy's actions come from outside the run and are recorded as text."""
    return policy == "human" or policy.startswith(("script:", *OUTSIDE))


def agent_for(
    kind: type[Scene], policy: str, name: str = "", past: Sequence[Event] = (), *, grants: Grants = NO_GRANTS
) -> Agent:
    """Construct a policy's agent, in its state after the events in `past`.

    Raises UserError if that is impossible, or if no grant covers it.
    """
    _check_name(kind, policy)
    grants.check_policy(policy := _stored_policy(kind, policy))
    if policy == "human":
        return Human()
    if policy == "random":
        return RandomAgent()
    if policy.startswith("script:"):
        done = sum(isinstance(event.data, Acted) and event.agent == name for event in past)
        return Scripted.read(Path(policy.removeprefix("script:"))).skip(done)
    if policy.startswith(OUTSIDE):
        return seat_outside(policy)
    if kind.player is not None and model_of(policy) is not None:
        return kind.player()
    return make_bot(policy) if is_reference(policy) else kind.bots[policy]()


def _check_name(kind: type[Scene], policy: str) -> None:
    """Raise UserError for a policy that the scene does not know."""
    if (model := model_of(policy)) is not None:
        if not model:
            raise UserError("llm: needs a model name, such as llm:mock or llm:openai/gpt-4o-mini.")
        if kind.player is None:
            raise UserError(f"{kind.name} cannot seat a model; known: {', '.join(policy_forms(kind))}.")
        return
    policy = _stored_policy(kind, policy)
    known = policy in ("human", "random", *kind.bots) or is_reference(policy)
    if not known and not policy.startswith(("script:", *OUTSIDE)):
        raise UserError(f"There is no policy {policy!r} in {kind.name}; {did_you_mean(policy, policy_forms(kind))}.")


def check_policy(kind: type[Scene], policy: str, models: Mapping[str, Mapping[str, Any]]) -> None:
    """Raise UserError for a policy that cannot play, as far as this can be known before the game.

    Args:
        kind: The scene.
        policy: The policy.
        models: The user's own model settings.
    """
    grants = Grants(wishes=frozenset(policy_wishes([policy], models)))
    agent_for(kind, policy, grants=grants)
    if name := model_of(policy):
        make_model(name, grants.settings(name, models.get(name, {})))


def set_up(header: Header) -> tuple[Scene, Chance]:
    """Construct a header's scene, before its first event. Raises UserError."""
    kind = find_scene(header.scene)
    config = _config(kind, msgspec.json.encode(header.config))
    if tuple(header.cast) != config.seats:
        seats = listed(config.seats)
        raise UserError(f"The cast does not fit {kind.name} with these options, whose seats are {seats}.")
    scene = kind(config, tuple(header.cast))
    check_attributes(scene, HOOKS)
    return scene, Chance(header.seed)


def scene_after(header: Header, events: Iterable[Event]) -> Scene:
    """Construct a header's scene, and apply events to it. Raises UserError."""
    scene, _ = set_up(header)
    for event in events:
        scene.apply(event)
    return scene


def open_run(
    header: Header,
    *,
    past: Sequence[Event] = (),
    write: Write | None = None,
    on_signal: Callable[[Signal], None] | None = None,
    agents: Mapping[str, Agent] | None = None,
    routes: Routes | None = None,
    known: Mapping[Key, KnownCall] | None = None,
    journal: Journal | None = None,
    cuts: Collection[int] = (),
    grants: Grants = NO_GRANTS,
    prompts: Mapping[str, Prompts] | None = None,
) -> Run:
    """Construct a run from its start, or from the point where `past` left it.

    Models and tools are called through `routes`. Without routes the run is a re-run: replies come from `known`, and
    times do not matter. Events whose numbers are in `cuts` are withheld or forgotten. `prompts` by seat take the place
    of the header's. Raises UserError for policies that neither the grants nor an earlier start by the user cover.
    """
    refuse_visitor()
    if header.is_partial:
        raise UserError(PARTIAL)
    scene, chance = set_up(header)
    kind = type(scene)
    check_prompts(header, kind.prompts)
    thinking, grants = thinkers(header), grants.with_known_header(header)
    wanted = {kind.tool for kind in scene.actions if kind.tool}.difference(scene.config.closed_tools)
    if agents is None:
        agents = {name: agent_for(kind, policy, name, past, grants=grants) for name, policy in header.cast.items()}
    client = ModelClient(
        thinking,
        routes.of(thinking, granted_models(header, grants)) if routes and thinking else {},
        scene.config,
        past=past,
        known=known,
        journal=journal,
        on_signal=on_signal,
        tools=routes.tools(wanted) if routes else {},
        prompts=prompts or prompts_for(header, kind.prompts),
        on_failure=fallbacks_for(header),
    )
    keeper = LogWriter(header.stable(), write)
    play = Play(header, scene, scene.ordering(chance), agents, chance, client, keeper, cuts)
    seconds = scene.config.max_seconds if routes else 0.0
    return Run(play, past=past, on_signal=on_signal, seconds=seconds)


def granted_models(header: Header, grants: Grants = NO_GRANTS) -> dict[str, GrantedSettings]:
    """Return the settings of the models that a run may contact, by name. Raises UserError."""
    grants, names = grants.with_known_header(header), dict.fromkeys(thinkers(header).values())
    return {name: grants.settings(name, header.models.get(name, {})) for name in names}
