"""Local search in which all nodes decide at once, each knowing its neighbors' colors: DSA, MGM and breakout.

All keep the best choice of all rounds (anytime), start from random colors unless they are given some, and end early
when no node will move any more.
"""

from collections.abc import Callable

import numpy as np

from core.engine.chance import Draw
from scenes.coloring.solvers.arrays import Graph, Ints, as_choice
from scenes.coloring.solvers.maxsum import maxsum
from scenes.coloring.solvers.weighted import Choice, Solved, Weighted

ROUNDS = 200


def dsa(problem: Weighted, draw: Draw, *, probability: float = 0.7, rounds: int = ROUNDS) -> Solved:
    """Run DSA-B (Zhang et al. 2005): a node takes its best color with a probability if that gains something, or if it
    gains nothing and the node is in conflict. One message per neighbor and round: the color.
    """
    graph = Graph(problem)

    def step(now: Ints) -> Ints | None:
        best, gain = graph.reply(now, graph.even)
        torn = np.bincount(graph.target[graph.clashes(now)], minlength=len(now)) > 0
        wanting = np.flatnonzero((gain > 0) | (torn & (best != now)))
        if not len(wanting):
            return None
        moving = [node for node in wanting.tolist() if draw.random() < probability]
        after = now.copy()
        after[moving] = best[moving]
        return after

    return _search(problem, _at_random(problem, draw), step, 2, rounds)


def mgm(problem: Weighted, draw: Draw, *, rounds: int = ROUNDS) -> Solved:
    """Run MGM (Maheswaran et al. 2004): a node takes its best color if it gains more than any neighbor would.

    The cost never rises. Two messages per neighbor and round: the color, then the gain.
    """
    graph = Graph(problem)

    def step(now: Ints) -> Ints | None:
        best, gain = graph.reply(now, graph.even)
        return np.where(graph.leaders(gain), best, now) if (gain > 0).any() else None

    return _search(problem, _at_random(problem, draw), step, 4, rounds)


def breakout(problem: Weighted, start: Choice, *, rounds: int = ROUNDS) -> Solved:
    """Run distributed breakout (Hirayama and Yokoo 2005) over costs.

    MGM in which, when all are stuck, every edge in conflict weighs half a penalty more from then on. Ends when all
    are stuck without a conflict.
    """
    graph = Graph(problem)
    weight = graph.even.copy()

    def step(now: Ints) -> Ints | None:
        best, gain = graph.reply(now, weight)
        if (gain > 0).any():
            return np.where(graph.leaders(gain), best, now)
        clashing = graph.clashes(now)
        weight[clashing] += problem.penalty / 2
        return now if clashing.any() else None

    return _search(problem, start, step, 4, rounds)


def relay(problem: Weighted, draw: Draw, *, tries: int = 5, rounds: int = 2 * ROUNDS) -> Solved:
    """Run our best local policy: damped max-sum, then breakout from its best choice to repair the few conflicts left.
    Unless max-sum converged, try again with more noise on the costs and return the best of all tries.
    """
    first = maxsum(problem, draw, damping=0.7, rounds=rounds // 2, noise=1e-5 * problem.penalty)
    best = _then(first.solved, breakout(problem, first.solved.choice, rounds=rounds))
    for _ in range(0 if first.converged else tries - 1):
        found = maxsum(problem, draw, damping=0.7, rounds=rounds // 2, noise=0.1 * problem.penalty).solved
        best = _then(_then(best, found), breakout(problem, found.choice, rounds=rounds))
    return best


def _then(first: Solved, second: Solved) -> Solved:
    """Combine two runs, one after the other."""
    kept = min(first, second, key=lambda solved: solved.cost)
    later = tuple(min(first.cost, cost) for cost in second.history)
    return Solved(
        kept.choice, kept.cost, first.rounds + second.rounds, first.messages + second.messages, first.history + later
    )


def _at_random(problem: Weighted, draw: Draw) -> Choice:
    return tuple(draw.below(len(costs)) for costs in problem.unary)


def _search(problem: Weighted, start: Choice, step: Callable[[Ints], Ints | None], each: int, rounds: int) -> Solved:
    """Run an algorithm in which every edge carries `each` messages a round."""
    best, cost = start, problem.cost(start)
    history: list[float] = []
    now: Ints | None = np.array(start, dtype=np.intp)
    while now is not None and len(history) < rounds:
        now = step(now)
        if now is not None and (found := problem.cost(as_choice(now))) < cost:
            best, cost = as_choice(now), found
        history.append(cost)
    return Solved(best, cost, len(history), each * len(problem.edges) * len(history), tuple(history))
