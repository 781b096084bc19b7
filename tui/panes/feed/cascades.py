"""The list of the largest cascades; and one cascade by generation, as a tree of accounts, and with reasons."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from itertools import takewhile

from scenes.feed.account import MIN_SPREE, WORD_FOR_SPREE, SocialAgent
from scenes.feed.behavior import DECIDES, SEES
from scenes.feed.metrics import Shape, largest, shape, subtree_sizes
from scenes.feed.posts import RESHARED, Item
from scenes.feed.scene import FeedScene
from tui.glyphs import cells
from tui.keys import with_keys
from tui.panes.drawing import hanging_indent, notice, paragraph, rule, tree_branch
from tui.panes.feed.posts import cut_to, fastest_growing, newest_tick, post_lines, reshares_by_thread
from tui.styles import Line, Span, clip, pad, spread, width_of

MAX_NAMED_SIBLINGS = 6
"""Number of reshares of one post that are named; further ones are counted, unless only one is left."""
MAX_NAMED = 40
"""Maximum accounts that are named in one tree."""
MAX_REASONS = 8
"""Maximum reshares that are explained."""
HANDLE_WIDTH = 13
JOINT_WIDTH = 5
"""Cells between an account and the accounts that reshared its post."""
MISSING_TICK_NOTE = "no tick is given where the account's history, its last {} moves, does not reach back far enough"
HIDDEN_NOTICE = "Their reasons are hidden while you play; {perspective} shows everything"


class _Branch:
    """An account in the tree: its position, its named resharers, and the number of reshares only counted."""

    def __init__(self, place: int, words: str, style: str, column: int) -> None:
        self.place = place
        self.words: Span = (words, style)
        self.column = column
        self.end = column + width_of((self.words,)) + JOINT_WIDTH
        self.children: list[_Branch] = []
        self.more = 0


def parents_of(scene: FeedScene, members: Sequence[int]) -> list[int]:
    """Return for each member of a cascade the index of the item it reshared; -1 for the post."""
    place = {number: i for i, number in enumerate(members)}
    return [place.get(scene.posts.items[number].parent, -1) for number in members]


def draw(scene: FeedScene, members: Sequence[int], width: int) -> list[Line]:
    """Draw the tree of reshares.

    The accounts with the largest subtrees are named; +N counts the others and their subtrees.
    """
    parents = parents_of(scene, members)
    sizes = subtree_sizes(parents)
    children: list[list[int]] = [[] for _ in members]
    for place, parent in enumerate(parents[1:], 1):
        children[parent].append(place)
    root = _Branch(0, f"#{scene.posts.items[members[0]].thread}", "bold hi", 1)
    left, waiting = MAX_NAMED, [(-sizes[0], 0, root)]
    while waiting:
        _, place, branch = heappop(waiting)
        order = sorted(children[place], key=lambda child: (-sizes[child], child))
        most = len(order) if len(order) <= MAX_NAMED_SIBLINGS + 1 else MAX_NAMED_SIBLINGS
        for child in order[: min(most, left)]:
            words, style = _account(scene, members[child])
            room = len(f"+{sizes[child] - 1}") + JOINT_WIDTH if sizes[child] > 1 else 0
            below = _Branch(child, words, style, branch.end)
            if below.end - JOINT_WIDTH + room > width - 1:
                continue
            branch.children.append(below)
            heappush(waiting, (-sizes[child], child, below))
        left -= len(branch.children)
        branch.more = sizes[place] - 1 - sum(sizes[child.place] for child in branch.children)
    return [((" ", ""), *row) for row in _rows(root)]


def _account(scene: FeedScene, number: int) -> Span:
    """Draw an account; in the accent color if it reshared in the newest tick."""
    item = scene.posts.items[number]
    return clip(f"@{scene.handles[item.author]}", HANDLE_WIDTH), "accent" if item.tick == newest_tick(scene) else "fg"


def _rows(branch: _Branch) -> list[Line]:
    """Draw a branch with its subtree; the first child is on the same row, the others below."""
    parts = [_rows(kid) for kid in branch.children]
    if branch.more:
        parts.append([((f"+{branch.more}", "mid"),)])
    return tree_branch(branch.words, parts)


def reasons(scene: FeedScene, members: Sequence[int], width: int, closed: bool) -> list[Line]:
    """Describe the reasons for the first reshares, as far as the accounts' histories reach back."""
    if closed:
        return paragraph(with_keys(HIDDEN_NOTICE), width, "dim")
    if not members:
        return notice("Nobody reshared it")
    lines: list[Line] = [((" Why they reshared it", "mid"),)]
    first = [scene.posts.items[number] for number in members[:MAX_REASONS]]
    names = [clip(f"@{scene.handles[item.author]}", HANDLE_WIDTH) for item in first]
    ticks, longest = 3 + max(len(str(item.tick)) for item in first), max(map(cells, names))
    faded = False
    for name, item in zip(names, first, strict=True):
        reason, known = _reason(scene, item)
        faded |= not known
        head: Line = ((f" {item.tick:>{ticks - 3}}  ", "dim"), (pad(name, longest + 2), "bold hi"))
        lines += hanging_indent(head, reason, width) if width >= 72 else [head, *paragraph(reason, width, indent=ticks)]
    if len(members) > MAX_REASONS:
        lines.append(((f"{'':{ticks}}and {len(members) - MAX_REASONS} more", "dim"),))
    return [*lines, *paragraph(MISSING_TICK_NOTE.format(scene.config.history), width, "dim", ticks)] if faded else lines


