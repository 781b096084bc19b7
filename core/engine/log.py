"""The log of a run: events are numbered, applied in batches and written as lines."""

import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import force_setattr

from core.engine.audience import ShortTermMemory
from core.engine.capabilities import Talk, capability
from core.engine.chance import Chance
from core.engine.events import Asked, Audience, Changed, Event, Forgotten, Rejected, Said, TurnEnded, Withheld
from core.engine.model_tally import Usage
from core.engine.ordering import Ordering
from core.engine.reading_events import Ruled, SecondReading
from core.engine.scene import Scene
from core.engine.scene_checks import check_event
from core.engine.shared_events import SHARED
from core.errors import EXPECTED_EVENTS, bad_hook_result
from core.llm.call_results import Readings, Rulings, Tallies
from core.llm.judge import judge_in
from core.recording.header import Header
from core.recording.line_format import LogWriter


class Cuts:
    """Replaces events of a run by number, for counterfactuals.

    A withheld message becomes a `Withheld` event that only its author sees; `Talk.unheard` says what is left of the
    other events of that step. A note, thought or plan becomes a `Forgotten` event.
    """

    def __init__(self, scene: Scene, cuts: Collection[int]) -> None:
        self.cuts = frozenset(cuts)
        self._scene = scene
        self._said: Event | None = None
        """The last withheld message of the current step; None once another message follows it."""

    def cut(self, event: Event, n: int, step: Sequence[Event]) -> Event | None:
        """Return the event to log as number `n` in place of this one; None to log nothing."""
        if isinstance(event.data, Said):
            self._said = event if n in self.cuts else None
            if self._said:
                return Withheld(event.data.text, event.data.to).by(event.agent, to=(event.agent,))
        elif n in self.cuts and can_forget(event):
            calls = (each.n for each in reversed(step) if isinstance(each.data, Asked) and each.agent == event.agent)
            return Forgotten(event.kind, event.data.sentence(), next(calls, 0)).by(event.agent, to=())
        return capability(self._scene, Talk).unheard(event, self._said) if self._said else event

    def end_step(self) -> None:
        """Forget the withheld message at the end of its step."""
        self._said = None


def can_forget(event: Event) -> bool:
    """Return True if the event is private to its agent and a counterfactual can remove it."""
    return event.data.forgettable and event.audience == (event.agent,)


COUNTED_EVENTS = frozenset((Asked, Rejected, Ruled, SecondReading))
"""Event classes whose events count in a run's result."""


