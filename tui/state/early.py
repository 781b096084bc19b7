"""Commands that were given too early: they wait in order, and are shown, until their turn comes."""

from typing import NamedTuple

from core.engine.events import Event


class Kept(NamedTuple):
    """A command that waits. A typed one waits for the next turn as well; one by key only for the turn that goes on."""

    command: str
    typed: bool


class Early:
    """The commands that wait, by agent, and the agents whose command the run has."""

    def __init__(self) -> None:
        self.given: set[str] = set()
        """Agents whose command was handed over and is not in the log yet."""
        self.going: set[str] = set()
        """Agents that handed over a command in the turn that goes on."""
        self._kept: dict[str, list[Kept]] = {}

    def hand_over(self, name: str) -> None:
        """Note that an agent's command goes to the run."""
        self.given.add(name)
        self.going.add(name)

    def update(self, last: Event) -> None:
        """Take the last event of a step."""
        self.given.clear()
        if last.end == "turn":
            self.going.clear()
            self._kept = {name: [each for each in kept if each.typed] for name, kept in self._kept.items()}

    def keep(self, name: str, command: str, *, typed: bool) -> None:
        """Keep a command for later."""
        self._kept.setdefault(name, []).append(Kept(command, typed))

    def of(self, name: str) -> list[str]:
        """List the commands of an agent that wait."""
        return [each.command for each in self._kept.get(name, ())]

    def next(self, name: str) -> Kept | None:
        """Take the oldest command of an agent that waits."""
        kept = self._kept.get(name)
        return kept.pop(0) if kept else None

    def drop(self, name: str) -> bool:
        """Throw away the commands of an agent. False if there were none."""
        return bool(self._kept.pop(name, None))
