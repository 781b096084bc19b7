"""The floor of a moderated conversation (spec 003, "LLMModeratedOrdering")."""

import msgspec

from core.engine.events import Event
from core.social.events import Scheduled, TurnTaken


class Floor(msgspec.Struct, frozen=True):
    """The moderator's queue: a fold over the events that schedule, and over the turns that were taken.

    While it is empty the moderator is up, who must schedule somebody; if that fails, everybody is up once.
    """

    names: tuple[str, ...]
    """Names that can be scheduled, as at the start."""
    moderator: str
    queue: tuple[str, ...] = ()
    fresh: bool = False
    """True until the turn ends in which the moderator filled the queue."""

    @property
    def up(self) -> str:
        """Tell who acts next."""
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
