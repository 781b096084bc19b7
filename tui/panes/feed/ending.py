"""End of a feed's run: acts, largest cascades, and the person's posts."""

from scenes.feed.posts import POSTED, REPLIED, RESHARED
from scenes.feed.scene import FeedScene
from tui.log_view import LogView
from tui.panes.feed.cascades import measures, threads
from tui.panes.feed.mine import written
from tui.styles import Line, clip, wrap

FARTHEST = 3
"""Posts that are named."""


def paint(view: LogView, scene: FeedScene, width: int) -> list[Line]:
    """Rows on the whole, the posts that were passed on most, and the person's own row."""
    if view.ended is None:
        return []
    posts = scene.posts
    counts = [posts.items.tally("kind", kind) for kind in (POSTED, REPLIED, RESHARED)]
    told = dict(zip(("posts", "replies", "reshares"), counts, strict=True))
    whole = ", ".join(f"{count} {what}" for what, count in {**told, "likes": view.ended.result.get("likes", 0)}.items())
    out: list[Line] = [(), *(((f"   {row}", "fg"),) for row in wrap(whole, width - 4))]
    if view.seat:
        out.append(_own(view, scene))
    for thread in threads(scene, FARTHEST):
        shape, item = measures(scene, thread), posts.items[posts.threads[thread]]
        if shape.size > 1:
            lead = f"   {shape.size - 1:>4} passed on, {shape.depth} deep  @{clip(scene.handles[item.author], 16)}  "
            out.append(((lead, "hi"), (clip(item.text, max(8, width - len(lead) - 1)), "mid")))
    return out


def _own(view: LogView, scene: FeedScene) -> Line:
    number, posts = scene.numbers[view.seat], scene.posts
    own = [n for n in posts.items.numbers("author", number) if posts.items.kind[n] != REPLIED]
    likes, replies = sum(posts.likes[n] for n in own), sum(posts.replies[n] for n in own)
    passed = sum(posts.reshares[n] for n in own)
    told = f"wrote or passed on {written(posts, number)}, earned {likes} likes, {replies} replies, {passed} reshares"
    return (("   you  ", "bold accent"), (told, "fg"))
