"""Who acts next. One pick is one turn; there are no rounds.

An ordering is a fold: what it picks is a function of the turn's number, the scene, chance, and the events it saw. So
it needs no saved state: a resumed run asks it for the same turn and gets the same pick. An ordering that is driven by
a moderator needs no channel of its own either: while its queue is empty it picks the moderator, whose action is an
event, and `on_event` fills the queue from that.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from core.chance import Chance
from core.events import Event
from core.turn import Pick


class Ordering(ABC):
    """Decides who acts next, from the turn's number, chance and the events it saw. One is made for each run, by
    `Scene.ordering`; one that goes by the state keeps its scene as well.

    >>> class Backwards(Ordering):
    ...     async def next(self, turn: int) -> Pick | None:
    ...         return Pick((self.names[-turn % len(self.names)],))
    """

    def __init__(self, names: Sequence[str], chance: Chance) -> None:
        self.names = tuple(names)
        self.chance = chance

    @property
    def round(self) -> int:
        """Turns in which everybody is picked once, for whoever leafs through a run."""
        return len(self.names)

    @abstractmethod
    async def next(self, turn: int) -> Pick | None:
        """Give who plays this turn (1, 2, 3 …), or None when nobody will any more."""

    def on_event(self, event: Event) -> None:
        """Take notice of an event, once it is in the log; the last of a turn says so (`event.end`)."""


class Sequential(Ordering):
    """Round-robin in seat order."""

    async def next(self, turn: int) -> Pick | None:
        return Pick((self.names[(turn - 1) % len(self.names)],))


class Random(Ordering):
    """An independent random pick each turn."""

    async def next(self, turn: int) -> Pick | None:
        return Pick((self.chance("pick").choice(self.names),))


class Asynchronous(Ordering):
    """All agents decide at once, each turn."""

    @property
    def round(self) -> int:
        return 1

    async def next(self, turn: int) -> Pick | None:
        return Pick(self.names, together=True)


class Controlled(Sequential):
    """A function, of the state for one, picks; where it returns None, round-robin goes on."""

    def __init__(self, names: Sequence[str], chance: Chance, pick: Callable[[], str | None]) -> None:
        super().__init__(names, chance)
        self._pick = pick

    async def next(self, turn: int) -> Pick | None:
        name = self._pick()
        return await super().next(turn) if name is None else Pick((name,))


ORDERINGS: dict[str, type[Ordering]] = {"sequential": Sequential, "random": Random, "asynchronous": Asynchronous}
"""Those that `OpenOrder` can name."""
