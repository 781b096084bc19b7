"""The command language of an account: its decisions on the current post."""

from typing import Annotated, ClassVar

from msgspec import Meta

from core.actions.forms import Written
from core.engine.turn import Action
from scenes.feed.behavior import COMPOSING, LIKE, REPLY, RESHARE, SCROLLING, AgentState

MAX_TEXT = 280
"""Maximum number of characters of a post or a reply."""
STATE_OF_WORD: dict[str, AgentState] = {
    "scroll": SCROLLING,
    "like": LIKE,
    "reply": REPLY,
    "reshare": RESHARE,
    "post": COMPOSING,
}
WORD_OF = {state: word for word, state in STATE_OF_WORD.items()}
"""Command word of the decision that leads to each state."""


class Decide(Action):
    """Answer for the oracle. `words` are those of a reply or a post; without them the account finds its own."""

    form = "{state}, {state=reply|post} {words}"
    key: ClassVar = {"scroll": "space", "like": "l", "reshare": "r", "post": "p"}
    label: ClassVar = {"scroll": "scroll on"}
    at_once = True
    state: Annotated[AgentState, Written(STATE_OF_WORD)]
    words: Annotated[str, Meta(max_length=MAX_TEXT)] = ""


SCROLL_ON = Decide(SCROLLING)
