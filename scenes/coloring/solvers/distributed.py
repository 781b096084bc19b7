"""Algorithms in which all nodes of a weighted problem decide at once: max-sum, DSA, MGM and breakout.

Sums run over one index in order (`bincount`) and everything else is elementwise, so results are the same on every
machine. All algorithms keep the best choice of all rounds (anytime). DSA, MGM and breakout start from random colors
unless given some, and end early when no node moves any more.

Max-sum (Farinelli et al. 2008) runs on the factor graph, as min-sum over costs. A node sends each neighbor's factor the
cost of its colors by all messages from elsewhere; the factor turns that into the cost of the neighbor's colors. Because
an edge costs a penalty for equal colors and nothing else, only the sender's cheapest color can cost the receiver
anything: the smaller of the penalty and the sender's extra cost of its second best color. So a factor's message is one
color and one number.
"""

from collections.abc import Callable
from math import inf
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.engine.chance import Draw
from scenes.coloring.solvers.weighted import Choice, Solved, Weighted

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.intp]


class Graph:
    """N nodes, K colors and 2E directed edges: all edges in the order of the problem, then all reversed."""

    def __init__(self, problem: Weighted) -> None:
        ends = np.array(problem.edges, dtype=np.intp).reshape(-1, 2)
        colors = len(problem.unary[0]) if problem.unary else 1
        costs = np.array(problem.unary, dtype=np.float64).reshape(len(problem.unary), colors)
        self.unary: Floats = np.ascontiguousarray(costs.T)
        """Costs as a K x N array."""
        self.source: Ints = np.concatenate((ends[:, 0], ends[:, 1]))
        self.target: Ints = np.concatenate((ends[:, 1], ends[:, 0]))
        half = len(ends)
        self.opposite: Ints = np.concatenate((np.arange(half, 2 * half), np.arange(half)))
        """Index of the reversed edge."""
        self.nodes: Ints = np.arange(self.unary.shape[1])
        self.even: Floats = np.full(len(self.source), problem.penalty)
        """The penalty, for each directed edge."""

    def gather(self, color: Ints, weight: Floats) -> Floats:
        """Sum the weights that reach each node for each color (K x N)."""
        colors, nodes = self.unary.shape
        sums = np.bincount(color * nodes + self.target, weight, colors * nodes)
        return np.asarray(sums, dtype=np.float64).reshape(colors, nodes)

    def reply(self, now: Ints, weight: Floats) -> tuple[Ints, Floats]:
        """Return each node's best color while the others keep theirs, and its gain, given edge weights.

        If no other color is better, the gain is 0, and the color is the present one or another of equal cost.
        """
        costs = self.unary + self.gather(now[self.source], weight)
        present = costs[now, self.nodes]
        costs[now, self.nodes] = np.inf
        other = costs.argmin(0)
        gain = present - costs[other, self.nodes]
        return np.where(gain >= 0, other, now), np.maximum(gain, 0.0)

    def clashes(self, now: Ints) -> NDArray[np.bool_]:
        """Return a mask of the 2E directed edges whose ends have the same color."""
        clashing: NDArray[np.bool_] = now[self.source] == now[self.target]
        return clashing

    def leaders(self, gain: Floats) -> NDArray[np.bool_]:
        """Return a mask of nodes that gain more than any neighbor; among neighbors with equal gain, of the first."""
        mine, other = gain[self.source], gain[self.target]
        moves = gain > 0
        moves[self.source[(other > mine) | ((other == mine) & (self.target < self.source))]] = False
        return moves


def choice_of(numbers: Ints) -> Choice:
    return tuple(numbers.tolist())


class Sent(NamedTuple):
    """A factor's message: the cost to `source`, or to both nodes, if `target` took this color."""

    source: int
    target: int
    color: int
    cost: float


class Propagation(NamedTuple):
    """The best choice found, with the beliefs and messages of the last round with an equally good choice."""

    solved: Solved
    converged: bool
    at: int
    """Round to which the beliefs and messages belong."""
    beliefs: tuple[tuple[float, ...], ...]
    """Cost by node and color: unary cost plus incoming messages."""
    messages: tuple[Sent, ...]
    """Messages that are not zero, sender by sender."""


