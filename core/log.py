"""The log of a run as it grows: events are numbered, applied, encoded, digested and written, a batch at a time."""

import time
from collections.abc import Callable, Collection, Iterable, Sequence
from hashlib import sha256

from msgspec.structs import replace

from core.chance import Chance
from core.cutting import Knife
from core.events import Asked, Changed, Event, Rejected, Ruled, TurnEnded
from core.header import Header
from core.lines import encode, stable
from core.llm.judge import judge_in
from core.llm.tally import Rulings, Tallies
from core.llm.usage import Usage
from core.memory import ShortTermMemory
from core.ordering import Ordering
from core.scene import Scene

Write = Callable[[bytes], None]


class Log:
    """Where a run stands (`n`, `turn`, `step`), and the only way for an event to come into being.

    An event takes effect when it is added. It is final when its batch is committed: one step, or the last step of a
    turn together with what followed from it.
    """

    def __init__(
        self,
        header: Header,
        scene: Scene,
        ordering: Ordering,
        chance: Chance,
        write: Write | None,
        memories: Sequence[ShortTermMemory] = (),
        cuts: Collection[int] = (),
    ) -> None:
        """`cuts` are the numbers of events that are withheld or forgotten as they come."""
        self.n = 0
        self.turn = 0
        self.step = 0
        self.last_turn = 0
        """The turn of the newest event; turns that were skipped in silence leave no trace."""
        self.this_turn: list[Event] = []
        """Committed events of the turn under way."""
        self.between_turns = True
        self.usage = Usage()
        """What calls to models took, of those that are in the log."""
        self.tallies = Tallies({**header.cast, **judge_in(header)})
        """How models answered, in what is in the log."""
        self.rulings = Rulings()
        """What a judge made of what was said."""
        self._scene = scene
        self._ordering = ordering
        self._chance = chance
        self._write = write
        self._memories = memories
        self._knife = Knife(scene, cuts)
        self._digest = sha256(header.stable())
        self._batch: list[Event] = []
        self._began = time.monotonic()

    def place(self, turn: int) -> None:
        """Go on to a turn."""
        self.turn, self.step = turn, 0
        self.this_turn = []
        self._chance.at(turn, 0)

    def add(self, event: Event) -> None:
        left = self._knife.cut(event, self.n + 1, self._batch) if self._knife.cuts else event
        if left is not None:
            self._number(left)

    def _number(self, event: Event) -> None:
        self.n += 1
        t = int(1000 * (time.monotonic() - self._began)) / 1000
        numbered = Event(self.n, self.turn, event.kind, event.agent, event.audience, event.data, "", t, event.spent)
        self._batch.append(numbered)
        self._enter(numbered)

    @property
    def pending(self) -> Sequence[Event]:
        """The events of the step under way."""
        return self._batch

    def extend(self, events: Iterable[Event]) -> None:
        for event in events:
            self.add(event)

    def commit(self, end: str) -> list[Event]:
        """Close the batch with `end` ("step" or "turn"), write it in one piece, and return it."""
        if end == "turn" and not self._batch and self.this_turn:
            self.add(Event.of(TurnEnded()))
        batch, self._batch = self._batch, []
        self._knife.lift()
        if not batch:
            return batch
        batch[-1] = replace(batch[-1], end=end)
        lines = [encode(event) for event in batch]
        if self._write is not None:
            self._write(b"\n".join(lines) + b"\n")
        self._digest.update(b"\n" + b"\n".join(map(stable, lines)))
        self._passed(batch)
        return batch

    def fold(self, events: Sequence[Event]) -> None:
        """Take over committed events of an earlier session."""
        batch: list[Event] = []
        for event in events:
            if event.turn != self.turn:
                self.place(event.turn)
            self.n = event.n
            self._enter(event)
            self._digest.update(b"\n" + stable(encode(event)))
            batch.append(event)
            if event.end:
                self._passed(batch)
                batch = []
        if events:
            self._began = time.monotonic() - events[-1].t

    @property
    def seconds(self) -> float:
        """How long the run has been played, over all its sessions."""
        return time.monotonic() - self._began

    def _enter(self, event: Event) -> None:
        self._scene.apply(event)
        if event.spent is not None:
            self.usage = self.usage.plus(event.spent)
        if isinstance(event.data, Asked | Rejected):
            self.tallies.take(event)
        elif isinstance(event.data, Ruled):
            self.rulings = self.rulings.plus(event.data)
        for memory in self._memories:
            memory.take(event)

    def digest(self) -> str:
        return self._digest.hexdigest()

    def _passed(self, batch: list[Event]) -> None:
        for event in batch:
            self._ordering.on_event(event)
        self.this_turn += batch
        self.last_turn = self.turn
        self.between_turns = batch[-1].end == "turn"
        if not self.between_turns:
            self.step += not isinstance(batch[0].data, Changed)  # chance goes on as if nobody had changed anything
            self._chance.at(self.turn, self.step)
