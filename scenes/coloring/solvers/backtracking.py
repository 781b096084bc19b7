"""Search for a coloring of the whole graph without conflicts, or a proof that there is none.

Backtracking chooses the node with the fewest colors left (DSATUR, Brélaz 1979), looks one step ahead, and after a dead
end jumps back to a node that contributed to it (Prosser 1993), so one hopeless cluster does not make the search try all
colorings of the others. It restarts with growing patience and begins where dead ends were most frequent (Boussemart et
al. 2004). Sets of nodes and colors are bit masks.
"""

from core.engine.chance import Draw
from scenes.coloring.problem.graph import Coloring, Problem

FIRST_LIMIT = 200
"""Maximum color assignments in the first try. Each further try doubles this limit, so the search always finishes."""


class SearchGivenUp(Exception):
    """Raised when the search gives up."""


def solve(problem: Problem, fixed: Coloring, draw: Draw, most: int | None = None) -> Coloring | None:
    """Return a random valid coloring that keeps the `fixed` colors.

    Returns None if none exists. Raises SearchGivenUp if tries of up to `most` assignments could not decide that.
    """
    if problem.conflicts(fixed):
        return None
    dead_ends = [1 + len(problem.adjacent[node]) for node in problem.nodes]
    steps_left = FIRST_LIMIT
    while True:
        search = _Search(problem, fixed, draw, dead_ends, steps_left)
        try:
            if search.blame_for_dead_end() is not None or search.extend() is not None:
                return None
            return {node: problem.colors[search.color[i]] for i, node in enumerate(problem.nodes)}
        except _LimitReached:
            steps_left *= 2
            if most is not None and steps_left > most:
                raise SearchGivenUp from None


class _LimitReached(Exception):
    pass


class _Search:
    def __init__(self, problem: Problem, fixed: Coloring, draw: Draw, dead_ends: list[int], steps_left: int) -> None:
        self.draw = draw
        self.dead_ends = dead_ends
        self.steps_left = steps_left
        self.size = len(problem.colors)
        place = {node: i for i, node in enumerate(problem.nodes)}
        self.neighbors = [[place[other] for other in problem.adjacent[node]] for node in problem.nodes]
        self.color = {place[node]: problem.colors.index(color) for node, color in fixed.items()}
        self.used = sum(1 << number for number in set(self.color.values()))
        self.left = [(1 << self.size) - 1] * len(place)
        for node, number in self.color.items():
            for other in self.neighbors[node]:
                self.left[other] &= ~(1 << number)
        self.open = [i for i in range(len(place)) if i not in self.color]
        draw.shuffle(self.open)

    def blame_for_dead_end(self) -> int | None:
        """Return the colored neighbors, as a bit mask, of an open node with no color left; None if all have one."""
        return next((self.colored_neighbors(node) for node in self.open if not self.left[node]), None)

    def colored_neighbors(self, node: int) -> int:
        """Return the node's colored neighbors as a bit mask."""
        return sum(1 << other for other in self.neighbors[node] if other in self.color)

    def extend(self) -> int | None:
        """Color the open nodes and return None, or return a bit mask of the colored nodes that make it impossible."""
        if not self.open:
            return None
        ranks = [self.left[node].bit_count() / self.dead_ends[node] for node in self.open]
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
            dead = self.assign(node, number)
            if dead is None:
                return None
            self.used = used
            if not dead >> node & 1:
                blame = dead
                break
            blame |= dead & ~(1 << node)
        self.open.insert(at, node)
        return blame

    def assign(self, node: int, number: int) -> int | None:
        """Assign one color and continue.

        Returns None if all open nodes could be colored; else undoes the assignment and returns the nodes to blame.
        """
        self.steps_left -= 1
        if self.steps_left < 0:
            raise _LimitReached
        bit = 1 << number
        narrowed = [other for other in self.neighbors[node] if other not in self.color and self.left[other] & bit]
        self.color[node] = number
        self.used |= bit
        for other in narrowed:
            self.left[other] ^= bit
        hopeless = next((other for other in narrowed if not self.left[other]), None)
        if hopeless is None:
            dead = self.extend()
        else:
            dead = self.colored_neighbors(hopeless)
            self.dead_ends[hopeless] += 1
        if dead is not None:
            del self.color[node]
            for other in narrowed:
                self.left[other] ^= bit
        return dead
