"""Solved turns of games between two players, by what was done before: each goes on from the beliefs that the last one
made. Games that stand side by side are solved together.
"""

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from scenes.coup.equilibrium.following import OPENING, Start
from scenes.coup.equilibrium.nets import Nets, shipped
from scenes.coup.equilibrium.solve import Solved
from scenes.coup.equilibrium.states import States, joined
from scenes.coup.equilibrium.tree import Label

Turns = tuple[tuple[Label, ...], ...]
"""Labels of each turn. Two players alternate, so that names do not matter."""
Solution = tuple[Solved, int]
"""Several solved states, and the index of one."""
KEPT = 64
AT_ONCE = 2
"""Turns that are solved as one game, where both have a card each."""


class Solutions:
    def __init__(self, nets: Nets, kept: int = KEPT, start: Start = OPENING) -> None:
        self.nets, self.kept, self.start = nets, kept, start
        self._known: dict[Turns, Solution] = {}

    def of(self, turns: Turns) -> Solution:
        """Return the solved turn after these."""
        if turns not in self._known:
            self.prepare([turns])
        return self._known[turns]

    def prepare(self, wanted: Iterable[Turns]) -> None:
        """Solve what is not known of games, all together."""
        missing: dict[int, dict[Turns, None]] = {}
        for turns in wanted:
            upto = len(turns)
            while upto >= 0 and turns[:upto] not in self._known:
                missing.setdefault(upto, {})[turns[:upto]] = None
                upto -= 1
        for _, each in sorted(missing.items()):
            self._solve(list(each))
        while len(self._known) > self.kept:
            del self._known[next(iter(self._known))]

    def _solve(self, several: list[Turns]) -> None:
        shapes: dict[tuple[int, int], list[tuple[Turns, States]]] = {}
        for turns in several:
            if turns and (ahead := self._ahead(*self._end(turns))):
                self._known[turns] = ahead
            else:
                states = self._begun(turns)
                shapes.setdefault(states.cards, []).append((turns, states))
        for cards, each in shapes.items():
            solved = Solved(joined([states for _, states in each]), self.nets, turns=AT_ONCE if cards == (1, 1) else 1)
            for row, (turns, _) in enumerate(each):
                self._known[turns] = solved, row

    def _begun(self, turns: Turns) -> States:
        if not turns:
            return self.start.states
        solved, row, place = self._end(turns)
        return solved.leaves.after(place, np.array([row]))

    def _end(self, turns: Turns) -> tuple[Solved, int, int]:
        """Return the last of these turns, and its end."""
        solved, row = self._known[turns[:-1]]
        tree, at = solved.tree, 0
        for label in turns[-1]:
            at = tree.child(at, label)
        return solved, row, int(np.searchsorted(tree.leaves, at))

    def _ahead(self, solved: Solved, row: int, place: int) -> Solution | None:
        """Return the turn after this end, if it was solved along."""
        if not solved.further:
            return None
        (group,) = solved.leaves.groups
        return solved.further, int(np.searchsorted(group.places, place)) * len(solved.states.coins) + row


@lru_cache(maxsize=16)
def solutions(start: Start = OPENING) -> Solutions:
    """Return the solutions by the shipped networks."""
    return Solutions(shipped(), start=start)
