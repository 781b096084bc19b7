"""How long the exact search takes: `python -m tests.bench.bench_exact`. Times are CPU milliseconds."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from statistics import median
from time import process_time

from core.engine.chance import Draw
from scenes.coloring.problem.graph import COLORS, POINTS, Problem
from scenes.coloring.solvers.exact import best, table
from scenes.coloring.solvers.weighted import Weighted, optimum
from tests.bench.figures import Figure
from tests.instances import graph, regular

PROVEN = 5
"""Problems of each kind whose optimum is proven."""


def cluster(seed: int, size: int, colors: int, density: float, floats: bool, even: bool = False) -> Problem:
    """G(size, density), or exactly that share of pairs if `even`, and six outside nodes that touch one node each."""
    draw = Draw(seed)
    own = tuple(f"a{i}" for i in range(size))
    out = tuple(f"h{i}" for i in range(6))
    pairs = list(combinations(own, 2))
    inside = draw.sample(pairs, round(density * len(pairs))) if even else [e for e in pairs if draw.random() < density]
    edges = [*inside, *((node, draw.choice(own)) for node in out)]
    palette = COLORS[:colors]
    points = {node: {c: 3 * draw.random() if floats else POINTS[c] for c in palette} for node in own + out}
    problem = Problem({"A": own, "H": out}, tuple(edges), palette, 10.0, points)
    _ = problem.adjacent, problem.edges_of("A")
    return problem


def spent(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return 1000 * (process_time() - start)


def figures() -> Iterator[Figure]:
    """The dearest of each kind, fewer times than `main` tries it."""
    for colors, density, rows in ((4, 0.3, False), (6, 0.4, False), (6, 0.4, True)):
        tries = []
        for seed in range(5):
            problem = cluster(seed, 20, colors, density, False)
            varied = problem.clusters["H"][:3]
            work = (
                partial(table, problem, "A", varied, {}, {}, Draw(1))
                if rows
                else partial(best, problem, "A", {}, {}, Draw(1))
            )
            tries.append(spent(work))
        yield Figure(f"{'table' if rows else 'best'}, 20 nodes {density}, {colors} colors", median(tries), "ms")

    whole = proofs()
    yield Figure("optimum of 50 nodes, 3 colors, proven", median(whole), "ms")
    yield Figure("the dearest of them", max(whole), "ms")


def proofs() -> list[float]:
    """What it takes to prove an optimum of 50 nodes, for some problems of mean degree 4, and some all of degree 4."""
    problems = [make(seed) for make in (graph, regular) for seed in range(PROVEN)]
    return [spent(partial(_proved, problem)) for problem in problems]


def _proved(problem: Weighted) -> None:
    assert optimum(problem).proven


def main() -> None:
    print("best(), 200 clusters            median    p95    max")
    for size, colors, density, even in (
        (5, 3, 0.6, False),
        (20, 4, 0.1, False),
        (20, 4, 0.2, False),
        (20, 4, 0.3, False),
        (20, 4, 0.3, True),
    ):
        for floats in (False, True):
            times = []
            for seed in range(200):
                problem = cluster(seed, size, colors, density, floats, even)
                times.append(spent(partial(best, problem, "A", {}, {}, Draw(seed))))
            times.sort()
            name = f"{size} nodes {density}{' even' if even else ''} {'floats' if floats else 'points'}"
            print(f"{name:30} {median(times):7.2f} {times[189]:6.1f} {times[-1]:6.1f}", flush=True)
    print("table() of 729 rows, 5 clusters")
    for size, density in ((5, 0.6), (20, 0.1), (20, 0.2), (20, 0.3)):
        times = []
        for seed in range(5):
            problem = cluster(seed, size, 3, density, False)
            outside = problem.clusters["H"]
            times.append(spent(partial(table, problem, "A", outside, {}, {}, Draw(1))))
        print(
            f"{size} nodes {density}, 3 colors".ljust(30), f"{median(times):7.1f}        {max(times):6.1f}", flush=True
        )


if __name__ == "__main__":
    main()
