"""Weighted coloring problems that tests and benchmarks share. Preferences are U[0, 1]; a cost is 1 − preference."""

from collections.abc import Iterator
from itertools import combinations

from core.chance import Draw
from scenes.coloring.dcop.optimum import optimum
from scenes.coloring.dcop.weighted import Weighted


def preferences(nodes: int, colors: int, draw: Draw) -> tuple[tuple[float, ...], ...]:
    """As costs, node by node."""
    return tuple(tuple(1.0 - draw.random() for _ in range(colors)) for _ in range(nodes))


def graph(seed: int, nodes: int = 50, edges: int = 100, colors: int = 3, penalty: float = 10.0) -> Weighted:
    """So many edges of all pairs, by chance: mean degree 4 as given."""
    draw = Draw(seed)
    pairs = draw.sample(list(combinations(range(nodes), 2)), edges)
    return Weighted(preferences(nodes, colors, draw), tuple(pairs), penalty)


def tree(seed: int, most: int = 20) -> Weighted:
    """2 to `most` nodes, each joined to an earlier one; 2 to 4 colors; the penalty is above or below what colors cost."""
    draw = Draw(seed)
    nodes = 2 + draw.below(most - 1)
    edges = tuple((draw.below(node), node) for node in range(1, nodes))
    return Weighted(preferences(nodes, 2 + draw.below(3), draw), edges, draw.choice((10.0, 0.4)))


def solvable(count: int) -> Iterator[tuple[int, Weighted, float]]:
    """The first `count` seeds whose graph has a coloring without conflict, with the proven least cost."""
    seed = 0
    while count:
        problem = graph(seed)
        found, proven = optimum(problem)
        assert proven
        if not problem.conflicts(found.choice):
            yield seed, problem, found.cost
            count -= 1
        seed += 1
