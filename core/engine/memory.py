"""Memory of an agent: a fold over the events it was allowed to see, as chat messages."""

from core.engine.audience import may_know
from core.engine.capabilities import Told, capability
from core.engine.events import (
    Asked,
    Defaulted,
    Event,
    GroupEnded,
    GroupStarted,
    Prompted,
    RunEnded,
    RunStarted,
    Said,
    TurnEnded,
    Withheld,
)
from core.engine.scene import Scene
from core.llm.messages import Message

_PLUMBING = (RunStarted, RunEnded, GroupStarted, GroupEnded, TurnEnded, Prompted, Defaulted)


class ShortTermMemory:
    """One agent's memory as [{role, content}, …] (spec 003): its own words are `assistant`, all else is `user`.

    The scene writes each event (`Told.remember`) when the memory is read.
    """

    def __init__(self, name: str, scene: Scene) -> None:
        self.name = name
        self._scene = scene
        self._seen: list[Event] = []

    def take(self, event: Event) -> None:
        """Add an event. Called once per event, after the scene has applied it."""
        if may_know(event, self.name, self._scene) and not isinstance(event.data, _PLUMBING):
            self._seen.append(event)

    def serialize(self, form: str = "default", last: int | None = None) -> list[Message]:
        """Return the newest `last` messages, or all, oldest first."""
        if form != "default":
            raise ValueError(f"a memory has no form {form!r}")
        out: list[Message] = []
        for event in reversed(self._seen):
            if len(out) == last:
                break
            if text := capability(self._scene, Told).remember(event, self.name):
                own = event.agent == self.name and isinstance(event.data, Said | Asked | Withheld)
                out.append({"role": "assistant" if own else "user", "content": text})
        return out[::-1]
