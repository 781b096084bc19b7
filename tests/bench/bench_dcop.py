"""Our solvers beside the proven optimum and pyDCOP, on the same problems: `python -m tests.bench.bench_dcop [SEEDS]`.

50 nodes of mean degree 4, 3 colors, a conflict-free coloring exists. Cost = 10 · conflicts + Σ (1 − preference), and
preferences are U[0, 1]. All in one run on one machine; a time is a problem's, in milliseconds.
"""

import sys
from collections.abc import Callable, Sequence
from statistics import mean, median
from time import perf_counter

from core.engine.chance import Draw
from scenes.coloring.solvers.distributed import run_dsa, run_max_sum, run_max_sum_then_breakout, run_mgm
from scenes.coloring.solvers.weighted import Weighted, optimum
from tests.bench import pydcop
from tests.bench.elsewhere import installed
from tests.instances import regular, solvable

SECONDS = 3
"""What pyDCOP gets for each problem: its DSA stands still long before."""
COUNTED = 5
"""Problems on which messages are counted."""
Case = tuple[int, Weighted, float]


class Figures:
    """Costs and times of one algorithm, problem by problem."""

    def __init__(self, cases: Sequence[Case]) -> None:
        self.least = [least for _, _, least in cases]
        self.costs: list[float] = []
        self.seconds: list[float] = []

    def add(self, cost: float, seconds: float) -> None:
        self.costs.append(cost)
        self.seconds.append(seconds)

    def line(self, name: str) -> str:
        gaps = [100 * (cost / least - 1) for cost, least in zip(self.costs, self.least, strict=True)]
        times = [1000 * seconds for seconds in self.seconds]
        return (
            f"{name:30}{mean(self.costs):8.2f}{mean(gaps):9.1f} %{max(gaps):7.1f} %"
            f"{median(times):10.1f}{max(times):9.1f}"
        )


def ours(cases: Sequence[Case], solve: Callable[[Weighted, Draw], float]) -> Figures:
    figures = Figures(cases)
    for seed, problem, _ in cases:
        began = perf_counter()
        cost = solve(problem, Draw(seed))
        figures.add(cost, perf_counter() - began)
    return figures


def theirs(cases: Sequence[Case], python: str, algorithm: str) -> Figures:
    """The best cost a run ever held, and the time until it first held it, without starting and stopping."""
    figures = Figures(cases)
    for _, problem, _ in cases:
        run = pydcop.solve(python, problem, algorithm, SECONDS)
        figures.add(run.cost, run.seconds)
    return figures


def prove(problem: Weighted, _: Draw) -> float:
    found, proven = optimum(problem)
    assert proven
    return found.cost


ALGORITHMS: dict[str, Callable[[Weighted, Draw], float]] = {
    "exact, proven": prove,
    "max-sum + breakout": lambda problem, draw: run_max_sum_then_breakout(problem, draw).cost,
    "max-sum, anytime, 1000 rounds": lambda problem, draw: run_max_sum(problem, draw, rounds=1000).solved.cost,
    "DSA-B": lambda problem, draw: run_dsa(problem, draw).cost,
    "MGM": lambda problem, draw: run_mgm(problem, draw).cost,
}


def messages_a_second(cases: Sequence[Case]) -> float:
    """Undamped messages of 2,000 rounds."""
    began = perf_counter()
    runs = [run_max_sum(problem, Draw(seed), damping=0.0, rounds=2000) for seed, problem, _ in cases]
    return sum(run.solved.messages for run in runs) / (perf_counter() - began)


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    print(
        "cost = 10 · conflicts + sum of (1 − preference), preferences U[0, 1]; 50 nodes, 3 colors, conflict-free exists"
    )
    head = f"{'':30}{'cost':>8}{'mean gap':>11}{'max':>9}{'median ms':>10}{'max':>9}"
    kinds: tuple[tuple[str, list[Case]], ...] = (
        ("every node of degree 4", list(solvable(count, regular))),
        ("mean degree 4", list(solvable(count))),
    )
    for name, cases in kinds:
        print(f"{f'{name}, {count} seeds':30}{head[30:]}")
        table = {name: ours(cases, solve) for name, solve in ALGORITHMS.items()}
        for name, figures in table.items():
            print(figures.line(name), flush=True)
    with installed("PYDCOP_PYTHON", pydcop.NEEDED) as python:
        if python is None:
            return
        their_dsa = theirs(cases, python, "dsa")
        print(their_dsa.line(f"pyDCOP DSA, {SECONDS} s, to its best"), flush=True)
        print(theirs(cases, python, "maxsum").line(f"pyDCOP max-sum, {SECONDS} s"), flush=True)
        counted = cases[:COUNTED]
        runs = [pydcop.solve(python, problem, "maxsum", 2 * SECONDS) for _, problem, _ in counted]
    best = table["max-sum + breakout"]
    print(f"mean time of pyDCOP DSA / of max-sum + breakout: {mean(their_dsa.seconds) / mean(best.seconds):.1f}")
    rate, other = messages_a_second(counted), sum(r.messages for r in runs) / sum(r.wall for r in runs)
    print(f"max-sum messages a second: {rate:,.0f}; pyDCOP {other:,.0f}; ratio {rate / other:.0f}")


if __name__ == "__main__":
    main()
