"""A scene of one number that goes up: what is left to measure is the engine."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from time import monotonic
from typing import ClassVar, Self

import msgspec

from core.engine.agents import Agent
from core.engine.capabilities import Large
from core.engine.chance import Chance
from core.engine.config import SceneConfig
from core.engine.events import Body, Event
from core.engine.folding import on
from core.engine.scene import Outcome, Scene
from core.engine.turn import Action, Turn


class Counted(Body):
    up: int = msgspec.field(name="by")


class Count(Action):
    form = "count"


class Seen(msgspec.Struct, frozen=True):
    total: int


class Counter(Agent):
    def act(self, turn: Turn) -> Count:
        return Count()


RATE = 5000
BURST = 0.01


class Paced(Agent):
    """RATE turns a second, in bursts: once it is a hundredth of a second ahead of the clock, it waits as long."""

    def __init__(self) -> None:
        self._began = 0.0

    def act(self, turn: Turn) -> Count | Awaitable[Count]:
        self._began = self._began or monotonic()
        ahead = self._began + turn.number / RATE - monotonic()
        return self._wait(ahead) if ahead > BURST else Count()

    async def _wait(self, seconds: float) -> Count:
        await asyncio.sleep(seconds)
        return Count()


class TinyConfig(SceneConfig):
    people = ("A", "B", "C")


class TinyScene(Scene, Large):
    name = "tiny"
    summary = "a number"
    Config = TinyConfig
    actions = (Count,)
    events = (Counted,)
    bots: ClassVar[Mapping[str, Callable[[], Agent]]] = {"rules": Counter, "paced": Paced}

    def __init__(self, config: SceneConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.total = 0

    def start(self, chance: Chance) -> Iterator[Event]:
        yield Counted(0).by()

    def decide(self, name: str, action: Count, chance: Chance) -> Iterator[Event]:
        yield Counted(1).by(name)

    @on
    def on_counted(self, event: Event, body: Counted) -> None:
        self.total += body.up

    def observe(self, name: str) -> Seen:
        return Seen(self.total)

    def legal(self, name: str) -> Sequence[Count]:
        return (Count(),)

    def is_complete(self) -> str | None:
        return None

    def outcome(self) -> Outcome:
        return Outcome(metrics={"total": self.total})

    def copy(self) -> Self:
        other = type(self)(self.config, self.names)
        other.total = self.total
        return other


class HeavyScene(TinyScene):
    """500 agents with ten lists each, and every event concerns them all: some 0.5 ms to apply, and 1 ms to copy."""

    def __init__(self, config: SceneConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.lists = [[number] * 10 for number in range(5000)]

    def apply(self, event: Event) -> None:
        super().apply(event)
        for numbers in self.lists:
            numbers[self.total % 10] += sum(numbers) % 7

    def copy(self) -> Self:
        other = super().copy()
        other.lists = [numbers[:] for numbers in self.lists]
        return other
