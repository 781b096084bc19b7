"""Turn order. One pick is one turn; there are no rounds.

A pick depends only on the turn's number, the scene, chance and past events, so an ordering needs no
saved state: a resumed run that asks for the same turn gets the same pick. A moderator is an agent like others:
while its queue is empty, an ordering picks the moderator; `on_event` fills the queue from the moderator's actions.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from core.engine.chance import Chance
from core.engine.events import Event
from core.engine.turn import Pick


class Ordering(ABC):
    """Decides which agents act next.

    `Scene.ordering` makes one per run, with the `names` in seat order. An ordering that depends on the state keeps a
    reference to its scene.

    >>> class Backwards(Ordering):
    ...     async def next(self, turn: int) -> Pick | None:
    ...         return Pick((self.names[-turn % len(self.names)],))
    """

    def __init__(self, names: Sequence[str], chance: Chance) -> None:
        """Make the ordering of a run.

        Args:
            names: Names at the table, in seat order.
            chance: Source of randomness: `self.chance("pick")`.
        """
        self.names = tuple(names)
        self.chance = chance

    @property
    def round(self) -> int:
        """Number of turns in which each agent is picked once. Replays jump by this number."""
        return len(self.names)

    @abstractmethod
    async def next(self, turn: int) -> Pick | None:
        """Return the pick of a turn (1, 2, 3 …), or None to end the run."""

    def on_event(self, event: Event) -> None:
        """Receive an event after it entered the log. The last one of a turn has `end` set to "turn"."""


class Sequential(Ordering):
    """Picks the names one after the other, again and again. A name may occur more than once."""

    async def next(self, turn: int) -> Pick | None:
        return Pick((self.names[(turn - 1) % len(self.names)],))


class Random(Ordering):
    """Picks one agent at random each turn, with equal probabilities."""

    async def next(self, turn: int) -> Pick | None:
        return Pick((self.chance("pick").choice(self.names),))


class Asynchronous(Ordering):
    """Picks all agents each turn; they decide at the same time."""

    @property
    def round(self) -> int:
        return 1

    async def next(self, turn: int) -> Pick | None:
        return Pick(self.names, together=True)


class Controlled(Sequential):
    """Picks the agent that a function names; where it returns None, the next in seat order.

    >>> import playbill as pb
    >>> class Class(pb.Scene):
    ...     called_on: str | None = None
    ...     def ordering(self, chance: pb.Chance) -> pb.Ordering:
    ...         return pb.Controlled(self.names, chance, lambda: self.called_on)
    """

    def __init__(self, names: Sequence[str], chance: Chance, pick: Callable[[], str | None]) -> None:
        """Make the ordering of a run.

        Args:
            names: Names at the table, in seat order.
            chance: Source of randomness.
            pick: Returns the name of the next agent, or None.
        """
        super().__init__(names, chance)
        self._pick = pick

    async def next(self, turn: int) -> Pick | None:
        name = self._pick()
        return await super().next(turn) if name is None else Pick((name,))


ORDERINGS: dict[str, type[Ordering]] = {"sequential": Sequential, "random": Random, "asynchronous": Asynchronous}
"""Orderings that the option of `OpenOrder` can name."""
