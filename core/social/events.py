"""What happens in many social scenes."""

from typing import ClassVar

from core.engine.events import Body


class Scheduled(Body, frozen=True):
    """The moderator has decided who acts next; of nobody's doing, everybody is up once."""

    kind: ClassVar[str] = "scheduled"
    order: tuple[str, ...]

    def sentence(self) -> str:
        return f"gives the floor to {', '.join(self.order)}"


class TurnTaken(Body, frozen=True):
    """A turn is over, skipped or not: the queue goes on, and the clock where there is one."""

    kind: ClassVar[str] = "turn_taken"
    minutes: int = 0

    def sentence(self) -> str:
        return f"{self.minutes} minutes pass" if self.minutes else "the turn is over"


class Announced(Body, frozen=True):
    """News from outside of the table: the opening, or somebody at the controls."""

    kind: ClassVar[str] = "announced"
    text: str

    def sentence(self) -> str:
        return self.text


class PropertyChanged(Body, frozen=True):
    """Something about an agent is different now."""

    kind: ClassVar[str] = "property_changed"
    property: str
    value: str

    def sentence(self) -> str:
        return f"{self.property} is {self.value} now"
