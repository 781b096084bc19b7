"""The shape of a reshare tree.

A tree is its `parents`: parents[0] is -1, the original post, and parents[i] < i is the item that item i reshared.
"""

from collections.abc import Sequence
from typing import NamedTuple


class Shape(NamedTuple):
    """Usual measures of a cascade (Vosoughi, Roy, Aral 2018, "The spread of true and false news online")."""

    size: int
    """All posts of the tree, the original included."""
    depth: int
    """Edges on the longest path from the original."""
    breadth: int
    """Most posts in one generation."""
    virality: float
    """Structural virality: the mean distance between two different posts, and 0 for a lone one."""


def shape(parents: Sequence[int]) -> Shape:
    """Measure size, depth, breadth and structural virality, in linear time.

    Virality is that of Goel, Anderson, Hofman, Watts 2016, "The structural virality of online diffusion": 2(n-1)/n for
    a star, (n+1)/3 for a path. An edge above a subtree of s posts is on the way between s(n-s) pairs, and the distances
    are summed edge by edge.
    """
    n = len(parents)
    counts = generations(parents)
    distances = sum(s * (n - s) for s in subtree_sizes(parents))
    return Shape(n, len(counts) - 1, max(counts), 2 * distances / (n * (n - 1)) if n > 1 else 0.0)


def generations(parents: Sequence[int]) -> list[int]:
    """Count the posts at each depth; the original is alone at depth 0."""
    depths: list[int] = []
    counts: list[int] = []
    for parent in parents:
        depth = depths[parent] + 1 if parent >= 0 else 0
        depths.append(depth)
        if depth == len(counts):
            counts.append(0)
        counts[depth] += 1
    return counts


def subtree_sizes(parents: Sequence[int]) -> list[int]:
    """Return for each post the number of itself and all its descendants."""
    sizes = [1] * len(parents)
    for i in range(len(parents) - 1, 0, -1):
        sizes[parents[i]] += sizes[i]
    return sizes
