"""Follow networks from common random graphs (for preferential attachment see `links.attached`) and from files.

An account is a number from 0. networkx draws the undirected graph; the direction of each edge is drawn here.
"""

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any

from core.engine.chance import Draw
from core.errors import UserError
from core.text import one_line, read_lines

Follows = tuple[tuple[int, ...], ...]
"""Accounts that each account follows, by number in ascending order."""

Edge = tuple[int, int]


def small_world(count: int, links: int, mutual: float, rewiring: float, draw: Draw) -> Follows:
    """Draw a rewired ring in which each account has `links` neighbors on each side (Watts, Strogatz 1998).

    Each edge gets a random new end with probability `rewiring`, and goes both ways with probability `mutual`, else in a
    random direction. If 2 * `links` is `count` or more, everybody is everybody's neighbor.
    """
    import networkx as nx

    graph = nx.watts_strogatz_graph(count, min(2 * links, count), rewiring, seed=_draw_seed(draw))
    return _follows_from_edges(count, _directed_edges(_edges(graph), mutual, draw))


def communities(count: int, links: int, mutual: float, groups: int, mixing: float, draw: Draw) -> Follows:
    """Draw a stochastic block model (Holland, Laskey, Leinhardt 1983) of `groups` equal blocks.

    Account i is in block i * groups // count. Its expected degree is 2 * `links`, a share `mixing` of it in other
    blocks, as far as there is room; with one block all edges are inside, with one block per account all are across.
    Each edge goes both ways with probability `mutual`, else in a random direction.
    """
    groups = min(groups, count)
    mixing = 0.0 if groups == 1 else 1.0 if groups == count else mixing
    edges = _block_edges(count, 2 * links * (1 - mixing), 2 * links * mixing, groups, draw)
    return _follows_from_edges(count, _directed_edges(sorted(edges), mutual, draw))


def read_edges(path: Path, names: Sequence[str]) -> Follows:
    """Read a network from lines of "FOLLOWER FOLLOWED", each a name or a number from 0; # starts a comment.

    A word that is both a name and a number counts as a name. Duplicate lines count once. Raises UserError.
    """
    numbers = {str(i): i for i in range(len(names))} | {name: i for i, name in enumerate(names)}
    edges: list[Edge] = []
    for n, line in enumerate(read_lines(path), 1):
        words = list(takewhile(lambda word: not word.startswith("#"), one_line(line).split()))
        if not words:
            continue
        if len(words) != 2:
            held = "1 word" if len(words) == 1 else f"{len(words)} words"
            raise UserError(f"{path}: line {n} holds {held}; write FOLLOWER FOLLOWED, two names or numbers.")
        for word in words:
            if word not in numbers:
                raise UserError(f"{path}: line {n}: there is no account {word!r}; {_how_to_fix(word, names)}.")
        follower, followed = (numbers[word] for word in words)
        if follower == followed:
            raise UserError(f"{path}: line {n}: {names[follower]} can't follow itself; take the line out.")
        edges.append((follower, followed))
    return _follows_from_edges(len(names), edges)


def followers(follows: Follows) -> Follows:
    """Return the followers of each account, ascending."""
    return _follows_from_edges(len(follows), ((b, a) for a, followed in enumerate(follows) for b in followed))


def _draw_seed(draw: Draw) -> int:
    return draw.below(2**32)


def _edges(graph: Any) -> list[Edge]:
    """Return the edges of an undirected networkx graph in ascending order, the lower number first."""
    return sorted((u, v) if u < v else (v, u) for u, v in graph.edges)


def _block_edges(count: int, inside: float, across: float, groups: int, draw: Draw) -> Iterator[Edge]:
    """Draw each pair independently: per account, `inside` expected edges within its block and `across` to others.

    networkx's stochastic_block_model visits every pair, which takes most of a minute for 100,000 accounts. The same
    model can be built from random graphs in time proportional to their edges: one for each block, and one of all
    accounts from which only edges across blocks are kept.
    """
    import networkx as nx

    starts = [-(-block * count // groups) for block in range(groups + 1)]
    for start, stop in pairwise(starts):
        size = stop - start
        chance = _pair_probability(inside, size - 1)
        for u, v in _edges(nx.fast_gnp_random_graph(size, chance, seed=_draw_seed(draw))):
            yield start + u, start + v
    chance = _pair_probability(across, count - count / groups)
    for u, v in _edges(nx.fast_gnp_random_graph(count, chance, seed=_draw_seed(draw))):
        if u * groups // count != v * groups // count:
            yield u, v


def _pair_probability(expected: float, pairs: float) -> float:
    """Return the probability of each pair; 0 below 1e-12, where networkx would divide by zero."""
    return min(1.0, round(expected / pairs, 12)) if pairs else 0.0


def _directed_edges(edges: Iterable[Edge], mutual: float, draw: Draw) -> Iterator[Edge]:
    for u, v in edges:
        both = draw.random() < mutual
        forth = draw.random() < 0.5
        if both or forth:
            yield u, v
        if both or not forth:
            yield v, u


def _follows_from_edges(count: int, edges: Iterable[Edge]) -> Follows:
    """Group pairs of follower and followed by follower."""
    followed: list[set[int]] = [set() for _ in range(count)]
    for a, b in edges:
        followed[a].add(b)
    return tuple(tuple(sorted(accounts)) for accounts in followed)


def _how_to_fix(word: str, names: Sequence[str]) -> str:
    close = get_close_matches(word, names, n=1, cutoff=0.5)
    return f"{f'did you mean {close[0]}? ' if close else ''}write a name or a number from 0 to {len(names) - 1}"
