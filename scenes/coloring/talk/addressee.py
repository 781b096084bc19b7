"""Meaning of a message for one of its addressees."""

from collections.abc import Iterable, Sequence

from scenes.coloring.problem.graph import Problem
from scenes.coloring.talk.language import Meaning
from scenes.coloring.talk.speech import Meant


def meaning_for(problem: Problem, to: str, meanings: Sequence[Meaning]) -> Meant:
    """Combine the meanings for one owner: the speaker's reports and locks, and statements about the owner's nodes."""

    def concerns(nodes: Iterable[str]) -> bool:
        return {problem.owner[node] for node in nodes} == {to}

    meant = Meant()
    for each in meanings:
        meant = Meant(
            meant.report | each.report,
            meant.request | problem.owned(to, each.request),
            meant.avoid | problem.owned(to, each.avoid),
            tuple(dict.fromkeys([*meant.keep, *(n for n in each.keep if problem.owner[n] == to)])),
            meant.costs + tuple(cost for cost in each.costs if concerns(cost.colors)),
            meant.locked + each.locked,
            meant.deals + tuple(deal for deal in each.deals if concerns(deal.want)),
        )
    return meant
