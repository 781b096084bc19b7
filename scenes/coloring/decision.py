"""Steps 2 to 7 of an owner's turn: which colors, and why (spec 000, with the amendments that keep it from cycling).

Constrained nodes (locked, then requested) are placed first and change in any case. The colors that greedy or max-sum
finds for the rest replace the current ones only if that is better. Exact search takes over where they are stuck.
"""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from core.chance import Draw
from core.events import Body
from scenes.coloring.dcop.exact import best
from scenes.coloring.events import Choice, Compared, Knows, Propagated, Snapped, Weighed
from scenes.coloring.problem import Coloring
from scenes.coloring.rules import FLIPS, better, flips, judge
from scenes.coloring.spelling import number
from scenes.coloring.state import Observation

Chances = Callable[[str], Draw]


class Decision(NamedTuple):
    colors: Coloring
    """Of all own nodes."""
    changed: bool
    lowest: float
    """The penalty that exact search could reach."""
    why: tuple[Body, ...]


def decide_colors(seen: Observation, chance: Chances) -> Decision:
    """What to color, as spec 000 steps 2 to 7."""
    problem, me, known = seen.problem, seen.name, seen.believed
    why: list[Body] = [Knows(known)]
    draw = chance("greedy")
    constrained = constraints(seen, draw)
    explained, found = _optimize(seen, constrained, draw)
    kept = {**seen.colors, **constrained}
    waits = _hesitates(seen, draw)
    taken = better(problem, me, found, kept, known) and not waits
    colors = found if taken else kept
    why.append(replace(explained, taken=taken))
    changed = colors != seen.colors
    penalty = judge(problem, me, colors, known).penalty
    why.append(Compared(changed, penalty))
    snap, colors = try_snap(seen, colors, changed, penalty, chance, waits)
    why.append(snap)
    return Decision(colors, changed or snap.done, snap.best, tuple(why))


def _hesitates(seen: Observation, draw: Draw) -> bool:
    """Whose flag goes back and forth lets chance decide whether to move now, so that two do not dance in step."""
    complete = len(seen.colors) == len(seen.problem.clusters[seen.name])
    return complete and flips(list(seen.history)) >= FLIPS and draw.below(2) == 0


def constraints(seen: Observation, draw: Draw) -> Coloring:
    """Locked nodes, then requested ones. A color to avoid becomes the best other color, among equals by chance."""
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


def _optimize(seen: Observation, constrained: Coloring, draw: Draw) -> tuple[Weighed | Propagated, Coloring]:
    """Step 3, by the algorithm that the config names. Only max-sum needs numpy."""
    if seen.alg == "maxsum":
        from scenes.coloring.propagation import propagate

        return propagate(seen, constrained, draw)
    choices, colors = weigh(seen, constrained, draw)
    return Weighed(choices, judge(seen.problem, seen.name, colors, seen.believed).penalty, taken=False), colors


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
    """Effective penalty of each color of a node: conflicts with placed and reported colors, less preference."""
    around = {**seen.believed, **placed}
    others = [around[other] for other in seen.problem.adjacent[node] if other in around]
    points = seen.problem.preferences[node]
    return {c: seen.problem.conflict_penalty * others.count(c) - points[c] for c in seen.problem.colors}


def _lowest(scores: dict[str, float], draw: Draw) -> str:
    low = min(scores.values())
    equal = [color for color, score in scores.items() if score == low]
    return equal[0] if len(equal) == 1 else draw.choice(equal)


def why_constrained(seen: Observation, node: str) -> str:
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


def try_snap(
    seen: Observation, colors: Coloring, changed: bool, penalty: float, chance: Chances, waits: bool = False
) -> tuple[Snapped, Coloring]:
    """Step 7: exact search, under all of the document's conditions. It is run for the record in any case."""
    found = best(seen.problem, seen.name, seen.believed, seen.fixed, chance("snap"))
    lowest = seen.problem.conflict_penalty * found.conflicts
    if seen.asked:
        why = "forced colors just applied"
    elif changed:
        why = f"{'max-sum' if seen.alg == 'maxsum' else 'greedy'} changed"
    elif waits:
        why = "waits a turn: its flag goes back and forth"
    elif penalty <= lowest + seen.snap:
        why = "nothing to gain" if penalty <= lowest else f"gain {number(penalty - lowest)} is too small"
    else:
        return Snapped(True, f"gain {number(penalty - lowest)}", penalty, lowest), found.colors
    return Snapped(False, why, penalty, lowest), colors