class Log:
    """Log of a run with its position (`n`, `turn`, `step`); only the log numbers events.

    An event changes the state when it is added. It is final when its batch is committed. A batch is one step; the last
    batch of a turn includes the effects of `after_turn`. `settle` and `digest` write the lines.
    """

    def __init__(
        self,
        header: Header,
        scene: Scene,
        ordering: Ordering,
        chance: Chance,
        writer: LogWriter | None,
        memories: Sequence[ShortTermMemory] = (),
        cuts: Collection[int] = (),
    ) -> None:
        """Start an empty log.

        Without a writer (games of learners) there are no lines and no digest, and only the current turn's events are
        kept. `cuts` are the numbers of events to withhold or forget.
        """
        self.n = 0
        self.turn = 0
        self.step = 0
        self.last_turn = 0
        """Turn of the newest event; it lags behind `turn` after turns without events."""
        self.this_turn: list[Event] = []
        """Committed events of the current turn."""
        self.between_turns = True
        self.usage = Usage()
        """Usage of the model calls in the log."""
        self.tallies = Tallies({**header.cast, **judge_in(header)})
        """Tallies of model replies in the log."""
        self.rulings = Rulings()
        """Rulings of a judge on messages."""
        self.readings = Readings()
        """Second readings of messages."""
        self._scene = scene
        self._ordering = ordering
        self._informs_ordering = type(ordering).on_event is not Ordering.on_event
        """True if the ordering overrides `on_event`."""
        self._chance = chance
        self._writer = writer
        self._memories = memories
        self._cuts = Cuts(scene, cuts) if cuts else None
        self._events = frozenset((*SHARED, *scene.events))
        """Event classes that a reader of the recording knows."""
        self._audiences: set[Audience] = {None}
        """Audiences that have passed the check already."""
        self._batch: list[Event] = []
        self._t = 0.0
        """Time of the current step, shared by all its events."""
        self._began = time.monotonic()

    def place(self, turn: int) -> None:
        """Move to a turn."""
        self.turn, self.step = turn, 0
        self.this_turn = []
        self._chance.at(turn, 0)

    @property
    def pending(self) -> Sequence[Event]:
        """Events of the current step."""
        return self._batch

    def add(self, event: Event) -> None:
        self.extend((event,))

    def extend(self, events: Iterable[Event], hook: str = "") -> None:
        """Number and apply events; each is applied before the next one is generated.

        Raises SceneError, naming the hook, for a value that is not an event, or an event that no reader could parse.
        """
        value: Any = events
        batch, turn, apply, memories = self._batch, self.turn, self._scene.apply, self._memories
        declared, audiences = self._events, self._audiences
        if not batch and self._writer is not None:
            now = int(1000 * (time.monotonic() - self._began)) / 1000
            if now != self._t:
                self._writer.settle()
                self._t = now
        t = self._t
        try:
            for value in events if self._cuts is None else self._cut(self._cuts, events):
                data, spent, audience = value.data, value.spent, value.audience
                if type(data) not in declared or audience not in audiences:
                    check_event(self._scene, hook, value)
                    audiences.add(audience)
                self.n = n = self.n + 1
                event = Event(n, turn, value.kind, value.agent, audience, data, "", t, spent)
                batch.append(event)
                apply(event)
                if type(data) in COUNTED_EVENTS or spent is not None:
                    self._count(event)
                if memories:
                    for memory in memories:
                        memory.take(event)
        except (AttributeError, TypeError):
            if isinstance(value, Event) and value is not events:
                check_event(self._scene, hook, value)
            if not hook or isinstance(value, Iterator) or (isinstance(value, Event) and value is not events):
                raise  # raised by the scene's own code
            raise bad_hook_result(self._scene.name, hook, EXPECTED_EVENTS, value) from None

    def _cut(self, cuts: Cuts, events: Iterable[Event]) -> Iterator[Event]:
        """Yield the events that remain after withholding and forgetting."""
        for event in events:
            remaining = cuts.cut(event, self.n + 1, self._batch)
            if remaining is not None:
                yield remaining

    def commit(self, end: str) -> list[Event]:
        """Close the batch with `end` ("step" or "turn") and return its events."""
        if not self._batch:
            if end != "turn" or not self.this_turn:
                return []
            self.add(TurnEnded().by())
        batch, self._batch = self._batch, []
        if self._cuts is not None:
            self._cuts.end_step()
        force_setattr(batch[-1], "end", end)  # the event is frozen, but nobody has read it yet
        if self._writer is not None:
            self._writer.take(batch)
        self._committed(batch)
        return batch

    def settle(self) -> None:
        """Write committed events. Called before a consumer sees them or an agent is awaited."""
        if self._writer is not None:
            self._writer.settle()

    def fold(self, events: Sequence[Event]) -> None:
        """Apply committed events of one turn of an earlier session."""
        batch: list[Event] = []
        for event in events:
            self.n = event.n
            self._scene.apply(event)
            self._count(event)
            for memory in self._memories:
                memory.take(event)
            if self._writer is not None:
                self._writer.fold(event)
            batch.append(event)
            if event.end:
                self._committed(batch)
                batch = []
        if events:
            self._began = time.monotonic() - events[-1].t

    @property
    def seconds(self) -> float:
        """Seconds of play over all sessions."""
        return time.monotonic() - self._began

    def digest(self) -> str:
        """Return the digest of the header and all committed events; "" without a writer."""
        return self._writer.digest() if self._writer is not None else ""

    def _count(self, event: Event) -> None:
        """Count an event for the run's result."""
        if event.spent is not None:
            self.usage = self.usage.plus(event.spent)
        if isinstance(event.data, Asked | Rejected):
            self.tallies.take(event)
        elif isinstance(event.data, Ruled):
            self.rulings = self.rulings.plus(event.data)
        elif isinstance(event.data, SecondReading):
            self.readings.take(event.data)

    def _committed(self, batch: list[Event]) -> None:
        if self._informs_ordering:
            for event in batch:
                self._ordering.on_event(event)
        self.this_turn += batch
        self.last_turn = self.turn
        self.between_turns = batch[-1].end == "turn"
        if not self.between_turns:
            # a change by hand is not counted as a step, so chance continues as without it
            self.step += not isinstance(batch[0].data, Changed)
            self._chance.at(self.turn, self.step)
