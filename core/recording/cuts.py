"""Events that are withheld or forgotten, as they would enter the log."""

from collections.abc import Collection, Sequence

from core.engine.events import Asked, Event, Forgotten, Said, Withheld
from core.engine.scene import Scene


class Cuts:
    """Cuts events out of a run by their numbers, and puts what is left of them in their place.

    Words reach nobody: they are a `Withheld` event, for their author alone, and of what would have been made of them
    in the same step the scene says what is left (`Scene.unheard`). A note, thought or plan is a `Forgotten` event.
    """

    def __init__(self, scene: Scene, cuts: Collection[int]) -> None:
        self.cuts = frozenset(cuts)
        self._scene = scene
        self._said: Event | None = None
        """The words that were withheld last, in the step under way, while nobody has said anything else."""

    def cut(self, event: Event, n: int, step: Sequence[Event]) -> Event | None:
        """Give what enters the log in an event's place, as number `n`, after the others of its step; None for
        nothing."""
        if isinstance(event.data, Said):
            self._said = event if n in self.cuts else None
            if self._said:
                return Event.of(Withheld(event.data.text, event.data.to), event.agent, (event.agent,))
        elif n in self.cuts and can_forget(event, self._scene):
            calls = (each.n for each in reversed(step) if isinstance(each.data, Asked) and each.agent == event.agent)
            return Event.of(Forgotten(event.kind, event.data.sentence(), next(calls, 0)), event.agent, ())
        return self._scene.unheard(event, self._said) if self._said else event

    def lift(self) -> None:
        """End the step."""
        self._said = None


def can_forget(event: Event, scene: Scene) -> bool:
    """Tell whether an event is something that its owner alone has, and can be without."""
    return isinstance(event.data, scene.forgettable) and event.audience == (event.agent,)
