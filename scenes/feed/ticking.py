"""A tick of the network: every account hears what its state waits for, and moves by the chart, without a model."""

from collections.abc import Sequence

from core.engine.chance import Chance, Draw
from core.statechart import TIMEOUT, Context
from core.statechart.chart import Arc
from scenes.feed import behavior
from scenes.feed.agent import SocialAgent
from scenes.feed.events import NewPost, Ticked
from scenes.feed.interventions import split_topic
from scenes.feed.profile import daylight
from scenes.feed.ranking import RANKINGS, next_item
from scenes.feed.society import Society
from scenes.feed.wording import post_words
from scenes.feed.world import World

PROOF_CATCH = 0.02
"""Addition to a post's chance to be looked at for each reshare, up to five."""


def tick(world: World, now: int, chance: Chance) -> Ticked:
    """Return the moves of all who have not moved in this tick. Changes nothing else."""
    context = Context(now, chance.seed)
    score = RANKINGS[world.config.ranking]
    column, shown, posts = [], [], []
    for agent in world.agents:
        letter = behavior.STILL
        if agent.joined and agent.state_history.last != now:
            arc = behavior.CHART.select(agent, TIMEOUT, context) if agent.overdue else None
            if arc is None:
                trigger = behavior.TRIGGER[agent.state]
                if agent.state is behavior.SCROLLING:
                    item = next_item(agent, score, world.weights, world.posts, now, world.society.echo)
                    if item is None:
                        trigger = behavior.EMPTY
                        _stir(world, agent, now)
                    else:
                        shown.append(item)
                        letter = behavior.PASSED
                        agent.catch = _catch(world, agent, item)
                elif agent.state is behavior.IDLE:
                    _stir(world, agent, now)
                if agent.state is not behavior.EVALUATING:
                    arc = behavior.CHART.select(agent, trigger, context)
            if isinstance(arc, Arc):
                letter = behavior.LETTERS[arc.number]
                if arc.move[2] == behavior.COMPOSED:
                    draw = chance("post", world.handles[agent.number])
                    posts.append(write(world.society, agent.number, agent.draft, agent.profile.interests, draw))
        column.append(letter)
    return Ticked("".join(column), tuple(shown), tuple(posts))


def _stir(world: World, agent: SocialAgent, now: int) -> None:
    """Set the probabilities of opening the feed and of writing at this hour."""
    light = daylight(agent.profile, now, world.config.day)
    agent.activity = agent.kind.activity * light
    agent.urge = agent.kind.urge * agent.profile.zeal * light


def _catch(world: World, agent: SocialAgent, item: int) -> float:
    """Return how far a post catches the eye: interest in its topic, others' reactions, its author, and its appeal."""
    root = world.posts.root(item)
    items, society = world.posts.items, world.society
    catch = agent.profile.interests[items.topic[item]] + PROOF_CATCH * min(world.posts.reshares[root], 5)
    if society.nearness and world.tie(agent.number, item) == "friend":
        catch += society.nearness
    return catch + society.pull * (items.appeal_of(item) - 1)


def write(society: Society, number: int, draft: str, interests: Sequence[float], draw: Draw) -> NewPost:
    """Write the draft, or generated words, on a topic that the account likes; few posts are very catching (Pareto)."""
    topic, words = split_topic(draft, society.topics)
    if topic is None:
        topic = _topic(interests, draw)
    appeal = round(min(society.appeal, (1 - draw.random()) ** -0.5), 2)
    about = society.topics[topic]
    return NewPost(number, topic, appeal, words or post_words(about, draw, society.wording(about)))


def _topic(interests: Sequence[float], draw: Draw) -> int:
    rest = draw.random() * sum(each * each for each in interests)
    for topic, each in enumerate(interests):
        rest -= each * each
        if rest < 0:
            return topic
    return 0


def is_deciding(agent: SocialAgent, now: int) -> bool:
    """Return True if the account's oracle is asked: it evaluates a post, and is not overdue."""
    return agent.state is behavior.EVALUATING and agent.joined and not agent.overdue and agent.state_history.last != now


def options(agent: SocialAgent) -> tuple[behavior.AgentState, ...]:
    """Return the next states of an evaluating account, in the order of the chart."""
    return tuple(arc.target for arc in behavior.CHART.rows[agent.state].get("decides", ()))
