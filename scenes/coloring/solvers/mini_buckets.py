"""Branch and bound with a mini-bucket bound (Dechter and Rish 2003), for costs on nodes and on equal neighbors.

Nodes are eliminated one by one: a table of the least cost is passed on to the remaining nodes. A table that would grow
too large is split, and the parts give a lower bound instead of the exact cost. Then the nodes are colored in the
opposite order; if nothing was split, this leads straight to the optimum. Costs are integers, so equal colorings compare
equal.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from operator import add
from typing import NamedTuple, TypeVar

N = TypeVar("N")
CELLS = 1100
"""Maximum number of entries of a table. Larger tables give better bounds but take longer to fill."""


class Found(NamedTuple):
    """The cheapest coloring: color number by position, and its cost."""

    cost: int
    choice: tuple[int, ...]
    proven: bool
    """True if it is proved that no coloring is cheaper."""
    least: int
    """Lower bound on the conflicts of every coloring: equal to this coloring's unless the search was given up."""
    steps: int
    """Number of partial colorings that were tried."""


class Message(NamedTuple):
    """Least cost of eliminating `source`, as a table over the nodes in `scope`; a source of -1 is outside the graph.

    Positions are in falling order; the last one varies fastest.
    """

    source: int
    scope: tuple[int, ...]
    costs: list[int]


class _Part(NamedTuple):
    scope: set[int]
    messages: list[Message]
    edges: list[int]


class _LimitReached(Exception):
    pass


