"""Events of social scenes."""

from core.engine.events import Body


class Scheduled(Body):
    """The moderator has decided who acts next; of nobody's doing, everybody is up once."""

    line = "gives the floor to {order}"
    order: tuple[str, ...]


class TurnTaken(Body):
    """A turn is over, skipped or not: the queue goes on, and the clock where there is one."""

    minutes: int = 0

    def sentence(self) -> str:
        return f"{self.minutes} minutes pass" if self.minutes else "the turn is over"


class Announced(Body):
    """News from outside of the table: the opening, or somebody at the controls."""

    line = "{text}"
    text: str


class PropertyChanged(Body):
    """Something about an agent is different now."""

    line = "{property} is {value} now"
    property: str
    value: str
