"""Choice of the next item of a feed. A policy is a score: the highest is shown, of equals the newest."""

from collections.abc import Callable
from math import sqrt

from scenes.feed.agent import SocialAgent
from scenes.feed.posts import Posts

Score = Callable[[SocialAgent, int, Posts, int], float]
"""Score of an item, by its number, for an account at a tick; 0 or more."""


def _attention(item: int, posts: Posts) -> int:
    """Return what the post behind an item has earned so far."""
    return posts.attention[posts.items.thread[item]]


def chronological(agent: SocialAgent, number: int, posts: Posts, tick: int) -> float:
    return 1 / (1 + tick - posts.items.tick[number])


def interest(agent: SocialAgent, number: int, posts: Posts, tick: int) -> float:
    return agent.profile.interests[posts.items.topic[number]]


def popularity(agent: SocialAgent, number: int, posts: Posts, tick: int) -> float:
    """Score popularity, falling with age, so that popular posts make room."""
    return (1 + _attention(number, posts)) / (4 + tick - posts.items.tick[number])


def mixture(agent: SocialAgent, number: int, posts: Posts, tick: int) -> float:
    items = posts.items
    liking, age = agent.profile.interests[items.topic[number]], tick - items.tick[number]
    return (0.2 + liking) * sqrt(1 + _attention(number, posts)) / (4 + age)


RANKINGS: dict[str, Score] = {
    "chronological": chronological,
    "interest": interest,
    "popularity": popularity,
    "mixture": mixture,
}


class Weights:
    """Factors of interventions on scores of accounts and topics: 1 by default, 0 if muted."""

    __slots__ = ("authors", "topics")

    def __init__(self) -> None:
        self.authors: dict[int, float] = {}
        self.topics: dict[int, float] = {}

    def of(self, number: int, posts: Posts) -> float:
        """Return an item's factor. A reshare of somebody muted is not shown, either."""
        items = posts.items
        by, author = items.author[number], items.author[posts.root(number)]
        factor = self.authors.get(author, 1.0) * self.topics.get(items.topic[number], 1.0)
        return factor if by == author else factor * self.authors.get(by, 1.0)

    def __copy__(self) -> "Weights":
        other = Weights()
        other.authors, other.topics = self.authors.copy(), self.topics.copy()
        return other


def next_item(
    agent: SocialAgent, score: Score, weights: Weights, posts: Posts, tick: int, echo: float = 1.0
) -> int | None:
    """Return the next item for an account.

    None if its feed has nothing unseen. Each reshare on the way of an item multiplies its score by `echo`.
    """
    best, highest = None, 0.0
    neutral = not (weights.authors or weights.topics)
    threads, generations = posts.items.thread, posts.items.generation
    for number in agent.inbox:
        if threads[number] in agent.seen:
            continue
        value = score(agent, number, posts, tick) * echo ** generations[number]
        if not neutral:
            factor = weights.of(number, posts)
            if not factor:
                continue
            value *= factor
        if best is None or value >= highest:
            best, highest = number, value
    return best
