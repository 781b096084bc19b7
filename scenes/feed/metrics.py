"""What comes out of a run on the network, as numbers and as a few lines."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from scenes.feed.behavior import LIKE, REPLY, RESHARE, AgentState
from scenes.feed.cascades import Shape, shape
from scenes.feed.posts import Posts

if TYPE_CHECKING:
    from scenes.feed.scene import FeedScene


def largest(scene: "FeedScene", count: int) -> list[int]:
    """Threads of the largest cascades, largest first, older first where they are equal; only such as were reshared."""
    posts = scene.posts
    sizes = [(-posts.size(thread), thread) for thread, levels in enumerate(posts.levels) if len(levels) > 1]
    return [thread for _, thread in sorted(sizes)[:count]]


def shape_of(scene: "FeedScene", thread: int) -> Shape:
    return shape(_parents(scene.posts, scene.posts.members(thread)))


def shapes(scene: "FeedScene", threads: Iterable[int]) -> dict[int, Shape]:
    """Those of many cascades, in one look at all that was posted."""
    members: dict[int, list[int]] = {thread: [] for thread in threads}
    for number, item in enumerate(scene.posts.items):
        if item.thread in members and item.kind != "reply":
            members[item.thread].append(number)
    return {thread: shape(_parents(scene.posts, numbers)) for thread, numbers in members.items()}


def _parents(posts: Posts, members: Sequence[int]) -> list[int]:
    place = {number: i for i, number in enumerate(members)}
    return [place.get(posts.items[number].parent, -1) for number in members]


def result(scene: "FeedScene") -> dict[str, bool | int | float | str | None]:
    """Counts of the whole run, shares of account-ticks in each state, engagements an account by archetype."""
    tallies, posts = scene.tallies, scene.posts
    top = largest(scene, 1)
    biggest = shape_of(scene, top[0]) if top else shape([-1]) if posts.threads else Shape(0, 0, 0, 0.0)
    ticks = sum(map(sum, scene.series)) or 1
    crowd = {kind: scene.archetypes.count(kind) for kind in dict.fromkeys(scene.archetypes) if kind}
    return {
        "posts": tallies["posts"],
        "likes": tallies[LIKE],
        "replies": tallies[REPLY],
        "reshares": tallies[RESHARE],
        "timeouts": tallies["timeouts"],
        "oracle_calls": tallies["oracle_calls"],
        "oracle_fallbacks": tallies["oracle_fallbacks"],
        "cascades": sum(len(levels) > 1 for levels in posts.levels),
        "largest_cascade": biggest.size,
        "depth": biggest.depth,
        "breadth": biggest.breadth,
        "virality": round(biggest.virality, 4),
        **{
            f"share_{state}": round(sum(counts[i] for counts in scene.series) / ticks, 4)
            for i, state in enumerate(AgentState)
        },
        **{f"engagement_{kind}": round(scene.engagements[kind] / n, 4) for kind, n in sorted(crowd.items())},
    }


def board(scene: "FeedScene", eyes: str) -> str:
    """The distribution and the largest cascades; with eyes, what that account has before it."""
    counts = scene.series[-1] if scene.series else (sum(agent.joined for agent in scene.agents),)
    total = sum(counts) or 1
    lines = [
        f"{state.replace('_', ' '):18}{count:7}{100 * count / total:5.0f}%"
        for state, count in zip(AgentState, counts, strict=False)
    ]
    posts = scene.posts
    for thread in largest(scene, 3):
        item = posts.items[posts.threads[thread]]
        form = shape_of(scene, thread)
        lines.append(
            f"#{thread} @{scene.handles[item.author]}: {item.text}  "
            f"(size {form.size}, depth {form.depth}, breadth {form.breadth}, virality {form.virality:.2f})"
        )
    if eyes:
        seen = scene.observe(eyes)
        lines.append(f"@{eyes} is {seen.state.replace('_', ' ')}")
        if seen.post:
            lines.append(f"  before it: @{seen.post.author}: {seen.post.text}")
    return "\n".join(lines)
