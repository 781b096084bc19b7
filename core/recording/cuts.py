"""Withheld and forgotten events: what enters the log in their place."""

from collections.abc import Collection, Sequence

from core.engine.capabilities import Talk, capability
from core.engine.events import Asked, Event, Forgotten, Said, Withheld
from core.engine.scene import Scene


class Cuts:
    """Replaces events of a run by their numbers.

    A withheld message becomes a `Withheld` event for its author alone; for other events of that step the scene says
    what is left (`Scene.unheard`). A note, thought or plan becomes a `Forgotten` event.
    """

    def __init__(self, scene: Scene, cuts: Collection[int]) -> None:
        self.cuts = frozenset(cuts)
        self._scene = scene
        self._said: Event | None = None
        """The last withheld message of the step under way, until another is said."""

    def cut(self, event: Event, n: int, step: Sequence[Event]) -> Event | None:
        """Return the event that enters the log as number `n` in place of this one; None for nothing."""
        if isinstance(event.data, Said):
            self._said = event if n in self.cuts else None
            if self._said:
                return Withheld(event.data.text, event.data.to).by(event.agent, to=(event.agent,))
        elif n in self.cuts and can_forget(event):
            calls = (each.n for each in reversed(step) if isinstance(each.data, Asked) and each.agent == event.agent)
            return Forgotten(event.kind, event.data.sentence(), next(calls, 0)).by(event.agent, to=())
        return capability(self._scene, Talk).unheard(event, self._said) if self._said else event

    def lift(self) -> None:
        """End the step."""
        self._said = None


def can_forget(event: Event) -> bool:
    """Return True if the event is private to its owner and can be removed."""
    return event.data.forgettable and event.audience == (event.agent,)
