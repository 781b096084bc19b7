"""Many accounts in columns: the vectorized form of `SocialAgent`."""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Self, overload

import numpy as np
from numpy.typing import NDArray

from core.statechart import Context
from core.statechart.population import STAYS, Population
from scenes.feed.account import Profile, SocialAgent
from scenes.feed.behavior import (
    CHART,
    COMPOSING,
    ENGAGEMENTS,
    LETTER_OF_ARC,
    NO_EVENT,
    RESHARE,
    SCROLLED_PAST,
    SEES,
    AgentState,
)
from scenes.feed.network_setup import Integers, Links, NetworkSetup, Numbers, mask_of
from scenes.feed.posts import Posts
from scenes.feed.society import Society


class SeenPairs:
    """A set of pairs of thread and account, stored as sorted runs, each at least twice as long as the next."""

    def __init__(self) -> None:
        self._runs: list[Numbers] = []

    def add(self, threads: Integers, accounts: Integers) -> None:
        """Add new pairs."""
        run = np.sort(_pair_keys(threads, accounts))
        while self._runs and len(self._runs[-1]) < 2 * len(run):
            run = np.concatenate((self._runs.pop(), run))
            run.sort(kind="stable")  # a merge sort, which is fast on presorted parts
        self._runs.append(run)

    def has(self, threads: Integers, accounts: Integers) -> NDArray[np.bool_]:
        keys = _pair_keys(threads, accounts)
        found = np.zeros(len(keys), np.bool_)
        for run in self._runs:
            found |= mask_of(run, keys)
        return found

    def copy(self) -> Self:
        other = type(self)()
        other._runs = self._runs.copy()  # the runs themselves never change
        return other


def _pair_keys(threads: Integers, accounts: Integers) -> Numbers:
    return threads.astype(np.int64) << 32 | accounts


class Threads:
    """Columns of items (thread, author, tick, topic, generation, appeal) and threads (author, earned attention)."""

    def __init__(self) -> None:
        self.of, self.authors, self.ticks, self.generations, self.starters = (np.empty(0, np.int32) for _ in range(5))
        self.topics = np.empty(0, np.uint8)
        self.appeals = np.empty(0, np.float64)
        self.attention, self.reshares = np.empty(0, np.int32), np.empty(0, np.int32)
        """By thread: earned attention (likes plus replies plus twice the reshares), and number of reshares."""

    def catch_up(self, posts: Posts) -> None:
        """Add the new items."""
        items, new = posts.items, slice(len(self.of), len(posts.items))
        if new.start == new.stop:
            return
        self.of = _extend(self.of, items.thread[new])
        self.authors = _extend(self.authors, items.author[new])
        self.ticks = _extend(self.ticks, items.tick[new])
        self.topics = _extend(self.topics, items.topic[new])
        self.appeals = _extend(self.appeals, [items.appeal_of(n) for n in range(new.start, new.stop)])
        self.generations = _extend(self.generations, items.generation[new])
        roots = posts.threads[len(self.starters) :]
        self.starters = _extend(self.starters, [items.author[root] for root in roots])
        self.attention = _extend(self.attention, (0,) * len(roots))
        self.reshares = _extend(self.reshares, (0,) * len(roots))

    def add_engagements(self, items: NDArray[np.int32], reshares: NDArray[np.bool_]) -> None:
        """Add engagements with these items, some of which are reshares."""
        threads = self.of[items]
        np.add.at(self.attention, threads, 1 + reshares)
        np.add.at(self.reshares, threads, reshares)

    def copy(self) -> Self:
        other = type(self)()
        other.__dict__.update(self.__dict__)
        other.attention, other.reshares = self.attention.copy(), self.reshares.copy()
        return other


def _extend(column: NDArray[Any], more: Sequence[float]) -> NDArray[Any]:
    return np.concatenate((column, np.array(more, column.dtype)))


Engagement = tuple[int, int, AgentState]
"""An account, the item that it looks at, and the state of its decision on the item."""

MAX_HISTORY = 8
"""Maximum number of recent transitions in the history of a crowd's account."""
_STILL, _PASSED, _UNKNOWN = ord(NO_EVENT), ord(SCROLLED_PAST), STAYS + 1
_ARCS = np.full(256, _UNKNOWN, np.uint16)
"""Transition of each letter."""
_ARCS[[ord(letter) for letter in LETTER_OF_ARC.values()]] = list(LETTER_OF_ARC)
_ARCS[[_STILL, _PASSED]] = STAYS
_SEEING = np.array([arc.move[2] == SEES for arc in CHART.arcs])
_TARGETS = [arc.target for arc in CHART.arcs]
_COMPOSES = np.array([arc.target == COMPOSING for arc in CHART.arcs])
_ENGAGES = np.array([arc.target in ENGAGEMENTS for arc in CHART.arcs])
_RESHARES = np.array([arc.target == RESHARE for arc in CHART.arcs])


