"""Help page and tour of the feed."""

from scenes.feed.wording import TOPICS
from tui.tour import Step, Tour, gave

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
