"""What a person gave before it could be taken: it waits, in order, and is shown until its turn comes."""

from typing import NamedTuple

from core.engine.events import Event


class Kept(NamedTuple):
    """Is a command that waits. One that was typed waits for the next turn, too; a key means the turn it was pressed
    in."""

    command: str
    typed: bool


class Early:
    """Knows whether a command may be handed to the run, and keeps the others by who gave them."""

    def __init__(self) -> None:
        self.given: set[str] = set()
        """Who handed one over, and what it did is not in the log yet."""
        self.going: set[str] = set()
        """Whose turn goes on in which one was handed over."""
        self._kept: dict[str, list[Kept]] = {}

    def hand_over(self, name: str) -> None:
        """One goes to the run."""
        self.given.add(name)
        self.going.add(name)

    def heed(self, last: Event) -> None:
        """The last event of a step is in the log."""
        self.given.clear()
        if last.end == "turn":
            self.going.clear()
            self._kept = {name: [each for each in kept if each.typed] for name, kept in self._kept.items()}

    def keep(self, name: str, command: str, *, typed: bool) -> None:
        self._kept.setdefault(name, []).append(Kept(command, typed))

    def of(self, name: str) -> list[str]:
        """The commands of one person that wait."""
        return [each.command for each in self._kept.get(name, ())]

    def next(self, name: str) -> Kept | None:
        """The one whose turn it is; it waits no longer."""
        kept = self._kept.get(name)
        return kept.pop(0) if kept else None

    def drop(self, name: str) -> bool:
        """Throw away what waits. False: nothing did."""
        return bool(self._kept.pop(name, None))
