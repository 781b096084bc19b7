"""The end of a feed: the aim, how far the person's posts went, totals, and the most reshared posts."""

from scenes.feed.posts import POSTED, REPLIED, RESHARED
from scenes.feed.scene import FeedScene
from tui.log_view import LogView
from tui.panes.drawing import amount, paragraph
from tui.panes.feed.aim import line_of, witnesses
from tui.panes.feed.cascades import measures, threads
from tui.styles import Line, clip

MAX_NAMED_POSTS = 3
"""Maximum posts that the end of a run names, of the person and of all."""
NOUNS = {POSTED: "post", RESHARED: "reshare"}


def headline(view: LogView) -> str:
    """Write how the person's aim ended, else how far its posts went; without a person, the most reshared post."""
    scene: FeedScene = view.scene  # type: ignore[assignment]
    posts = scene.posts
    if not view.person:
        first = next(iter(threads(scene, 1)), None)
        if first is None:
            return "The feed is over: nothing was passed on"
        author = clip(scene.handles[posts.items[posts.threads[first]].author], 16)
        return f"The feed is over: @{author} went furthest, passed on {amount(posts.size(first) - 1, 'time')}"
    if scene.settled and scene.numbers[view.person] == scene.person:
        return line_of(scene).headline
    own = _own(view, scene)
    counts = (amount(sum(posts.items.kind[n] == kind for n in own), noun) for kind, noun in NOUNS.items())
    written = " and ".join(count for count in counts if not count.startswith("0 "))
    likes, reshares = (sum(held[n] for n in own) for held in (posts.likes, posts.reshares))
    if not own:
        return "You posted nothing and passed nothing on"
    if not likes and not reshares:
        return f"Your {written} earned no like, and nobody passed anything of yours on"
    return f"Your {written} earned {amount(likes, 'like')} and went on {amount(reshares, 'time')}"


def paint(view: LogView, scene: FeedScene, width: int) -> list[Line]:
    """Draw a summary row, the person's own posts, and the most reshared ones of others."""
    if view.ended is None:
        return []
    posts = scene.posts
    kinds = {"posts": POSTED, "replies": REPLIED, "reshares": RESHARED}
    totals = [f"{posts.items.tally('kind', kind)} {what}" for what, kind in kinds.items()]
    out: list[Line] = [
        (),
        *paragraph(f"{', '.join(totals)}, {view.ended.result.get('likes', 0)} likes", width, indent=3),
    ]
    out += witnesses(scene, width)
    out += [_row(scene, n, "you", width) for n in _own(view, scene)[:MAX_NAMED_POSTS]]
    for thread in threads(scene, MAX_NAMED_POSTS):
        first = posts.threads[thread]
        if posts.size(thread) > 1 and posts.items.author[first] != scene.numbers.get(view.person):
            out.append(_row(scene, first, f"@{clip(scene.handles[posts.items.author[first]], 16)}", width))
    return out


def _row(scene: FeedScene, n: int, author: str, width: int) -> Line:
    """Draw a post or reshare: how often it was passed on, how deep its cascade is, its likes, and its text."""
    posts = scene.posts
    depth = measures(scene, posts.items.thread[n]).depth
    lead = f"   {posts.reshares[n]:>4} passed on, {depth} deep, {amount(posts.likes[n], 'like')}  {author}  "
    text = clip(posts.items.text_of(n), max(8, width - len(lead) - 1))
    return ((lead, "bold accent" if author == "you" else "hi"), (text, "mid"))


def _own(view: LogView, scene: FeedScene) -> list[int]:
    """List the person's posts and reshares, those that were passed on most first; none without a person."""
    if not view.person:
        return []
    posts = scene.posts
    own = [n for n in posts.items.numbers("author", scene.numbers[view.person]) if posts.items.kind[n] != REPLIED]
    return sorted(own, key=lambda n: (-posts.reshares[n], -posts.likes[n]))
