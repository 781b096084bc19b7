"""The person's seat in the feed: keys, the post to decide on, previews, hints, rules and tour."""

from collections.abc import Sequence

from core.actions.menu import declared_keys
from scenes.feed import actions
from scenes.feed.account import Observation, Seen
from scenes.feed.actions import WORD_OF, WORDS, Decide
from scenes.feed.behavior import COMPOSING, LIKE, REPLY, RESHARE, SCROLLING
from scenes.feed.interventions import split_topic
from scenes.feed.oracle import weigh
from scenes.feed.wording import TOPICS
from tui.panes.kit import Advice
from tui.panes.seat import ENTER
from tui.styles import Line, clip, spread
from tui.tour import Step, Tour, gave

KEYS = declared_keys([Decide])
CALLED = {SCROLLING: "scroll on", LIKE: "like it", REPLY: "reply", RESHARE: "reshare it", COMPOSING: "write a post"}
"""Names of decisions in a hint."""
HELP = (
    "A social network. Its accounts are driven by a statechart: each is in one of eight states, and moves at most once "
    "a tick. The table counts them: change is since the last tick, the trend ends now, mean is for how many ticks "
    "accounts have been in the state (~ if taken over a sample). The accent marks what grew fastest for its size.",
    "Idle: away. Scrolling: looks through its feed, a post a tick. Evaluating: a post caught its eye. Composing: "
    "writes. Like, Reply, Reshare: engages with the post. Resting: had enough for a while.",
    "What moves them: the hour brings them to the feed; a post on a topic they like stops them; an empty feed sends "
    "them away; engagements tire them. All that is plain rules, without a model.",
    "Oracle: only Evaluating is open (the ? in the chart). There the account's policy decides, rules or a model; the "
    "header counts who decided in the tick. Fallback: a model gave no answer, so the account scrolled on; counted from "
    "the start. Timeout: an account stayed too long in a state and was sent on, in the tick.",
    "Ranking: which of the unseen posts a feed shows first: mixture, chronological, interest or popularity "
    "(-o ranking=…). Followers get what an account posts and reshares.",
    "Cascade: a post with all its reshares. Size counts them, depth is the longest chain, breadth the most of one "
    "generation, virality the mean distance between two of them: low where everybody reshared the post itself, high "
    "where it went from hand to hand. ◆ on the track: a cascade reached 10, 25, 50, 100 …",
    "Interventions ({intervene}, while it runs): inject NAME WORDS puts a post in; boost NAME N and mute NAME, or a "
    "topic, change the ranking; threshold and timeout NAME N change an account; add brings a newcomer. ▾ marks them "
    "on the track.",
    f"Topics: {', '.join(TOPICS)}; a world from a file may have others.",
    "Look: ↑↓ and Enter list the accounts of a state, Enter there opens one, backspace goes back. s sorts the table. "
    "States of the past are ID SC EV CO LK RP RS RE, in the order of the table. "
    "{search} and a handle goes to that account, other words filter the list by handle or archetype, an empty "
    "search clears it.",
    "Page is what the account that you look through wrote and passed on, with the replies and how far it spread. "
    "All posts are public: each account's card lists its posts. Over time draws the states of the whole run: the "
    "area of a sign is its state's share of the accounts.",
    "Your seat: when a post is before you, space scrolls on, l likes, r reshares, {write} writes a reply. p writes a "
    "post of your own instead; begin it with a topic and a colon (food: …) to choose the topic. The "
    "ticks run on in between, and do not wait for readers: after ten seconds a post passes by, unless you "
    "write, or hold it with f.",
)


def command_in(text: str) -> str:
    """Return the command of a text: a reply, unless it starts with a command."""
    return text if not text or text.split(" ", 1)[0].lower() in WORDS else f"reply {text}"


def idle(seen: Observation) -> Line:
    """Draw the post to decide on, in full."""
    if seen.post is None:
        return (("no post before you", "dim"),)
    post = seen.post
    counts = f"  ♡ {post.likes} ↳ {post.replies} ↻ {post.reshares}"
    return ((f"@{clip(post.author, 14)}", "bold hi"), (f"{counts}  ", "mid"), (post.text, "fg"))


def waiting(left: Line) -> Line:
    """Draw the post's remaining time, and the key that holds it."""
    if not left:
        return (("the post is held  ", "mid"), ("f", "bold accent"), (" lets it go ", "mid"))
    return (("passes by in ", "mid"), *left, ("  f", "bold accent"), (" holds it ", "mid"))


def waiting_prompt(seen: Observation) -> Line:
    """Draw the prompt while there is no post to decide on."""
    doing = {LIKE: "liking", REPLY: "replying", RESHARE: "resharing", COMPOSING: "writing"}
    state = doing.get(seen.state, seen.state)
    return (("no post before you; ", "mid"), (f"you are {state}", "fg"), (", the ticks run on", "mid"))


def understood(action: Decide, seen: Observation, width: int) -> Line:
    """Draw an action's effect on the post."""
    if seen.post is None:
        return (("wait for a post: nothing is before you now", "accent"),)
    return spread(_does(action, seen.post, seen.profile.topics), ENTER, width)


def _does(action: Decide, post: Seen, topics: Sequence[str]) -> Line:
    author = f"@{clip(post.author, 26)}"
    if action.state == REPLY:
        left = actions.LONGEST - len(action.words)
        words = f"   {left} characters left" if action.words else "   in words of its own"
        return (("replies to ", "mid"), (author, "bold hi"), (words, "dim"))
    if action.state == COMPOSING:
        topic, words = split_topic(action.words, topics)
        if not words:
            return (("a new post, ", "fg"), ("in words and on a topic of its own", "mid"))
        on = f"on {topics[topic]}" if topic is not None else "on one of your topics"
        return ((f"a new post, {on}", "fg"), ("" if topic is not None else "   food: … chooses one", "dim"))
    done = {LIKE: "likes the post of ", RESHARE: "reshares to your followers the post of "}
    return ((done.get(action.state, "scrolls on, past "), "mid"), (author, "bold hi"))


def advice(seen: Observation) -> Advice:
    """Return the rule-based decision for this seat."""
    if seen.post is None:
        return Advice(why="nothing to decide: no post is before you")
    chances = sorted(weigh(seen).chances.items(), key=lambda option: -option[1])
    options = [f"{CALLED[state]} in {100 * share:.0f}" for state, share in chances if share >= 0.005]
    return Advice(WORD_OF[chances[0][0]], f"of 100 such posts, your account would {', '.join(options)}")


TOUR = Tour(
    options={"agents": 60, "ticks": 80},
    seed=3,
    steps=(
        Step("Sixty accounts read, write and pass things on; you are @guest. A post is before you, marked ▸. Pass it "
             "by: `Space`.", gave("scroll"), "dock"),
        Step("The ticks run on until the next post is before you. `l` likes it.", gave("like"), "dock"),
        Step("Answer the next one: `m`, then `tell me more` and `Enter`.", gave("reply"), "preview"),
        Step("Write something yourself: `p`, then `food: what do you cook today?` and `Enter`.", gave("post"),
             "preview"),
        Step("The table counts what all accounts are doing. `↓` goes to another state, and `Enter` lists who is in "
             "it.", at="board"),
        Step("`Esc` goes back to the table. That is a feed: what spreads, and why? Play on as long as you like; esc "
             "again leaves, and it is kept."),
    ),
)  # fmt: skip
