"""Exact search with an owner's knowledge: best results if some colors were given, effects of a color, and bounds.

A bound on a neighbor's colors holds whatever others do. For each coloring of the neighbor's boundary, it is the
fewest conflicts that remain in the owner's cluster, on the edges between the two, and by all other neighbors' bounds.
It depends on locks, not on present colors. 0 means that nothing is known against a coloring; more means that no valid
coloring of the whole graph contains it. That is a proof, even from old or incomplete information: on a tree of clusters
the bounds are exact; on cycles they may count a conflict several times, but never an avoidable one.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.engine.chance import Draw
from scenes.coloring.problem.graph import Coloring, counted, number
from scenes.coloring.problem.penalty import judge
from scenes.coloring.rules.observation import Observation
from scenes.coloring.solvers.bound import MOST_CONFLICTS, Bound
from scenes.coloring.solvers.exact import Best, best, table


def best_if(seen: Observation, supposed: Mapping[str, str], *, points: bool = True) -> Best:
    """Return the owner's best coloring if some nodes, its own or others', had the given colors."""
    own = seen.problem.owned(seen.name, supposed)
    outside = seen.believed | {node: color for node, color in supposed.items() if node not in own}
    return best(seen.problem, seen.name, outside, seen.fixed | own, Draw(seen.turn), points=points)


def lowest_penalty(seen: Observation, supposed: Mapping[str, str], *, points: bool = True) -> float:
    """Return the lowest penalty that the owner could reach."""
    return seen.problem.conflict_penalty * best_if(seen, supposed, points=points).conflicts


def at_least_text(penalty: float) -> str:
    return f"my penalty would be at least {number(penalty)}"


class Loss(NamedTuple):
    """Loss caused by supposed colors, compared by penalty first, then by points."""

    penalty: float
    points: float

    def __str__(self) -> str:
        points = counted(self.penalty or self.points, "point")
        return f"{points} of penalty" if self.penalty else points


NO_LOSS = Loss(0.0, 0.0)


def loss_if(seen: Observation, supposed: Mapping[str, str]) -> Loss:
    """Return the loss of the owner's best coloring if some nodes had the given colors."""
    free, bound = best_if(seen, {}), best_if(seen, supposed)
    return Loss(seen.problem.conflict_penalty * (bound.conflicts - free.conflicts), free.score - bound.score)


def clashes_inside(seen: Observation, wanted: Coloring) -> bool:
    """Return True if changes would give two adjacent nodes of another owner the same known color."""
    problem, after = seen.problem, {**seen.believed, **seen.refused, **wanted}
    beside = ((node, other) for node in wanted for other in problem.adjacent[node])
    return any(problem.owner[u] == problem.owner[v] and after.get(v) == after[u] for u, v in beside)


MAX_COLORINGS = 729
"""Maximum number of colorings of a boundary in one bound or one table."""


def new_bounds(seen: Observation, draw: Draw) -> dict[str, Bound]:
    """Return the bounds that changed since they were last sent, by neighbor."""
    out = {}
    for to in seen.problem.neighbors[seen.name]:
        others = [by for by in seen.bounds if by != to]
        if to in seen.bounded and not seen.has_news(*others):
            continue
        varied = seen.problem.boundary(to, seen.name)
        if len(seen.problem.colors) ** len(varied) > MAX_COLORINGS:
            continue
        rows, _ = table(
            seen.problem,
            seen.name,
            varied,
            {},
            seen.fixed,
            draw,
            MAX_COLORINGS,
            [seen.bounds[by].bound for by in others],
            False,
        )
        bound = Bound(varied, "".join(str(min(MOST_CONFLICTS, found.least)) for _, found in rows))
        if bound != seen.bounded.get(to):
            out[to] = bound
    return out


def why_hopeless(seen: Observation, draw: Draw) -> str:
    """Explain why own locks and neighbors' bounds rule out a valid coloring; empty if they do not.

    The explanation names only neighbors whose bounds the proof needs.
    """

    def is_proved(by: Sequence[str]) -> bool:
        bounds = [seen.bounds[name].bound for name in by]
        return best(seen.problem, seen.name, {}, seen.fixed, draw, bounds, points=False).least > 0

    needed = list(seen.bounds)
    if not is_proved(needed):
        return ""
    for name in seen.bounds:
        if is_proved(rest := [other for other in needed if other != name]):
            needed = rest
    locks = " that keeps my locks" if seen.fixed else ""
    conflicting = f" what {' and '.join(needed)} told me of our boundary" if needed else " itself, whatever others do"
    return f"no coloring of {', '.join(seen.problem.clusters[seen.name])}{locks} fits{conflicting}"


