"""A social feed whose accounts are run on a statechart (spec 001). A turn is a tick; who evaluates a post decides."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, Self

from core.agents import Agent
from core.chance import Chance
from core.errors import IllegalAction
from core.events import Defaulted, Event
from core.scene import Scene
from core.statechart import TIMEOUT, Arc, Context, state_distribution
from scenes.feed import actions, interventions, legality, metrics
from scenes.feed.actions import SCROLL_ON, Decide
from scenes.feed.agent import SocialAgent
from scenes.feed.behavior import ARCS, CHART, LETTERS, PASSED, REPLY, RESHARE, SEES, STILL, AgentState
from scenes.feed.bots import Amplifier, Lurker, RuleOracle
from scenes.feed.config import FeedConfig
from scenes.feed.events import (
    BODIES,
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
from scenes.feed.exports import EXPORTS
from scenes.feed.observation import Account, Observation, Seen
from scenes.feed.opening import open_network
from scenes.feed.players import ModelOracle
from scenes.feed.posts import Posts
from scenes.feed.profile import UNKNOWN
from scenes.feed.ranking import Weights
from scenes.feed.ticking import is_deciding, options, tick
from scenes.feed.wording import TOPICS, reply_words

TIMED_OUT = tuple(letter for letter, arc in ARCS.items() if arc.move[2] == TIMEOUT)
MILESTONES = frozenset((10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000))
"""Sizes at which a cascade is worth a mark."""


class FeedScene(Scene):
    """Everybody's doings are public, as columns of one event a tick; profiles are private."""

    name = "feed"
    summary = "a social network, 500 accounts"
    Config = FeedConfig
    bodies = BODIES
    bots: ClassVar[Mapping[str, Callable[[], Agent]]] = {"rules": RuleOracle, "amplify": Amplifier, "lurk": Lurker}
    player = ModelOracle
    exports = EXPORTS

    def __init__(self, config: FeedConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.numbers = {name: number for number, name in enumerate(names)}
        self.agents = [SocialAgent(number, config.history, config.inbox) for number in range(len(names))]
        self.archetypes = [""] * len(names)
        self.follows: list[tuple[int, ...]] = [()] * len(names)
        self.followers: list[tuple[int, ...]] = [()] * len(names)
        self.posts = Posts()
        self.weights = Weights()
        self.now = 0
        self.plan = interventions.read_plan(config.plan)
        self.tallies: Counter[str] = Counter()
        self.engagements: Counter[str] = Counter()
        """By archetype."""
        self.series: list[tuple[int, ...]] = []
        """Accounts in each state, by tick."""
        self.reshared: list[int] = []
        """Reshares so far, by tick."""
        self._milestone = False

    @classmethod
    def seats(cls, config: FeedConfig) -> tuple[str, ...]:
        return config.names

    @classmethod
    def human_seat(cls, config: FeedConfig) -> str:
        return config.names[config.agents - 1]

    # -- what happens

    def start(self, chance: Chance) -> Iterator[Event]:
        return open_network(self, chance)

    def decide(self, name: str, action: Decide, chance: Chance) -> Iterator[Event]:
        return self.resolve({name: action}, chance)

    def resolve(self, actions: Mapping[str, Decide], chance: Chance) -> Iterator[Event]:
        """All answers at once, applied in the order of the accounts."""
        column = [STILL] * len(self.names)
        words = {}
        for name, action in actions.items():
            number = self.numbers[name]
            agent = self.agents[number]
            if not is_deciding(agent, self._next_tick):
                continue  # scrolling on, while nothing is being evaluated
            arc = next(arc for arc in CHART.rows[agent.state]["decides"] if arc.target == action.state)
            column[number] = LETTERS[arc.number]
            if action.words:
                words[number] = action.words
            elif action.state == REPLY:
                words[number] = reply_words(self.posts.items[agent.item].topic, chance("words", name))
        if any(letter != STILL for letter in column):
            yield Event.of(Decided("".join(column), words))

    def after_turn(self, chance: Chance) -> Iterator[Event]:
        now = self._next_tick
        for text in self.plan.get(now, ()):
            yield from interventions.happen(self, text, chance)
        yield Event.of(tick(self, now, chance))

    def intervene(self, what: str, chance: Chance) -> Iterator[Event]:
        if interventions.is_intervention(what):
            yield from interventions.happen(self, what, chance)

    def check_intervention(self, what: str) -> None:
        interventions.check(self, what)

    @property
    def _next_tick(self) -> int:
        """The tick that is being played."""
        return self.now + 1

    # -- state

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
                self.agents[number].become(profile)
            case Joined(archetype, follows):
                self._join(number, archetype, follows)
            case Injected(post):
                self._publish(post)
            case Weighed(what, factor) if what in TOPICS:
                self.weights.topics[TOPICS.index(what)] = factor
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

    def should_skip_turn(self, name: str) -> bool:
        return not is_deciding(self.agents[self.numbers[name]], self._next_tick)

    def is_complete(self) -> str | None:
        return "finished" if self.now >= self.config.ticks else None

    def result(self) -> dict[str, bool | int | float | str | None]:
        return metrics.result(self)

    def copy(self) -> Self:
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.agents = [agent.twin() for agent in self.agents]
        for name in ("archetypes", "follows", "followers", "posts", "weights", "tallies", "engagements"):
            setattr(other, name, getattr(self, name).copy())
        other.series, other.reshared = self.series.copy(), self.reshared.copy()
        return other

    # -- what is seen

    def observe(self, name: str) -> Observation:
        agent = self.agents[self.numbers[name]]
        deciding = is_deciding(agent, self._next_tick)
        return Observation(
            name=name,
            tick=self._next_tick,
            profile=agent.profile,
            state=agent.state,
            ticks_in_state=agent.ticks_in_state,
            spree=agent.spree,
            run=agent.run,
            post=self.seen(agent.item) if deciding else None,
            interest=agent.profile.interests[self.posts.items[agent.item].topic] if deciding else 0.0,
            options=options(agent) if deciding else (),
        )

    def seen(self, number: int) -> Seen:
        """An item as its readers see it."""
        posts = self.posts
        item = posts.items[number]
        root = posts.root(number)
        return Seen(
            number=number,
            author=self.names[posts.items[root].author],
            by=self.names[item.author] if item.kind == "reshare" else "",
            topic=TOPICS[item.topic],
            text=item.text,
            age=self._next_tick - posts.items[root].tick,
            likes=posts.likes[root],
            replies=posts.replies[root],
            reshares=posts.reshares[root],
            appeal=item.appeal,
        )

    def overview(self) -> Observation:
        return Observation(
            name="",
            tick=self._next_tick,
            profile=UNKNOWN,
            state=AgentState.IDLE,
            ticks_in_state=0,
            spree=None,
            run=0,
            post=None,
            interest=0.0,
            options=(),
            accounts=tuple(map(_account, self.agents)),
            likes=tuple(self.posts.likes),
            topics=dict(self.weights.topics),
            authors=dict(self.weights.authors),
        )

    def notable(self, event: Event) -> str | None:
        match event.data:
            case Decided() if self._milestone:
                return "good"
            case Injected() | Weighed() | Tuned() | Joined():
                return "set"
            case _:
                return None

    def admits(self, event: Event) -> None:
        legality.admit(self, event.data)

    def board(self, eyes: str = "") -> str:
        return metrics.board(self, eyes)

    # -- commands

    def legal(self, name: str) -> Sequence[Decide]:
        seen = options(self.agents[self.numbers[name]])
        deciding = not self.should_skip_turn(name)
        return [Decide(state) for state in seen] if deciding else [SCROLL_ON]

    def check(self, name: str, action: Decide) -> None:
        if not isinstance(action, Decide) or action.state not in actions.WORD_OF:
            raise IllegalAction("an account can scroll, like, reply, reshare, post")
        if action != SCROLL_ON and self.should_skip_turn(name):
            raise IllegalAction(f"{name} has no post before it to {actions.WORD_OF[action.state]}; it can scroll")

    def default(self, name: str) -> Decide:
        return SCROLL_ON

    def parse(self, name: str, text: str) -> Decide:
        return actions.parse(text)

    def describe(self, action: Decide) -> str:
        return actions.describe(action)


def _arc(agent: SocialAgent, letter: str) -> Arc[AgentState]:
    """Raises ValueError for a move that the account cannot make: no run of ours has one."""
    arc = ARCS[letter]
    if arc.move[0] is not agent.state:
        raise ValueError(f"account {agent.number} is {agent.state}, and cannot leave {arc.move[0]}")
    return arc


def _account(agent: SocialAgent) -> Account:
    return Account(
        state=agent.state,
        ticks_in_state=agent.ticks_in_state,
        item=agent.item,
        spree=agent.spree,
        run=agent.run,
        spent=agent.spent,
        draft=agent.draft,
        inbox=tuple(agent.inbox),
        page=tuple(agent.page),
        profile=agent.profile,
    )
