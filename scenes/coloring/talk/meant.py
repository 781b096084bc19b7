"""Meaning of words for one owner, and the number of each message that it has heard."""

from collections.abc import Iterable, Sequence

from core.engine.events import Event, Said, Withheld
from scenes.coloring.events import Posed
from scenes.coloring.problem.graph import Problem
from scenes.coloring.talk.language import Meaning
from scenes.coloring.talk.speech import Addressed, Meant


def meant_for(problem: Problem, to: str, meanings: Sequence[Meaning]) -> Meant:
    """Return the joint meaning for one owner: the speaker's reports and locks, and statements about its nodes."""

    def concerns(nodes: Iterable[str]) -> bool:
        return {problem.owner[node] for node in nodes} == {to}

    meant = Meant()
    for each in meanings:
        meant = Meant(
            meant.report | each.report,
            meant.request | problem.owned(to, each.request),
            meant.avoid | problem.owned(to, each.avoid),
            tuple(dict.fromkeys([*meant.keep, *(n for n in each.keep if problem.owner[n] == to)])),
            meant.costs + tuple(cost for cost in each.costs if concerns(cost.colors)),
            meant.locked + each.locked,
            meant.deals + tuple(deal for deal in each.deals if concerns(deal.want)),
        )
    return meant


class Hearings:
    """Finds the event of a message by its number among all that an owner has heard."""

    def __init__(self) -> None:
        self._neighbors: dict[str, tuple[str, ...]] = {}
        self._newest = 0
        self._heard: dict[str, list[int]] = {}

    def take(self, event: Event) -> None:
        """Process the next event."""
        match event.data:
            case Posed(problem):
                self._neighbors = problem.neighbors
            case Said() | Withheld():
                self._newest = event.n
            case Addressed(to):
                for name in (to,) if to else self._neighbors[event.agent]:
                    self._heard.setdefault(name, []).append(self._newest)

    def event(self, name: str, number: int) -> int:
        """Return the number of the event with these words; 0 if the owner has heard no such words."""
        heard = self._heard.get(name, [])
        return heard[number - 1] if 0 < number <= len(heard) else 0
