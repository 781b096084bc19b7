"""Queue of commands that a person gave before their turn."""

from typing import NamedTuple

from core.engine.events import Event


class Queued(NamedTuple):
    """A queued command. A typed one is kept for the next turn; one given by key only for the current turn."""

    command: str
    typed: bool


class ActionQueue:
    """Queued commands by agent, and the agents whose command was passed to the run."""

    def __init__(self) -> None:
        self.given: set[str] = set()
        """Agents whose command was passed to the run and is not in the log yet."""
        self.acting: set[str] = set()
        """Agents that gave a command in the current turn."""
        self._queued: dict[str, list[Queued]] = {}

    def hand_over(self, name: str) -> None:
        """Record that an agent's command was passed to the run."""
        self.given.add(name)
        self.acting.add(name)

    def update(self, last: Event) -> None:
        """Update the queue after the last event of a step."""
        self.given.clear()
        if last.end == "turn":
            self.acting.clear()
            self._queued = {name: [each for each in queue if each.typed] for name, queue in self._queued.items()}

    def add(self, name: str, command: str, *, typed: bool) -> None:
        """Queue a command that came too early."""
        self._queued.setdefault(name, []).append(Queued(command, typed))

    def of(self, name: str) -> list[str]:
        """Return the queued commands of an agent, oldest first."""
        return [each.command for each in self._queued.get(name, ())]

    def next(self, name: str) -> Queued | None:
        """Remove and return the oldest queued command of an agent."""
        queue = self._queued.get(name)
        return queue.pop(0) if queue else None

    def drop(self, name: str) -> bool:
        """Drop the queued commands of an agent. Returns False if there were none."""
        return bool(self._queued.pop(name, None))
