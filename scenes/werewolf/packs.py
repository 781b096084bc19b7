"""Sums over all possible packs, level by level in numpy.

A game must replay to the same bits on every machine, so every sum adds its terms in a fixed order (`bincount` adds one
after the other), and `math.exp` is used: the last bit of `numpy.exp` depends on the processor.
"""

from functools import lru_cache
from itertools import combinations, pairwise
from math import exp
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.intp]


class Level(NamedTuple):
    """The beginnings of packs that have the same size, in lexicographic order."""

    parents: Ints
    """Index of each beginning without its last member, in the level before."""
    last: Ints


class Tree(NamedTuple):
    """The beginnings of all packs of one size."""

    levels: tuple[Level, ...]
    order: Ints
    """Lexicographic order of the beginnings of all levels together."""


@lru_cache(maxsize=64)
def _tree(players: int, size: int) -> Tree:
    begun = [list(combinations(range(players - size + count), count)) for count in range(size + 1)]
    levels: list[Level] = []
    for before, level in pairwise(begun):
        index = {pack: place for place, pack in enumerate(before)}
        parents = [index[pack[:-1]] for pack in level]
        levels.append(Level(np.array(parents, np.intp), np.array([pack[-1] for pack in level], np.intp)))
    packs = [pack for level in begun[1:] for pack in level]
    return Tree(tuple(levels), np.array(sorted(range(len(packs)), key=packs.__getitem__), np.intp))


@lru_cache(maxsize=64)
def memberships(alone: tuple[float, ...], pairs: tuple[tuple[int, int, float], ...], size: int) -> tuple[float, ...]:
    """Return each player's probability of being in a pack of `size` players.

    Args:
        alone: Log weight of each player.
        pairs: Log weights of pairs of players, each with the players' indexes; others weigh 0.
        size: Number of players in the pack.
    """
    players = len(alone)
    if not size:
        return (0.0,) * players
    levels, order = _tree(players, size)
    single, paired = np.array(alone), np.zeros((players, players))
    for one, other, weight in pairs:
        paired[one, other] = paired[other, one] = weight
    weights, bonds = np.zeros(1), np.zeros((1, players))
    for depth, (parents, last) in enumerate(levels, 1):
        weights = weights[parents] + single[last] + bonds[parents, last]
        if depth < size:
            bonds = bonds[parents] + paired[last]
    sums: list[NDArray[np.number[Any]]] = [np.fromiter(map(exp, weights.tolist()), np.float64, len(weights))]
    for parents, _ in reversed(levels):
        sums.append(np.bincount(parents, sums[-1]))
    ends = np.concatenate([level.last for level in levels])
    members = np.bincount(ends[order], np.concatenate(sums[-2::-1])[order], players)
    total = float(sums[-1][0])
    return tuple([weight / total for weight in members.tolist()])
