"""The recap of a person's seat: events since its last turn that concern it, as a fold."""

from collections.abc import Mapping
from typing import NamedTuple

from core.engine.audience import Witnesses
from core.engine.capabilities import Told, capability
from core.engine.events import Body, Event
from core.engine.scene import Scene


class Concern(NamedTuple):
    """An event, in words for the seat that it concerns."""

    n: int
    turn: int
    text: str


class Recap:
    """Recaps of the human seats."""

    def __init__(self, seats: Mapping[str, tuple[type[Body], ...]]) -> None:
        """Begin an empty recap.

        Args:
            seats: For each seat, the kinds of its own events after which its recap begins anew.
        """
        self._beginnings = seats
        self._concerns: dict[str, list[Concern]] = {name: [] for name in seats}
        self._moves: dict[str, list[Event]] = {name: [] for name in seats}
        self._turn = 0
        """The turn that is being played, or comes next."""

    def take(self, event: Event, scene: Scene, witnesses: Witnesses) -> None:
        """Fold an event, with the scene after it."""
        self._turn = event.turn + (event.end == "turn")
        for name, concerns in self._concerns.items():
            if event.agent == name and isinstance(event.data, self._beginnings[name]):
                self._moves[name].append(event)
            text = capability(scene, Told).concerns(event, name) if witnesses.may_know(event, name) else ""
            if event.turn and text:
                concerns.append(Concern(event.n, event.turn, text))

    def since(self, name: str) -> list[Concern]:
        """List the events after a seat's last move in an earlier turn."""
        last = next((event.n for event in reversed(self._moves.get(name, [])) if event.turn < self._turn), 0)
        return [concern for concern in self._concerns.get(name, []) if concern.n > last]
