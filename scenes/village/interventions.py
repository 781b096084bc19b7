"""Interventions in a village: those of all social scenes, and news."""

from collections.abc import Sequence

from core.actions.forms import Forms, Name
from core.engine.turn import Action
from core.social.interventions import Broadcast, EditPlan, SetProperty, Tell


class BringNews(Action):
    """Let somebody know a piece of news first hand."""

    form = "news {to} {words}"
    to: Name
    words: str


FORMS = Forms((BringNews, Tell, Broadcast, SetProperty, EditPlan))


def brings(command: str, names: Sequence[str]) -> BringNews | None:
    """Read an intervention that brings news; None for any other. Raises IllegalAction for what is none."""
    read = FORMS.parse(command, names)
    return read if isinstance(read, BringNews) else None
