"""The command language of an account: its decisions on the current post, or on an earlier one of its feed."""

from typing import Annotated, ClassVar

from msgspec import Meta

from core.actions.forms import Name, Written
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
    key: ClassVar = {"scroll": "space", "like": "l", "reshare": "s", "post": "n"}
    label: ClassVar = {"scroll": "scroll on", "reshare": "share", "post": "new post"}
    at_once = True
    state: Annotated[AgentState, Written(STATE_OF_WORD)]
    words: Annotated[str, Meta(max_length=MAX_TEXT)] = ""


class DecideOn(Action):
    """Answer an earlier post of the account's feed, by its number, and scroll past the current one."""

    form = "item {item} {state=like|reshare|reply}, item {item} {state=reply} {words}"
    at_once = True
    item: Annotated[int, Meta(ge=0, le=10_000_000)]
    state: Annotated[AgentState, Written(STATE_OF_WORD)]
    words: Annotated[str, Meta(max_length=MAX_TEXT)] = ""


class Quote(Action):
    """Reshare the current post, or an earlier one of the account's feed, with a comment."""

    form = "quote {words}, item {item} quote {words}"
    at_once = True
    words: Annotated[str, Meta(min_length=1, max_length=MAX_TEXT)]
    item: Annotated[int, Meta(ge=-1, le=10_000_000)] = -1
    """Item of an earlier post; -1 for the current one."""

    @property
    def decision(self) -> Decide | DecideOn:
        """The reshare as a decision with words."""
        return Decide(RESHARE, self.words) if self.item < 0 else DecideOn(self.item, RESHARE, self.words)


class NameSource(Action):
    """Name the account that started the rumor, if finding it is the aim, and scroll past the current post."""

    form = "name {account}"
    at_once = True
    account: Name


AccountAction = Decide | DecideOn | Quote | NameSource
SCROLL_ON = Decide(SCROLLING)
