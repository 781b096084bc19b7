"""A council played by commands in tests, and the recorded events of whole games."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

import playbill as pb
from core.engine.chance import Chance
from core.engine.events import Event
from core.engine.turn import Pick
from scenes.council.config import CouncilConfig
from scenes.council.scene import CouncilScene


class Table:
    """A scene and its events; `turn` is for one agent, `vote` for all."""

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
        """Take a turn of the agent with the floor."""
        self.number += 1
        name = self.scene.floor.up
        for command in commands:
            self.do(name, command)
        self._take(self.scene.after_turn(Pick((name,)), Chance(1)))
        return self

    def give(self, *names: str) -> "Table":
        """Have the chair schedule members."""
        return self.turn(f"schedule {', '.join(names)}")

    def open_vote(self) -> "Table":
        """Have Ann pass, and the chair open the vote."""
        return self.give("Ann").turn("yield").turn("start voting")

    def vote(self, ballots: Mapping[str, str], other: str = "abstain") -> "Table":
        """Have all members vote by `ballots`, or `other`."""
        pick = self.scene.pick()
        assert pick is not None
        assert pick.together
        self.number += 1
        for name in pick.names:
            self.do(name, f"vote {ballots.get(name, other)}")
        self._take(self.scene.after_turn(pick, Chance(1)))
        return self

    def bodies(self, kind: type[Any]) -> list[Any]:
        return [event.data for event in self.events if isinstance(event.data, kind)]


@cache
def played(seed: int, policy: str = "rules", **options: Any) -> tuple[Event, ...]:
    """Return the events of a game."""
    return tuple(pb.play("council", options, {"*": policy}, seed).events)
