"""State of the network, a fold over events: accounts, follows, posts, and counts."""

from collections import Counter
from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING, Self

from core.engine.capabilities import Large
from core.engine.events import Defaulted, Event
from core.engine.folding import on
from core.engine.scene import Scene
from core.statechart import TIMEOUT, Arc, Context, state_distribution
from scenes.feed import events as e
from scenes.feed.account import Relation, SocialAgent
from scenes.feed.behavior import ARC_OF_LETTER, CHART, ENGAGEMENTS, NO_EVENT, RESHARE, SCROLLED_PAST, SEES, AgentState
from scenes.feed.columns import WORD_BITS, SharedColumn, integers
from scenes.feed.config import FeedConfig
from scenes.feed.network import followers
from scenes.feed.posts import Posts, Weights

if TYPE_CHECKING:
    from scenes.feed.crowd import Crowd

TIMED_OUT = tuple(letter for letter, arc in ARC_OF_LETTER.items() if arc.move[2] == TIMEOUT)
MILESTONES = frozenset((10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000))
"""Sizes at which a cascade gets a marker."""


class FeedState(Scene, Large):
    """State of the network. Actions are public, as columns of one event per tick; profiles are private."""

    def __init__(self, config: FeedConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.society = config.society
        self.handles = config.handles
        """Handles of accounts, by number; `names` has the handles of accounts that take turns."""
        self.numbers = {name: number for number, name in enumerate(self.handles)}
        self.crowd: Crowd | None = None
        """All accounts in columns, if there are too many for objects; it then replaces `agents`."""
        count, nobody = len(self.handles), SocialAgent(0, config.history, config.inbox)
        self.agents: Sequence[SocialAgent] = (
            [nobody] * count  # placeholders until the accounts are drawn
            if config.is_crowd
            else [SocialAgent(number, config.history, config.inbox) for number in range(count)]
        )
        self.archetypes = [""] * count
        self.follows: Sequence[tuple[int, ...]] = [()] * count
        self.followers: Sequence[tuple[int, ...]] = [()] * count
        self.posts = Posts()
        self.weights = Weights()
        self.now = 0
        self.tallies: Counter[str] = Counter()
        self.engagements: Counter[str] = Counter()
        """Number of engagements by archetype."""
        self.series: SharedColumn[tuple[int, ...]] = SharedColumn()
        """Number of accounts in each state, by tick."""
        self.reshared = SharedColumn(integers)
        """Number of reshares until the end of each tick."""
        self._milestone = False

    @property
    def _next_tick(self) -> int:
        """The tick that is being played, which follows the last finished one."""
        return self.now + 1

    def apply(self, event: Event) -> None:
        self._milestone = False
        super().apply(event)

    @on
    def on_opened(self, event: Event, body: e.Opened) -> None:
        for account, archetype in enumerate(body.archetypes):
            self.archetypes[account] = archetype
            self.agents[account].joined = bool(archetype)
        self.follows = body.follows
        self.followers = followers(body.follows)

    @on
    def on_founded(self, event: Event, body: e.Founded) -> None:
        from scenes.feed.crowd import Crowd  # imported late: numpy is needed only for playing
        from scenes.feed.network_setup import set_up_once

        founding = set_up_once(self.config, body.key)
        self.agents = self.crowd = Crowd(founding, self.society, self.config.inbox, self.config.history)
        self.archetypes, self.follows, self.followers = founding.kinds, founding.links, founding.followers

    @on
    def on_profiled(self, event: Event, body: e.Profiled | e.Tuned) -> None:
        number, profile = self.numbers[event.agent], body.profile
        if self.crowd is not None and isinstance(body, e.Tuned):
            self.crowd.set_profile(number, profile)
        else:
            self.agents[number].set_profile(profile, self.society.archetypes[profile.archetype])

    @on
    def on_joined(self, event: Event, body: e.Joined) -> None:
        number = self.numbers[event.agent]
        self.archetypes[number] = body.archetype
        self.agents[number].joined = True
        self.follows = [*self.follows[:number], body.follows, *self.follows[number + 1 :]]
        known = list(self.followers)
        for followed in body.follows:
            known[followed] = (*known[followed], number)
        self.followers = known

    @on
    def on_injected(self, event: Event, body: e.Injected) -> None:
        self._publish_post(body.post)
        if self.crowd is not None:
            self.crowd.deliver(self.posts)

    @on
    def on_weighed(self, event: Event, body: e.Weighed) -> None:
        if body.what in self.society.topics:
            self.weights.topics[self.society.topics.index(body.what)] = body.factor
        else:
            self.weights.authors[self.numbers[body.what]] = body.factor

    @on
    def on_defaulted(self, event: Event, body: Defaulted) -> None:
        self.tallies["oracle_fallbacks"] += 1

    @on
    def on_decided(self, event: Event, body: e.Decided) -> None:
        words = body.words
        if self.crowd is not None:
            count, engaged = self.crowd.decide(body.moves, words, self._next_tick)
            self.tallies["oracle_calls"] += count
            for number, item, state in engaged:
                self._engage(number, item, state, words.get(number, ""))
            self.crowd.deliver(self.posts)
            return
        context = Context(self._next_tick)
        for agent, letter in zip(self.agents, body.moves, strict=True):
            if letter == NO_EVENT:
                continue
            arc = _arc_of_letter(agent, letter)
            context.note = agent.item
            CHART.take(agent, arc, context)
            self.tallies["oracle_calls"] += 1
            said = words.get(agent.number, "")
            if arc.target in ENGAGEMENTS:
                self._engage(agent.number, agent.item, arc.target, said)
            else:
                agent.draft = said

    def _engage(self, number: int, item: int, state: AgentState, words: str) -> None:
        """Apply an engagement to the network."""
        match state:
            case AgentState.ENGAGING_LIKE:
                self.posts.like(item)
            case AgentState.ENGAGING_REPLY:
                self.posts.reply(item, number, self._next_tick, words)
            case _:
                comment = f" // @{self.handles[number]}: {words}" if words else ""
                reshare = self.posts.reshare(item, number, self._next_tick, comment)
                self._milestone |= self.posts.size(self.posts.items.thread[reshare]) in MILESTONES
                self._deliver_item(reshare)
        self.tallies[state] += 1
        self.engagements[self.archetypes[number]] += 1

    @on
    def on_ticked(self, event: Event, body: e.Ticked) -> None:
        now = event.turn
        if self.crowd is not None:
            self.crowd.tick(body.moves, body.shown, now)
        else:
            self._apply_tick(body, now)
        for post in body.posts:
            self._publish_post(post)
        if self.crowd is not None:
            self.crowd.deliver(self.posts)
        elif now % WORD_BITS == 0:
            self._forget_ended_threads()
        self.tallies["timeouts"] += sum(map(body.moves.count, TIMED_OUT))
        self.series.append(tuple(self.distribution().values()))
        self.reshared.append(self.tallies[RESHARE])
        self.now = now

    def distribution(self) -> dict[AgentState, int]:
        """Count the accounts on the network in each state."""
        if self.crowd is not None:
            return self.crowd.population.state_distribution()
        return state_distribution((agent for agent in self.agents if agent.joined), AgentState)

    def _apply_tick(self, ticked: e.Ticked, now: int) -> None:
        context = Context(now)
        shown = iter(ticked.shown)
        for agent, letter in zip(self.agents, ticked.moves, strict=True):
            if letter == SCROLLED_PAST:
                self._show_item(agent, next(shown))
            elif letter != NO_EVENT:
                arc = _arc_of_letter(agent, letter)
                if arc.move[2] == SEES:
                    self._show_item(agent, next(shown))
                context.note = agent.item
                CHART.take(agent, arc, context)
            agent.ticks_in_state += 1

    def _show_item(self, agent: SocialAgent, item: int) -> None:
        """Remove a shown item from the inbox, with all other items of the same thread."""
        threads = self.posts.items.thread
        thread = threads[item]
        agent.item = item
        agent.inbox.remove(item)
        for other in [n for n in agent.inbox if threads[n] == thread]:
            agent.inbox.remove(other)
        agent.page.append(item)
        agent.seen.add(thread)

    def _forget_ended_threads(self) -> None:
        """Forget who saw a thread once no feed contains it, because it cannot return."""
        threads = self.posts.items.thread
        held = (item for agent in self.agents for item in (*agent.inbox, agent.item) if item >= 0)
        words = {threads[item] // WORD_BITS for item in held}
        for agent in self.agents:
            agent.seen.keep(words)

    def _publish_post(self, post: e.NewPost) -> None:
        self.tallies["posts"] += 1
        self._deliver_item(self.posts.post(post.author, self._next_tick, post.topic, post.appeal, post.text))

    def _deliver_item(self, item: int) -> None:
        """Put an item into the feeds of its author's followers who have not seen the thread."""
        if self.crowd is not None:
            self.crowd.going.append(item)
            return
        author, thread = self.posts.items.author[item], self.posts.items.thread[item]
        self.agents[author].seen.add(thread)
        for follower in self.followers[author]:
            agent = self.agents[follower]
            if thread not in agent.seen:
                agent.inbox.append(item)

    def item_of(self, number: int) -> int:
        """Return the item that an account looks at; -1 if none."""
        return self.agents[number].item if self.crowd is None else int(self.crowd.item[number])

    def numbers_in(self, state: AgentState | None) -> list[int]:
        """Return the numbers of the accounts on the network in a state, or with None in any state."""
        if self.crowd is not None:
            return self.crowd.numbers_in(state)
        return [agent.number for agent in self.agents if agent.joined and (state is None or agent.state is state)]

    @property
    def is_slow(self) -> bool:
        return self.crowd is not None

    @property
    def bulk(self) -> int:
        return 0 if self.crowd is None else self.crowd.bulk

    def tie(self, number: int, item: int) -> Relation:
        """Return an account's relation to the author of the post behind an item."""
        author = self.posts.items.author[self.posts.root(item)]
        if author not in self.follows[number]:
            return "stranger"
        return "friend" if number in self.follows[author] else "followed"

    def is_complete(self) -> str | None:
        return "finished" if self.now >= self.config.ticks else None

    def copy(self) -> Self:
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        if self.crowd is not None:
            other.agents = other.crowd = self.crowd.twin()
        elif not self.config.is_crowd:
            other.agents = [agent.twin() for agent in self.agents]
            other.archetypes = self.archetypes.copy()
        for name in ("posts", "weights", "tallies", "engagements", "series", "reshared"):
            setattr(other, name, copy(getattr(self, name)))
        return other


def _arc_of_letter(agent: SocialAgent, letter: str) -> Arc[AgentState]:
    """Return the transition of a letter.

    Raises ValueError if the account cannot make it, which only happens in a foreign recording.
    """
    arc = ARC_OF_LETTER[letter]
    if arc.move[0] is not agent.state:
        raise ValueError(f"account {agent.number} is {agent.state}, and cannot leave {arc.move[0]}")
    return arc
