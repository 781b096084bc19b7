"""Actions of social scenes.

People write an action as text, models as an element: both come from its form.
"""

from core.actions.forms import Name
from core.engine.turn import Action
from core.web.tools import SEARCH, VIEW


class SendMessage(Action):
    """Say something to everybody; your turn goes on."""

    form = "say {message}"
    tag = "send_message"
    ends_turn = False
    message: str


class Speak(Action):
    """Say something to everybody; then it is somebody else's turn."""

    form = "say {message}"
    tag = "speak"
    message: str


class TalkTo(Action):
    """Say something to one of the others, which nobody else hears; your turn goes on."""

    form = "tell {to} {message}"
    key = "w"
    label = "whisper"
    tag = "talk_to"
    ends_turn = False
    to: Name
    message: str


class Yield(Action):
    """End your turn."""

    form = "yield"
    key = "p"
    label = "pass"
    at_once = True


class ScheduleOrder(Action):
    """Decide who acts next: names in their order, with commas between them."""

    form = "schedule {order}"
    tag = "schedule_order"
    order: str


class WebSearch(Action):
    """Search the web; you alone see the results, and your turn goes on."""

    form = "search {query}"
    tag = tool = SEARCH
    ends_turn = False
    query: str


class ViewPage(Action):
    """View a page of the web by its address; you alone see it, and your turn goes on."""

    form = "view {url}"
    tag = tool = VIEW
    ends_turn = False
    url: str


def comma_separated(text: str) -> tuple[str, ...]:
    """Return the parts of a comma-separated list, without empty ones."""
    return tuple(filter(None, map(str.strip, text.split(","))))
