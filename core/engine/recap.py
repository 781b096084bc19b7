"""Recaps: the events since a player's last turn, written for that player."""

import re
from typing import Any

import msgspec

from core.engine.events import Body, Event, Said
from core.engine.shared_events import SHARED

SECOND_PERSON_VERBS = {"is": "are", "was": "were", "has": "have"}
"""Verb forms for "you" by the form after a name: "Ann is" becomes "you are"."""


def concerns(event: Event, name: str) -> bool:
    """Return True if another agent's event names this agent or has a limited audience."""
    if event.agent == name or (isinstance(event.data, SHARED) and not isinstance(event.data, Said)):
        return False
    return event.audience is not None or mentions(event.data, name)


def mentions(body: Body, name: str) -> bool:
    """Return True if a field of the event is or contains the name, or if its message mentions the name."""
    if isinstance(body, Said) and _word(name).search(body.text):
        return True
    return any(value == name or _contains(value, name) for value in msgspec.structs.astuple(body))


def _contains(value: Any, name: str) -> bool:
    return isinstance(value, tuple | dict) and name in value


def sentence(event: Event, name: str) -> str:
    """Write an event for an agent, with "you" in place of its name, except in quoted words."""
    text = event.data.sentence()
    if isinstance(event.data, Said):
        recipient = " to you" if event.data.to == (name,) else ""
        return f"{event.agent}{recipient}: {event.data.text}"
    text = _word(f"{name}'s").sub("your", text)
    text = _addressed_to(text, name) if event.agent else text
    return text if text.startswith("you ") else f"{event.agent} {text}".strip()


def _addressed_to(text: str, name: str) -> str:
    """Replace a name by "you" with the right verb: "Ann is hanged" becomes "you are hanged"."""
    for third, second in SECOND_PERSON_VERBS.items():
        text = re.sub(rf"^{re.escape(name)} {third}(?!\w)", f"you {second}", text)
    return _word(name).sub("you", text)


def _word(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
