"""A tick of the network: every account receives its state's trigger and moves by the chart, without a model."""

from collections.abc import Callable, Sequence
from math import sqrt

from core.engine.chance import Chance, Draw
from core.statechart import TIMEOUT, Context
from core.statechart.chart import Arc
from scenes.feed import behavior
from scenes.feed.account import SocialAgent, hourly_activity
from scenes.feed.events import NewPost, Ticked
from scenes.feed.interventions import split_topic
from scenes.feed.posts import Posts, Weights
from scenes.feed.society import Society
from scenes.feed.state import FeedState
from scenes.feed.wording import post_words

Score = Callable[[SocialAgent, int, Posts, int], float]
"""Function that returns the score (0 or more) of an item, from an account, the item's number, the posts and a tick."""


def _attention_of(item: int, posts: Posts) -> int:
    """Return the attention that the post behind an item has earned."""
    return posts.attention[posts.items.thread[item]]


def chronological(agent: SocialAgent, number: int, posts: Posts, tick: int) -> float:
    return 1 / (1 + tick - posts.items.tick[number])


def interest(agent: SocialAgent, number: int, posts: Posts, tick: int) -> float:
    return agent.profile.interests[posts.items.topic[number]]


def popularity(agent: SocialAgent, number: int, posts: Posts, tick: int) -> float:
    """Score an item by its popularity, which decreases with age."""
    return (1 + _attention_of(number, posts)) / (4 + tick - posts.items.tick[number])


def mixture(agent: SocialAgent, number: int, posts: Posts, tick: int) -> float:
    items = posts.items
    liking, age = agent.profile.interests[items.topic[number]], tick - items.tick[number]
    return (0.2 + liking) * sqrt(1 + _attention_of(number, posts)) / (4 + age)


SCORE_BY_RANKING: dict[str, Score] = {
    "chronological": chronological,
    "interest": interest,
    "popularity": popularity,
    "mixture": mixture,
}


def next_item(
    agent: SocialAgent, score: Score, weights: Weights, posts: Posts, tick: int, echo: float = 1.0
) -> int | None:
    """Return the next item for an account; None if its feed has nothing unseen.

    Each reshare between an item and its original post multiplies the item's score by `echo`.
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


INTEREST_PER_RESHARE = 0.02
"""Addition to the interest in a post for each reshare, up to five reshares."""


def tick(world: FeedState, now: int, chance: Chance) -> Ticked:
    """Return the transitions of all accounts that have not moved in this tick, without applying them.

    Only `activity`, `urge` and `catch` of the accounts change.
    """
    context = Context(now, chance.seed)
    score = SCORE_BY_RANKING[world.config.ranking]
    column, shown, posts = [], [], []
    for agent in world.agents:
        letter = behavior.NO_EVENT
        if agent.joined and agent.state_history.last != now:
            arc = behavior.CHART.select(agent, TIMEOUT, context) if agent.overdue else None
            if arc is None:
                trigger = behavior.TRIGGER_OF_STATE[agent.state]
                if agent.state is behavior.SCROLLING:
                    item = next_item(agent, score, world.weights, world.posts, now, world.society.echo)
                    if item is None:
                        trigger = behavior.EMPTY
                        _set_activity(world, agent, now)
                    else:
                        shown.append(item)
                        letter = behavior.SCROLLED_PAST
                        agent.catch = _stopping_interest(world, agent, item)
                elif agent.state is behavior.IDLE:
                    _set_activity(world, agent, now)
                if agent.state is not behavior.EVALUATING:
                    arc = behavior.CHART.select(agent, trigger, context)
            if isinstance(arc, Arc):
                letter = behavior.LETTER_OF_ARC[arc.number]
                if arc.move[2] == behavior.COMPOSED:
                    draw = chance("post", world.handles[agent.number])
                    posts.append(write_post(world.society, agent.number, agent.draft, agent.profile.interests, draw))
        column.append(letter)
    return Ticked("".join(column), tuple(shown), tuple(posts))


def _set_activity(world: FeedState, agent: SocialAgent, now: int) -> None:
    """Set the probabilities that an account opens the feed or writes at this hour."""
    light = hourly_activity(agent.profile, now, world.config.day)
    agent.activity = agent.kind.activity * light
    agent.urge = agent.kind.urge * agent.profile.zeal * light


def _stopping_interest(world: FeedState, agent: SocialAgent, item: int) -> float:
    """Return an account's interest in a post, by the post's topic, author, reshares and appeal."""
    root = world.posts.root(item)
    items, society = world.posts.items, world.society
    catch = agent.profile.interests[items.topic[item]] + INTEREST_PER_RESHARE * min(world.posts.reshares[root], 5)
    if society.nearness and world.tie(agent.number, item) == "friend":
        catch += society.nearness
    return catch + society.pull * (items.appeal_of(item) - 1)


def write_post(society: Society, number: int, draft: str, interests: Sequence[float], draw: Draw) -> NewPost:
    """Write a post: the draft, or generated text on a topic that the account likes. Few posts have a high appeal."""
    topic, words = split_topic(draft, society.topics)
    if topic is None:
        topic = _draw_topic(interests, draw)
    appeal = round(min(society.appeal, (1 - draw.random()) ** -0.5), 2)
    about = society.topics[topic]
    return NewPost(number, topic, appeal, words or post_words(about, draw, society.wording(about)))


def _draw_topic(interests: Sequence[float], draw: Draw) -> int:
    rest = draw.random() * sum(each * each for each in interests)
    for topic, each in enumerate(interests):
        rest -= each * each
        if rest < 0:
            return topic
    return 0


def is_deciding(agent: SocialAgent, now: int) -> bool:
    """Return True if the account's oracle must decide: it evaluates a post, and its timeout has not passed."""
    return agent.state is behavior.EVALUATING and agent.joined and not agent.overdue and agent.state_history.last != now