class Effect(NamedTuple):
    """Effect of a node's new color on one owner, at the edges between that owner's nodes and the node."""

    owner: str
    repaired: tuple[str, ...]
    """The owner's nodes whose clash with the changed node would end."""
    added: tuple[str, ...]
    """The owner's nodes that would newly clash with the changed node."""
    unknown: tuple[str, ...]
    """The owner's adjacent nodes whose color is unknown."""
    bound: int | None
    """Conflicts that the owner reported as unavoidable with the new color; None if its bound does not say."""


class WhatIf(NamedTuple):
    """Effects of a node's new color on the node's owner and on owners of adjacent nodes."""

    node: str
    color: str
    locked: str
    """Color to which the node is known to be locked; empty if it is not."""
    effects: tuple[Effect, ...]
    """Effects on the node's owner first, then on owners of adjacent nodes."""
    now: float
    then: float
    """The viewer's penalty with the new color, if nothing else changed."""
    answer: Best | None
    """The viewer's best coloring after the change; None for the director."""


def what_if(seen: Observation, node: str, color: str) -> WhatIf:
    """Compute the effects of a new color of a node. The director, whose name is empty, knows all colors."""
    problem, owner = seen.problem, seen.problem.owner
    around: Coloring = {**seen.refused, **seen.around}
    after = {**around, node: color}
    owners = dict.fromkeys((owner[node], *(owner[other] for other in problem.adjacent[node])))
    effects = tuple(_effect(seen, name, node, around, after) for name in owners)
    locked = seen.fixed.get(node) or seen.refused.get(node, "")
    if not seen.name:
        price = problem.conflict_penalty
        now, then = (price * len(problem.conflicts(colors)) for colors in (around, after))
        return WhatIf(node, color, locked, effects, now, then, None)
    now, then = (_penalty_of(seen, colors) for colors in (around, after))
    outside = {n: c for n, c in after.items() if owner[n] != seen.name}
    own = {node: color} if owner[node] == seen.name else {}
    answer = best(problem, seen.name, outside, {**own, **seen.fixed}, Draw(seen.turn))
    return WhatIf(node, color, locked, effects, now, then, answer)


def _effect(seen: Observation, name: str, node: str, around: Coloring, after: Coloring) -> Effect:
    """Compare the colors around a node before and after its change, for one owner."""
    problem, old, new = seen.problem, around.get(node), after[node]
    beside = [other for other in problem.adjacent[node] if problem.owner[other] == name]
    known, mine = seen.bounds.get(name), problem.owned(seen.name, after)
    heard = known and problem.owner[node] == seen.name and mine.keys() >= {*known.bound.nodes}
    return Effect(
        owner=name,
        repaired=tuple(n for n in beside if n in around and around[n] == old != new),
        added=tuple(n for n in beside if around.get(n) == new != old),
        unknown=tuple(n for n in beside if n not in around),
        bound=known.bound.of(problem, mine) if known and heard else None,
    )


def command_for(seen: Observation, asked: WhatIf) -> str:
    """Write a command that offers a change to another owner; empty if there is no owner to address.

    For another's node, the offer asks for its color, and gives the viewer's best changes of adjacent nodes. An own node
    is offered to the first neighbor that it touches.
    """
    problem, node = seen.problem, asked.node
    if not seen.name:
        return ""
    outside = [other for other in problem.adjacent[node] if problem.owner[other] != seen.name]
    if problem.owner[node] == seen.name:
        return f"offer {problem.owner[outside[0]]} {node}={asked.color}" if outside else ""
    colors = asked.answer.colors if asked.answer else {}
    give = [n for n in problem.adjacent[node] if n in colors and seen.colors.get(n) != colors[n]]
    offered = " ".join(f"{n}={colors[n]}" for n in give)
    return f"offer {node}={asked.color}{f' for {offered}' if offered else ''}"


def _penalty_of(seen: Observation, colors: Coloring) -> float:
    own = seen.problem.owned(seen.name, colors)
    known = {n: c for n, c in colors.items() if n not in own}
    return judge(seen.problem, seen.name, own, known).penalty