class Buckets:
    """A graph whose nodes are positions: 0 is eliminated first and colored last."""

    def __init__(self, own: list[list[int]], later: list[list[int]], unit: int, conflict: int = 1) -> None:
        """Describe the graph.

        `own` are the costs of each position's colors, and may change between two calls of `fill`; `later` are the
        neighbors at higher positions; an edge with equal ends costs `unit`. The other costs of a coloring always total
        less than `conflict`, so that conflicts and points can be distinguished when `patience` ends.
        """
        self.own = own
        self.later = later
        self.unit = unit
        self.conflict = conflict
        self.cells = CELLS
        self.size = len(own[0]) if own else 0
        self.same = [[unit * (c == d) for d in range(self.size)] for c in range(self.size)]
        self.chosen = [0] * len(own)
        self.into: list[list[Message]] = [[] for _ in range(len(own) + 1)]
        self.sent: list[list[Message]] = [[] for _ in own]

    def fill(self, start: int) -> None:
        """Eliminate the positions from `start` on, keeping earlier messages. The last slot collects constants."""
        for position in range(start, len(self.into)):
            self.into[position] = [message for message in self.into[position] if message.source < start]
        none = [0] * self.size
        for position in range(start, len(self.own)):
            first, *more = self._split_bucket(position)
            self.sent[position] = [self._eliminate(position, first, self.own[position])]
            self.sent[position] += [self._eliminate(position, part, none) for part in more]
            for message in self.sent[position]:
                self.into[message.scope[-1] if message.scope else -1].append(message)

    def run(self, bound: float, floor: int, choice: tuple[int, ...], patience: int, most: int) -> Found:
        """Return the cheapest coloring.

        No coloring costs less than `floor`; `choice`, of cost `bound`, is returned if none is cheaper. After `patience`
        steps the minimum of conflicts is enough; after `most` steps the best coloring so far is returned.
        """
        least = sum(message.costs[0] for message in self.into[-1])
        self.bound, self.floor, self.found = bound, max(floor, least), choice
        self.steps, self.patience, self.most = 0, patience, most
        try:
            self._color_from(len(self.own) - 1, least)
            proven = self.steps < patience or self.bound <= max(floor, least)
            lowest = int(self.bound) if proven else int(self.bound) // self.conflict * self.conflict
        except _LimitReached:
            proven, lowest = False, max(floor, least)
        return Found(int(self.bound), self.found, proven, lowest, self.steps)

    def _split_bucket(self, position: int) -> list[_Part]:
        """Split the messages and edges at a node into parts whose tables are small enough, as few as possible."""
        parts: list[_Part] = []
        size = self.size

        def part_for(scope: Collection[int]) -> _Part:
            for part in sorted(parts, key=lambda part: len(part.scope.union(scope)) - len(part.scope)):
                if size ** (len(part.scope.union(scope)) + 1) <= self.cells:
                    part.scope.update(scope)
                    return part
            parts.append(_Part(set(scope), [], []))
            return parts[-1]

        for message in sorted(self.into[position], key=lambda m: -len(m.scope)):
            part_for(message.scope[:-1]).messages.append(message)
        for other in self.later[position]:
            part_for((other,)).edges.append(other)
        return parts or [_Part(set(), [], [])]

    def _eliminate(self, position: int, part: _Part, own: list[int]) -> Message:
        """Return the least cost of a part and of the node's own costs, for every coloring of the part's other nodes."""
        size = self.size
        scope = tuple(sorted(part.scope, reverse=True))
        total = own * size ** len(scope)
        for other in part.edges:
            inner = size ** (len(scope) - 1 - scope.index(other))
            block = [cost for row in self.same for cost in row * inner]
            total = list(map(add, total, block * (len(total) // len(block))))
        for message in part.messages:
            starts = [0]
            step = len(message.costs)
            for other in scope:
                if other in message.scope:
                    step //= size
                    starts = [start + jump for start in starts for jump in range(0, step * size, step)]
                else:
                    starts = [start for start in starts for _ in range(size)]
            costs = message.costs
            total = list(map(add, total, [cost for start in starts for cost in costs[start : start + size]]))
        return Message(position, scope, list(map(min, zip(*(total[c::size] for c in range(size)), strict=True))))

    def _color_from(self, position: int, least: int) -> None:
        """Color the nodes from `position` down to 0; none of these colorings costs less than `least`."""
        self.steps += 1
        if self.steps == self.patience:
            self.floor += self.conflict - 1 - self.floor % self.conflict
        if self.steps > self.most and self.found:
            raise _LimitReached
        if position < 0:
            self.bound, self.found = least, tuple(self.chosen)
            return
        chosen = self.chosen
        size = self.size
        costs = self.own[position][:]
        for other in self.later[position]:
            costs[chosen[other]] += self.unit
        for _, scope, table in self.into[position]:
            at = 0
            for other in scope[:-1]:
                at = (at + chosen[other]) * size
            costs = list(map(add, costs, table[at : at + size]))
        for _, scope, table in self.sent[position]:
            at = 0
            for other in scope:
                at = at * size + chosen[other]
            least -= table[at]
        for number in sorted(range(size), key=costs.__getitem__):
            cost = least + costs[number]
            if max(cost, self.floor) >= self.bound:
                return
            chosen[position] = number
            self._color_from(position - 1, cost)


def elimination_order(inside: Mapping[str, set[str]], last: Collection[str], size: int) -> list[str]:
    """Return an elimination order, with the nodes in `last` after all others.

    Uses least degree including fill-in edges if no table then needs splitting; else least degree in the remaining
    graph, which colors the dense core of the cluster first.
    """

    def rank(left: Mapping[str, set[str]], node: str) -> tuple[bool, int]:
        return node in last, len(left[node])

    order, width = eliminate(inside, rank)
    return order if size ** (width + 1) <= CELLS else eliminate(inside, rank, fills=False)[0]


def eliminate(
    near: Mapping[N, set[N]], rank: Callable[[Mapping[N, set[N]], N], tuple[int, int]], *, fills: bool = True
) -> tuple[list[N], int]:
    """Eliminate the node of lowest rank until none is left; return the order and the largest degree met.

    With `fills`, elimination connects the neighbors of a node.
    """
    left = {node: set(others) for node, others in near.items()}
    order: list[N] = []
    width = 0
    while left:
        node = min(left, key=lambda each: rank(left, each))
        around = left.pop(node)
        width = max(width, len(around))
        for other in around:
            if fills:
                left[other] |= around
            left[other] -= {node, other}
        order.append(node)
    return order, width


def whole_numbers(rows: Sequence[Sequence[float]]) -> list[list[int]]:
    """Scale the numbers by the least power of two that makes all of them integers, so that sums are exact."""
    ratios = [[value.as_integer_ratio() for value in row] for row in rows]
    scale = max((bottom for row in ratios for _, bottom in row), default=1)
    return [[top * (scale // bottom) for top, bottom in row] for row in ratios]
