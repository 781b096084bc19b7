"""Conduct of owners in bargaining: their answers to requests and offers, and the character that these show."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.engine.events import Event
from scenes.coloring.negotiation.offers import OfferChanged, Proposed
from scenes.coloring.rules.observation import Asked
from scenes.coloring.talk.speech import Refused, Reported, Requested


class Answer(NamedTuple):
    """An owner's answer to another one's request or offer."""

    name: str
    to: str
    agrees: bool


def answers(events: Iterable[Event]) -> Sequence[Answer]:
    """List the answers in the events that a perspective saw.

    A request is answered by the next report of its node, unless the node is said to be locked.
    """
    events = tuple(events)
    locked = {node for event in events if isinstance(event.data, Refused) for node in event.data.colors}
    out: list[Answer] = []
    requests: dict[str, Asked] = {}
    offers: dict[int, tuple[str, str]] = {}
    for event in events:
        match event.data:
            case Requested(_, colors, avoid):
                requests |= {node: Asked(event.agent, color) for node, color in colors.items()}
                requests |= {node: Asked(event.agent, avoid=barred) for node, barred in avoid.items()}
            case Reported(to, colors):
                due = [node for node in colors if node in requests and to in ("", requests[node].by)]
                for node in due:
                    asked = requests.pop(node)
                    if node not in locked:
                        out.append(Answer(event.agent, asked.by, asked.met_by(colors[node])))
            case Proposed(number, to):
                offers[number] = event.agent, to
            case OfferChanged(number, state) if state in ("accepted", "refused", "broken"):
                [other] = {*offers[number]} - {event.agent}
                out.append(Answer(event.agent, other, state == "accepted"))
    return out


SHOWN = 4
"""Minimum number of answers that show a character."""
GENEROUS, STUBBORN = 0.8, 0.5
"""Share of answers that agree from which an owner is generous, and up to which it is stubborn."""
REPAID = 3
"""Minimum number of answers that repay the other side's last one, of a tit-for-tat owner."""


def count_agreed(name: str, given: Sequence[Answer]) -> tuple[int, int]:
    """Return the number of an owner's answers that agree, and of all its answers."""
    own = [answer.agrees for answer in given if answer.name == name]
    return sum(own), len(own)


def character(name: str, given: Sequence[Answer]) -> str:
    """Return the character that an owner's answers show; empty while they show none."""
    agreed, count = count_agreed(name, given)
    if count < SHOWN:
        return ""
    if 0 < agreed < count and _repays(name, given):
        return "tit-for-tat"
    return "generous" if agreed >= GENEROUS * count else "stubborn" if agreed <= STUBBORN * count else ""


def _repays(name: str, given: Sequence[Answer]) -> bool:
    """Return True if an owner repaid each answer of others with the same answer, at least `REPAID` times."""
    last: dict[str, bool] = {}
    repaid = []
    for answer in given:
        if answer.to == name:
            last[answer.name] = answer.agrees
        elif answer.name == name and answer.to in last:
            repaid.append(answer.agrees == last[answer.to])
    return len(repaid) >= REPAID and all(repaid)
