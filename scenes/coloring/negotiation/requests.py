"""Step 10 of an owner's turn: counterfactual options and requests."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from core.engine.chance import Draw
from scenes.coloring.bots.decision import Decision
from scenes.coloring.negotiation.reach import MAX_COLORINGS, clashes_inside, lowest_penalty
from scenes.coloring.problem.graph import Coloring, Problem, assign, changes
from scenes.coloring.problem.penalty import Verdict
from scenes.coloring.rules.observation import Observation
from scenes.coloring.solvers.exact import table
from scenes.coloring.talk.speech import Offered, Option

SHOWN_OPTIONS = 5
"""Number of options that a message shows; the complete table has up to `MAX_COLORINGS`."""


class Options(NamedTuple):
    """The counterfactual table for one neighbor, best option first; `more` configurations are left out."""

    to: str
    penalty: float
    rows: tuple[Option, ...]
    more: int
    alone: float
    """Penalty that the owner will reach without help."""
    lowest: float
    """Lowest penalty possible without help, which is below `alone` if the option `snap` prevents exact search. Only
    penalties below it are presented as a gain."""

    def offered(self) -> Offered:
        """Return the part shown in a message: the top options, and the current one even if it is not among them."""
        shown = [row for i, row in enumerate(self.rows) if i < SHOWN_OPTIONS or row.current]
        left = self.more + len(self.rows) - len(shown)
        alone = self.lowest if self.lowest < self.penalty else None
        return Offered(self.to, self.penalty, tuple(shown), left, alone)


def counterfactuals(seen: Observation, decision: Decision, verdict: Verdict, draw: Draw) -> tuple[Options, ...]:
    """Run step 10: for each neighbor, list possible colors of its boundary with the owner's best result.

    The current configuration has the actual penalty of the owner's colors, not the best possible one.
    """
    problem, me, known = seen.problem, seen.name, seen.believed
    lowest = min(verdict.penalty, lowest_penalty(seen, {}, points=False)) if verdict.penalty else 0.0
    alone = decision.lowest if verdict.penalty > decision.lowest + seen.threshold else verdict.penalty
    out = []
    for to in problem.neighbors[me]:
        varied = problem.boundary(to, me)
        rows, more = table(problem, me, varied, known, seen.fixed, draw, MAX_COLORINGS)
        can_have = least_conflicting(problem, [outside for outside, _ in rows], seen.refused)
        options = []
        for outside, found in rows:
            current = all(known.get(node) == color for node, color in outside.items())
            if not current and outside not in can_have:
                continue
            penalty = verdict.penalty if current else problem.conflict_penalty * found.conflicts
            score = problem.score(decision.colors) if current else found.score
            options.append(Option(outside, penalty, score, problem.score(outside), current))
        options.sort(key=lambda option: (option.penalty, -option.combined))
        out.append(Options(to, verdict.penalty, tuple(options), more, alone, lowest))
    return tuple(out)


def penalty_alone(tables: Sequence[Options]) -> float:
    """Return the penalty that an owner will reach without help."""
    return min((options.alone for options in tables), default=0.0)


def helpful_changes(seen: Observation, rows: Iterable[Option], limit: float) -> Iterator[tuple[Coloring, Option]]:
    """Yield changes of others' unlocked nodes that bring the penalty below a limit, each with its option.

    Changes are left out if they would give two adjacent nodes of another owner the same known color.
    """
    for option in rows:
        wanted = changes(seen.believed, option.colors)
        can_be = option.penalty < limit and not wanted.keys() & seen.refused.keys()
        if wanted and can_be and not clashes_inside(seen, wanted):
            yield wanted, option


def least_conflicting(problem: Problem, outside: Sequence[Coloring], locked: Coloring) -> list[Coloring]:
    """Return the configurations with the fewest conflicts inside clusters, counting known locked colors.

    All owners know the graph, so no request asks for a conflict inside another's cluster if it can be avoided.
    """
    within = [(u, v) for u, v in problem.edges if problem.owner[u] == problem.owner[v]]
    counts = [sum(c[u] == c[v] for u, v in within if u in c and v in c) for c in ({**locked, **o} for o in outside)]
    return [colors for colors, count in zip(outside, counts, strict=True) if count == min(counts)]


_RankedRequest = tuple[tuple[int, float, int, float], Coloring, float]
"""Rank of a request, its colors, and the resulting penalty."""


class RequestPlan(NamedTuple):
    """Requests by owner, and the penalty if all are met."""

    wishes: dict[str, Coloring]
    reach: float
    tried: int
    """Number of earlier requests for the color, among these, that was requested least often."""


def choose_request(
    seen: Observation, decision: Decision, tables: tuple[Options, ...], draw: Draw
) -> RequestPlan | None:
    """Choose the most helpful request, to one neighbor if possible, else to several.

    A request must lead below the penalty that the owner reaches alone. It never asks for a locked node, nor for a color
    that an adjacent own node has. There is no new request before every owner that was asked has had a turn.

    Requests made less often come first, so that an unmet request gives way to the next best one; then lower penalty,
    fewer nodes, higher combined score, and chance.
    """
    if seen.awaits:
        return None
    limit = penalty_alone(tables)
    single = _ranked_requests(seen, decision, [option for options in tables for option in options.rows], limit)
    gains = single or _ranked_requests(seen, decision, joint_options(seen, draw), limit)
    if not gains:
        return None
    top = min(rank for rank, *_ in gains)
    _, wanted, penalty = draw.choice([gain for gain in gains if gain[0] == top])
    owners = dict.fromkeys(seen.problem.owner[node] for node in wanted)
    return RequestPlan({owner: seen.problem.owned(owner, wanted) for owner in owners}, penalty, top[0])


def _ranked_requests(
    seen: Observation, decision: Decision, options: list[Option], limit: float
) -> list[_RankedRequest]:
    """Rank the options that help and can be requested. Known clashes among others' nodes count as a cost."""
    problem, out = seen.problem, list[_RankedRequest]()
    for wanted, option in helpful_changes(seen, options, limit):
        beyond = len(problem.conflicts({**seen.believed, **option.colors}))  # known conflicts among others' nodes
        cost = option.penalty + problem.conflict_penalty * beyond
        if not any(decision.colors.get(own) == c for node, c in wanted.items() for own in problem.adjacent[node]):
            tried = min(seen.requests.get(assign({node: color}), 0) for node, color in wanted.items())
            out.append(((tried, cost, len(wanted), -option.combined), wanted, option.penalty))
    return out


def joint_options(seen: Observation, draw: Draw) -> list[Option]:
    """Return possible configurations of all neighbors' boundaries together."""
    problem = seen.problem
    rows, _ = table(problem, seen.name, problem.outside(seen.name), seen.believed, seen.fixed, draw, MAX_COLORINGS)
    can_have = least_conflicting(problem, [outside for outside, _ in rows], seen.refused)
    return [
        Option(outside, problem.conflict_penalty * found.conflicts, found.score, problem.score(outside))
        for outside, found in rows
        if outside in can_have
    ]
