"""Audiences: which agents may know an event."""

from core.engine.capabilities import Talk, capability
from core.engine.events import Audience, Event
from core.engine.scene import Scene


def may_know(event: Event, name: str, scene: Scene) -> bool:
    """Return True if an agent is in the audience of the event that the scene applied last.

    Groups change: use `Witnesses` for earlier events.
    """
    audience = event.audience
    if audience is None:
        return True
    return name in (capability(scene, Talk).members(audience) if isinstance(audience, str) else audience)


def hidden_turns(scene: Scene, name: str, last: int, now: int) -> int:
    """Count the turns after `last`, up to `now`, that are hidden from an agent.

    Call it between turns, before an event of turn `now` is applied: turns in between made no event, so the scene
    picks the same agents for all of them. Only the scene itself picks in secret, never an ordering.
    """
    if now == last:
        return 0
    pick = scene.pick()
    return now - last if pick is not None and pick.secret and name not in pick.names else 0


class Witnesses:
    """Audiences of past events as they were when the events happened: a fold over the log."""

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
