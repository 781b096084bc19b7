"""Text table of all algorithms on a recorded game's problem, compared with the game's own result."""

from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import NamedTuple

from core.engine.chance import Chance, Draw
from core.engine.events import Event, RunEnded
from core.recording.header import Header
from scenes.coloring.events import Colored
from scenes.coloring.problem.graph import Coloring, Problem, number
from scenes.coloring.solvers.distributed import run_dsa, run_max_sum, run_max_sum_then_breakout, run_mgm
from scenes.coloring.solvers.weighted import Solved, Weighted, named_colors, optimum, weighted_problem

DAMPING = 0.5
NOISE = 1e-3


def propagate(problem: Weighted, draw: Draw) -> Solved:
    return run_max_sum(problem, draw, damping=DAMPING, noise=NOISE).solved


LOCAL: Mapping[str, Callable[[Weighted, Draw], Solved]] = {
    "dsa": run_dsa,
    "mgm": run_mgm,
    "maxsum": propagate,
    "maxsum + breakout": run_max_sum_then_breakout,
}


class Row(NamedTuple):
    name: str
    colors: Coloring
    rounds: str
    messages: str
    milliseconds: str


def compare(header: Header, events: Sequence[Event], problem: Problem, fixed: Coloring) -> str:
    """Write the table, at most 83 characters wide. Only the milliseconds vary between runs."""
    played = dict(fixed)
    for event in events:
        if isinstance(event.data, Colored):
            played |= event.data.colors
    task, free = weighted_problem(problem, fixed)
    began = perf_counter()
    proof = optimum(task)
    rows = [Row("exact", fixed | named_colors(problem, free, proof.solved.choice), "-", "-", _milliseconds(began))]
    for name, algorithm in LOCAL.items():
        began = perf_counter()
        solved = algorithm(task, Chance(header.seed)(name))
        colors = fixed | named_colors(problem, free, solved.choice)
        rows.append(Row(name, colors, str(solved.rounds), str(solved.messages), _milliseconds(began)))
    least = min(_cost(problem, row.colors) for row in rows)
    last = events[-1].data
    ended = last.reason.replace("_", " ") if isinstance(last, RunEnded) else "not finished"
    rows.append(Row(f"played: {ended}", played, "-", "-", "-"))

    size = f"{len(problem.nodes)} nodes, {len(problem.edges)} edges, {len(problem.colors)} colors, {len(fixed)} locked"
    searched = f"in {proof.solved.rounds} search nodes"
    bound = f"the optimum, proven {searched}" if proof.proven else f"the best found; no optimum was proven {searched}"
    open_nodes = len(problem.nodes) - len(played)
    lines = [
        f"coloring · seed {header.seed} · {size}",
        f"cost = {number(problem.conflict_penalty)} · conflicts + the points by which nodes miss their best color",
        "",
        f"{'algorithm':<22}{'conflicts':>10}{'cost':>8}{'points':>8}{'gap':>9}{'rounds':>8}{'messages':>10}{'ms':>8}",
        *(_line(problem, row, least) for row in rows),
        "",
        f"gap: above {bound}",
        f"damping {DAMPING} and noise {NOISE} for maxsum; the same problem and locks for all, known to all",
    ]
    if open_nodes:
        lines.append(f"the game left {open_nodes} without a color: they miss all of their points")
    return "\n".join(lines)


def _milliseconds(began: float) -> str:
    return f"{1000 * (perf_counter() - began):.1f}"


def _cost(problem: Problem, colors: Coloring) -> float:
    """Return the cost of all nodes, with locked ones; an uncolored node costs as many points as its best color has."""
    most = sum(max(points.values()) for points in problem.preferences.values())
    return problem.conflict_penalty * len(problem.conflicts(colors)) + most - problem.score(colors)


def _line(problem: Problem, row: Row, least: float) -> str:
    cost = _cost(problem, row.colors)
    gap = f"{100 * (cost / least - 1):.1f} %" if least > 0 else f"+{cost - least:.1f}"
    conflicts = len(problem.conflicts(row.colors))
    figures = f"{conflicts:>10}{cost:>8.1f}{problem.score(row.colors):>8.1f}{gap:>9}"
    return f"{row.name:<22}{figures}{row.rounds:>8}{row.messages:>10}{row.milliseconds:>8}"
