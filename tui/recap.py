"""The recap for a person: events since the person's last turn that concern the person."""

from collections.abc import Mapping
from typing import NamedTuple

from core.engine.audience import Witnesses
from core.engine.capabilities import Told, capability
from core.engine.events import Body, Event
from core.engine.scene import Scene


class Concern(NamedTuple):
    """An event that concerns a seat, written for that seat."""

    n: int
    turn: int
    text: str


class Recap:
    """Fold over the log that collects the recaps of human seats."""

    def __init__(self, seats: Mapping[str, tuple[type[Body], ...]]) -> None:
        """Start with empty recaps.

        Args:
            seats: For each seat, the classes of its own events that count as its move.
        """
        self._beginnings = seats
        self._concerns: dict[str, list[Concern]] = {name: [] for name in seats}
        self._moves: dict[str, list[Event]] = {name: [] for name in seats}
        self._turn = 0
        """Number of the current turn, or of the next one between turns."""

    def take(self, event: Event, scene: Scene, witnesses: Witnesses) -> None:
        """Fold an event, after which the scene is in the given state."""
        self._turn = event.turn + (event.end == "turn")
        for name, concerns in self._concerns.items():
            if event.agent == name and isinstance(event.data, self._beginnings[name]):
                self._moves[name].append(event)
            text = capability(scene, Told).concerns(event, name) if witnesses.may_know(event, name) else ""
            if event.turn and text:
                concerns.append(Concern(event.n, event.turn, text))

    def since(self, name: str) -> list[Concern]:
        """Return the events after a seat's last move in an earlier turn."""
        last = next((event.n for event in reversed(self._moves.get(name, [])) if event.turn < self._turn), 0)
        return [concern for concern in self._concerns.get(name, []) if concern.n > last]
