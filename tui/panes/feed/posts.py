"""Posts as an account or the network sees them, and an account's own page."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from scenes.feed.posts import REPLIED, Item, Posts
from scenes.feed.scene import FeedScene
from tui.panes.drawing import amount, notice, paragraph
from tui.styles import Line, Span, clip, fit, hang, spread, width_of, wrap

MIN_WIDE_WIDTH = 56
"""Minimum width in cells to draw the counts beside the author, and to indent the text further."""
TEXT_ROWS = 2
HANDLE_WIDTH = 26
"""Cells of a handle in a list, with the @."""
NEWEST = 60
"""Number of newest posts of the network that are listed."""


class PostRow(NamedTuple):
    """A row of a page, with the number of its item (-1 for none); `names` is True if it names the author."""

    line: Line
    number: int = -1
    names: bool = False


def page(scene: FeedScene, perspective: str, width: int, seat: str = "") -> list[Line]:
    """Draw an account's current post and its last ones, newest first; without a perspective, the network's newest.

    `seat` is the person's account, which is addressed as "you".
    """
    return [row.line for row in page_rows(scene, perspective, width, seat)]


def page_rows(scene: FeedScene, perspective: str, width: int, seat: str = "") -> list[PostRow]:
    """List the rows of a page, each with the number of its post or reshare."""
    if not scene.posts.items:
        return [*map(PostRow, notice("Nothing posted yet"))]
    growing = fastest_growing(scene)
    if not perspective:
        return _blocks(scene, islice(_newest(scene), NEWEST), width, growing, directing=True)
    agent, deciding = scene.agents[scene.numbers[perspective]], scene.observe(perspective).post
    rows: list[PostRow] = []
    if deciding:
        note = (f"before {'you' if perspective == seat else f'@{clip(perspective, 12)}'}", "accent")
        rows = _rows(deciding.number, post_lines(scene, deciding.number, width, growing, note))
    earlier = [number for number in reversed(agent.page) if not deciding or number != deciding.number]
    if rows and earlier and width < MIN_WIDE_WIDTH:
        rows.append(PostRow(()))
    rows += _blocks(scene, earlier, width, growing)
    nothing = notice(f"@{clip(perspective, HANDLE_WIDTH)} was shown nothing yet")
    return rows or [*map(PostRow, cut_to(nothing, width))]


def _rows(number: int, lines: list[Line]) -> list[PostRow]:
    return [PostRow(line, number, i == 0) for i, line in enumerate(lines)]


def reshares_by_thread(scene: FeedScene) -> Counter[int]:
    """Count the reshares of the newest tick by thread."""
    items, grown = scene.posts.items, Counter[int]()
    newest = newest_tick(scene)
    for item in reversed(items):
        if item.tick < newest:
            break
        if item.kind == "reshare":
            grown[item.thread] += 1
    return grown


def newest_tick(scene: FeedScene) -> int:
    """Return the tick that was played last, or is being played."""
    return max(scene.now, scene.posts.items[-1].tick) if scene.posts.items else scene.now


def fastest_growing(scene: FeedScene) -> int:
    """Return the thread that grew most in the newest tick, the older one in a tie; -1 if none grew."""
    grown = reshares_by_thread(scene)
    return min(grown, key=lambda thread: (-grown[thread], thread), default=-1)


def post_lines(
    scene: FeedScene, number: int, width: int, growing: int, note: Span = ("", ""), rows: int = TEXT_ROWS
) -> list[Line]:
    """Draw a post or reshare as its readers see it. An accented note marks the post to decide on."""
    item, wide = scene.posts.items[number], width >= MIN_WIDE_WIDTH
    counts = reaction_counts(scene, number, item.thread == growing)
    right: Line = (*counts, (" ", "")) if wide else ()
    indent = " " * (3 if wide else 1)
    lines = [_head(scene, item, note, right, width)]
    lines += [((indent, ""), *row) for row in _text(scene, number, width - len(indent) - 1, rows)]
    if not wide:
        lines.append(((indent, ""), *counts))
    return cut_to(lines, width)


def reaction_counts(scene: FeedScene, number: int, grows: bool) -> Line:
    """Draw the numbers of likes, replies and reshares that an item's readers see."""
    seen = scene.seen(number)
    likes, replies, reshares = f"♡ {seen.likes}  ", f"↳ {seen.replies}  ", f"↻ {seen.reshares}"
    return ((likes, "mid"), (replies, "mid"), (reshares, "accent" if grows else "mid"))


def cut_to(lines: Iterable[Line], width: int) -> list[Line]:
    """Cut lines to the width."""
    return [line if width_of(line) <= width else fit(line, width) for line in lines]


def _newest(scene: FeedScene) -> Iterable[int]:
    """Yield the numbers of posts and reshares, newest first, without replies."""
    items = scene.posts.items
    return (number for number in range(len(items) - 1, -1, -1) if items[number].kind != "reply")


