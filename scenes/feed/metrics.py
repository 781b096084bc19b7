"""Shapes of cascades, results of a run, and the board as text.

A cascade is a tree given as its `parents`: parents[0] is -1 for the original post, and parents[i] < i is the item that
item i reshared.
"""

from collections.abc import Iterable, Sequence
from heapq import nsmallest
from typing import NamedTuple

from scenes.feed.behavior import LIKE, REPLY, RESHARE, AgentState
from scenes.feed.posts import REPLIED, Posts
from scenes.feed.state import FeedState


class Shape(NamedTuple):
    """Common measures of a cascade (Vosoughi, Roy, Aral 2018, "The spread of true and false news online")."""

    size: int
    """Number of posts in the tree, with the original."""
    depth: int
    """Edges on the longest path from the original."""
    breadth: int
    """Largest number of posts in one generation."""
    virality: float
    """Structural virality: the mean distance between two different posts; 0 for a single post."""


def shape(parents: Sequence[int]) -> Shape:
    """Measure size, depth, breadth and structural virality, in linear time.

    Virality is that of Goel, Anderson, Hofman, Watts 2016, "The structural virality of online diffusion": 2(n-1)/n for
    a star, (n+1)/3 for a path. An edge above a subtree of s posts lies between s(n-s) pairs, and the distances are
    summed edge by edge.
    """
    n = len(parents)
    counts = generations(parents)
    distances = sum(s * (n - s) for s in subtree_sizes(parents))
    return Shape(n, len(counts) - 1, max(counts), 2 * distances / (n * (n - 1)) if n > 1 else 0.0)


def generations(parents: Sequence[int]) -> list[int]:
    """Return the number of posts at each depth; depth 0 has only the original."""
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
    """Return for each post the size of its subtree."""
    sizes = [1] * len(parents)
    for i in range(len(parents) - 1, 0, -1):
        sizes[parents[i]] += sizes[i]
    return sizes


def largest(world: FeedState, count: int) -> list[int]:
    """Return the threads of the largest cascades with reshares: largest first and, among equal ones, oldest first."""
    posts = world.posts
    sizes = ((-sum(levels), thread) for thread, levels in enumerate(posts.levels) if len(levels) > 1)
    return [thread for _, thread in nsmallest(count, sizes)]


def shape_of(world: FeedState, thread: int) -> Shape:
    return shape(_parents_of(world.posts, world.posts.members(thread)))


def shapes(world: FeedState, threads: Iterable[int]) -> dict[int, Shape]:
    """Measure many cascades in one pass over all posts."""
    members: dict[int, list[int]] = {thread: [] for thread in threads}
    items = world.posts.items
    for number, kind, thread in zip(range(len(items)), items.kind, items.thread, strict=False):
        if kind != REPLIED and thread in members:
            members[thread].append(number)
    return {thread: shape(_parents_of(world.posts, numbers)) for thread, numbers in members.items()}


def _parents_of(posts: Posts, members: Sequence[int]) -> list[int]:
    place = {number: i for i, number in enumerate(members)}
    return [place.get(posts.items.parent[number], -1) for number in members]


def result(world: FeedState) -> dict[str, bool | int | float | str | None]:
    """Return counts of the whole run, shares of states, and engagements per account.

    Shares are of account-ticks; engagements are by archetype.
    """
    tallies, posts = world.tallies, world.posts
    top = largest(world, 1)
    biggest = shape_of(world, top[0]) if top else shape([-1]) if posts.threads else Shape(0, 0, 0, 0.0)
    ticks = sum(map(sum, world.series)) or 1
    crowd = {kind: world.archetypes.count(kind) for kind in dict.fromkeys(world.archetypes) if kind}
    return {
        "posts": tallies["posts"],
        "likes": tallies[LIKE],
        "replies": tallies[REPLY],
        "reshares": tallies[RESHARE],
        "timeouts": tallies["timeouts"],
        "oracle_calls": tallies["oracle_calls"],
        "oracle_fallbacks": tallies["oracle_fallbacks"],
        "cascades": posts.cascades,
        "largest_cascade": biggest.size,
        "depth": biggest.depth,
        "breadth": biggest.breadth,
        "virality": round(biggest.virality, 4),
        **{
            f"share_{state}": round(sum(counts[i] for counts in world.series) / ticks, 4)
            for i, state in enumerate(AgentState)
        },
        **{f"engagement_{kind}": round(world.engagements[kind] / n, 4) for kind, n in sorted(crowd.items())},
    }


def board(world: FeedState, perspective: str) -> str:
    """Write the number of accounts in each state, the largest cascades and, with `perspective`, that account's item."""
    counts = world.series[-1] if world.series else (sum(agent.joined for agent in world.agents),)
    total = sum(counts) or 1
    lines = [
        f"{state.replace('_', ' '):18}{count:7}{100 * count / total:5.0f}%"
        for state, count in zip(AgentState, counts, strict=False)
    ]
    posts = world.posts
    for thread in largest(world, 3):
        item = posts.items[posts.threads[thread]]
        form = shape_of(world, thread)
        lines.append(
            f"#{thread} @{world.handles[item.author]}: {item.text}  "
            f"(size {form.size}, depth {form.depth}, breadth {form.breadth}, virality {form.virality:.2f})"
        )
    if perspective:
        seen = world.observe(perspective)
        lines.append(f"@{perspective} is {seen.state.replace('_', ' ')}")
        if seen.post:
            lines.append(f"  before it: @{seen.post.author}: {seen.post.text}")
    return "\n".join(lines)
