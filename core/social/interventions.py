"""Interventions in social scenes."""

from collections.abc import Iterator, Sequence
from typing import Any

from core.actions.forms import Forms, Name
from core.engine.events import Event
from core.engine.turn import Action
from core.errors import IllegalAction
from core.social.actions import comma_separated
from core.social.events import Announced, PropertyChanged
from core.social.plan import LISTS, Part, PlanChanged


class Tell(Action):
    """Let one agent know something."""

    form = "inform {to} {words}"
    to: Name
    words: str


class Broadcast(Action):
    """Let everybody know something."""

    form = "broadcast {words}"
    words: str


class SetProperty(Action):
    """Change a property of an agent: `set Ann mood = angry`."""

    form = "set {to} {assignment}"
    to: Name
    assignment: str


class EditPlan(Action):
    """Change a part of an agent's plan; goals and milestones are separated by commas."""

    form = "plan {to} {part} {words}"
    to: Name
    part: Part
    words: str


FORMS = Forms((Tell, Broadcast, SetProperty, EditPlan))


def events_of(intervention: str, names: Sequence[str]) -> Iterator[Event]:
    """Make the events of an intervention. Raises IllegalAction for an invalid one, before the first event."""
    match FORMS.parse(intervention, names):
        case Tell(to, words):
            yield Announced(words).by(to=(to,))
        case Broadcast(words):
            yield Announced(words).by()
        case SetProperty(to, assignment):
            name, equals, value = (part.strip() for part in assignment.partition("="))
            if not (name and equals and value):
                raise IllegalAction("write set NAME PROPERTY = VALUE")
            yield PropertyChanged(name, value).by(to, to=(to,))
        case EditPlan(to, part, words):
            text: Any = comma_separated(words) if part in LISTS else words
            yield PlanChanged(**{part: text}).by(to, to=(to,))
