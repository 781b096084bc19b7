"""What an agent remembers: a fold over the events it was allowed to see, in the shape that models take."""

from core.events import Asked, Defaulted, Event, GroupEnded, GroupStarted, Prompted, RunEnded, RunStarted, Said
from core.scene import Scene, may_know

Message = dict[str, str]
_PLUMBING = (RunStarted, RunEnded, GroupStarted, GroupEnded, Prompted, Asked, Defaulted)


class ShortTermMemory:
    """One agent's memory as [{role, content}, …] (spec 003): what it said itself is `assistant`, all else `user`.

    The scene decides how an event is remembered (`Scene.remember`).
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._messages: list[Message] = []

    def take(self, event: Event, scene: Scene) -> None:
        """Every event of the run once, with the scene after it."""
        if isinstance(event.data, _PLUMBING) or not may_know(event, self.name, scene):
            return
        text = scene.remember(event, self.name)
        if text:
            own = event.agent == self.name and isinstance(event.data, Said)
            self._messages.append({"role": "assistant" if own else "user", "content": text})

    def serialize(self, form: str = "default", last: int | None = None) -> list[Message]:
        """A copy, of the newest `last` messages or of all."""
        if form != "default":
            raise ValueError(f"a memory has no form {form!r}")
        kept = self._messages if last is None else self._messages[max(0, len(self._messages) - last) :]
        return [dict(message) for message in kept]
