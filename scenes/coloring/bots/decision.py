"""Steps 2 to 7 of an owner's turn (spec 000): choose colors and explain them.

Constrained nodes (locked, then requested) are colored first and always take the locked or requested colors. The colors
that greedy search or max-sum finds for the other nodes replace the current ones only if they are better. Exact search
takes over if that algorithm is stuck.
Spec 000 is amended so that owners do not repeat the same changes forever.
"""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from core.engine.chance import Draw
from core.engine.events import Body
from scenes.coloring.events import Choice, Compared, Knows, Propagated, Sent, Snapped, Weighed
from scenes.coloring.problem.graph import Coloring, number
from scenes.coloring.problem.penalty import (
    FLIPS,
    OWN_WEIGHT,
    RETURNS,
    better,
    cost,
    count_flips,
    count_returns,
    judge,
    own_conflicts,
)
from scenes.coloring.rules.observation import Observation
from scenes.coloring.solvers.exact import best
from scenes.coloring.solvers.weighted import around, named_colors


def constraints(seen: Observation, draw: Draw) -> Coloring:
    """Return the colors of locked and requested nodes.

    A node that should avoid colors keeps an allowed color, or gets the best allowed one; ties are broken at random.
    """
    out = {node: asked.color for node, asked in seen.asked.items() if asked.color is not None} | seen.fixed
    for node, asked in seen.asked.items():
        allowed = [color for color in seen.problem.colors if color not in asked.avoid]
        if node in out or not allowed:
            continue
        if seen.colors.get(node) in allowed:
            out[node] = seen.colors[node]
        else:
            scores = score_colors(seen, node, {**seen.colors, **out})
            out[node] = _draw_lowest({color: scores[color] for color in allowed}, draw)
    return out


def color_greedily(seen: Observation, constrained: Coloring, draw: Draw) -> tuple[tuple[Choice, ...], Coloring]:
    """Run step 3 greedily: color one node at a time, constrained nodes first, and explain each choice."""
    placed: Coloring = {}
    choices = []
    nodes = seen.problem.clusters[seen.name]
    for node in sorted(nodes, key=lambda n: (n not in seen.fixed, n not in constrained)):
        against = {n: c for n, c in {**constrained, **placed}.items() if n != node}
        scores = score_colors(seen, node, against)
        placed[node] = constrained.get(node) or _draw_lowest(scores, draw)
        choices.append(Choice(node, scores, placed[node], _greedy_reason(seen, node, scores, constrained)))
    return tuple(choices), {node: placed[node] for node in nodes}


def score_colors(seen: Observation, node: str, placed: Coloring) -> dict[str, float]:
    """Return the effective penalty of each color of a node.

    It is the penalty of conflicts with placed and reported colors, minus the preference points.
    """
    around = {**seen.believed, **placed}
    others = [around[other] for other in seen.problem.adjacent[node] if other in around]
    points = seen.problem.preferences[node]
    return {c: seen.problem.conflict_penalty * others.count(c) - points[c] for c in seen.problem.colors}


def _draw_lowest(scores: dict[str, float], draw: Draw) -> str:
    low = min(scores.values())
    equal = [color for color, score in scores.items() if score == low]
    return equal[0] if len(equal) == 1 else draw.choice(equal)


def why_constrained(seen: Observation, node: str) -> str:
    """Explain the color of a constrained node."""
    if node in seen.held:
        return "kept by a promise"
    return "locked" if node in seen.fixed else f"asked by {seen.asked[node].by} (once)"


def _greedy_reason(seen: Observation, node: str, scores: dict[str, float], constrained: Coloring) -> str:
    if node in constrained:
        return why_constrained(seen, node)
    points = seen.problem.preferences[node]
    free = {color for color, score in scores.items() if score <= -points[color]}
    low = min(scores.values())
    lowest = {color for color, score in scores.items() if score == low}
    if not free:
        return "least bad: all clash"
    if not lowest & free:
        return "worth its clash"
    if len(free) == 1:
        return "only one without a clash"
    return "tie, decided by chance" if len(lowest) > 1 else "best of the free ones"


DAMPING = 0.5
NOISE = 1e-3
"""Maximum random amount added to each color's cost to break ties; differences in points are larger."""
ROUNDS = 100
DECIMALS = 2
"""Decimals of beliefs and messages in the log, few enough to hide the noise."""


