"""Words that each owner has heard, in order."""

from core.engine.events import Event, Said, Withheld
from scenes.coloring.events import Posed
from scenes.coloring.talk.speech import Addressed


class Hearings:
    """A fold over events that finds the event of words by their number among all that an owner has heard."""

    def __init__(self) -> None:
        self._neighbors: dict[str, tuple[str, ...]] = {}
        self._newest = 0
        self._heard: dict[str, list[int]] = {}

    def take(self, event: Event) -> None:
        """Take each event once."""
        match event.data:
            case Posed(problem):
                self._neighbors = problem.neighbors
            case Said() | Withheld():
                self._newest = event.n
            case Addressed(to):
                for name in (to,) if to else self._neighbors[event.agent]:
                    self._heard.setdefault(name, []).append(self._newest)

    def event(self, name: str, number: int) -> int:
        """Return the number of the event that said these words; 0 if the owner has heard no such words."""
        heard = self._heard.get(name, [])
        return heard[number - 1] if 0 < number <= len(heard) else 0
