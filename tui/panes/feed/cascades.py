"""Cascades: the list of the largest, how one spread generation by generation, its reshare tree, and why it grew."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from scenes.feed.cascades import Shape, shape
from scenes.feed.metrics import largest
from scenes.feed.posts import RESHARED
from scenes.feed.scene import FeedScene
from tui.panes.feed.posts import block, fastest, growth, within
from tui.panes.feed.tree import draw, parents_of, reasons
from tui.styles import Line, Span, clip, fit, spread, width_of

HEAD = 1
"""Rows of a listing above the first cascade."""
WIDE = 64
"""Cells from which measures have their names in full."""
RUNS = 4
"""Runs whose trees are kept."""


class _Trees:
    """Members of the cascades of one run. A network only grows, so the final members hold at any playhead."""

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self.numbers = numbers
        self.known = 0
        self.members: dict[int, list[int]] = {}
        self.shapes: dict[tuple[int, int], Shape] = {}
        self.largest: tuple[tuple[int, int], list[int]] = ((-1, 0), [])

    def take(self, scene: FeedScene) -> None:
        items = scene.posts.items
        for number in range(self.known, len(items)):
            if items.kind[number] == RESHARED:
                thread = items.thread[number]
                self.members.setdefault(thread, [scene.posts.threads[thread]]).append(number)
        self.known = max(self.known, len(items))

    def of(self, scene: FeedScene, thread: int) -> list[int]:
        """The post and its reshares at the scene's playhead, oldest first."""
        members = self.members.get(thread)
        if members is None:
            return [scene.posts.threads[thread]]
        return members[: bisect_left(members, len(scene.posts.items))]


_RUNS: dict[int, _Trees] = {}


def _trees(scene: FeedScene) -> _Trees:
    """The run's own: all copies of a scene, at whichever playhead, have the numbers of their accounts in common."""
    found = _RUNS.get(id(scene.numbers))
    if found is None:
        while len(_RUNS) >= RUNS:
            del _RUNS[next(iter(_RUNS))]
        found = _RUNS[id(scene.numbers)] = _Trees(scene.numbers)
    found.take(scene)
    return found


def threads(scene: FeedScene, rows: int = 50) -> list[int]:
    """The largest cascades, largest first: what `listing` lists."""
    trees = _trees(scene)
    at = (len(scene.posts.items), rows)
    if trees.largest[0] != at:
        trees.largest = (at, largest(scene, rows))
    return trees.largest[1]


def measures(scene: FeedScene, thread: int) -> Shape:
    """Size, depth, breadth and virality, each worked out once for a size."""
    trees = _trees(scene)
    at = (thread, scene.posts.size(thread))
    if at not in trees.shapes:
        trees.shapes[at] = shape(parents_of(scene, trees.of(scene, thread)))
    return trees.shapes[at]


def listing(scene: FeedScene, width: int, selected: int | None, rows: int = 50) -> list[Line]:
    """A row of column names (`HEAD`), then a row for each of `threads`; `selected` is a thread."""
    found = threads(scene, rows)
    if not found:
        return [((" Nothing reshared yet", "dim"),)]
    names = ("size", "depth", "breadth", "virality") if width >= WIDE else ("size", "dep", "brd", "vir")
    lines = [_row(("#", "dim"), ("author", "dim"), ("text", "dim"), names, "dim", width)]
    for thread in found:
        item = scene.posts.items[scene.posts.threads[thread]]
        form, here = measures(scene, thread), thread == selected
        told = (str(form.size), str(form.depth), str(form.breadth), f"{form.virality:.2f}")
        mark = (f"#{thread}", "bold accent" if here else "mid")
        who = (f"@{scene.handles[item.author]}", "bold hi" if here else "bold fg")
        words = (item.text, "hi" if here else "fg")
        lines.append(_row(mark, who, words, told, "hi" if here else "fg", width, "▸" if here else " "))
    return within(lines, width)


