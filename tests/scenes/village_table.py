"""A village for tests: a scene whose day has begun, and the events that commands cause."""

from collections.abc import Mapping
from typing import Any

import pytest

from core.engine.capabilities import check_intervention
from core.engine.casting import prepare, set_up
from core.engine.chance import Chance
from core.engine.events import Event
from core.errors import IllegalAction
from scenes.village.scene import VillageScene


class Table:
    def __init__(self, options: Mapping[str, Any] = {}, seed: int = 3) -> None:
        scene = set_up(prepare("village", {"players": 4, "aims": "off", **options}, {}, seed))[0]
        assert isinstance(scene, VillageScene)
        self.scene = scene
        self._n = 0
        for event in scene.start(Chance(seed)):
            self._apply(event)

    def _apply(self, event: Event) -> Event:
        self._n += 1
        self.scene.apply(event)
        return event

    def do(self, name: str, command: str) -> list[Event]:
        """Perform a command that must be accepted; return its events."""
        action = self.scene.parse(name, command)
        self.scene.check(name, action)
        return [self._apply(event) for event in self.scene.decide(name, action, Chance(1))]

    def refused(self, name: str, command: str) -> str:
        with pytest.raises(IllegalAction) as caught:
            self.scene.check(name, self.scene.parse(name, command))
        return str(caught.value)

    def intervene(self, what: str) -> list[Event]:
        check_intervention(self.scene, what)
        return [self._apply(event) for event in self.scene.intervene(what, Chance(1))]

    def wait(self, minutes: int) -> list[Event]:
        """Let turns pass until so many minutes are over."""
        until, out = self.scene.now + minutes, list[Event]()
        while self.scene.now < until:
            out += [self._apply(event) for event in self.scene.after_turn(self.scene.pick(), Chance(1))]
        return out

    def points(self, name: str) -> tuple[int, int]:
        return self.scene.folk[name].needs.points


def heard(events: list[Event]) -> set[str]:
    """Return the agents who heard a message."""
    return next(set(event.audience or ()) for event in events if event.kind == "said")
