"""The log of a game that nobody reads: events are numbered and applied, and nothing of them is kept but a turn's."""

from collections.abc import Iterable

from core.chance import Chance
from core.events import Event, TurnEnded
from core.ordering import Ordering
from core.scene import Scene


class Ledger:
    """Stands where `Log` does: the same numbers, turns and steps, without lines, digests and counts. It takes a third
    of the time, so that games that are only learned from go at the pace of their rules."""

    def __init__(self, scene: Scene, ordering: Ordering, chance: Chance) -> None:
        self.n = 0
        self.turn = 0
        self.step = 0
        self.last_turn = 0
        self.this_turn: list[Event] = []
        self._scene = scene
        self._chance = chance
        self._ordering = ordering
        self._told = type(ordering).on_event is not Ordering.on_event
        """Whether the ordering wants to know of events."""
        self._batch: list[Event] = []

    def place(self, turn: int) -> None:
        self.turn, self.step = turn, 0
        self.this_turn = []
        self._chance.at(turn, 0)

    def add(self, event: Event) -> None:
        self.extend((event,))

    def extend(self, events: Iterable[Event]) -> None:
        apply, turn, batch = self._scene.apply, self.turn, self._batch
        for event in events:
            self.n += 1
            numbered = Event(self.n, turn, event.kind, event.agent, event.audience, event.data)
            batch.append(numbered)
            apply(numbered)

    def commit(self, end: str) -> None:
        if not self._batch:
            if end == "turn" and self.this_turn:
                self.add(Event.of(TurnEnded()))
            else:
                return
        batch, self._batch = self._batch, []
        if self._told:
            last = batch[-1]
            batch[-1] = Event(last.n, last.turn, last.kind, last.agent, last.audience, last.data, end)
            for event in batch:
                self._ordering.on_event(event)
        self.this_turn += batch
        self.last_turn = self.turn
        if end == "step":
            self.step += 1
            self._chance.at(self.turn, self.step)
