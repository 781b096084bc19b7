"""Follows in columns, for networks of any size."""

from array import array
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from core.engine.chance import Draw
from core.engine.chance_arrays import randoms

Whom = tuple[int, ...]
Numbers = NDArray[np.int64]
Integers = NDArray[np.signedinteger[Any]]


class Links(Sequence[Whom]):
    """The accounts that each account follows, by number and ascending; immutable."""

    def __init__(self, count: int, edges: Numbers) -> None:
        """Set the edges: ascending, different, each follower * count + followed."""
        self.size = count
        self.edges = edges
        self.whom = (edges % count).astype(np.int32)
        self.starts = np.searchsorted(edges, np.arange(count + 1, dtype=np.int64) * count)

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, index: int) -> Whom: ...
    @overload
    def __getitem__(self, index: slice) -> list[Whom]: ...
    def __getitem__(self, index: int | slice) -> Whom | list[Whom]:
        if isinstance(index, slice):
            return [self[number] for number in range(self.size)[index]]
        number = range(self.size)[index]
        return tuple(self.whom[self.starts[number] : self.starts[number + 1]].tolist())

    def crowds(self) -> Numbers:
        """Count each account's followers."""
        return np.bincount(self.whom, minlength=self.size)

    def turned(self) -> "Links":
        """Return each account's followers."""
        by = np.repeat(np.arange(self.size, dtype=np.int64), np.diff(self.starts))
        return Links(self.size, np.sort(self.whom.astype(np.int64) * self.size + by))

    def has(self, followers: Integers, followed: Integers) -> NDArray[np.bool_]:
        """Return whether each follower follows the account beside it."""
        wanted = followers.astype(np.int64) * self.size + followed
        return held(self.edges, wanted)

    def of(self, accounts: Integers) -> tuple[Numbers, NDArray[np.int32]]:
        """Return the entries of these accounts, one after the other: the account's place, and the other."""
        starts, sizes = self.starts[accounts], self.starts[accounts + 1] - self.starts[accounts]
        places = np.repeat(np.arange(len(accounts)), sizes)
        within = np.arange(len(places)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        return places, self.whom[starts[places] + within]

    def with_more(self, pairs: Iterable[tuple[int, int]]) -> "Links":
        """Return these links with more pairs of follower and followed."""
        more = np.array(sorted({follower * self.size + followed for follower, followed in pairs}), np.int64)
        edges = np.concatenate((self.edges, more[~held(self.edges, more)]))
        edges.sort(kind="stable")  # which merges what is in order already
        return Links(self.size, edges)


def held(ascending: Numbers, wanted: Numbers) -> NDArray[np.bool_]:
    """Return which of the wanted numbers are among the ascending ones."""
    if not len(ascending):
        return np.zeros(len(wanted), np.bool_)
    places = np.searchsorted(ascending, wanted)
    found: NDArray[np.bool_] = ascending.take(places, mode="clip") == wanted
    return found


def linked(follows: Sequence[Whom]) -> Links:
    """Convert follows to columns."""
    count = len(follows)
    edges = [follower * count + followed for follower, whom in enumerate(follows) for followed in whom]
    return Links(count, np.array(edges, np.int64))


def attached(count: int, links: int, mutual: float, draw: Draw) -> Links:
    """Draw a network by preferential attachment (Barabási, Albert 1999): few accounts have many followers, most have
    few.

    Each account after the first `links` + 1 joins `links` earlier ones; those first ones are a star around account 0.
    The newer account follows the older one, which follows back with probability `mutual`. The graph is, edge by edge,
    the one that networkx draws of the same seed.
    """
    new = min(links, count - 1)
    if new < 1:
        return Links(count, np.empty(0, np.int64))
    older, newer = _grown(count, new, draw.below(2**32))
    order = np.sort(older * np.int64(count) + newer)
    older, newer = order // count, order % count
    back = randoms(draw, len(order)) < mutual
    forth = newer * np.int64(count) + older
    return Links(count, np.sort(np.concatenate((forth, order[back]))))


def _grown(count: int, new: int, seed: int) -> tuple[Numbers, Numbers]:
    """Draw the edges, older and newer end.

    Accounts with many edges are likelier to be joined, as the lot holds both ends of each edge.
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
