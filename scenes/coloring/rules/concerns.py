"""Recap for an owner that comes back to the board: changes next to its nodes, and requests to it."""

from collections.abc import Callable

from core.engine.events import Event
from core.engine.recap import sentence
from scenes.coloring.negotiation.offers import Dropped, Honored, OfferChanged, Proposed
from scenes.coloring.problem.notation import spell
from scenes.coloring.rules.observation import Observation
from scenes.coloring.talk.speech import Addressed, Gathered, Refused, Reported, Requested


def concerning(event: Event, name: str, observe: Callable[[str], Observation]) -> str:
    """Write an event for an owner: as it was understood, which is shorter than the words."""
    body, by = event.data, event.agent
    if isinstance(body, Gathered) and by == name:
        return f"{body.speaker}: {body.meant.sentence()}"
    if by == name:
        return ""
    match body:
        case Reported(to, colors) if to in (name, "") and colors:
            return f"{by} has {spell(colors)}{_clashes(observe(name), colors)}"
        case Addressed(to, question=True, asks=asks) if to in (name, ""):
            return (
                f"{by} asks you: {' '.join(each.sentence() for each in asks)}" if asks else f"{by} asks you something"
            )
        case Requested(to) | Refused(to) | Proposed(to=to) | Dropped(to) if to == name:
            return sentence(event, name)
        case OfferChanged(number) | Honored(number) if any(o.number == number for o in observe(name).offers):
            return sentence(event, name)
    return ""


def _clashes(seen: Observation, reported: dict[str, str]) -> str:
    """Name the own nodes that these colors clash with."""
    pairs = [pair for pair in seen.problem.conflicts({**seen.colors, **reported}) if len({*pair} & {*reported}) == 1]
    found = [f"{n} with your {o}" for n, o in ((u, v) if u in reported else (v, u) for u, v in pairs)]
    return f": clashes {', '.join(found)}" if found else ""