def _blocks(
    scene: FeedScene, numbers: Iterable[int], width: int, growing: int, directing: bool = False
) -> list[PostRow]:
    rows: list[PostRow] = []
    for number in numbers:
        if rows and width < MIN_WIDE_WIDTH:
            rows.append(PostRow(()))
        note = _weight(scene, number) if directing else ("", "")
        rows += _rows(number, post_lines(scene, number, width, growing, note))
    return rows


def _weight(scene: FeedScene, number: int) -> Span:
    """Draw the weight set by interventions, for directors only: accounts do not learn that they are muted."""
    factor = scene.weights.of(number, scene.posts)
    if factor == 1:
        return ("", "")
    return (f"counts ×{factor:g}", "mid") if factor else ("muted", "bad")


def _head(scene: FeedScene, item: Item, note: Span, right: Line, width: int) -> Line:
    """Draw the author with archetype and a note; the handle is cut first."""
    words, style = note
    rest: Line = ((f"  {scene.archetypes[item.author]}", "dim"), (f"  {words}" if words else "", style))
    room = width - width_of(rest) - width_of(right) - 2
    handle = clip(f"@{scene.handles[item.author]}", max(6, min(HANDLE_WIDTH, room)))
    left: Line = (("▸" if style == "accent" else " ", "accent"), (handle, "bold hi"), *rest)
    return spread(left, right, width) if right else left


def _text(scene: FeedScene, number: int, room: int, rows: int) -> list[Line]:
    """Draw the text in at most `rows` rows; a reshare starts with the original author."""
    item, seen = scene.posts.items[number], scene.seen(number)
    credit = f"↻ @{clip(seen.author, 12)} " if item.kind == "reshare" else ""
    folded = wrap(credit + item.text, max(4, room))
    kept = folded[:rows]
    if len(folded) > rows:
        kept[-1] = clip(f"{kept[-1]} {folded[rows]}", max(4, room))
    start = credit.rstrip()
    first: Line = ((kept[0], "fg"),)
    if start and kept[0].startswith(start):
        first = ((start, "mid"), (" " + kept[0][len(start) :], "fg"))
    return [first, *(((row, "fg"),) for row in kept[1:])]


MAX_OWN_ITEMS = 30
"""Maximum posts, replies and reshares listed for an account."""
MAX_ANSWERS = 20
"""Maximum replies listed below each of an account's items."""


def account_page(scene: FeedScene, number: int, width: int) -> list[Line]:
    """Draw an account's posts, replies and reshares, newest first, each with the replies to it in full."""
    posts = scene.posts
    own = posts.items.numbers("author", number)
    if not own:
        return notice("Nothing written yet")
    answers: dict[int, list[int]] = defaultdict(list)
    for n in posts.items.numbers("kind", REPLIED):
        answers[posts.items.parent[n]].append(n)
    lines: list[Line] = []
    for n in reversed(own[-MAX_OWN_ITEMS:]):
        lines += _own_item(scene, n, width)
        lines += [row for answer in answers[n][:MAX_ANSWERS] for row in _answer(scene, answer, width)]
        if more := len(answers[n]) - MAX_ANSWERS:
            lines += [((f"     and {more} more replies", "dim"),)] if more > 0 else []
    if len(own) > MAX_OWN_ITEMS:
        lines.append(((f" and {len(own) - MAX_OWN_ITEMS} older ones", "dim"),))
    return cut_to(lines, width)


def count_items(posts: Posts, number: int) -> int:
    """Count an account's posts, replies and reshares."""
    return posts.items.tally("author", number)


def _own_item(scene: FeedScene, n: int, width: int) -> list[Line]:
    """Draw an item: tick, kind, full text, and its likes, replies and reshares."""
    posts, item = scene.posts, scene.posts.items[n]
    what = item.kind
    if item.kind != "post":
        author = scene.handles[posts.items[item.parent].author]
        what = f"{'reply to' if item.kind == 'reply' else 'reshare of'} @{clip(author, 20)}"
    counts = "" if item.kind == "reply" else f"   ♡ {posts.likes[n]}  ↳ {posts.replies[n]}  ↻ {posts.reshares[n]}"
    head: Line = ((f" tick {item.tick:<5}", "dim"), (what, "bold fg"), (counts, "mid"))
    lines = [head, *paragraph(item.text, width, indent=3)]
    depth, reshares = len(posts.levels[item.thread]) - 1, posts.size(item.thread) - 1
    if item.kind == "post" and reshares:
        reach = f"   spread {amount(depth, 'step')} deep: passed on {amount(reshares, 'time')}"
        lines.append(((reach, "accent"),))
    return lines


def _answer(scene: FeedScene, n: int, width: int) -> Sequence[Line]:
    item = scene.posts.items[n]
    words = f"@{clip(scene.handles[item.author], 20)}  {item.text}"
    return hang((("   ↳ ", "dim"),), wrap(words, width - 7), "mid")
