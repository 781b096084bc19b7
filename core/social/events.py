"""Events of social scenes, and the floor of a moderated conversation (spec 003, "LLMModeratedOrdering")."""

import msgspec

from core.engine.events import Body, Event


class Scheduled(Body):
    """The order of the next speakers, set by the moderator; without an agent, everybody speaks once."""

    line = "gives the floor to {order}"
    order: tuple[str, ...]


class TurnTaken(Body):
    """A turn is over, skipped or not: the queue advances, and so does the clock, where there is one."""

    minutes: int = 0

    def sentence(self) -> str:
        return f"{self.minutes} minutes pass" if self.minutes else "the turn is over"


class Announced(Body):
    """News from outside of the game: its opening, or an intervention."""

    line = "{text}"
    text: str


class PropertyChanged(Body):
    """A property of an agent has a new value."""

    line = "{property} is {value} now"
    property: str
    value: str


class Floor(msgspec.Struct, frozen=True):
    """The moderator's queue, folded from `Scheduled` and `TurnTaken` events.

    While it is empty, the moderator acts and must schedule somebody; otherwise everybody speaks once.
    """

    names: tuple[str, ...]
    """Names that can be scheduled."""
    moderator: str
    queue: tuple[str, ...] = ()
    fresh: bool = False
    """True until the end of the turn in which the moderator scheduled."""

    @property
    def up(self) -> str:
        """Name of the agent that acts next."""
        return self.queue[0] if self.queue else self.moderator

    def after(self, event: Event) -> "Floor":
        """Fold an event."""
        match event.data:
            case Scheduled(order):  # without an agent it ends a turn itself
                return msgspec.structs.replace(self, queue=order, fresh=bool(event.agent))
            case TurnTaken() if self.fresh:
                return msgspec.structs.replace(self, fresh=False)
            case TurnTaken():
                return msgspec.structs.replace(self, queue=self.queue[1:])
        return self
