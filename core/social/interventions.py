"""Interventions in social scenes."""

from collections.abc import Iterator, Mapping, Sequence

from core.actions.forms import Forms, Name
from core.engine.events import Event
from core.engine.turn import Action
from core.errors import IllegalAction
from core.social.events import Announced, PropertyChanged
from core.social.plan import Part, PlanChanged


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


def happens(what: str, names: Sequence[str]) -> Iterator[Event]:
    """Make the events of an intervention. Raises IllegalAction for what is none, before the first."""
    match FORMS.parse(what, names):
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
            listed = tuple(filter(None, map(str.strip, words.split(","))))
            told: Mapping[str, object] = {part: listed if part in ("goals", "milestones") else words}
            yield PlanChanged(**told).by(to, to=(to,))  # type: ignore[arg-type]
