"""Which item that reached a feed is shown next. A policy is a score: the highest is shown, of equals the newest."""

from collections.abc import Callable
from math import sqrt

from scenes.feed.agent import SocialAgent
from scenes.feed.posts import Item, Posts

Score = Callable[[SocialAgent, int, Item, Posts, int], float]
"""Of an item (its number, and itself) for an account at a tick; 0 or more."""


def _attention(item: int, posts: Posts) -> int:
    """What the post behind an item has earned so far."""
    root = posts.root(item)
    return posts.likes[root] + 2 * posts.reshares[root] + posts.replies[root]


def chronological(agent: SocialAgent, number: int, item: Item, posts: Posts, tick: int) -> float:
    return 1 / (1 + tick - item.tick)


def interest(agent: SocialAgent, number: int, item: Item, posts: Posts, tick: int) -> float:
    return agent.profile.interests[item.topic]


def popularity(agent: SocialAgent, number: int, item: Item, posts: Posts, tick: int) -> float:
    """Falls with age, so that what was popular makes room."""
    return (1 + _attention(number, posts)) / (4 + tick - item.tick)


def mixture(agent: SocialAgent, number: int, item: Item, posts: Posts, tick: int) -> float:
    return (0.2 + agent.profile.interests[item.topic]) * sqrt(1 + _attention(number, posts)) / (4 + tick - item.tick)


RANKINGS: dict[str, Score] = {
    "chronological": chronological,
    "interest": interest,
    "popularity": popularity,
    "mixture": mixture,
}


class Weights:
    """What interventions made of accounts and topics: a factor on their scores, 1 where nothing is said, 0 muted."""

    __slots__ = ("authors", "topics")

    def __init__(self) -> None:
        self.authors: dict[int, float] = {}
        self.topics: dict[int, float] = {}

    def of(self, number: int, posts: Posts) -> float:
        """Of an item. Who reshares somebody that is muted is not heard, either."""
        item, author = posts.items[number], posts.items[posts.root(number)].author
        factor = self.authors.get(author, 1.0) * self.topics.get(item.topic, 1.0)
        return factor if item.author == author else factor * self.authors.get(item.author, 1.0)

    def copy(self) -> "Weights":
        other = Weights()
        other.authors, other.topics = self.authors.copy(), self.topics.copy()
        return other


def next_item(
    agent: SocialAgent, score: Score, weights: Weights, posts: Posts, tick: int, echo: float = 1.0
) -> int | None:
    """What an account is shown now, or None if its feed has nothing that it has not seen. Each reshare on the way of an
    item leaves `echo` of its score."""
    best, highest = None, 0.0
    neutral = not (weights.authors or weights.topics)
    for number in agent.inbox:
        item = posts.items[number]
        if agent.seen >> item.thread & 1:
            continue
        value = score(agent, number, item, posts, tick) * echo**item.generation
        if not neutral:
            factor = weights.of(number, posts)
            if not factor:
                continue
            value *= factor
        if best is None or value >= highest:
            best, highest = number, value
    return best
