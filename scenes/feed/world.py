"""The network as it stands, a fold over events: accounts, who follows whom, posts, and what is counted."""

from collections import Counter
from collections.abc import Mapping
from typing import Self

from core.events import Defaulted, Event
from core.scene import Scene
from core.statechart import TIMEOUT, Arc, Context, state_distribution
from scenes.feed.agent import SocialAgent
from scenes.feed.behavior import ARCS, CHART, PASSED, RESHARE, SEES, STILL, AgentState
from scenes.feed.config import FeedConfig
from scenes.feed.events import (
    Decided,
    Injected,
    Joined,
    NewPost,
    Opened,
    Profiled,
    Ticked,
    Tuned,
    Weighed,
)
from scenes.feed.observation import Tie
from scenes.feed.posts import Posts
from scenes.feed.ranking import Weights

TIMED_OUT = tuple(letter for letter, arc in ARCS.items() if arc.move[2] == TIMEOUT)
MILESTONES = frozenset((10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000))
"""Sizes at which a cascade is worth a mark."""


class World(Scene):
    """Everybody's doings are public, as columns of one event a tick; profiles are private."""

    def __init__(self, config: FeedConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.society = config.society
        self.numbers = {name: number for number, name in enumerate(names)}
        self.agents = [SocialAgent(number, config.history, config.inbox) for number in range(len(names))]
        self.archetypes = [""] * len(names)
        self.follows: list[tuple[int, ...]] = [()] * len(names)
        self.followers: list[tuple[int, ...]] = [()] * len(names)
        self.posts = Posts()
        self.weights = Weights()
        self.now = 0
        self.tallies: Counter[str] = Counter()
        self.engagements: Counter[str] = Counter()
        """By archetype."""
        self.series: list[tuple[int, ...]] = []
        """Accounts in each state, by tick."""
        self.reshared: list[int] = []
        """Reshares so far, by tick."""
        self._milestone = False

    @property
    def _next_tick(self) -> int:
        """The tick that is being played."""
        return self.now + 1

    def apply(self, event: Event) -> None:
        self._milestone = False
        number = self.numbers.get(event.agent, -1)
        match event.data:
            case Decided(moves, words):
                self._decided(moves, words)
            case Ticked():
                self._ticked(event.data, event.turn)
            case Opened(archetypes, follows):
                for account, archetype in enumerate(archetypes):
                    self.archetypes[account] = archetype
                    self.agents[account].joined = bool(archetype)
                self.follows = list(follows)
                crowd: list[list[int]] = [[] for _ in self.names]
                for account, others in enumerate(follows):
                    for other in others:
                        crowd[other].append(account)
                self.followers = list(map(tuple, crowd))
            case Profiled(profile) | Tuned(profile):
                self.agents[number].become(profile, self.society.archetypes[profile.archetype])
            case Joined(archetype, follows):
                self._join(number, archetype, follows)
            case Injected(post):
                self._publish(post)
            case Weighed(what, factor) if what in self.society.topics:
                self.weights.topics[self.society.topics.index(what)] = factor
            case Weighed(what, factor):
                self.weights.authors[self.numbers[what]] = factor
            case Defaulted():
                self.tallies["oracle_fallbacks"] += 1
            case _:
                super().apply(event)

    def _decided(self, moves: str, words: Mapping[int, str]) -> None:
        context = Context(self._next_tick)
        for agent, letter in zip(self.agents, moves, strict=True):
            if letter == STILL:
                continue
            arc = _arc(agent, letter)
            context.note = agent.item
            CHART.take(agent, arc, context)
            self.tallies["oracle_calls"] += 1
            self._engage(agent, arc.target, words.get(agent.number, ""))

    def _engage(self, agent: SocialAgent, state: AgentState, words: str) -> None:
        """What a decision does to the network."""
        match state:
            case AgentState.ENGAGING_LIKE:
                self.posts.like(agent.item)
            case AgentState.ENGAGING_REPLY:
                self.posts.reply(agent.item, agent.number, self._next_tick, words)
            case AgentState.ENGAGING_RESHARE:
                item = self.posts.reshare(agent.item, agent.number, self._next_tick)
                self._milestone |= self.posts.size(self.posts.items[item].thread) in MILESTONES
                self._spread(item)
            case _:
                agent.draft = words
                return
        self.tallies[state] += 1
        self.engagements[self.archetypes[agent.number]] += 1

    def _ticked(self, ticked: Ticked, now: int) -> None:
        context = Context(now)
        shown = iter(ticked.shown)
        for agent, letter in zip(self.agents, ticked.moves, strict=True):
            if letter == PASSED:
                self._show(agent, next(shown))
            elif letter != STILL:
                arc = _arc(agent, letter)
                if arc.move[2] == SEES:
                    self._show(agent, next(shown))
                context.note = agent.item
                CHART.take(agent, arc, context)
            agent.ticks_in_state += 1
        for post in ticked.posts:
            self._publish(post)
        self.tallies["timeouts"] += sum(map(ticked.moves.count, TIMED_OUT))
        distribution = state_distribution((agent for agent in self.agents if agent.joined), AgentState)
        self.series.append(tuple(distribution.values()))
        self.reshared.append(self.tallies[RESHARE])
        self.now = now

    def _show(self, agent: SocialAgent, item: int) -> None:
        """It leaves the inbox, with all that goes back to the same post."""
        items = self.posts.items
        thread = items[item].thread
        agent.item = item
        agent.inbox.remove(item)
        for other in [n for n in agent.inbox if items[n].thread == thread]:
            agent.inbox.remove(other)
        agent.page.append(item)
        agent.seen |= 1 << thread

    def _publish(self, post: NewPost) -> None:
        self.tallies["posts"] += 1
        self._spread(self.posts.post(post.author, self._next_tick, post.topic, post.appeal, post.text))

    def _spread(self, item: int) -> None:
        """Into the feeds of its author's followers who have not seen the post."""
        _, author, *_, thread, _ = self.posts.items[item]
        self.agents[author].seen |= 1 << thread
        for follower in self.followers[author]:
            agent = self.agents[follower]
            if not agent.seen >> thread & 1:
                agent.inbox.append(item)

    def _join(self, number: int, archetype: str, follows: tuple[int, ...]) -> None:
        self.archetypes[number] = archetype
        self.agents[number].joined = True
        self.follows[number] = follows
        for other in follows:
            self.followers[other] = (*self.followers[other], number)

    def tie(self, number: int, item: int) -> Tie:
        """How an account stands to the author of the post behind an item."""
        author = self.posts.items[self.posts.root(item)].author
        if author not in self.follows[number]:
            return "stranger"
        return "friend" if number in self.follows[author] else "followed"

    def is_complete(self) -> str | None:
        return "finished" if self.now >= self.config.ticks else None

    def copy(self) -> Self:
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.agents = [agent.twin() for agent in self.agents]
        for name in ("archetypes", "follows", "followers", "posts", "weights", "tallies", "engagements"):
            setattr(other, name, getattr(self, name).copy())
        other.series, other.reshared = self.series.copy(), self.reshared.copy()
        return other


def _arc(agent: SocialAgent, letter: str) -> Arc[AgentState]:
    """Raises ValueError for a move that the account cannot make: no run of ours has one."""
    arc = ARCS[letter]
    if arc.move[0] is not agent.state:
        raise ValueError(f"account {agent.number} is {agent.state}, and cannot leave {arc.move[0]}")
    return arc