def _reason(scene: FeedScene, item: Item) -> tuple[str, bool]:
    """Return the reason for a reshare, and True if the account's history still covers it."""
    agent, by = scene.agents[item.author], f"@{clip(scene.handles[scene.posts.items[item.parent].author], 12)}"
    what = f"{scene.archetypes[item.author]}, interest {agent.profile.interests[item.topic]:.2f}"
    past = [entry for entry in agent.state_history if entry.timestamp <= item.tick]
    if not past or past[-1].trigger != DECIDES or past[-1].timestamp != item.tick:
        return f"from {by}; {what}", False
    shown = next((entry.timestamp for entry in reversed(past) if entry.trigger == SEES), None)
    since = f"from {by}, evaluated" if shown is None else f"shown by {by} at {shown}, evaluated"
    return f"{since}; {what}{_spree(agent, item.tick)}", shown is not None


def _spree(agent: SocialAgent, tick: int) -> str:
    """Describe an account's run of equal decisions up to a tick; "" if it is too short for a spree."""
    history = agent.state_history
    taken = [entry.to_state for entry in history if entry.trigger == DECIDES and entry.timestamp <= tick]
    run = sum(1 for _ in takewhile(lambda state: state == taken[-1], reversed(taken)))
    if run < MIN_SPREE:
        return ""
    lost = run == len(taken) and len(history) == history.records.maxlen
    return f", {WORD_FOR_SPREE[taken[-1]]} spree {run}{' or more' if lost else ''}"


HEAD_ROWS = 1
"""Number of rows above the first cascade of the list."""
MIN_WIDTH_OF_FULL_NAMES = 64
"""Minimum width in cells to write the names of measures in full."""
MAX_CACHED_RUNS = 4
"""Maximum runs whose trees are cached."""


class _Trees:
    """Members of the cascades of one run. A network only grows, so the final members are valid at any playhead."""

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
        """Return the post and its reshares at the scene's playhead, oldest first."""
        members = self.members.get(thread)
        if members is None:
            return [scene.posts.threads[thread]]
        return members[: bisect_left(members, len(scene.posts.items))]


_RUNS: dict[int, _Trees] = {}


def _trees(scene: FeedScene) -> _Trees:
    """Return the cache of a run. All copies of a scene share the dict of account numbers, which identifies the run."""
    found = _RUNS.get(id(scene.numbers))
    if found is None:
        while len(_RUNS) >= MAX_CACHED_RUNS:
            del _RUNS[next(iter(_RUNS))]
        found = _RUNS[id(scene.numbers)] = _Trees(scene.numbers)
    found.take(scene)
    return found


def threads(scene: FeedScene, rows: int = 50) -> list[int]:
    """Return the threads in `listing`: the largest cascades, largest first."""
    trees = _trees(scene)
    at = (len(scene.posts.items), rows)
    if trees.largest[0] != at:
        trees.largest = (at, largest(scene, rows))
    return trees.largest[1]


def measures(scene: FeedScene, thread: int) -> Shape:
    """Return a cascade's size, depth, breadth and virality, cached by thread and size."""
    trees = _trees(scene)
    at = (thread, scene.posts.size(thread))
    if at not in trees.shapes:
        trees.shapes[at] = shape(parents_of(scene, trees.of(scene, thread)))
    return trees.shapes[at]


def listing(scene: FeedScene, width: int, selected: int | None, rows: int = 50) -> list[Line]:
    """Draw a row of column names (`HEAD_ROWS`), then a row for each of `threads`; `selected` is a thread."""
    found = threads(scene, rows)
    if not found:
        return notice("Nothing reshared yet")
    names = (
        ("size", "depth", "breadth", "virality") if width >= MIN_WIDTH_OF_FULL_NAMES else ("size", "dep", "brd", "vir")
    )
    lines = [_row(("#", "dim"), ("author", "dim"), ("text", "dim"), names, "dim", width)]
    for thread in found:
        item = scene.posts.items[scene.posts.threads[thread]]
        form, here = measures(scene, thread), thread == selected
        values = (str(form.size), str(form.depth), str(form.breadth), f"{form.virality:.2f}")
        mark = (f"#{thread}", "bold accent" if here else "mid")
        who = (f"@{scene.handles[item.author]}", "bold hi" if here else "bold fg")
        words = (item.text, "hi" if here else "fg")
        lines.append(_row(mark, who, words, values, "hi" if here else "fg", width, "▸" if here else " "))
    return cut_to(lines, width)


