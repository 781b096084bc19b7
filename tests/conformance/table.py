"""Games of any scene, and what can be said of a scene's state without knowing the scene."""

import asyncio
import inspect
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

import msgspec
from msgspec.structs import replace

from core.agents import Turn
from core.casting import open_run, prepare, set_up
from core.chance import Chance
from core.events import Event, Prompted, RunEnded
from core.header import Header
from core.llm.door import Door, Limits
from core.llm.routes import Routes
from core.memory import ShortTermMemory
from core.scene import Action, Scene, find_scene, scene_names

NAMES = (*scene_names(), "toy")
"""Every scene that is installed, and the one that the engine's tests use."""
ORDERINGS = ("sequential", "random", "asynchronous")
MODEL = "llm:mock"
SEEDS = (1, 2, 3)
MAX_TURNS = 60
SMALL: dict[str, dict[str, Any]] = {
    "coup": {"players": 3, "playouts": 2, "talk": "open"},
    "feed": {"agents": 8, "newcomers": 1, "mix": "lively", "day": 20},
}
"""Options of worlds that are large as they come, or whose bots think long: here all is tried at every event."""

Game = tuple[str, str, str, int]
PLAYERS = tuple(name for name in NAMES if name == "toy" or find_scene(name).player)
"""Scenes in which a model can play."""
RULED = tuple(name for name in NAMES if name != "toy" and find_scene(name).pick is not Scene.pick)
"""Scenes whose rules always say who is next: no ordering makes another game."""


def casts(name: str) -> tuple[str, ...]:
    return ("rules", "random", *([MODEL] if name in PLAYERS else []))


def orderings(name: str) -> tuple[str, ...]:
    return ORDERINGS[:1] if name in RULED else ORDERINGS


GAMES: tuple[Game, ...] = tuple((n, o, c, s) for n in NAMES for o, c, s in product(orderings(n), casts(n), SEEDS))
FEW: tuple[Game, ...] = tuple(game for game in GAMES if game[3] == SEEDS[0])


def header(game: Game) -> Header:
    scene, ordering, policy, seed = game
    options = {"ordering": ordering, "max_turns": MAX_TURNS, **SMALL.get(scene, {})}
    return prepare(scene, options, {"*": policy}, seed)


def fresh(game: Game) -> Scene:
    return set_up(header(game))[0]


@cache
def played(game: Game) -> tuple[Event, ...]:
    """The game's log. Each is played once a session, and shared by the tests."""

    async def play() -> tuple[Event, ...]:
        return tuple([event async for event in open_run(header(game), routes=Routes())])

    return asyncio.run(play())


def digest(events: Sequence[Event]) -> str:
    last = events[-1].data
    assert isinstance(last, RunEnded)
    return last.digest


def view(scene: Scene) -> bytes:
    """All that can be seen of a state: the director's view, and each agent's."""
    actions = [[scene.describe(action) for action in scene.legal(name)] for name in scene.names]
    seen = [scene.overview(), *map(scene.observe, scene.names)]
    return msgspec.json.encode([seen, actions, scene.result(), scene.is_complete()])


def fold(scene: Scene, events: Iterable[Event]) -> Scene:
    for event in events:
        scene.apply(event)
    return scene


def moments(game: Game) -> Iterator[tuple[Event, Scene]]:
    """Each event that ends a step, and the state it made; the scene is to look at, and goes on."""
    scene = fresh(game)
    for event in played(game)[:-1]:
        scene.apply(event)
        if event.end:
            yield event, scene


def act(scene: Scene, name: str, action: Action, chance: Chance) -> int:
    """Let an action happen in a scene; how many events it made."""
    count = 0
    for count, event in enumerate(scene.decide(name, action, chance), 1):  # noqa: B007  the count is what is returned
        scene.apply(event)
    return count


async def prompts(scene: Scene, memory: ShortTermMemory, number: int, game: Game) -> list[dict[str, str]]:
    """What the scene's player would ask a model, in this agent's seat and with this memory."""
    player, name = type(scene).player, memory.name
    assert player is not None
    seated = replace(header(game), cast={name: MODEL})
    chance = Chance(seated.seed)
    chance.at(number, 0)
    turn = Turn(scene, name, number, chance, Door({name: "mock"}, Routes().of(seated), Limits()))
    turn.memory = memory
    given = player().act(turn)
    if inspect.isawaitable(given):
        await given
    return [m for event in turn.private if isinstance(event.data, Prompted) for m in event.data.messages.values()]
