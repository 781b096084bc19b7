"""Audiences decide which agents see an event; an agent's memory consists of the events that it saw."""

from core.engine.capabilities import Talk, Told, capability
from core.engine.events import (
    Asked,
    Audience,
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


def may_know(event: Event, name: str, scene: Scene) -> bool:
    """Return True if an agent may know the event that the scene has just applied.

    The members of a group may change later; for an earlier event use `Witnesses`.
    """
    audience = event.audience
    if audience is None:
        return True
    return name in (capability(scene, Talk).members(audience) if isinstance(audience, str) else audience)


def hidden_turns(scene: Scene, name: str, last: int, now: int) -> int:
    """Count the turns after `last`, up to `now`, that are hidden from an agent.

    Call it between turns, before an event of turn `now` is applied: the turns in between had no events, so the scene
    picked the same agents for all of them. Only the scene itself picks in secret, never an ordering.
    """
    if now == last:
        return 0
    pick = scene.pick()
    return now - last if pick is not None and pick.secret and name not in pick.names else 0


class Witnesses:
    """Fold over the log that stores the agents who could see each event when it happened."""

    def __init__(self) -> None:
        self._groups: dict[int, frozenset[str]] = {}
        """Members of the group that an event was addressed to, by event number."""

    def take(self, event: Event, scene: Scene) -> None:
        """Record an event's audience. Called once per event, after the scene has applied it."""
        if isinstance(event.audience, str):
            self._groups[event.n] = frozenset(name for name in scene.names if may_know(event, name, scene))

    def may_know(self, event: Event, name: str) -> bool:
        """Return True if an agent was in the audience of an event when it happened."""
        return self.includes(event.n, event.audience, name)

    def includes(self, n: int, audience: Audience, name: str) -> bool:
        """Return True if an agent was in the audience of event n when it happened."""
        names = self._groups[n] if isinstance(audience, str) else audience
        return names is None or name in names


_NOT_REMEMBERED = (RunStarted, RunEnded, GroupStarted, GroupEnded, TurnEnded, Prompted, Defaulted)


class ShortTermMemory:
    """One agent's memory as a list of {role, content}: `assistant` for its own words, else `user`.

    The scene writes each event (`Told.remember`) when the memory is read.
    """

    def __init__(self, name: str, scene: Scene) -> None:
        self.name = name
        self._scene = scene
        self._seen: list[Event] = []

    def take(self, event: Event) -> None:
        """Add an event. Called once per event, after the scene has applied it."""
        if may_know(event, self.name, self._scene) and not isinstance(event.data, _NOT_REMEMBERED):
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
