"""Step 3 by max-sum: an owner's free nodes are the factor graph; locked, requested and reported colors press on it."""

from core.engine.chance import Draw
from scenes.coloring.bots.weighing import score_colors, why_constrained
from scenes.coloring.events import Choice, Propagated, Sent
from scenes.coloring.problem.graph import Coloring
from scenes.coloring.problem.penalty import judge
from scenes.coloring.rules.observation import Observation
from scenes.coloring.solvers.maxsum import Propagation, maxsum
from scenes.coloring.solvers.weighted import around, named

DAMPING = 0.5
NOISE = 1e-3
"""On each color's cost, so that equal colors do not tie: points that count differ by more."""
ROUNDS = 100
SHOWN = 2
"""Decimals of beliefs and messages in the log: the noise does not show."""


def propagate(seen: Observation, constrained: Coloring, draw: Draw) -> tuple[Propagated, Coloring]:
    """Color the whole cluster by max-sum, with an explanation; constrained nodes keep their colors."""
    nodes = seen.problem.clusters[seen.name]
    free = tuple(node for node in nodes if node not in constrained)
    own = {node: score_colors(seen, node, constrained) for node in free}
    found = maxsum(around(seen.problem, free, {}, own), draw, damping=DAMPING, noise=NOISE, rounds=ROUNDS)
    colors = {**named(seen.problem, free, found.solved.choice), **constrained}
    messages = _messages(found, free, seen.problem.colors)
    believed = {
        node: {color: round(cost, SHOWN) for color, cost in zip(seen.problem.colors, costs, strict=True)}
        for node, costs in zip(free, found.beliefs, strict=True)
    }
    choices = tuple(
        Choice(node, believed[node], colors[node], _reason(node, colors[node], own[node], messages))
        if node in believed
        else Choice(node, score_colors(seen, node, colors), colors[node], why_constrained(seen, node))
        for node in nodes
    )
    explained = Propagated(
        choices=choices,
        messages=messages,
        rounds=found.solved.rounds,
        at=found.at,
        converged=found.converged,
        damping=DAMPING,
        penalty=judge(seen.problem, seen.name, colors, seen.believed).penalty,
    )
    return explained, {node: colors[node] for node in nodes}


def _messages(found: Propagation, free: tuple[str, ...], colors: tuple[str, ...]) -> tuple[Sent, ...]:
    sent = (
        Sent(free[message.source], free[message.target], colors[message.color], round(message.cost, SHOWN))
        for message in found.messages
    )
    return tuple(message for message in sent if message.cost)


def _reason(node: str, color: str, own: dict[str, float], messages: tuple[Sent, ...]) -> str:
    """Explain a node's color: messages of its neighbors may rule out its own cheapest one."""
    cheapest = min(own, key=own.__getitem__)
    if own[color] == own[cheapest]:
        return "best by itself"
    claimed = [message.source for message in messages if message.target == node and message.color == cheapest]
    if not claimed:
        return "a tie, decided by chance"
    return f"leaves {cheapest} to {', '.join(claimed[:3])}{' …' if len(claimed) > 3 else ''}"
