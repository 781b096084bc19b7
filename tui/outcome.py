"""The result of a game in a few words: the person's own result, or the winners or the best score."""

from collections.abc import Mapping, Sequence

from core.engine.config import RESUMABLE

MAX_NAMED_WINNERS = 3
"""Largest number of winners that are named; more are counted."""


def person_of(cast: Mapping[str, str]) -> str:
    """Return the only human in a cast; "" if there is none, or more than one."""
    humans = [name for name, policy in cast.items() if policy == "human"]
    return humans[0] if len(humans) == 1 else ""


def outcome(
    reason: str, winners: Sequence[str], scores: Mapping[str, float], person: str = "", *, brief: bool = False
) -> str:
    """Write why a game ended, and who won or has most points. `brief` leaves out the reason before points."""
    shown = reason.replace("_", " ")
    if reason in RESUMABLE:
        return shown
    if winners:
        return _won(shown, winners, person)
    best = max(scores.values(), default=0)
    if not best:
        return shown
    lead = "" if brief else f"{shown}, "
    if person in scores:
        return f"{lead}{standing(scores, person)}"
    return f"{lead}most points: {join_names([name for name in scores if scores[name] == best])} {best:g}"


def standing(scores: Mapping[str, float], person: str) -> str:
    """Write a person's rank by points, and the points."""
    place = 1 + sum(score > scores[person] for score in scores.values())
    return f"you are {_ordinal(place)} of {len(scores)}, {scores[person]:g} point{'s' * (scores[person] != 1)}"


def _won(reason: str, winners: Sequence[str], person: str) -> str:
    side = f"the {reason.removesuffix(' won')}" if reason.endswith(" won") else ""
    who = side or join_names(winners)
    lead = "" if side or reason == "won" else f"{reason}: "
    if person in winners:
        others = [name for name in winners if name != person]
        return f"{lead}you won{f' with {side or join_names(others)}' if others else ''}"
    if person:
        return f"{lead}you lost, {who} won"
    return f"{lead}{who} won" if side or lead else f"won by {who}"


def join_names(names: Sequence[str], limit: int = MAX_NAMED_WINNERS) -> str:
    """Join names, or give the number of more than `limit`."""
    *most, last = names if len(names) <= limit else [f"{len(names)} players"]
    return f"{', '.join(most)} and {last}" if most else last


def _ordinal(place: int) -> str:
    ending = "th" if 10 <= place % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"
