"""Comparison of a run with published figures about real networks: values, bands and sources."""

from collections.abc import Iterable, Sequence
from statistics import median
from typing import NamedTuple

import msgspec

from core.engine.events import Body
from scenes.feed.behavior import ARC_OF_LETTER, LIKE, NO_EVENT, REPLY, RESHARE, SCROLLED_PAST, SEES, START, AgentState
from scenes.feed.events import Decided, Injected, Ticked
from scenes.feed.metrics import shapes
from scenes.feed.state import FeedState

ONLINE_STATES = tuple(state for state in AgentState if state not in (AgentState.IDLE, AgentState.RESTING))


class Activity(msgspec.Struct):
    """Activity counts of one account."""

    sessions: int = 0
    """Number of times that the account came online, to read or to write."""
    online: int = 0
    """Number of ticks spent online."""
    views: int = 0
    """Number of posts and reshares that the account was shown."""
    looks: int = 0
    """Number of posts at which the account stopped."""
    posts: int = 0
    likes: int = 0
    replies: int = 0
    reshares: int = 0
    """Number of reshares, quotes included."""
    quotes: int = 0
    """Number of reshares with a comment."""

    @property
    def engagements(self) -> int:
        return self.likes + self.replies + self.reshares

    @property
    def acts(self) -> int:
        return self.posts + self.engagements


FIELD_OF_STATE = {LIKE: "likes", REPLY: "replies", RESHARE: "reshares"}


def count_activity(accounts: int, bodies: Iterable[Body]) -> list[Activity]:
    """Count the activity of all accounts over a whole run."""
    out = [Activity() for _ in range(accounts)]
    states = [AgentState.IDLE] * accounts
    for body in bodies:
        match body:
            case Decided(moves, words):
                for number, letter in enumerate(moves):
                    if letter != NO_EVENT:
                        states[number] = state = ARC_OF_LETTER[letter].target
                        out[number].quotes += state is RESHARE and number in words
                        if field := FIELD_OF_STATE.get(state):
                            setattr(out[number], field, getattr(out[number], field) + 1)
            case Ticked(moves, _, posts):
                for number, letter in enumerate(moves):
                    if letter == SCROLLED_PAST:
                        out[number].views += 1
                    elif letter != NO_EVENT:
                        states[number] = _count_transition(out[number], letter)
                    out[number].online += states[number] in ONLINE_STATES
                for post in posts:
                    out[post.author].posts += 1
            case Injected(post):
                out[post.author].posts += 1
    return out


def _count_transition(done: Activity, letter: str) -> AgentState:
    """Count a transition, which is given by its letter, and return the new state."""
    _, state, trigger = ARC_OF_LETTER[letter].move
    if trigger == START:
        done.sessions += 1
    elif trigger == SEES:
        done.views += 1
        done.looks += state is AgentState.EVALUATING
    return state


LARGE_CASCADE = 10
"""Minimum number of posts of a cascade that counts as large, on a network of a few hundred accounts."""
MIX_SOURCE = "Pew Research Center 2022, 10 facts about Americans and Twitter: those with 5 tweets a month or more"


class Fact(NamedTuple):
    """A figure about networks: the published value, and the target band that follows from it."""

    name: str
    says: str
    least: float
    most: float
    published: str
    source: str

    def holds(self, value: float) -> bool:
        return self.least <= value <= self.most


FACTS = (
    Fact(
        "engaged",
        "share of views that end in a like, a reply or a reshare",
        0.01,
        0.03,
        "1 to 3 of 100 impressions",
        "benchmarks of engagement by impressions: Metricool 2025 (1.6), Hootsuite (1.8), Buffer 2025 (2.8)",
    ),
    Fact(
        "top_tenth",
        "share of all acts that the most active tenth of accounts did",
        0.70,
        0.90,
        "80 of 100 tweets",
        "Pew Research Center 2019, Sizing Up Twitter Users",
    ),
    Fact(
        "silent",
        "share of accounts without a single act",
        0.45,
        0.82,
        "46 of 100 on health lists, 82 on software lists; Nielsen's rule says 90",
        "Nonnecke, Preece 2000, Lurker demographics: counting the silent; Nielsen 2006, Participation inequality",
    ),
    Fact(
        "top_quarter",
        "share of all acts that the most active quarter of accounts did",
        0.92,
        1.0,
        "97 of 100 tweets",
        "Pew Research Center 2021, The Behaviors and Attitudes of U.S. Adults on Twitter",
    ),
    Fact(
        "originals",
        "share of original posts and quotes in all posts, replies and reshares",
        0.16,
        0.32,
        "24 of 100 tweets",
        MIX_SOURCE,
    ),
    Fact("replies", "share of replies in it", 0.22, 0.38, "30 of 100 tweets", MIX_SOURCE),
    Fact("reshares", "share of reshares in it, without quotes", 0.36, 0.56, "46 of 100 tweets", MIX_SOURCE),
    Fact(
        "quotes",
        "share of quotes in it",
        0.01,
        0.07,
        "4 of 100 tweets",
        "Pew Research Center 2021, The Behaviors and Attitudes of U.S. Adults on Twitter: the most active quarter",
    ),
    Fact(
        "near",
        "share of posts whose cascade ends within one step of the post",
        0.90,
        1.0,
        "the vast majority, in seven domains",
        "Goel, Watts, Goldstein 2012, The structure of online diffusion networks",
    ),
    Fact(
        "virality",
        "structural virality of large cascades, the median",
        0.0,
        3.0,
        "low whatever the size: mostly under 3",
        "Goel, Anderson, Hofman, Watts 2016, The structural virality of online diffusion",
    ),
    Fact(
        "depth",
        "depth of large cascades, the median",
        0.0,
        4.99,
        "mostly under 5: popular posts are broadcasts",
        "Goel, Anderson, Hofman, Watts 2016; Goel, Munagala, Sharma, Zhang 2015, A note on modeling retweet cascades",
    ),
)


def measure_facts(world: FeedState, did: Sequence[Activity]) -> dict[str, float | None]:
    """Return the value of each fact in a finished run.

    The values about large cascades are None if there were no large cascades. Newcomers and visitors count as accounts.
    """
    crowd = [did[agent.number] for agent in world.agents if agent.joined]
    acts = sorted((each.acts for each in crowd), reverse=True)
    views, total = sum(each.views for each in crowd), sum(acts)
    posts, replies, reshares, quotes = (
        sum(getattr(each, name) for each in crowd) for name in ("posts", "replies", "reshares", "quotes")
    )
    mix = {"originals": posts + quotes, "replies": replies, "reshares": reshares - quotes, "quotes": quotes}
    tweets = posts + replies + reshares
    levels = world.posts.levels
    large = shapes(world, (thread for thread, each in enumerate(levels) if sum(each) >= LARGE_CASCADE)).values()
    return {
        "engaged": sum(each.engagements for each in crowd) / views if views else None,
        "top_tenth": sum(acts[: round(len(acts) / 10)]) / total if total else None,
        "silent": acts.count(0) / len(acts) if acts else None,
        "top_quarter": sum(acts[: round(len(acts) / 4)]) / total if total else None,
        **{name: count / tweets if tweets else None for name, count in mix.items()},
        "near": sum(len(each) <= 2 for each in levels) / len(levels) if levels else None,
        "virality": median(shape.virality for shape in large) if large else None,
        "depth": median(shape.depth for shape in large) if large else None,
    }
