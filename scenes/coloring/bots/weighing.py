"""Steps 2 and 3 of an owner's turn: what is constrained, and what greedy makes of the rest, a node at a time."""

from core.engine.chance import Draw
from scenes.coloring.events import Choice
from scenes.coloring.problem.graph import Coloring
from scenes.coloring.rules.observation import Observation


def constraints(seen: Observation, draw: Draw) -> Coloring:
    """Return the colors of locked and requested nodes.

    A color to avoid becomes the best other color; ties are drawn.
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
            out[node] = _lowest({color: scores[color] for color in allowed}, draw)
    return out


def weigh(seen: Observation, constrained: Coloring, draw: Draw) -> tuple[tuple[Choice, ...], Coloring]:
    """Step 3 by greedy: one node after the other in cluster order, constrained nodes first; each choice explained."""
    placed: Coloring = {}
    choices = []
    nodes = seen.problem.clusters[seen.name]
    for node in sorted(nodes, key=lambda n: (n not in seen.fixed, n not in constrained)):
        against = {n: c for n, c in {**constrained, **placed}.items() if n != node}
        scores = score_colors(seen, node, against)
        placed[node] = constrained.get(node) or _lowest(scores, draw)
        choices.append(Choice(node, scores, placed[node], _reason(seen, node, scores, constrained)))
    return tuple(choices), {node: placed[node] for node in nodes}


def score_colors(seen: Observation, node: str, placed: Coloring) -> dict[str, float]:
    """Return the effective penalty of each color of a node: conflicts with placed and reported colors,
    less preference.
    """
    around = {**seen.believed, **placed}
    others = [around[other] for other in seen.problem.adjacent[node] if other in around]
    points = seen.problem.preferences[node]
    return {c: seen.problem.conflict_penalty * others.count(c) - points[c] for c in seen.problem.colors}


def _lowest(scores: dict[str, float], draw: Draw) -> str:
    low = min(scores.values())
    equal = [color for color, score in scores.items() if score == low]
    return equal[0] if len(equal) == 1 else draw.choice(equal)


def why_constrained(seen: Observation, node: str) -> str:
    """Explain the color of a constrained node."""
    if node in seen.held:
        return "kept by a promise"
    return "locked" if node in seen.fixed else f"asked by {seen.asked[node].by} (once)"


def _reason(seen: Observation, node: str, scores: dict[str, float], constrained: Coloring) -> str:
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
