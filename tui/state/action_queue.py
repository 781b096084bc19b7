"""Commands that came too early: they wait in order, and are shown, until their turn comes."""

from typing import NamedTuple

from core.engine.events import Event


class Queued(NamedTuple):
    """A command that waits. A typed one also waits for the next turn; one given by key only for the current turn."""

    command: str
    typed: bool


class ActionQueue:
    """The commands that wait, by agent, and the agents whose command was handed to the run."""

    def __init__(self) -> None:
        self.given: set[str] = set()
        """Agents whose command was handed over and is not in the log yet."""
        self.acting: set[str] = set()
        """Agents that handed over a command in the current turn."""
        self._queued: dict[str, list[Queued]] = {}

    def hand_over(self, name: str) -> None:
        """Note that an agent's command goes to the run."""
        self.given.add(name)
        self.acting.add(name)

    def update(self, last: Event) -> None:
        """Take the last event of a step."""
        self.given.clear()
        if last.end == "turn":
            self.acting.clear()
            self._queued = {name: [each for each in queue if each.typed] for name, queue in self._queued.items()}

    def add(self, name: str, command: str, *, typed: bool) -> None:
        """Queue an action that came too early."""
        self._queued.setdefault(name, []).append(Queued(command, typed))

    def of(self, name: str) -> list[str]:
        """List the commands of an agent that wait."""
        return [each.command for each in self._queued.get(name, ())]

    def next(self, name: str) -> Queued | None:
        """Take the oldest command of an agent that waits."""
        queue = self._queued.get(name)
        return queue.pop(0) if queue else None

    def drop(self, name: str) -> bool:
        """Drop the commands of an agent. False if there were none."""
        return bool(self._queued.pop(name, None))
