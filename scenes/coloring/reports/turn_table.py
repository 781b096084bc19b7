"""A recording as a table: a row a turn and owner, for spreadsheets."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from core.engine.events import Acted, Event, Said
from core.recording.header import Header
from core.tables import csv_table
from scenes.coloring.events import Colored, FalseClaim, Flagged, Judged, Oscillated
from scenes.coloring.negotiation.offers import OfferChanged, Proposed
from scenes.coloring.problem.graph import Coloring, Problem
from scenes.coloring.reports.posed_problem import posed_in
from scenes.coloring.talk.speech import Bounded, Read, Refused, Requested

TURNS = (
    *("turn", "owner", "policy", "changes", "penalty", "satisfied", "conflicts", "uncolored", "score"),
    *("messages", "requests", "refusals", "offers", "accepted", "kept", "broken", "bounds"),
    *("false_claims", "misreadings", "oscillates", "seconds", "thinking"),
)


def turns(header: Header, events: Sequence[Event]) -> str:
    """Write a row for each turn and owner: its actions, and the state after them.

    `seconds` is how long the turn took; `thinking` how long a person took to its first step in it. `misreadings` are
    words of a person's that a model understood otherwise than the rules.
    """
    return csv_table(TURNS, _rows(header, events))


def _rows(header: Header, events: Sequence[Event]) -> Iterator[dict[str, Any]]:
    problem, colors = posed_in(events)
    held: list[Event] = []
    before = 0.0
    for event in events:
        if held and event.turn != held[0].turn:
            yield from _turn(header, problem, colors, held, before)
            before = held[-1].t
            held = []
        if isinstance(event.data, Colored):
            colors = colors | event.data.colors
        if event.turn:
            held.append(event)
        else:
            before = event.t
    if held:
        yield from _turn(header, problem, colors, held, before)


def _turn(
    header: Header, problem: Problem, colors: Coloring, events: Sequence[Event], before: float
) -> Iterator[dict[str, Any]]:
    """Yield the rows of one turn, with the colors at its end; owners that decided at once share its seconds."""
    for owner in dict.fromkeys(e.agent for e in events if isinstance(e.data, Flagged | Acted | Said)):
        own = [event for event in events if event.agent == owner]
        data = [event.data for event in own]
        count = Counter(map(type, data))
        states = Counter(each.state for each in data if isinstance(each, OfferChanged))
        newest = {type(each): each for each in data}
        judged, flag = newest.get(Judged), next((each for each in data if isinstance(each, Flagged)), None)
        yield {
            "turn": events[0].turn,
            "owner": owner,
            "policy": header.cast.get(owner, ""),
            "changes": sum(len(each.colors) for each in data if isinstance(each, Colored)),
            "penalty": judged.penalty if isinstance(judged, Judged) else None,
            "satisfied": int(flag.satisfied) if flag else None,
            "conflicts": len(problem.conflicts(colors)),
            "uncolored": len(problem.nodes) - len(colors),
            "score": problem.score(colors),
            "messages": count[Said],
            "requests": count[Requested],
            "refusals": count[Refused] + states["refused"],
            "offers": count[Proposed],
            **{state: states[state] for state in ("accepted", "kept", "broken")},
            "bounds": count[Bounded],
            "false_claims": count[FalseClaim],
            "misreadings": sum(each.differs for each in data if isinstance(each, Read)),
            "oscillates": int(count[Oscillated] > 0),
            "seconds": _seconds(before, events[-1].t),
            "thinking": _thinking(own, before) if header.cast.get(owner) == "human" else None,
        }


def _thinking(events: Sequence[Event], before: float) -> float | None:
    """Return the seconds to the first step; None if there was none."""
    first = next((event for event in events if isinstance(event.data, Acted)), None)
    return _seconds(before, first.t) if first else None


def _seconds(before: float, after: float) -> float | None:
    """Return the seconds between two times; None if a time was not recorded."""
    return round(after - before, 3) if before >= 0 and after >= 0 else None
