"""The command language of an account: what it does with the post before it."""

from core.engine.turn import Action
from core.errors import IllegalAction, did_you_mean
from core.text import one_line
from scenes.feed.behavior import COMPOSING, LIKE, REPLY, RESHARE, SCROLLING, AgentState

LONGEST = 280
"""Characters of a post or a reply."""
WORDS: dict[str, AgentState] = {
    "scroll": SCROLLING,
    "like": LIKE,
    "reply": REPLY,
    "reshare": RESHARE,
    "post": COMPOSING,
}
WORD_OF = {state: word for word, state in WORDS.items()}
"""How a decision for a state is written."""


class Decide(Action, frozen=True):
    """An oracle's answer. `words` are those of a reply or of a post to be written; without them the account finds its
    own."""

    state: AgentState
    words: str = ""


SCROLL_ON = Decide(SCROLLING)


def parse(text: str) -> Decide:
    """Raises IllegalAction."""
    word, _, words = text.strip().partition(" ")
    state = WORDS.get(word.lower())
    if state is None:
        raise IllegalAction(f"{one_line(word)[:40]!r} is no action; {did_you_mean(word[:40], tuple(WORDS))}")
    words = one_line(words).strip()
    if words and state not in (REPLY, COMPOSING):
        raise IllegalAction(f"{word} takes no words; `reply {words[:20]}…` or `post …` does")
    if len(words) > LONGEST:
        raise IllegalAction(f"{len(words)} characters; a post has at most {LONGEST}")
    return Decide(state, words)


def describe(action: Decide) -> str:
    word = WORD_OF[action.state]
    return f"{word} {action.words}" if action.words else word
