"""The person's seat in the feed: keys, the post to decide on, previews and hints."""

from collections.abc import Sequence

from core.actions.menu import declared_keys
from scenes.feed import actions
from scenes.feed.account import Observation, Seen
from scenes.feed.actions import STATE_OF_WORD, WORD_OF, AccountAction, Decide, NameSource, Quote
from scenes.feed.behavior import COMPOSING, LIKE, REPLY, RESHARE, SCROLLING
from scenes.feed.interventions import split_topic
from scenes.feed.oracle import weigh
from tui.panes.kit import Advice
from tui.panes.seat import ENTER
from tui.styles import Line, clip, spread

KEYS = declared_keys([Decide])
DECISION_LABELS = {
    SCROLLING: "scroll on",
    LIKE: "like it",
    REPLY: "reply",
    RESHARE: "reshare it",
    COMPOSING: "write a post",
}
"""Names of decisions in a hint."""

READING: Line = (("the newest post waits while you read ", "mid"),)


def command_in(text: str, target: str = "") -> str:
    """Return the command of a text: a reply, unless it is a command.

    Args:
        text: The text.
        target: Beginning of a command about another post than the current one.
    """
    first, *rest = text.lower().split() or [""]
    if first in ("like", "reply", "reshare", "quote"):
        return f"{target}{text}"
    is_command = first in STATE_OF_WORD or (len(rest) == 1 and first == "name") or (first == "item" and rest[0:1] != [])
    return text if not text or is_command else f"{target}reply {text}"


def idle(seen: Observation) -> Line:
    """Draw the post to decide on, in full."""
    if seen.post is None:
        return (("no post before you", "dim"),)
    post = seen.post
    counts = f"  ♡ {post.likes} ↳ {post.replies} ↻ {post.reshares}"
    return ((f"@{clip(post.author, 14)}", "bold hi"), (f"{counts}  ", "mid"), (post.text, "fg"))


def time_limit_line(left: Line) -> Line:
    """Draw the post's remaining time, and the key that holds it."""
    if not left:
        return (("the post is held  ", "mid"), ("f", "bold accent"), (" lets it go ", "mid"))
    return (("passes by in ", "mid"), *left, ("  f", "bold accent"), (" holds it ", "mid"))


def waiting_prompt(seen: Observation) -> Line:
    """Draw the prompt while there is no post to decide on."""
    doing = {LIKE: "liking", REPLY: "replying", RESHARE: "resharing", COMPOSING: "writing"}
    state = doing.get(seen.state, seen.state)
    return (("no post before you; ", "mid"), (f"you are {state}", "fg"), ("; time goes on", "mid"))


def understood(action: AccountAction, seen: Observation, post: Seen | None, width: int) -> Line:
    """Draw what the typed action would do to the post."""
    if post is None:
        return (("wait for the next post: there is nothing to decide now", "accent"),)
    return spread(_effect(action, post, seen.profile.topics), ENTER, width)


def _effect(action: AccountAction, post: Seen, topics: Sequence[str]) -> Line:
    if isinstance(action, NameSource):
        return (("names as the source of the rumor: ", "mid"), (f"@{clip(action.account, 26)}", "bold hi"))
    author = f"@{clip(post.author, 26)}"
    if isinstance(action, Quote):
        return (("quotes to your followers the post of ", "mid"), (author, "bold hi"))
    if action.state == REPLY:
        left = actions.MAX_TEXT - len(action.words)
        words = f"   {left} characters left" if action.words else "   add the words of your reply"
        return (("replies to ", "mid"), (author, "bold hi"), (words, "dim"))
    if action.state == COMPOSING:
        topic, words = split_topic(action.words, topics)
        if not words:
            return (("a new post; add its words, ", "fg"), (f"on another topic as {topics[0]}: WORDS", "mid"))
        on = f"on {topics[topic]}" if topic is not None else "on one of your topics"
        return ((f"a new post, {on}", "fg"), ("" if topic is not None else "   food: … chooses one", "dim"))
    done = {LIKE: "likes the post of ", RESHARE: "reshares to your followers the post of "}
    return ((done.get(action.state, "scrolls on, past "), "mid"), (author, "bold hi"))


def advice(seen: Observation) -> Advice:
    """Return the rule-based decision for this seat."""
    if seen.post is None:
        return Advice(why="nothing to decide: there is no post before you now")
    chances = sorted(weigh(seen).chances.items(), key=lambda option: -option[1])
    options = [f"{DECISION_LABELS[state]} in {100 * share:.0f}" for state, share in chances if share >= 0.005]
    return Advice(WORD_OF[chances[0][0]], f"of 100 such posts, your account would {', '.join(options)}")
