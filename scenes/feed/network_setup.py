"""Profiles and follows of all accounts, in columns, drawn once from options and a seed.

All values equal those that `account` draws for one account at a time: keys, order and rounding are the same.
"""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple, overload

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from core.engine.chance import Chance, Draw
from core.engine.chance_arrays import Floats, Streams, randoms
from scenes.feed.account import Profile
from scenes.feed.config import FeedConfig, parse_edges
from scenes.feed.network import communities, small_world
from scenes.feed.personas import PersonaProfile
from scenes.feed.society import VISITOR, Society, archetypes

Accounts = tuple[int, ...]
Numbers = NDArray[np.int64]
Integers = NDArray[np.signedinteger[Any]]


class Links(Sequence[Accounts]):
    """The accounts that each account follows, by number in ascending order; immutable."""

    def __init__(self, count: int, edges: Numbers) -> None:
        """Create links from ascending, distinct edges, each encoded as follower * count + followed."""
        self.size = count
        self.edges = edges
        self.followed = (edges % count).astype(np.int32)
        self.starts = np.searchsorted(edges, np.arange(count + 1, dtype=np.int64) * count)

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, index: int) -> Accounts: ...
    @overload
    def __getitem__(self, index: slice) -> list[Accounts]: ...
    def __getitem__(self, index: int | slice) -> Accounts | list[Accounts]:
        if isinstance(index, slice):
            return [self[number] for number in range(self.size)[index]]
        number = range(self.size)[index]
        return tuple(self.followed[self.starts[number] : self.starts[number + 1]].tolist())

    def follower_counts(self) -> Numbers:
        """Return each account's number of followers."""
        return np.bincount(self.followed, minlength=self.size)

    def reversed(self) -> "Links":
        """Return each account's followers."""
        by = np.repeat(np.arange(self.size, dtype=np.int64), np.diff(self.starts))
        return Links(self.size, np.sort(self.followed.astype(np.int64) * self.size + by))

    def has(self, followers: Integers, followed: Integers) -> NDArray[np.bool_]:
        """Return whether each follower follows the account at the same index."""
        wanted = followers.astype(np.int64) * self.size + followed
        return mask_of(self.edges, wanted)

    def of(self, accounts: Integers) -> tuple[Numbers, NDArray[np.int32]]:
        """Return all links of these accounts: for each link, the index in `accounts` and the linked account."""
        starts, sizes = self.starts[accounts], self.starts[accounts + 1] - self.starts[accounts]
        places = np.repeat(np.arange(len(accounts)), sizes)
        within = np.arange(len(places)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        return places, self.followed[starts[places] + within]

    def with_more(self, pairs: Iterable[tuple[int, int]]) -> "Links":
        """Return these links plus further pairs of follower and followed."""
        more = np.array(sorted({follower * self.size + followed for follower, followed in pairs}), np.int64)
        edges = np.concatenate((self.edges, more[~mask_of(self.edges, more)]))
        edges.sort(kind="stable")  # a merge sort, which is fast on presorted parts
        return Links(self.size, edges)


def mask_of(ascending: Numbers, wanted: Numbers) -> NDArray[np.bool_]:
    """Return a mask of the wanted numbers that are among the ascending ones."""
    if not len(ascending):
        return np.zeros(len(wanted), np.bool_)
    places = np.searchsorted(ascending, wanted)
    found: NDArray[np.bool_] = ascending.take(places, mode="clip") == wanted
    return found


def links_of(follows: Sequence[Accounts]) -> Links:
    """Convert follows to columns."""
    count = len(follows)
    edges = [follower * count + followed for follower, others in enumerate(follows) for followed in others]
    return Links(count, np.array(edges, np.int64))


def preferential_attachment(count: int, links: int, mutual: float, draw: Draw) -> Links:
    """Draw a network by preferential attachment (Barabási, Albert 1999).

    Few accounts have many followers, and most have few followers. Each account after the first `links` + 1 is
    linked to `links` earlier ones; those first ones form a star around account 0. The newer account follows the
    older one, which follows back with probability `mutual`. The graph equals networkx's for the same seed, edge by
    edge.
    """
    new = min(links, count - 1)
    if new < 1:
        return Links(count, np.empty(0, np.int64))
    older, newer = _grow_edges(count, new, draw.below(2**32))
    order = np.sort(older * np.int64(count) + newer)
    older, newer = order // count, order % count
    back = randoms(draw, len(order)) < mutual
    forth = newer * np.int64(count) + older
    return Links(count, np.sort(np.concatenate((forth, order[back]))))


def _grow_edges(count: int, new: int, seed: int) -> tuple[Numbers, Numbers]:
    """Draw the edges as newer and older ends.

    Accounts with many edges are drawn more often, because the list of candidates contains both ends of each edge.
    """
    bits = Random(seed).getrandbits
    lot = [0] * new + list(range(1, new + 1))
    joined = array("q", [0] * new)
    for source in range(new + 1, count):
        size = len(lot)
        width, chosen = size.bit_length(), set[int]()
        while len(chosen) < new:
            place = bits(width)
            if place < size:
                chosen.add(lot[place])
        joined.extend(chosen)
        lot.extend(chosen)
        lot.extend([source] * new)
    older = np.frombuffer(joined, np.int64)
    newer = np.concatenate((np.arange(1, new + 1), np.repeat(np.arange(new + 1, count), new)))
    return older, newer


REWIRED_SHARE = 0.1
COMMUNITY_COUNT = 5
MIXING_SHARE = 0.1
"""Share of follows that lead to other communities."""


class NetworkSetup(NamedTuple):
    """A network at its start; its columns never change."""

    links: Links
    followers: Links
    kinds: list[str]
    """Archetype of each account."""
    interests: NDArray[np.uint8]
    """Interests in hundredths: a row per account, a column per topic."""
    thresholds: Floats
    timeouts: NDArray[np.int32]
    peaks: Floats
    zeals: Floats
    given: Mapping[int, PersonaProfile]
    """Parts of profiles set by personas, by account."""

    def profile(self, number: int, society: Society) -> Profile:
        kind = self.kinds[number]
        profile = Profile(
            kind,
            tuple(each / 100 for each in self.interests[number].tolist()),
            float(self.thresholds[number]),
            int(self.timeouts[number]),
            float(self.peaks[number]),
            topics=society.topics,
        )
        if given := self.given.get(number):
            profile = replace(profile, portrait=given.portrait)
        return replace(profile, zeal=float(self.zeals[number])) if society.spread and kind != VISITOR else profile


@lru_cache(1)
def _cached_setup(options: str, seed: int) -> NetworkSetup:
    return set_up(FeedConfig.model_validate_json(options), seed)


def set_up_once(config: FeedConfig, seed: int) -> NetworkSetup:
    """Return the cached result of `set_up`, since a large network takes seconds."""
    return _cached_setup(config.model_dump_json(), seed)


def set_up(config: FeedConfig, seed: int) -> NetworkSetup:
    """Draw the network at its start, without newcomers."""
    society, chance = config.society, Chance(seed)
    visitors = range(config.agents - config.visitors, config.agents)
    links = _draw_follows(config, chance("network"))
    kinds = list(archetypes(society.read_mix(config.mix), visitors.start, society.least, chance("archetypes")))
    if society.audience:
        kinds = _assign_archetypes(society, kinds, links.follower_counts(), chance("audience"))
    if society.welcome and config.network != "file":
        links = _befriend_visitors(links, visitors, society.welcome)
    kinds += [VISITOR] * len(visitors)
    for number, each in config.given.items():
        kinds[number] = each.archetype or kinds[number]
    profiles = _profiles(society, kinds, config.timeout, chance, config.handles[: config.agents])
    for number, each in config.given.items():
        for topic, level in each.interests.items():
            profiles[0][number, topic] = level
    return NetworkSetup(links, links.reversed(), kinds, *profiles, config.given)


def _draw_follows(c: FeedConfig, draw: Draw) -> Links:
    match c.network:
        case "scale-free":
            return preferential_attachment(c.agents, c.follows, c.mutual, draw)
        case "small-world":
            return links_of(small_world(c.agents, c.follows, c.mutual, REWIRED_SHARE, draw))
        case "communities":
            return links_of(
                communities(c.agents, c.follows, c.mutual, min(COMMUNITY_COUNT, c.agents), MIXING_SHARE, draw)
            )
        case "file":
            return links_of(parse_edges(c.edges, c.agents))


def _assign_archetypes(society: Society, kinds: Sequence[str], crowd: Numbers, draw: Draw) -> list[str]:
    """Assign archetypes to accounts so that archetypes that write more get more followers.

    The society's `audience` sets the strength of this effect, from 0 (none) to 1.
    """
    count, loose = len(kinds), 1 - society.audience
    ranked = np.argsort(crowd[:count], kind="stable")
    drawn = randoms(draw, count)
    order = ranked[np.argsort(society.audience * np.arange(count) + loose * drawn * count, kind="stable")]
    seated = np.empty(count, object)
    seated[order] = sorted(kinds, key=lambda kind: society.archetypes[kind].urge)
    out: list[str] = seated.tolist()
    return out


def _befriend_visitors(links: Links, visitors: range, count: int) -> Links:
    """Let accounts that a visitor follows follow it back, and add mutual follows with the `count` most followed."""
    crowd = links.follower_counts()
    known = np.argsort(-crowd[: visitors.start], kind="stable")[:count].tolist()
    own = {visitor: set(links[visitor]) for visitor in visitors}
    more = []
    for visitor in visitors:
        own[visitor].update(known)
        for other in own[visitor]:
            more.append((other, visitor))
            if other in own:
                own[other].add(visitor)
    more += [(visitor, other) for visitor, others in own.items() for other in others]
    return links.with_more(more)


def _profiles(
    society: Society, kinds: Sequence[str], timeout: int, chance: Chance, names: Sequence[str]
) -> tuple[NDArray[np.uint8], Floats, NDArray[np.int32], Floats, Floats]:
    """Draw each account's profile from its own random stream, like `account.make_profile`."""
    draws, topics, rows = Streams(chance, "profile", names), len(society.topics), np.arange(len(kinds))
    interests = np.empty((len(kinds), topics), np.uint8)
    for topic in range(topics):
        interests[:, topic] = 100 * round_exactly(lambda u: 0.6 * u**2, draws.random()) + 0.5
    pool = np.tile(np.arange(topics, dtype=np.uint8), (len(kinds), 1))
    for i in range(2):
        j = i + draws.below(topics - i)
        pool[rows, i], pool[rows, j] = pool[rows, j], pool[rows, i]
    for i in range(2):
        interests[rows, pool[:, i]] = 100 * round_exactly(lambda u: 0.5 + 0.5 * u, draws.random()) + 0.5
    known = {name: place for place, name in enumerate(society.archetypes)}
    codes, tables = np.array([known[kind] for kind in kinds], np.intp), society.archetypes.values()
    bases = np.array([kind.engagement_threshold for kind in tables])[codes]
    thresholds = round_exactly(lambda base, u: base * (0.75 + 0.5 * u), bases, draws.random())
    timeouts = (timeout + np.array([kind.patience for kind in tables], np.int32)[codes]).astype(np.int32)
    early, late = draws.random(), draws.random()
    peaks = round_exactly(lambda u, shift: (0.55 + 0.45 * u + shift) % 1, early, np.where(late < 0.3, 0.25, 0.0))
    return interests, thresholds, timeouts, peaks, _zeals(society, kinds, draws)


def _zeals(society: Society, kinds: Sequence[str], draws: Streams) -> Floats:
    if not society.spread:
        return np.ones(len(kinds))
    bell = np.zeros(len(kinds))
    for _ in range(12):
        bell += draws.random()
    drawn = round_exactly(lambda bell: np.exp(society.spread * (bell - 6)), bell)
    return np.where(np.array([kind == VISITOR for kind in kinds]), 1.0, np.maximum(0.01, drawn))


def round_exactly(formula: Callable[..., Any], *columns: Floats) -> Floats:
    """Round to two digits exactly as `round` does, which is called for values close to a half."""
    values: Floats = 100 * formula(*columns)
    whole = np.rint(values)
    for row in np.flatnonzero(np.abs(values - np.floor(values) - 0.5) < 1e-6).tolist():
        whole[row] = round(100 * round(float(formula(*(float(column[row]) for column in columns))), 2))
    return whole / 100
