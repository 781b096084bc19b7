"""Games of any scene for tests, and snapshots of their states."""

import asyncio
import inspect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple, get_args

import msgspec
from msgspec.structs import replace

from core.engine.audience import ShortTermMemory, hidden_turns, may_know
from core.engine.casting import granted_models, open_run, prepare, set_up
from core.engine.chance import Chance
from core.engine.config import SceneConfig
from core.engine.events import Event, Prompted, RunEnded
from core.engine.scene import Scene
from core.engine.turn import Action, Turn
from core.lab.interview_prompts import messages
from core.lab.survey import Question
from core.llm.messages import Message
from core.llm.model_client import ModelClient
from core.llm.routes import Routes, prompts_for, thinkers
from core.recording.header import Header

MODEL = "llm:mock"
MAX_TURNS = 60


class Game(NamedTuple):
    """Scene, cast, seed and options of a game."""

    scene: str
    cast: str
    """Policy of all seats."""
    seed: int
    options: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        named = [str(value) for key, value in self.options if key == "ordering"]
        return "-".join([*named, self.cast, str(self.seed)])


def games_of(kind: type[Scene], options: Mapping[str, Any], seeds: Sequence[int]) -> list[Game]:
    """List games of a scene, for every ordering that its options allow.

    They are played by the bot `rules`, at random, and by the mock model if a model can play the scene.
    """
    field = kind.Config.model_fields.get("ordering")
    orders = [{"ordering": order} for order in get_args(field.annotation)] if field else [{}]
    casts = ("rules", "random", *([MODEL] if kind.player else []))
    limits = {"max_turns": MAX_TURNS}
    return [
        Game(kind.name, cast, seed, tuple({**limits, **order, **options}.items()))
        for order, cast, seed in product(orders, casts, seeds)
    ]


@cache
def header(game: Game) -> Header:
    return prepare(game.scene, dict(game.options), {"*": game.cast}, game.seed)


def fresh(game: Game) -> Scene:
    return set_up(header(game))[0]


@cache
def played(game: Game) -> tuple[Event, ...]:
    """Return the log of a game. Each game is played once and shared by all tests."""

    async def play() -> tuple[Event, ...]:
        return tuple([event async for event in open_run(header(game), routes=Routes())])

    return asyncio.run(play())


def digest(events: Sequence[Event]) -> str:
    last = events[-1].data
    assert isinstance(last, RunEnded)
    return last.digest


def view(scene: Scene) -> bytes:
    """Encode a state as the director and each agent see it."""
    actions = [[scene.describe(action) for action in scene.legal(name)] for name in scene.names]
    seen = [*map(scene.observe, ("", *scene.names))]
    return msgspec.json.encode([seen, actions, scene.outcome(), scene.is_complete()])


def fold(scene: Scene, events: Iterable[Event]) -> Scene:
    for event in events:
        scene.apply(event)
    return scene


