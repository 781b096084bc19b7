"""A cascade as a tree of accounts, the largest branches first, and what led each of its first accounts to reshare."""

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import takewhile

from scenes.feed.agent import SPREE, SPREES, SocialAgent
from scenes.feed.behavior import DECIDES, SEES
from scenes.feed.cascades import subtree_sizes
from scenes.feed.posts import Item
from scenes.feed.scene import FeedScene
from tui.glyphs import cells
from tui.keys import with_keys
from tui.panes.feed.posts import newest_tick
from tui.panes.kit import joined
from tui.styles import Line, Span, clip, width_of, wrap

SIBLINGS = 6
"""Reshares of one post that are named; the rest are a number."""
NAMED = 40
"""Accounts that are named at most."""
REASONS = 8
"""Reshares that are explained."""
HANDLE = 13
JOINT = 5
"""Cells between an account and those that reshared it."""
FADED = "where no tick is told, the account's history, its last {} moves, no longer reaches back"
CLOSED = "Why they reshared it is closed: others' minds are closed while you play; {eyes} opens all eyes"


class _Branch:
    """An account of the tree: where it is drawn, who reshared it, and how many of those are a number."""

    def __init__(self, place: int, words: str, style: str, column: int) -> None:
        self.place = place
        self.words: Span = (words, style)
        self.column = column
        self.end = column + width_of((self.words,)) + JOINT
        self.kids: list[_Branch] = []
        self.more = 0


def parents_of(scene: FeedScene, members: Sequence[int]) -> list[int]:
    """For each member of a cascade the place of the one it reshared, -1 for the post."""
    place = {number: i for i, number in enumerate(members)}
    return [place.get(scene.posts.items[number].parent, -1) for number in members]


def draw(scene: FeedScene, members: Sequence[int], width: int) -> list[Line]:
    """Draw the tree of reshares. Accounts with the most followers are named; +N counts the others with theirs."""
    parents = parents_of(scene, members)
    sizes = subtree_sizes(parents)
    kids: list[list[int]] = [[] for _ in members]
    for place, parent in enumerate(parents[1:], 1):
        kids[parent].append(place)
    root = _Branch(0, f"#{scene.posts.items[members[0]].thread}", "bold hi", 1)
    left, waiting = NAMED, [(-sizes[0], 0, root)]
    while waiting:
        _, place, branch = heappop(waiting)
        order = sorted(kids[place], key=lambda kid: (-sizes[kid], kid))
        most = len(order) if len(order) <= SIBLINGS + 1 else SIBLINGS
        for kid in order[: min(most, left)]:
            words, style = _account(scene, members[kid])
            room = len(f"+{sizes[kid] - 1}") + JOINT if sizes[kid] > 1 else 0
            below = _Branch(kid, words, style, branch.end)
            if below.end - JOINT + room > width - 1:
                continue
            branch.kids.append(below)
            heappush(waiting, (-sizes[kid], kid, below))
        left -= len(branch.kids)
        branch.more = sizes[place] - 1 - sum(sizes[kid.place] for kid in branch.kids)
    return [((" ", ""), *row) for row in _rows(root)]


def _account(scene: FeedScene, number: int) -> Span:
    """Draw an account; those of the newest tick are in the accent."""
    item = scene.posts.items[number]
    return clip(f"@{scene.handles[item.author]}", HANDLE), "accent" if item.tick == newest_tick(scene) else "fg"


def _rows(branch: _Branch) -> list[Line]:
    """A branch and all that hangs on it: the first below stands beside it, the others under that."""
    parts = [_rows(kid) for kid in branch.kids]
    if branch.more:
        parts.append([((f"+{branch.more}", "mid"),)])
    return joined(branch.words, parts)


def reasons(scene: FeedScene, members: Sequence[int], width: int, closed: bool) -> list[Line]:
    """Describe the reasons for the first reshares, as far as the accounts' histories hold them."""
    if closed:
        return [((row, "dim"),) for row in wrapped(with_keys(CLOSED), width, 1)]
    if not members:
        return [((" Nobody reshared it", "dim"),)]
    lines: list[Line] = [((" Why they reshared it", "mid"),)]
    first = [scene.posts.items[number] for number in members[:REASONS]]
    names = [clip(f"@{scene.handles[item.author]}", HANDLE) for item in first]
    ticks = 3 + max(len(str(item.tick)) for item in first)
    beside = ticks + max(map(cells, names)) + 2
    faded = False
    for name, item in zip(names, first, strict=True):
        told, known = _reason(scene, item)
        faded |= not known
        tick: Span = (f" {item.tick:>{ticks - 3}}  ", "dim")
        rows = wrapped(told, width, beside) if width >= 72 else ["", *wrapped(told, width, ticks)]
        lines.append((tick, (name, "bold hi"), (rows[0][ticks + cells(name) :], "fg")))
        lines += [((row, "fg"),) for row in rows[1:]]
    if len(members) > REASONS:
        lines.append(((f"{'':{ticks}}and {len(members) - REASONS} more", "dim"),))
    if faded:
        lines += [((row, "dim"),) for row in wrapped(FADED.format(scene.config.history), width, ticks)]
    return lines


def wrapped(words: str, width: int, indent: int) -> list[str]:
    """Words folded to a width, each row indented."""
    return [" " * indent + row for row in wrap(words, width - indent - 1)]


def _reason(scene: FeedScene, item: Item) -> tuple[str, bool]:
    """From whom an account had the post, since when it looked at it, what it is like; whether its history knows."""
    agent, by = scene.agents[item.author], f"@{clip(scene.handles[scene.posts.items[item.parent].author], 12)}"
    what = f"{scene.archetypes[item.author]}, interest {agent.profile.interests[item.topic]:.2f}"
    past = [entry for entry in agent.state_history if entry.timestamp <= item.tick]
    if not past or past[-1].trigger != DECIDES or past[-1].timestamp != item.tick:
        return f"from {by}; {what}", False
    shown = next((entry.timestamp for entry in reversed(past) if entry.trigger == SEES), None)
    since = f"from {by}, evaluated" if shown is None else f"shown by {by} at {shown}, evaluated"
    return f"{since}; {what}{_spree(agent, item.tick)}", shown is not None


def _spree(agent: SocialAgent, tick: int) -> str:
    """Count its decisions of the kind in a row, up to and including the tick."""
    history = agent.state_history
    taken = [entry.to_state for entry in history if entry.trigger == DECIDES and entry.timestamp <= tick]
    run = sum(1 for _ in takewhile(lambda state: state == taken[-1], reversed(taken)))
    if run < SPREE:
        return ""
    lost = run == len(taken) and len(history) == history.records.maxlen
    return f", {SPREES[taken[-1]]} spree {run}{' or more' if lost else ''}"
