"""An account's page: what it wrote and passed on, what came back of it, how far it travelled. All of that is public."""

from collections import defaultdict
from collections.abc import Sequence

from scenes.feed.posts import REPLIED, Posts
from scenes.feed.scene import FeedScene
from tui.panes.feed.posts import within
from tui.styles import Line, clip, wrap

MOST = 30
"""Posts, replies and reshares of an account that are listed."""
ANSWERS = 20
"""Replies to one of them that are listed."""


def page(scene: FeedScene, number: int, width: int) -> list[Line]:
    """The newest first, each with its replies in full."""
    posts = scene.posts
    own = posts.items.numbers("author", number)
    if not own:
        return [((" Nothing written yet", "dim"),)]
    answers: dict[int, list[int]] = defaultdict(list)
    for n in posts.items.numbers("kind", REPLIED):
        answers[posts.items.parent[n]].append(n)
    lines: list[Line] = []
    for n in reversed(own[-MOST:]):
        lines += _written(scene, n, width)
        lines += [row for answer in answers[n][:ANSWERS] for row in _answer(scene, answer, width)]
        if more := len(answers[n]) - ANSWERS:
            lines += [((f"     and {more} more replies", "dim"),)] if more > 0 else []
    if len(own) > MOST:
        lines.append(((f" and {len(own) - MOST} older ones", "dim"),))
    return within(lines, width)


def written(posts: Posts, number: int) -> int:
    """Count what an account has put on the network."""
    return posts.items.tally("author", number)


def _written(scene: FeedScene, n: int, width: int) -> list[Line]:
    """When and what it was, its words in full, and what they earned."""
    posts, item = scene.posts, scene.posts.items[n]
    what = item.kind
    if item.kind != "post":
        whose = scene.handles[posts.items[item.parent].author]
        what = f"{'reply to' if item.kind == 'reply' else 'reshare of'} @{clip(whose, 20)}"
    earned = "" if item.kind == "reply" else f"   ♡ {posts.likes[n]}  ↳ {posts.replies[n]}  ↻ {posts.reshares[n]}"
    head: Line = ((f" tick {item.tick:<5}", "dim"), (what, "bold fg"), (earned, "mid"))
    words = [((f"   {row}", "fg"),) for row in wrap(item.text, width - 4)]
    return [head, *words, *travelled(posts, n, width)] if item.kind == "post" else [head, *words]


def travelled(posts: Posts, n: int, width: int) -> list[Line]:
    """Draw a post's reach: its number of reshares, and the longest chain."""
    thread = posts.items[n].thread
    depth, reshares = len(posts.levels[thread]) - 1, posts.size(thread) - 1
    if not reshares:
        return []
    hands = f"{depth} hand{'s' * (depth != 1)} deep"
    return [((f"   travelled {hands}: passed on {reshares} time{'s' * (reshares != 1)}", "accent"),)]


def _answer(scene: FeedScene, n: int, width: int) -> Sequence[Line]:
    item = scene.posts.items[n]
    first, *rest = wrap(f"@{clip(scene.handles[item.author], 20)}  {item.text}", width - 7)
    return [(("   ↳ ", "dim"), (first, "mid")), *((("     ", ""), (row, "mid")) for row in rest)]
