"""Steps 2 to 7 of an owner's turn: which colors, and why (spec 000, with the amendments that keep it from cycling).

Constrained nodes (locked, then requested) are placed first and change in any case. The colors that greedy or max-sum
finds for the rest replace the current ones only if that is better. Exact search takes over where they are stuck.
"""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from core.engine.chance import Draw
from core.engine.events import Body
from scenes.coloring.bots.weighing import constraints, weigh
from scenes.coloring.events import Compared, Knows, Propagated, Snapped, Weighed
from scenes.coloring.problem.graph import Coloring
from scenes.coloring.problem.notation import number
from scenes.coloring.problem.penalty import FLIPS, OWN, RETURNS, better, cost, flips, judge, own_conflicts, returns
from scenes.coloring.rules.observation import Observation
from scenes.coloring.solvers.exact import best

Chances = Callable[[str], Draw]
MENDABLE = "what is left, others can mend"
"""Why exact search moves a conflict: out of the cluster, or away from what a neighbor has proved to lead nowhere."""
WAIT = 0.4
"""Share of its turns in which an owner keeps its colors while its neighbors decide at the same time (DSA)."""


class Decision(NamedTuple):
    colors: Coloring
    """Colors of all own nodes."""
    changed: bool
    lowest: float
    """The penalty of what exact search would choose."""
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
    stuck = waits or _leaves_to_search(seen, found)
    taken = better(problem, me, found, kept, known, seen.told_bounds) and not stuck
    colors = found if taken else kept
    why.append(replace(explained, taken=taken))
    changed = colors != seen.colors
    penalty = judge(problem, me, colors, known).penalty
    why.append(Compared(changed, penalty))
    snap, colors = try_snap(seen, colors, changed, penalty, chance, waits)
    why.append(snap)
    return Decision(colors, changed or snap.done, snap.best, tuple(why))


def _hesitates(seen: Observation, draw: Draw) -> bool:
    """Draw whether to wait a turn, where neighbors decide at the same time or the owner goes back and forth.

    Two owners that always make way for each other would move in step.
    """
    complete = len(seen.colors) == len(seen.problem.clusters[seen.name])
    swings = flips(list(seen.history)) >= FLIPS or returns(seen.past) >= RETURNS
    return complete and (seen.together or swings) and draw.random() < WAIT


def _leaves_to_search(seen: Observation, found: Coloring) -> bool:
    """Return True if exact search should decide: `found` has a conflict inside the cluster that it could remove."""
    complete = len(seen.colors) == len(seen.problem.clusters[seen.name])
    searches = complete and not seen.asked and seen.threshold < seen.problem.conflict_penalty
    return searches and own_conflicts(seen.problem, seen.name, found, seen.believed, seen.told_bounds) > 0


def _optimize(seen: Observation, constrained: Coloring, draw: Draw) -> tuple[Weighed | Propagated, Coloring]:
    """Step 3, by the algorithm that the config names. Only max-sum needs numpy."""
    if seen.alg == "maxsum":
        from scenes.coloring.bots.propagation import propagate

        return propagate(seen, constrained, draw)
    choices, colors = weigh(seen, constrained, draw)
    return Weighed(choices, judge(seen.problem, seen.name, colors, seen.believed).penalty, taken=False), colors


def try_snap(
    seen: Observation, colors: Coloring, changed: bool, penalty: float, chance: Chances, waits: bool = False
) -> tuple[Snapped, Coloring]:
    """Step 7: exact search, under all of the document's conditions. It is run for the record in any case."""
    problem, me, known, bounds = seen.problem, seen.name, seen.believed, seen.told_bounds
    found = best(problem, me, known, seen.fixed, chance("snap"), bounds, OWN)
    lowest = judge(problem, me, found.colors, known).penalty
    gain = penalty - lowest
    cheaper = cost(problem, me, found.colors, known, bounds) < cost(problem, me, colors, known, bounds)
    if seen.asked:
        why = "forced colors just applied"
    elif changed:
        why = f"{'max-sum' if seen.alg == 'maxsum' else 'greedy'} changed"
    elif waits:
        why = "waits a turn: it would move in step with others"
    elif not cheaper:
        why = "nothing to gain"
    elif 0 < gain <= seen.threshold:
        why = f"gain {number(gain)} is too small"
    else:
        why = f"gain {number(gain)}" if gain > 0 else MENDABLE
        points = "" if found.proven else ", though perhaps not with the most points"
        return Snapped(True, f"{why}{points}", penalty, lowest), found.colors
    return Snapped(False, why, penalty, lowest), colors
