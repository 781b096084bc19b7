"""Recap of the events since a person's last turn, as a fold."""

from collections.abc import Mapping
from typing import NamedTuple

from core.engine.audience import Witnesses
from core.engine.capabilities import Told as Telling
from core.engine.capabilities import capability
from core.engine.events import Body, Event
from core.engine.scene import Scene


class Told(NamedTuple):
    """An event, in words for the one whom it touches."""

    n: int
    turn: int
    text: str


class Meanwhile:
    """Keeps it for each of the people at the table; of replays, which have none, nothing is kept."""

    def __init__(self, people: Mapping[str, tuple[type[Body], ...]]) -> None:
        """`people` are names, and kinds of events of their own after which they are told anew."""
        self._begins = people
        self._told: dict[str, list[Told]] = {name: [] for name in people}
        self._moved: dict[str, list[Event]] = {name: [] for name in people}
        self._turn = 0
        """The turn that is being played, or comes next."""

    def take(self, event: Event, scene: Scene, witnesses: Witnesses) -> None:
        """Take every event once, with the scene after it."""
        self._turn = event.turn + (event.end == "turn")
        for name, told in self._told.items():
            if event.agent == name and isinstance(event.data, self._begins[name]):
                self._moved[name].append(event)
            if (
                event.turn
                and witnesses.may_know(event, name)
                and (text := capability(scene, Telling).concerns(event, name))
            ):
                told.append(Told(event.n, event.turn, text))

    def since(self, name: str) -> list[Told]:
        """List what came after somebody's last move in an earlier turn than this one."""
        last = next((event.n for event in reversed(self._moved.get(name, [])) if event.turn < self._turn), 0)
        return [told for told in self._told.get(name, []) if told.n > last]