def _row(number: Span, author: Span, text: Span, told: Sequence[str], style: str, width: int, mark: str = " ") -> Line:
    """Draw a row; the post's words are cut first."""
    cells = (6, 7, 9, 10) if width >= WIDE else (5, 4, 4, 6)
    right: Line = tuple((f"{word:>{n}}", style) for word, n in zip(told, cells, strict=True))
    room = width - width_of(right) - 9
    name = min(12 if width < 100 else 18, room)
    left: list[Span] = [(mark, "accent"), (f"{number[0]:<7}", number[1])]
    left += fit(((clip(author[0], name), author[1]),), name)
    if room - name > 12:
        left += [("  ", ""), (clip(text[0], room - name - 3), text[1])]
    return spread(tuple(left), (*right, (" ", "")), width)


def summary(scene: FeedScene, width: int) -> list[Line]:
    """The largest cascade in two rows: a title with its measures, and its generations."""
    found = threads(scene, 1)
    if not found:
        return [_title((("Cascade", "bold mid"),), (), width), ((" Nothing reshared yet", "dim"),)]
    thread = found[0]
    item = scene.posts.items[scene.posts.threads[thread]]
    by = ("  by ", "mid"), (f"@{clip(scene.handles[item.author], 12)}", "mid")
    title = _title((("Cascade", "bold mid"), (f"  #{thread}", "mid"), *by), _measured(scene, thread), width)
    grows: Line = (("   ", ""), *_grown(scene, thread))
    opens: Line = (("Enter", "accent"), (" opens the tree ", "dim"))
    row: Line = (*_levels(scene, thread, width - width_of(grows) - 1), *grows)
    return within([title, spread(row, opens, width) if width_of(row) + width_of(opens) + 2 <= width else row], width)


def _title(left: Line, right: Line, width: int) -> Line:
    """Words on a hairline; the measures give way where they do not fit."""
    end: Line = ((" ", ""), *right, (" ──", "line")) if right else (("──", "line"),)
    room = width - width_of(left) - 3
    if width_of(end) + 1 > room:
        end = ()
    return (("─ ", "line"), *left, (" " + "─" * (room - width_of(end)), "line"), *end)


def _measured(scene: FeedScene, thread: int) -> Line:
    form = measures(scene, thread)
    told = {"size": form.size, "depth": form.depth, "breadth": form.breadth, "virality": f"{form.virality:.2f}"}
    spans = [span for name, value in told.items() for span in ((f"  {name} ", "mid"), (str(value), "hi"))]
    return ((spans[0][0].lstrip(), "mid"), *spans[1:])


def _levels(scene: FeedScene, thread: int, room: int) -> Line:
    """Posts by generation; those that do not fit are counted."""
    levels = scene.posts.levels[thread]
    told, left = f" {levels[0]}", sum(levels)
    spans: list[Span] = [(told, "fg")]
    for n, count in enumerate(levels[1:], 1):
        left -= levels[n - 1]
        after = f" … +{left - count}" if n + 1 < len(levels) else ""
        if width_of(tuple(spans)) + len(f" ─ {count}{after}") > room:
            return (*spans, (f" … +{left}", "mid"))
        spans += [(" ─ ", "dim"), (str(count), "fg")]
    return tuple(spans)


def _grown(scene: FeedScene, thread: int) -> Line:
    grown = growth(scene)[thread]
    return (("grows ", "mid"), (f"▲{grown}", "good"), (" this tick", "mid")) if grown else (("stands still", "dim"),)


def tree(scene: FeedScene, thread: int, width: int, closed: bool = False) -> list[Line]:
    """A post, its measures, who reshared it from whom, and what led to the first reshares, unless minds are closed."""
    if not 0 <= thread < len(scene.posts.threads):
        return [((" Nothing posted yet", "dim"),)]
    members = _trees(scene).of(scene, thread)
    measured: Line = ((" ", ""), *_measured(scene, thread))
    lines = [*block(scene, members[0], width, fastest(scene), rows=4), ()]
    lines += [measured] if width_of(measured) <= width else _halves(measured)
    lines.append((*_levels(scene, thread, width - 22), ("   ", ""), *_grown(scene, thread)))
    lines += [(), *draw(scene, members, width), ()]
    return within([*lines, *reasons(scene, members[1:], width, closed)], width)


def _halves(measured: Line) -> list[Line]:
    """The four measures in two rows."""
    return [measured[:5], ((" ", ""), (measured[5][0].lstrip(), measured[5][1]), *measured[6:])]