def color_by_max_sum(seen: Observation, constrained: Coloring, draw: Draw) -> tuple[Propagated, Coloring]:
    """Color the whole cluster by max-sum and explain the result; constrained nodes keep their colors."""
    from scenes.coloring.solvers.distributed import run_max_sum  # imported late: no other bot needs numpy

    nodes = seen.problem.clusters[seen.name]
    free = tuple(node for node in nodes if node not in constrained)
    own = {node: score_colors(seen, node, constrained) for node in free}
    found = run_max_sum(around(seen.problem, free, {}, own), draw, damping=DAMPING, noise=NOISE, rounds=ROUNDS)
    colors = {**named_colors(seen.problem, free, found.solved.choice), **constrained}
    messages = tuple(
        Sent(free[sent.source], free[sent.target], seen.problem.colors[sent.color], rounded)
        for sent in found.messages
        if (rounded := round(sent.cost, DECIMALS))
    )
    believed = {
        node: {color: round(cost, DECIMALS) for color, cost in zip(seen.problem.colors, costs, strict=True)}
        for node, costs in zip(free, found.beliefs, strict=True)
    }
    choices = tuple(
        Choice(node, believed[node], colors[node], _belief_reason(node, colors[node], own[node], messages))
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


def _belief_reason(node: str, color: str, own: dict[str, float], messages: tuple[Sent, ...]) -> str:
    """Explain a node's color: messages of its neighbors may rule out its cheapest color."""
    cheapest = min(own, key=own.__getitem__)
    if own[color] == own[cheapest]:
        return "best by itself"
    claimed = [message.source for message in messages if message.target == node and message.color == cheapest]
    if not claimed:
        return "a tie, decided by chance"
    return f"leaves {cheapest} to {', '.join(claimed[:3])}{' …' if len(claimed) > 3 else ''}"


Chances = Callable[[str], Draw]
REPAIRABLE = "others can repair what remains"
"""Reason given when exact search moves a conflict to a border, or to colors that no neighbor has proved impossible."""
MORE_POINTS = "more points at the same penalty"
WAIT_PROBABILITY = 0.4
"""Probability that an owner keeps its colors for a turn when neighbors decide at the same time (DSA)."""


class Decision(NamedTuple):
    colors: Coloring
    """Colors of all own nodes."""
    changed: bool
    lowest: float
    """Penalty of the coloring that exact search found."""
    why: tuple[Body, ...]


def decide_colors(seen: Observation, chance: Chances) -> Decision:
    """Choose colors by steps 2 to 7 of spec 000."""
    problem, me, known = seen.problem, seen.name, seen.believed
    why: list[Body] = [Knows(known)]
    draw = chance("greedy")
    constrained = constraints(seen, draw)
    explained, found = _optimize(seen, constrained, draw)
    kept = {**seen.colors, **constrained}
    waits = _hesitates(seen, draw)
    stuck = waits or _needs_exact_search(seen, found)
    taken = better(problem, me, found, kept, known, seen.known_bounds) and not stuck
    colors = found if taken else kept
    why.append(replace(explained, taken=taken))
    changed = colors != seen.colors
    penalty = judge(problem, me, colors, known).penalty
    why.append(Compared(changed, penalty))
    snap, colors = try_exact_search(seen, colors, changed, penalty, chance, waits)
    why.append(snap)
    return Decision(colors, changed or snap.done, snap.best, tuple(why))


def _hesitates(seen: Observation, draw: Draw) -> bool:
    """Return True with probability `WAIT_PROBABILITY` if the owner and a neighbor may keep changing at the same time.

    This applies if neighbors decide at the same time, or if the owner's flag or colors go back and forth: two owners
    that always give way to each other may never agree. Owners with uncolored nodes never wait.
    """
    swings = count_flips(list(seen.history)) >= FLIPS or count_returns(seen.past) >= RETURNS
    return seen.is_colored and (seen.together or swings) and draw.random() < WAIT_PROBABILITY


def _needs_exact_search(seen: Observation, found: Coloring) -> bool:
    """Return True if exact search should decide because `found` has a conflict that only this owner can fix."""
    searches = seen.is_colored and not seen.asked and seen.threshold < seen.problem.conflict_penalty
    return searches and own_conflicts(seen.problem, seen.name, found, seen.believed, seen.known_bounds) > 0


def _optimize(seen: Observation, constrained: Coloring, draw: Draw) -> tuple[Weighed | Propagated, Coloring]:
    """Run step 3 with the algorithm that the option `alg` names."""
    if seen.alg == "maxsum":
        return color_by_max_sum(seen, constrained, draw)
    choices, colors = color_greedily(seen, constrained, draw)
    return Weighed(choices, judge(seen.problem, seen.name, colors, seen.believed).penalty, taken=False), colors


def try_exact_search(
    seen: Observation, colors: Coloring, changed: bool, penalty: float, chance: Chances, waits: bool = False
) -> tuple[Snapped, Coloring]:
    """Run step 7: take the colors of exact search if all conditions hold. The event records the search even if not."""
    problem, me, known, bounds = seen.problem, seen.name, seen.believed, seen.known_bounds
    found = best(problem, me, known, seen.fixed, chance("snap"), bounds, OWN_WEIGHT)
    lowest = judge(problem, me, found.colors, known).penalty
    gain = penalty - lowest
    gains = better(problem, me, found.colors, colors, known, bounds)
    cheaper = cost(problem, me, found.colors, known, bounds) < cost(problem, me, colors, known, bounds)
    if seen.asked:
        why = "forced colors just applied"
    elif changed:
        why = f"{'max-sum' if seen.alg == 'maxsum' else 'greedy'} changed"
    elif waits:
        why = "waits a turn: it would move in step with others"
    elif not cheaper and not (gains and seen.private):
        why = "nothing to gain"
    elif 0 < gain <= seen.threshold:
        why = f"gain {number(gain)} is too small"
    else:
        why = f"gain {number(gain)}" if gain > 0 else REPAIRABLE if cheaper else MORE_POINTS
        points = "" if found.proven else ", though perhaps not with the most points"
        return Snapped(True, f"{why}{points}", penalty, lowest), found.colors
    return Snapped(False, why, penalty, lowest), colors