def run_max_sum(
    problem: Weighted,
    draw: Draw,
    *,
    damping: float = 0.5,
    noise: float = 0.0,
    rounds: int = 200,
    tolerance: float = 1e-6,
) -> Propagation:
    """Run max-sum until no message changes by more than `tolerance`, or for `rounds` rounds.

    `damping` in [0, 1) is the share of a node's last message in its next one (Cohen et al. 2020). `noise` is the
    maximum random amount added to each unary cost to break ties; reported costs exclude it. A node's messages are
    normalized: the cheapest color costs 0. On a tree the converged choice is optimal.
    """
    graph = Graph(problem)
    unary = graph.unary
    if noise:
        jitter = np.array([draw.random() for _ in range(unary.size)])
        unary = unary + noise * jitter.reshape(unary.shape)
    source, opposite = graph.source, graph.opposite
    edge = np.arange(len(source))
    best = Solved((), inf, 0, 0, ())
    history: list[float] = []
    decoded: Choice = ()
    cost = inf
    sent = unary[:, source]
    sent -= sent.min(0)
    converged = False
    while not converged and len(history) < rounds:
        color = sent.argmin(0)
        sent[color, edge] = inf
        strength = np.minimum(sent.min(0), problem.penalty)
        sent[color, edge] = 0.0
        beliefs = unary + graph.gather(color, strength)
        now = choice_of(beliefs.argmin(0))
        if now != decoded:
            decoded, cost = now, problem.cost(now)
        if cost <= best.cost:
            best = Solved(decoded, cost, 0, 0, ())
            at, shown = len(history) + 1, (beliefs, color, strength)
        history.append(best.cost)
        fresh = beliefs[:, source]
        fresh[color[opposite], edge] -= strength[opposite]
        fresh = damping * sent + (1 - damping) * (fresh - fresh.min(0))
        fresh -= fresh.min(0)
        converged = bool(np.abs(fresh - sent).max(initial=0.0) <= tolerance * (1 - damping))
        sent = fresh
    passed = 4 * len(problem.edges) * len(history)
    solved = Solved(best.choice, best.cost, len(history), passed, tuple(history))
    final, color, strength = shown
    return Propagation(
        solved, converged, at, tuple(map(tuple, final.T.tolist())), _nonzero_messages(graph, color, strength)
    )


def _nonzero_messages(graph: Graph, color: Ints, strength: Floats) -> tuple[Sent, ...]:
    rows = zip(graph.source.tolist(), graph.target.tolist(), color.tolist(), strength.tolist(), strict=True)
    return tuple(Sent(*row) for row in sorted(rows) if row[3] > 0)


ROUNDS = 200


def run_dsa(problem: Weighted, draw: Draw, *, probability: float = 0.7, rounds: int = ROUNDS) -> Solved:
    """Run DSA-B (Zhang et al. 2005).

    With a given probability, a node takes its best color if that lowers the cost, or if it keeps the cost and the node
    is in conflict. One message per neighbor and round: the color.
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

    return _run_rounds(problem, _random_choice(problem, draw), step, 2, rounds)


def run_mgm(problem: Weighted, draw: Draw, *, rounds: int = ROUNDS) -> Solved:
    """Run MGM (Maheswaran et al. 2004): a node takes its best color if it gains more than any neighbor would.

    The cost never rises. Two messages per neighbor and round: the color, then the gain.
    """
    graph = Graph(problem)

    def step(now: Ints) -> Ints | None:
        best, gain = graph.reply(now, graph.even)
        return np.where(graph.leaders(gain), best, now) if (gain > 0).any() else None

    return _run_rounds(problem, _random_choice(problem, draw), step, 4, rounds)


def run_breakout(problem: Weighted, start: Choice, *, rounds: int = ROUNDS) -> Solved:
    """Run distributed breakout (Hirayama and Yokoo 2005) over costs.

    It is MGM in which, when no node can gain, every edge in conflict gains half a penalty of weight. It ends when no
    node can gain and there is no conflict.
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

    return _run_rounds(problem, start, step, 4, rounds)


def run_max_sum_then_breakout(problem: Weighted, draw: Draw, *, tries: int = 5, rounds: int = 2 * ROUNDS) -> Solved:
    """Run max-sum and then breakout, the best combination of local algorithms found.

    Damped max-sum runs first; breakout from its best choice then repairs the few remaining conflicts. Unless max-sum
    converged, both run again with more noise on the costs. The result is the best of all tries.
    """
    first = run_max_sum(problem, draw, damping=0.7, rounds=rounds // 2, noise=1e-5 * problem.penalty)
    best = _combine(first.solved, run_breakout(problem, first.solved.choice, rounds=rounds))
    for _ in range(0 if first.converged else tries - 1):
        found = run_max_sum(problem, draw, damping=0.7, rounds=rounds // 2, noise=0.1 * problem.penalty).solved
        best = _combine(_combine(best, found), run_breakout(problem, found.choice, rounds=rounds))
    return best


def _combine(first: Solved, second: Solved) -> Solved:
    """Combine the results of two consecutive runs."""
    kept = min(first, second, key=lambda solved: solved.cost)
    later = tuple(min(first.cost, cost) for cost in second.history)
    return Solved(
        kept.choice, kept.cost, first.rounds + second.rounds, first.messages + second.messages, first.history + later
    )


def _random_choice(problem: Weighted, draw: Draw) -> Choice:
    return tuple(draw.below(len(costs)) for costs in problem.unary)


def _run_rounds(
    problem: Weighted, start: Choice, step: Callable[[Ints], Ints | None], each: int, rounds: int
) -> Solved:
    """Run a local algorithm from `start`; every edge carries `each` messages per round."""
    best, cost = start, problem.cost(start)
    history: list[float] = []
    now: Ints | None = np.array(start, dtype=np.intp)
    while now is not None and len(history) < rounds:
        now = step(now)
        if now is not None and (found := problem.cost(choice_of(now))) < cost:
            best, cost = choice_of(now), found
        history.append(cost)
    return Solved(best, cost, len(history), each * len(problem.edges) * len(history), tuple(history))
