"""A council table that is played by hand: turns as commands, and games as they come."""

import asyncio
from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

from core.engine.casting import open_run, prepare
from core.engine.chance import Chance
from core.engine.events import Event
from core.engine.turn import Pick
from core.llm.routes import Routes
from scenes.council.config import CouncilConfig
from scenes.council.scene import CouncilScene


class Table:
    """Holds a scene and what has happened; each `turn` is one agent's, each `vote` everybody's."""

    def __init__(self, **options: Any) -> None:
        config = CouncilConfig(**options)
        self.scene = CouncilScene(config, config.seats)
        self.events: list[Event] = []
        self.number = 0
        self._take(self.scene.start(Chance(1)))

    def _take(self, events: Any) -> None:
        for event in events:
            numbered = replace(event, n=len(self.events) + 1, turn=self.number)
            self.scene.apply(numbered)
            self.events.append(numbered)

    def do(self, name: str, command: str) -> "Table":
        action = self.scene.parse(name, command)
        self.scene.check(name, action)
        self._take(self.scene.decide(name, action, Chance(1)))
        return self

    def turn(self, *commands: str) -> "Table":
        """Whoever has the floor does this, and the turn is over."""
        self.number += 1
        name = self.scene.floor.up
        for command in commands:
            self.do(name, command)
        self._take(self.scene.after_turn(Pick((name,)), Chance(1)))
        return self

    def give(self, *names: str) -> "Table":
        """The chair gives the floor."""
        return self.turn(f"schedule {', '.join(names)}")

    def vote(self, told: Mapping[str, str], other: str = "abstain") -> "Table":
        """Everybody votes, as it is told or else in another way."""
        pick = self.scene.pick()
        assert pick is not None
        assert pick.together
        self.number += 1
        for name in pick.names:
            self.do(name, f"vote {told.get(name, other)}")
        self._take(self.scene.after_turn(pick, Chance(1)))
        return self

    def told(self, kind: type[Any]) -> list[Any]:
        return [event.data for event in self.events if isinstance(event.data, kind)]


@cache
def played(seed: int, policy: str = "rules", **options: Any) -> tuple[Event, ...]:
    """A game as it comes."""
    run = open_run(prepare("council", options, {"*": policy}, seed), routes=Routes())

    async def play() -> tuple[Event, ...]:
        return tuple([event async for event in run])

    return asyncio.run(play())