def _row(
    number: Span, author: Span, text: Span, values: Sequence[str], style: str, width: int, mark: str = " "
) -> Line:
    """Draw a row of the list; the post's text is cut first."""
    cells = (6, 7, 9, 10) if width >= MIN_WIDTH_OF_FULL_NAMES else (5, 4, 4, 6)
    right: Line = tuple((f"{word:>{n}}", style) for word, n in zip(values, cells, strict=True))
    room = width - width_of(right) - 9
    name = min(12 if width < 100 else 18, room)
    left: Line = ((mark, "accent"), (f"{number[0]:<7}", number[1]), (pad(author[0], name), author[1]))
    if room - name > 12:
        left = (*left, ("  ", ""), (clip(text[0], room - name - 3), text[1]))
    return spread(left, (*right, (" ", "")), width)


def summary(scene: FeedScene, width: int, focused: bool = True) -> list[Line]:
    """Draw the largest cascade in two rows: a title with its measures, and its generations with the keys to its tree.

    The keys differ if the list has the focus.
    """
    found = threads(scene, 1)
    if not found:
        return [rule((("Cascade ", "bold mid"),), width), *notice("Nothing reshared yet")]
    thread = found[0]
    item = scene.posts.items[scene.posts.threads[thread]]
    by = f"  by @{clip(scene.handles[item.author], 12)} "
    left: Line = (("Cascade", "bold mid"), (f"  #{thread}{by}", "mid"))
    right: Line = ((" ", ""), *_measures_text(scene, thread), (" ", ""))
    title = rule(left, width, right if width_of(left) + width_of(right) + 5 <= width else ())
    grows: Line = (("   ", ""), *_growth(scene, thread))
    key, effect = ("Enter", " opens its tree ") if focused else ("tab enter", " its tree ")
    opens: Line = ((key, "accent"), (effect, "dim"))
    row: Line = (*_generations(scene, thread, width - width_of(grows) - 1), *grows)
    return cut_to([title, spread(row, opens, width) if width_of(row) + width_of(opens) + 2 <= width else row], width)


def _measures_text(scene: FeedScene, thread: int) -> Line:
    form = measures(scene, thread)
    values = {"size": form.size, "depth": form.depth, "breadth": form.breadth, "virality": f"{form.virality:.2f}"}
    spans = [span for name, value in values.items() for span in ((f"  {name} ", "mid"), (str(value), "hi"))]
    return ((spans[0][0].lstrip(), "mid"), *spans[1:])


def _generations(scene: FeedScene, thread: int, room: int) -> Line:
    """Draw the number of posts in each generation; the last number sums generations that do not fit."""
    levels = scene.posts.levels[thread]
    first, left = f" {levels[0]}", sum(levels)
    spans: list[Span] = [(first, "fg")]
    for n, count in enumerate(levels[1:], 1):
        left -= levels[n - 1]
        after = f" … +{left - count}" if n + 1 < len(levels) else ""
        if width_of(tuple(spans)) + len(f" ─ {count}{after}") > room:
            return (*spans, (f" … +{left}", "mid"))
        spans += [(" ─ ", "dim"), (str(count), "fg")]
    return tuple(spans)


def _growth(scene: FeedScene, thread: int) -> Line:
    grown = reshares_by_thread(scene)[thread]
    return (("grows ", "mid"), (f"▲{grown}", "good"), (" this tick", "mid")) if grown else (("stands still", "dim"),)


def tree(scene: FeedScene, thread: int, width: int, closed: bool = False) -> list[Line]:
    """Draw a post, its measures, its tree, and the reasons for the first reshares unless `closed` hides them."""
    if not 0 <= thread < len(scene.posts.threads):
        return notice("Nothing posted yet")
    members = _trees(scene).of(scene, thread)
    measured: Line = ((" ", ""), *_measures_text(scene, thread))
    lines = [*post_lines(scene, members[0], width, fastest_growing(scene), rows=4), ()]
    lines += [measured] if width_of(measured) <= width else _halves(measured)
    lines.append((*_generations(scene, thread, width - 22), ("   ", ""), *_growth(scene, thread)))
    lines += [(), *draw(scene, members, width), ()]
    return cut_to([*lines, *reasons(scene, members[1:], width, closed)], width)


def _halves(measured: Line) -> list[Line]:
    """Draw the four measures in two rows."""
    return [measured[:5], ((" ", ""), (measured[5][0].lstrip(), measured[5][1]), *measured[6:])]
