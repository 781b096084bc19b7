"""Search for a coloring of the whole graph without conflicts, or a proof that there is none.

Backtracking chooses the node with the fewest colors left (DSATUR, Brélaz 1979), looks one step ahead, and after a dead
end jumps back to a node that contributed to it (Prosser 1993), so one hopeless cluster does not make the search try all
colorings of the others. It restarts with growing patience and begins where dead ends were most frequent (Boussemart et
al. 2004). Sets of nodes and colors are bit masks.
"""

from core.engine.chance import Draw
from scenes.coloring.problem.graph import Coloring, Problem

PATIENCE = 200
"""Color assignments in the first try. Each further try doubles it, so the search always finishes."""


class TooHard(Exception):
    """Raised when the search is given up."""


def solve(problem: Problem, fixed: Coloring, draw: Draw, most: int | None = None) -> Coloring | None:
    """Return a random valid coloring that keeps the `fixed` colors.

    Returns None if none exists. Raises TooHard if no try with up to `most` assignments has decided that.
    """
    if problem.conflicts(fixed):
        return None
    trouble = [1 + len(problem.adjacent[node]) for node in problem.nodes]
    patience = PATIENCE
    while True:
        search = _Search(problem, fixed, draw, trouble, patience)
        try:
            if search.dead_end() is not None or search.extend() is not None:
                return None
            return {node: problem.colors[search.color[i]] for i, node in enumerate(problem.nodes)}
        except _OutOfPatience:
            patience *= 2
            if most is not None and patience > most:
                raise TooHard from None


class _OutOfPatience(Exception):
    pass


class _Search:
    def __init__(self, problem: Problem, fixed: Coloring, draw: Draw, trouble: list[int], patience: int) -> None:
        self.draw = draw
        self.trouble = trouble
        self.patience = patience
        self.size = len(problem.colors)
        place = {node: i for i, node in enumerate(problem.nodes)}
        self.near = [[place[other] for other in problem.adjacent[node]] for node in problem.nodes]
        self.color = {place[node]: problem.colors.index(color) for node, color in fixed.items()}
        self.used = sum(1 << number for number in set(self.color.values()))
        self.left = [(1 << self.size) - 1] * len(place)
        for node, number in self.color.items():
            for other in self.near[node]:
                self.left[other] &= ~(1 << number)
        self.open = [i for i in range(len(place)) if i not in self.color]
        draw.shuffle(self.open)

    def dead_end(self) -> int | None:
        """Return a bit mask of the colored neighbors of an open node without a color left; None if there is none."""
        return next((self.colored_neighbors(node) for node in self.open if not self.left[node]), None)

    def colored_neighbors(self, node: int) -> int:
        """Return the node's colored neighbors as a bit mask."""
        return sum(1 << other for other in self.near[node] if other in self.color)

    def extend(self) -> int | None:
        """Color the open nodes and return None, or return a bit mask of colored nodes that rule out every extension."""
        if not self.open:
            return None
        ranks = [self.left[node].bit_count() / self.trouble[node] for node in self.open]
        at = ranks.index(min(ranks))
        node = self.open.pop(at)
        numbers = [number for number in range(self.size) if self.left[node] >> number & 1]
        self.draw.shuffle(numbers)
        blame = self.colored_neighbors(node)
        used = self.used
        fresh = False
        for number in numbers:
            if not used >> number & 1:
                if fresh:  # unused colors are interchangeable: if one failed, all do
                    continue
                fresh = True
            dead = self.give(node, number)
            if dead is None:
                return None
            self.used = used
            if not dead >> node & 1:
                blame = dead
                break
            blame |= dead & ~(1 << node)
        self.open.insert(at, node)
        return blame

    def give(self, node: int, number: int) -> int | None:
        """Assign one color and continue.

        Returns None if all open nodes can be colored; else undoes it and returns the nodes that prevent it.
        """
        self.patience -= 1
        if self.patience < 0:
            raise _OutOfPatience
        bit = 1 << number
        narrowed = [other for other in self.near[node] if other not in self.color and self.left[other] & bit]
        self.color[node] = number
        self.used |= bit
        for other in narrowed:
            self.left[other] ^= bit
        hopeless = next((other for other in narrowed if not self.left[other]), None)
        if hopeless is None:
            dead = self.extend()
        else:
            dead = self.colored_neighbors(hopeless)
            self.trouble[hopeless] += 1
        if dead is not None:
            del self.color[node]
            for other in narrowed:
                self.left[other] ^= bit
        return dead
