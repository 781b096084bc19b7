"""Who may know of an event."""

from core.events import Audience, Event
from core.scene import Scene


def may_know(event: Event, name: str, scene: Scene) -> bool:
    """Tell whether an agent is in the audience of the event that the scene applied last. Groups change: of earlier
    events, `Witnesses` tells."""
    audience = event.audience
    if audience is None:
        return True
    return name in (scene.members(audience) if isinstance(audience, str) else audience)


class Witnesses:
    """Keeps who may know of events, as it was when they happened: a fold over them."""

    def __init__(self) -> None:
        self._groups: dict[int, frozenset[str]] = {}
        """By event, who was in the group that is its audience."""

    def take(self, event: Event, scene: Scene) -> None:
        """Take notice of each event once, when the scene has applied it."""
        if isinstance(event.audience, str):
            self._groups[event.n] = frozenset(name for name in scene.names if may_know(event, name, scene))

    def may_know(self, event: Event, name: str) -> bool:
        """Tell whether an agent was in the audience of an event when it happened."""
        return self.includes(event.n, event.audience, name)

    def includes(self, n: int, audience: Audience, name: str) -> bool:
        """Return True if an agent was in the audience of event n when it happened."""
        names = self._groups[n] if isinstance(audience, str) else audience
        return names is None or name in names