class Crowd(Sequence[SocialAgent]):
    """Accounts by number. An account taken from it is a read-only copy of the account's state."""

    def __init__(self, founding: NetworkSetup, society: Society, inbox: int, history: int) -> None:
        count, kinds = len(founding.kinds), list(society.archetypes.values())
        place = {kind.name: number for number, kind in enumerate(kinds)}
        self.founding, self.society = founding, society
        self.kinds = np.array([place[kind] for kind in founding.kinds], np.uint8)
        """Archetype of each account, as an index into the society's archetypes."""
        self.links: Links = founding.links
        self.followers = founding.followers
        self.inbox = np.full((count, inbox), -1, np.int32)
        """Items that were not shown yet; -1 is an empty slot."""
        self.page = np.full((count, inbox), -1, np.int32)
        """Items shown last: a ring buffer, in which `turned` is the next slot."""
        self.turned = np.zeros(count, np.uint32)
        self.item = np.full(count, -1, np.int32)
        """The item that each account looks at; -1 if none."""
        depth = min(history, MAX_HISTORY)
        kept = (np.uint8, np.int32, np.int32)
        self.past: tuple[NDArray[Any], ...] = tuple(np.zeros((count, depth), kind) for kind in kept)
        """Ring buffers of the last transitions, their ticks and items; `moves` counts the transitions."""
        self.moves = np.zeros(count, np.uint32)
        self.seen = SeenPairs()
        self.threads = Threads()
        self.going = list[int]()
        """Items that are not in followers' feeds yet."""
        chances = {name: np.zeros(count) for name in ("activity", "urge", "catch")}
        fixed = {
            name: np.array([getattr(kind, name) for kind in kinds])[self.kinds]
            for name in ("attention", "fluency", "stamina", "rest")
        }
        own = {
            "spent": np.zeros(count, np.int32),
            "run": np.zeros(count, np.int32),
            "spree": np.full(count, None, object),
            "draft": np.full(count, "", object),
        }
        self._own = tuple(own)
        columns = {"timeout_threshold": founding.timeouts, **fixed, **chances, **own}
        self.population = Population(CHART, np.zeros(count, np.uint8), columns)

    def __len__(self) -> int:
        return len(self.kinds)

    @overload
    def __getitem__(self, index: int) -> SocialAgent: ...
    @overload
    def __getitem__(self, index: slice) -> list[SocialAgent]: ...
    def __getitem__(self, index: int | slice) -> SocialAgent | list[SocialAgent]:
        if isinstance(index, slice):
            return [self[number] for number in range(len(self))[index]]
        number, population = range(len(self))[index], self.population
        columns, kind = population.columns, self.society.archetypes[self.founding.kinds[index]]
        agent = SocialAgent(number, self.past[0].shape[1], self.inbox.shape[1])
        agent.joined = True
        agent.set_profile(self.founding.profile(number, self.society), kind)
        agent.state = CHART.states[population.states[number]]
        agent.ticks_in_state = int(population.ticks[number])
        agent.spent, agent.run = int(columns["spent"][number]), int(columns["run"][number])
        agent.spree, agent.draft = columns["spree"][number], columns["draft"][number]
        agent.item = int(self.item[number])
        agent.inbox.extend(sorted(item for item in self.inbox[number].tolist() if item >= 0))
        agent.page.extend(_ring_content(self.page[number], int(self.turned[number])))
        agent.state_history.last = int(population.last[number])
        past = (_ring_content(column[number], int(self.moves[number])) for column in self.past)
        agent.state_history.records.extend(
            (CHART.arcs[arc].move, tick, item) for arc, tick, item in zip(*past, strict=True)
        )
        return agent

    def numbers_in(self, state: AgentState | None) -> list[int]:
        """Return the numbers of the accounts in a state, or with None of all accounts."""
        if state is None:
            return list(range(len(self)))
        numbers: list[int] = np.flatnonzero(self.population.states == CHART.states.index(state)).tolist()
        return numbers

    def mean_times(self) -> list[float | None]:
        """Return the mean number of ticks spent in each current state; None for a state without accounts."""
        states, size = self.population.states, len(CHART.states)
        counts = np.bincount(states, minlength=size).tolist()
        ticks = np.bincount(states, self.population.ticks, minlength=size).tolist()
        return [time / count if count else None for time, count in zip(ticks, counts, strict=True)]

    @property
    def bulk(self) -> int:
        """Bytes of memory that a twin does not share."""
        own = [self.population.columns[name] for name in self._own]
        return sum(column.nbytes for column in (self.inbox, self.page, *self.past, *own))

    def set_profile(self, number: int, profile: Profile) -> None:
        """Change an account's thresholds."""
        thresholds, timeouts = self.founding.thresholds.copy(), self.founding.timeouts.copy()
        thresholds[number], timeouts[number] = profile.engagement_threshold, profile.timeout_threshold
        self.founding = self.founding._replace(thresholds=thresholds, timeouts=timeouts)
        self.population.columns = {**self.population.columns, "timeout_threshold": timeouts}

    # -- changes of all accounts

    def decide(self, moves: str, words: Mapping[int, str], now: int) -> tuple[int, list[Engagement]]:
        """Apply oracles' answers; return the number of answers, and the engagements among them."""
        arcs, _ = self._arcs_and_letters(moves)
        rows = self._apply_arcs(arcs, now)
        for number in rows[_COMPOSES[arcs[rows]]].tolist():
            self.population.columns["draft"][number] = words.get(number, "")
        acting = rows[_ENGAGES[arcs[rows]]]
        self.threads.add_engagements(self.item[acting], _RESHARES[arcs[acting]])
        states = [_TARGETS[arc] for arc in arcs[acting].tolist()]
        return len(rows), list(zip(acting.tolist(), self.item[acting].tolist(), states, strict=True))

    def tick(self, moves: str, shown: Sequence[int], now: int) -> None:
        """Apply the unambiguous transitions and the shown items."""
        arcs, letters = self._arcs_and_letters(moves)
        seeing = letters == _PASSED
        seeing |= (arcs != STAYS) & _SEEING.take(arcs, mode="clip")
        self._show_items(np.flatnonzero(seeing), np.array(shown, np.int32))
        self._apply_arcs(arcs, now)
        self.population.tick()

    def _arcs_and_letters(self, moves: str) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
        letters = np.frombuffer(moves.encode("ascii"), np.uint8)
        arcs = _ARCS[letters]
        if len(arcs) != len(self) or np.any(arcs == _UNKNOWN):
            raise ValueError("a column that does not fit the accounts")
        return arcs, letters

    def _apply_arcs(self, arcs: NDArray[np.uint16], now: int) -> Numbers:
        """Apply transitions, and return the accounts that moved."""
        self.population.take(arcs, Context(now))
        rows = np.flatnonzero(arcs != STAYS)
        if depth := self.past[0].shape[1]:
            at = self.moves[rows] % depth
            for column, value in zip(self.past, (arcs[rows], now, self.item[rows]), strict=True):
                column[rows, at] = value
        self.moves[rows] += 1
        return rows

    def _show_items(self, rows: Numbers, items: NDArray[np.int32]) -> None:
        """Remove shown items from the inboxes, with all other items of the same threads."""
        if len(rows) != len(items):
            raise ValueError("as many items are shown as there are letters of seeing")
        if not len(rows):
            return
        feeds = self.inbox[rows]
        if not np.all((feeds == items[:, None]).any(axis=1) & (items >= 0)):
            raise ValueError("somebody is shown what is not in its feed")
        threads = self.threads.of[items]
        feeds[self.threads.of.take(feeds, mode="clip") == threads[:, None]] = -1
        self.inbox[rows] = feeds
        self.item[rows] = items
        self.page[rows, self.turned[rows] % self.page.shape[1]] = items
        self.turned[rows] += 1
        self.seen.add(threads, rows)

    def deliver(self, posts: Posts) -> None:
        """Deliver new items to their authors' followers who have not seen the posts."""
        if not self.going:
            return
        items, self.going = np.array(self.going, np.int32), []
        self.threads.catch_up(posts)
        threads, authors = self.threads.of[items], self.threads.authors[items]
        new = self.threads.generations[items] == 0
        self.seen.add(threads[new], authors[new])
        places, readers = self.followers.of(authors)
        again = ~new[places]
        fresh = np.ones(len(readers), np.bool_)
        fresh[again] = ~self.seen.has(threads[places[again]], readers[again])
        self._put_into_feeds(readers[fresh], items[places[fresh]])

    def _put_into_feeds(self, readers: NDArray[np.int32], items: NDArray[np.int32]) -> None:
        """Put items into feeds, oldest first; a full feed drops its oldest item."""
        order = np.argsort(readers, kind="stable")
        readers, items = readers[order], items[order]
        starts = np.flatnonzero(np.diff(readers, prepend=-1))
        ends = np.append(starts[1:], len(readers))
        starts = np.maximum(starts, ends - self.inbox.shape[1])
        while len(starts):
            rows = readers[starts]
            self.inbox[rows, self.inbox[rows].argmin(axis=1)] = items[starts]
            starts = starts + 1
            left = starts < ends
            starts, ends = starts[left], ends[left]

    def twin(self) -> Self:
        """Return an independent crowd in the same state."""
        other = copy(self)
        for name in ("inbox", "page", "turned", "item", "moves"):
            setattr(other, name, getattr(self, name).copy())
        other.past = tuple(column.copy() for column in self.past)
        other.seen, other.threads, other.going = self.seen.copy(), self.threads.copy(), self.going.copy()
        other.population = self.population.copy(self._own)
        return other


def _ring_content(ring: NDArray[np.int32] | NDArray[np.uint8], count: int) -> list[int]:
    """Return the content of a ring buffer into which `count` values were written, oldest first."""
    size = len(ring)
    values: list[int] = ring.tolist()
    if not size:
        return values
    return values[:count] if count <= size else [*values[count % size :], *values[: count % size]]
