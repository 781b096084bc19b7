"""Weighted coloring problems that tests and benchmarks share. Preferences are U[0, 1]; a cost is 1 − preference."""

from collections.abc import Callable, Iterator
from itertools import combinations

from core.engine.chance import Draw
from scenes.coloring.solvers.weighted import Weighted, optimum


def preferences(nodes: int, colors: int, draw: Draw) -> tuple[tuple[float, ...], ...]:
    """As costs, node by node."""
    return tuple(tuple(1.0 - draw.random() for _ in range(colors)) for _ in range(nodes))


def graph(seed: int, nodes: int = 50, edges: int = 100, colors: int = 3, penalty: float = 10.0) -> Weighted:
    """So many edges of all pairs, by chance: mean degree 4 as given."""
    draw = Draw(seed)
    pairs = draw.sample(list(combinations(range(nodes), 2)), edges)
    return Weighted(preferences(nodes, colors, draw), tuple(pairs), penalty)


def tree(seed: int, most: int = 20) -> Weighted:
    """2 to `most` nodes, each joined to an earlier one; 2 to 4 colors; a penalty above or below what colors cost."""
    draw = Draw(seed)
    nodes = 2 + draw.below(most - 1)
    edges = tuple((draw.below(node), node) for node in range(1, nodes))
    return Weighted(preferences(nodes, 2 + draw.below(3), draw), edges, draw.choice((10.0, 0.4)))


def regular(seed: int, nodes: int = 50, degree: int = 4) -> Weighted:
    """Every node of the same degree; 3 colors: ends are paired by chance until no pair is a loop or comes twice."""
    draw = Draw(seed)
    ends = [node for node in range(nodes) for _ in range(degree)]
    while True:
        draw.shuffle(ends)
        edges = {(min(u, v), max(u, v)) for u, v in zip(ends[::2], ends[1::2], strict=True)}
        if len(edges) == len(ends) // 2 and all(u != v for u, v in edges):
            return Weighted(preferences(nodes, 3, draw), tuple(sorted(edges)), 10.0)


def solvable(count: int, make: Callable[[int], Weighted] = graph) -> Iterator[tuple[int, Weighted, float]]:
    """The first `count` seeds with a coloring without conflict, with the proven least cost."""
    seed = 0
    while count:
        problem = make(seed)
        found, proven = optimum(problem)
        assert proven
        if not problem.conflicts(found.choice):
            yield seed, problem, found.cost
            count -= 1
        seed += 1
