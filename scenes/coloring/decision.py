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
from scenes.coloring.events import Compared, Knows, Propagated, Snapped, Weighed
from scenes.coloring.problem import Coloring
from scenes.coloring.rules import FLIPS, better, flips, judge
from scenes.coloring.spelling import number
from scenes.coloring.state import Observation
from scenes.coloring.weighing import constraints, weigh

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


def _optimize(seen: Observation, constrained: Coloring, draw: Draw) -> tuple[Weighed | Propagated, Coloring]:
    """Step 3, by the algorithm that the config names. Only max-sum needs numpy."""
    if seen.alg == "maxsum":
        from scenes.coloring.propagation import propagate

        return propagate(seen, constrained, draw)
    choices, colors = weigh(seen, constrained, draw)
    return Weighed(choices, judge(seen.problem, seen.name, colors, seen.believed).penalty, taken=False), colors


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
