"""A coloring of the whole graph without any conflict, or the proof that there is none.

Backtracking that takes the node with the fewest colors left (DSATUR, Brélaz 1979), looks one step ahead, and on a dead
end jumps back to a node that had a part in it (Prosser 1993), so that one hopeless cluster does not make the search
try all the colorings of the others. It starts over after a while, each time with more patience, and begins where dead
ends were most frequent (Boussemart et al. 2004). Sets of nodes and of colors are bits of an int.
"""

from core.engine.chance import Draw
from scenes.coloring.problem.graph import Coloring, Problem

PATIENCE = 200
"""Colors given in the first try; each further try doubles it, so a proof is always reached."""


class TooHard(Exception):
    """Raised when a search is given up."""


def solve(problem: Problem, fixed: Coloring, draw: Draw, most: int | None = None) -> Coloring | None:
    """Return a valid coloring that keeps the `fixed` colors, drawn by chance.

    None if none exists. Raises TooHard when no try with up to `most` colors given has decided that.
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
        """Return the colored neighbors of an open node without a color left, if there is one."""
        return next((self.blame(node) for node in self.open if not self.left[node]), None)

    def blame(self, node: int) -> int:
        """Return the node's colored neighbors."""
        return sum(1 << other for other in self.near[node] if other in self.color)

    def extend(self) -> int | None:
        """Color the open nodes and return None, or return colored nodes whose colors rule out every extension."""
        if not self.open:
            return None
        ranks = [self.left[node].bit_count() / self.trouble[node] for node in self.open]
        at = ranks.index(min(ranks))
        node = self.open.pop(at)
        numbers = [number for number in range(self.size) if self.left[node] >> number & 1]
        self.draw.shuffle(numbers)
        blame = self.blame(node)
        used = self.used
        fresh = False
        for number in numbers:
            if not used >> number & 1:
                if fresh:  # colors nobody has yet are alike: one of them failed, so all do
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
        """Try one color: None when all open nodes could be colored, else who is to blame; undone in that case."""
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
            dead = self.blame(hopeless)
            self.trouble[hopeless] += 1
        if dead is not None:
            del self.color[node]
            for other in narrowed:
                self.left[other] ^= bit
        return dead
