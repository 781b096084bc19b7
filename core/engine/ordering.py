"""Who acts next. One pick is one turn; there are no rounds.

An ordering is a fold: what it picks is a function of the turn's number, the scene, chance, and the events it saw. So
it needs no saved state: a resumed run asks it for the same turn and gets the same pick. An ordering that is driven by
a moderator needs no channel of its own either: while its queue is empty it picks the moderator, whose action is an
event, and `on_event` fills the queue from that.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from core.engine.chance import Chance
from core.engine.events import Event
from core.engine.turn import Pick


class Ordering(ABC):
    """Decides who acts next, from the turn's number, chance and the events it saw, and from nothing else: so a run that
    is resumed asks it anew. One is made for each run, by `Scene.ordering`, with the `names` in seat order; one that
    goes by the state keeps its scene as well.

    >>> class Backwards(Ordering):
    ...     async def next(self, turn: int) -> Pick | None:
    ...         return Pick((self.names[-turn % len(self.names)],))
    """

    def __init__(self, names: Sequence[str], chance: Chance) -> None:
        """Take the names at the table in seat order, and what to draw from: `self.chance("pick")`."""
        self.names = tuple(names)
        self.chance = chance

    @property
    def round(self) -> int:
        """Count the turns in which everybody is picked once, for whoever leafs through a run."""
        return len(self.names)

    @abstractmethod
    async def next(self, turn: int) -> Pick | None:
        """Give who plays this turn (1, 2, 3 …), or None when nobody will any more."""

    def on_event(self, event: Event) -> None:
        """Take notice of an event, once it is in the log; the last of a turn says so (`event.end`)."""


class Sequential(Ordering):
    """Picks one after the other, round and round: the seats in their order, or any names it is given, in which one may
    stand more than once."""

    async def next(self, turn: int) -> Pick | None:
        return Pick((self.names[(turn - 1) % len(self.names)],))


class Random(Ordering):
    """Picks anybody each turn, independently, each equally likely."""

    async def next(self, turn: int) -> Pick | None:
        return Pick((self.chance("pick").choice(self.names),))


class Asynchronous(Ordering):
    """Has all agents decide at once, each turn."""

    @property
    def round(self) -> int:
        return 1

    async def next(self, turn: int) -> Pick | None:
        return Pick(self.names, together=True)


class Controlled(Sequential):
    """Picks whom a function of the state names; where it gives None, the next in seat order.

    def ordering(self, chance):
        return pb.Controlled(self.names, chance, lambda: self.called_on)
    """

    def __init__(self, names: Sequence[str], chance: Chance, pick: Callable[[], str | None]) -> None:
        """Take the names at the table in seat order, what to draw from, and the function."""
        super().__init__(names, chance)
        self._pick = pick

    async def next(self, turn: int) -> Pick | None:
        name = self._pick()
        return await super().next(turn) if name is None else Pick((name,))


ORDERINGS: dict[str, type[Ordering]] = {"sequential": Sequential, "random": Random, "asynchronous": Asynchronous}
"""Those that `OpenOrder` can name."""
