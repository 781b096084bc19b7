"""Max-sum (Farinelli et al. 2008) on the factor graph of a weighted coloring problem, as min-sum over costs.

All nodes send at once. A node tells each neighbor's factor what its colors cost by all that it heard from elsewhere;
the factor turns that into what the neighbor's colors cost. As an edge costs a penalty for equal colors and nothing
else, only the sender's cheapest color can cost the receiver anything: the least of the penalty and of what the sender
would pay to switch to its second best. So a factor's message is one color and one number.
"""

from math import inf
from typing import NamedTuple

import numpy as np

from core.engine.chance import Draw
from scenes.coloring.solvers.arrays import Floats, Graph, Ints, as_choice
from scenes.coloring.solvers.weighted import Choice, Solved, Weighted


class Sent(NamedTuple):
    """A factor's message: with this color the target would cost the source (or both) so much."""

    source: int
    target: int
    color: int
    cost: float


class Propagation(NamedTuple):
    """The best choice ever decoded, with the beliefs and messages of the last round that decoded one as good."""

    solved: Solved
    converged: bool
    at: int
    """The round that the beliefs and messages are of."""
    beliefs: tuple[tuple[float, ...], ...]
    """Node to color to cost, its own and by the messages that it got."""
    messages: tuple[Sent, ...]
    """Messages that are not zero, sender by sender."""


def maxsum(
    problem: Weighted,
    draw: Draw,
    *,
    damping: float = 0.5,
    noise: float = 0.0,
    rounds: int = 200,
    tolerance: float = 1e-6,
) -> Propagation:
    """Propagate until no message changes by more than `tolerance`, or for so many rounds.

    `damping` in [0, 1) is the share of a node's last message in its next one (Cohen et al. 2020). `noise` is the most
    that is added to each unary cost, by chance, so that equal colors do not tie; costs are reported without it. A
    node's messages are normalized: the cheapest color costs 0. On a tree the converged choice is an optimum.
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
        now = as_choice(beliefs.argmin(0))
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
    return Propagation(solved, converged, at, tuple(map(tuple, final.T.tolist())), _sent(graph, color, strength))


def _sent(graph: Graph, color: Ints, strength: Floats) -> tuple[Sent, ...]:
    rows = zip(graph.source.tolist(), graph.target.tolist(), color.tolist(), strength.tolist(), strict=True)
    return tuple(Sent(*row) for row in sorted(rows) if row[3] > 0)