def moments(game: Game, most: int) -> Iterator[tuple[Event, Scene]]:
    """Yield events that end a step with the state after each, at most `most`, spread over the game.

    All states are the same object: callers must not change it.
    """
    scene, ends = fresh(game), [event.n for event in played(game)[:-1] if event.end]
    chosen = {ends[i * len(ends) // most] for i in range(most)} if len(ends) > most else {*ends}
    for event in played(game)[:-1]:
        scene.apply(event)
        if event.n in chosen:
            yield event, scene


def act(scene: Scene, name: str, action: Action, chance: Chance) -> int:
    """Apply an action's effects to a scene. Returns the number of its events."""
    count = 0
    for count, event in enumerate(scene.decide(name, action, chance), 1):  # noqa: B007  the count is what is returned
        scene.apply(event)
    return count


async def prompts(scene: Scene, memory: ShortTermMemory, turn: int, hidden: int, game: Game) -> list[dict[str, str]]:
    """Return the messages that the scene's model player would send to a model in this turn, with this memory.

    `hidden` is the number of turns so far that are hidden from the agent.
    """
    player, name = type(scene).player, memory.name
    assert player is not None
    seated = replace(header(game), cast={name: MODEL})
    chance = Chance(seated.seed)
    chance.at(turn, 0)
    routes, packs = Routes().of(thinkers(seated), granted_models(seated)), prompts_for(seated, scene.prompts)
    client = ModelClient({name: "mock"}, routes, SceneConfig(), prompts=packs)
    own = Turn(scene, name, turn, chance, client, hidden=hidden)
    own.memory = memory
    pending = player().act(own)
    if inspect.isawaitable(pending):
        await pending
    return [m for event in own.private if isinstance(event.data, Prompted) for m in event.data.messages.values()]


def interview_prompt(scene: Scene, memory: ShortTermMemory, turn: int, hidden: int, game: Game) -> list[Message]:
    """Return the messages that an interview of the agent would send a model in this state."""
    player = type(scene).player
    assert player is not None
    client = ModelClient({}, {}, SceneConfig(), prompts=prompts_for(header(game), scene.prompts))
    own = Turn(scene, memory.name, turn, Chance(header(game).seed), client, hidden=hidden)
    own.memory = memory
    return messages(type(scene), player(), own, Question(id="trust", text="Whom do you trust?").task(memory.name))


def prompt_leaks(game: Game, most: int) -> tuple[int, str]:
    """Compare each agent's prompts with prompts made only from events that it may know, at `most` moments.

    These are the prompts of its turns and of interviews.

    Returns:
        The number of messages that are equal, and a description of the first that differs; "" if none does.
    """
    equal = 0
    chosen = {event.n for event, _ in moments(game, most)}
    for name in fresh(game).names:
        memory = other = None
        for event, whole, partial, seen, hidden in projected(game, name):
            memory, other = memory or ShortTermMemory(name, whole), other or ShortTermMemory(name, partial)
            memory.take(event)
            if seen is not None:
                other.take(seen)
            if event.n not in chosen:
                continue
            asked = [
                interview_prompt(scene, own, event.turn + 1, hidden, game)
                for scene, own in ((whole, memory), (partial, other))
            ]
            if asked[0] != asked[1]:
                return equal, f"{name}, asked after {event}"
            if event.end == "turn" and not whole.is_complete() and whole.legal(name):
                found = asyncio.run(prompts(whole, memory, event.turn + 1, hidden, game))
                if found != asyncio.run(prompts(partial, other, event.turn + 1, hidden, game)):
                    return equal, f"{name}, after {event}"
                equal += len(found)
    return equal, ""


class Moment(NamedTuple):
    """One event of a game, with the state made by all events and the state made by the events that one agent sees."""

    event: Event
    whole: Scene
    partial: Scene
    seen: Event | None
    """The event as the agent sees it; None if it is hidden from the agent."""
    hidden: int
    """Number of turns so far that are hidden from the agent."""


def projected(game: Game, name: str) -> Iterator[Moment]:
    """Fold a game twice: with all events, and with those that one agent may know.

    The second fold has only the events that the agent may know, numbered 1, 2, 3 …. A turn counts if the agent is
    picked or the pick is public. Time and costs are left out. So secret thoughts and actions of others do not change
    the second fold, not even by their number of events.
    """
    whole, partial = fresh(game), fresh(game)
    n = hidden = turn = 0
    for event in played(game):
        hidden += hidden_turns(whole, name, turn, event.turn)
        turn = event.turn
        whole.apply(event)
        seen = None
        if may_know(event, name, whole):
            n += 1
            seen = replace(event, n=n, turn=turn - hidden, t=0.0, spent=None)
            partial.apply(seen)
        yield Moment(event, whole, partial, seen, hidden)


def shown(scene: Scene, name: str) -> bytes:
    """Encode everything that is shown to an agent: its observation and its legal actions."""
    seen: Any = scene.observe(name)
    return msgspec.json.encode([seen, [scene.describe(action) for action in scene.legal(name)]])
