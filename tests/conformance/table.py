"""Games of any scene, and what can be said of a scene's state without knowing the scene."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product

import msgspec

from core.casting import open_run, prepare, set_up
from core.chance import Chance
from core.events import Event, RunEnded
from core.header import Header
from core.scene import Action, Scene, scene_names

NAMES = (*scene_names(), "toy")
"""Every scene that is installed, and the one that the engine's tests use."""
ORDERINGS = ("sequential", "random", "asynchronous")
CASTS = ("rules", "random")
SEEDS = (1, 2, 3)
MAX_TURNS = 60

Game = tuple[str, str, str, int]
GAMES: tuple[Game, ...] = tuple(product(NAMES, ORDERINGS, CASTS, SEEDS))
FEW: tuple[Game, ...] = tuple(product(NAMES, ORDERINGS, CASTS, SEEDS[:1]))


def header(game: Game) -> Header:
    scene, ordering, policy, seed = game
    return prepare(scene, {"ordering": ordering, "max_turns": MAX_TURNS}, {"*": policy}, seed)


def fresh(game: Game) -> Scene:
    return set_up(header(game))[0]


@cache
def played(game: Game) -> tuple[Event, ...]:
    """The game's log. Each is played once a session, and shared by the tests."""

    async def play() -> tuple[Event, ...]:
        return tuple([event async for event in open_run(header(game))])

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
