"""Whom an event is about: what somebody is told who comes back to the table."""

import re
from typing import Any

import msgspec

from core.engine.events import SHARED, Body, Event, Said

SECOND = {"is": "are", "was": "were", "has": "have"}
"""Verbs after a name at the beginning of a sentence, and after "you"."""


def concerns(event: Event, name: str) -> bool:
    """Tell whether an event that an agent may know of is another's doing, and names it, or is meant for few."""
    if event.agent == name or (isinstance(event.data, SHARED) and not isinstance(event.data, Said)):
        return False
    return event.audience is not None or names(event.data, name)


def names(body: Body, name: str) -> bool:
    """Tell whether a field of an event is a name, or words were said in which it stands."""
    if isinstance(body, Said) and _word(name).search(body.text):
        return True
    return any(value == name or _holds(value, name) for value in msgspec.structs.astuple(body))


def _holds(value: Any, name: str) -> bool:
    return isinstance(value, tuple | dict) and name in value


def sentence(event: Event, name: str) -> str:
    """Write an event for an agent: what is done to it is done to "you", and words stay as they were said."""
    told = event.data.sentence()
    if isinstance(event.data, Said):
        whom = " to you" if event.data.to == (name,) else ""
        return f"{event.agent}{whom}: {event.data.text}"
    told = _word(f"{name}'s").sub("your", told)
    told = _told_to(told, name) if event.agent else told
    return told if told.startswith("you ") else f"{event.agent} {told}".strip()


def _told_to(told: str, name: str) -> str:
    """Say "you" for a name, and what goes with it: "Ann is hanged" is "you are hanged"."""
    for third, second in SECOND.items():
        told = re.sub(rf"^{re.escape(name)} {third}(?!\w)", f"you {second}", told)
    return _word(name).sub("you", told)


def _word(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
