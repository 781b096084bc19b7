"""The person's timeline: the posts of its feed as cards with a cursor, and an open thread."""

from collections.abc import Sequence

from scenes.feed.behavior import LIKE, REPLY, RESHARE
from scenes.feed.posts import REPLIED, RESHARED
from scenes.feed.scene import FeedScene
from tui.log_view import LogView
from tui.panes.drawing import amount, notice
from tui.panes.feed.posts import cut_to, fastest_growing
from tui.panes.feed.selection import SCROLL, STEPS, Cursor
from tui.styles import Line, clip, hang, spread, width_of, wrap

TEXT_ROWS = 3
"""Maximum rows of a post's text on its card."""
INDENT = 3
MAX_STATES = 5
"""Number of states with a bar."""
DEEPEST = 6
"""Depth from which replies are not indented further."""
DONE = {LIKE: "you liked it", REPLY: "you replied", RESHARE: "you shared it"}
TIES = {
    "friend": "you follow each other",
    "followed": "you follow this account",
    "stranger": "you do not follow this account",
}


class Timeline:
    """The cards, the selected one, and whether its thread is open."""

    def __init__(self, view: LogView) -> None:
        self.view = view
        self.cursor = Cursor()
        self.down = 0
        """Number of rows that the open thread is scrolled down."""
        self._places: list[int] = []
        """Item in each row that was drawn last."""

    @property
    def scene(self) -> FeedScene:
        scene: FeedScene = self.view.scene  # type: ignore[assignment]
        return scene

    @property
    def number(self) -> int:
        return self.scene.numbers[self.view.seat]

    @property
    def current(self) -> int:
        """The item to decide on; -1 if there is none."""
        post = self.scene.observe(self.view.seat).post
        return post.number if post else -1

    @property
    def items(self) -> Sequence[int]:
        """Items of the feed, newest first; the one to decide on comes first."""
        shown, current = list(reversed(self.scene.agents[self.number].page)), self.current
        return shown if current < 0 else [current, *(item for item in shown if item != current)]

    @property
    def selected(self) -> int:
        """The selected item; -1 if the feed is empty."""
        items = self.items
        return self.cursor.selected_in(items) if items else -1

    @property
    def is_reading(self) -> bool:
        """True if the person looks at something else than the post to decide on."""
        return self.cursor.is_open or self.selected != self.current

    def target(self) -> str:
        """Write the beginning of a command about the selected item; empty if it is the one to decide on."""
        return "" if self.selected in (-1, self.current) else f"item {self.selected} "

    def reset(self) -> None:
        """Go back to the newest post."""
        self.cursor, self.down = Cursor(), 0

    def close(self) -> bool:
        """Close the open thread. Returns False if none is open."""
        was_open, self.cursor.is_open, self.down = self.cursor.is_open, False, 0
        return was_open

    def press(self, key: str) -> bool:
        """Select, open or close a post, or scroll a thread. Returns False if the key does nothing here."""
        if self.cursor.is_open and key in SCROLL:
            self.down = max(0, self.down + SCROLL[key])
            return True
        if key in ("enter", "backspace") and self.close():
            return True
        return (key in STEPS or key == "enter") and self.cursor.press(key, self.items)

    def click(self, row: int) -> bool:
        """Select the card in a row, or open it if it is selected. Returns False for a row without a card."""
        if self.cursor.is_open or not 0 <= row < len(self._places):
            return self.close()
        item = self._places[row]
        if item == self.selected:
            self.cursor.open(item)
        self.cursor.item = item
        return True

    def paint(self, width: int, rows: int) -> list[Line]:
        """Draw the cards around the selected one, or the open thread."""
        items = self.items
        if not items:
            return notice("Nothing in your feed yet; the first posts come in a few ticks")
        if self.cursor.is_open:
            lines = thread(self.scene, self.selected, self.view.seat, width)
            self.down = max(0, min(self.down, len(lines) - rows))
            return lines[self.down :][:rows]
        selected, growing, done = self.selected, fastest_growing(self.scene), self._done()
        cards = [self._card(item, width, growing, done.get(item, ""), rows >= 16) for item in items]
        top, at = 0, items.index(selected)
        while top < at and sum(map(len, cards[top : at + 1])) > rows:
            top += 1
        self._places = [item for item, card in zip(items[top:], cards[top:], strict=True) for _ in card]
        return [line for card in cards[top:] for line in card][:rows]

    def _done(self) -> dict[int, str]:
        """Return the person's answer to each post that it answered."""
        history = self.scene.agents[self.number].history
        return {
            entry.context: DONE[entry.to_state]
            for entry in history
            if isinstance(entry.context, int) and entry.to_state in DONE and entry.trigger == "decides"
        }

    def _card(self, number: int, width: int, growing: int, done: str, is_loose: bool) -> list[Line]:
        """Draw a post: author, age, and counts in the first row, and its text below."""
        scene, here = self.scene, number == self.selected
        seen = scene.seen(number)
        mark = "before you" if number == self.current else done
        notes = [f"{seen.age}t", f"shared by @{clip(seen.by, 12)}" if seen.by else "", mark]
        is_growing = scene.posts.items.thread[number] == growing
        left: Line = (
            ("▸ " if here else "  ", "bold accent"),
            (f"@{clip(seen.author, 18)}", "bold hi" if here else "bold fg"),
            (f"  {' · '.join(filter(None, notes[:2]))}", "dim"),
            (f" · {mark}" if mark else "", "accent" if number == self.current else "good"),
            (" · the rumor" if scene.posts.items.thread[number] in scene.rumors else "", "bad"),
        )
        counts: Line = (
            (f"♡ {seen.likes}  ", "mid"),
            (f"↻ {seen.reshares}  ", "accent" if is_growing else "mid"),
            (f"↳ {seen.replies} ", "mid"),
        )
        folded = wrap(seen.text, width - INDENT - 2)
        text = folded[:TEXT_ROWS]
        if len(folded) > TEXT_ROWS:
            text[-1] = clip(f"{text[-1]} {folded[TEXT_ROWS]}", width - INDENT - 2)
        body: list[Line] = [((" " * INDENT, ""), (row, "hi" if here else "fg")) for row in text]
        return [spread(left, counts, width), *body, *([()] if is_loose else [])]

    def relation(self) -> Line:
        """Draw the selected post's topic and the person's relation to its author."""
        if (item := self.selected) < 0:
            return ()
        seen = self.scene.seen(item)
        return (
            (f" @{clip(seen.author, 18)}", "hi"),
            (f"  on {seen.topic}", "mid"),
            (f"  {TIES[self.scene.tie(self.number, item)]}", "mid"),
        )


def thread(scene: FeedScene, item: int, person: str, width: int) -> list[Line]:
    """Draw a post in full, who passed it on, and the replies, each indented below what it answers."""
    posts, names = scene.posts, scene.handles
    numbers = posts.items.numbers("thread", posts.items.thread[item])
    root, seen = posts.root(item), scene.seen(item)
    head: Line = ((" ", ""), (f"@{clip(seen.author, 26)}", "bold hi"), (f"  {seen.age}t  on {seen.topic}", "dim"))
    counts: Line = ((f"♡ {seen.likes}  ↻ {seen.reshares}  ↳ {seen.replies} ", "mid"),)
    lines: list[Line] = [spread(head, counts, width)]
    lines += [((" " * INDENT, ""), (row, "hi")) for row in wrap(seen.text, width - INDENT - 2)]
    if sharers := [f"@{names[posts.items.author[n]]}" for n in numbers if posts.items.kind[n] == RESHARED]:
        lines += hang(((f"{' ' * INDENT}shared by ", "dim"),), wrap(", ".join(sharers), width - INDENT - 12)[:2], "mid")
    depths = {root: 0}
    replies: dict[int, list[int]] = {}
    for n in numbers:
        parent = posts.items.parent[n]
        if posts.items.kind[n] == REPLIED:
            replies.setdefault(parent if posts.items.kind[parent] == REPLIED else root, []).append(n)
    stack = list(reversed(replies.get(root, [])))
    while stack:
        n = stack.pop()
        parent = posts.items.parent[n]
        depths[n] = depths.get(parent, 0) + 1
        stack += reversed(replies.get(n, []))
        name = names[posts.items.author[n]]
        start: Line = (
            (" " * (INDENT + 2 * min(depths[n] - 1, DEEPEST)) + "↳ ", "dim"),
            (f"{'you' if name == person else f'@{clip(name, 18)}'}  ", "bold accent" if name == person else "bold fg"),
        )
        lines += hang(start, wrap(posts.items.text_of(n), max(10, width - width_of(start) - 1)), "fg")
    if not replies:
        lines.append(((f"{' ' * INDENT}no replies yet", "dim"),))
    return cut_to(lines, width)


def own_posts(scene: FeedScene, number: int, width: int) -> list[Line]:
    """Draw what becomes of the person's newest posts: counts, the replies, and whether they still grow."""
    posts = scene.posts
    own = [n for n in posts.items.numbers("author", number) if posts.items.kind[n] != REPLIED]
    if not own:
        return notice("Nothing yet; n writes a post")
    lines: list[Line] = []
    for n in own[:-4:-1]:
        since = [m for m in posts.items.numbers("thread", posts.items.thread[n]) if m > n]
        newest = posts.items.tick[since[-1]] if since else posts.items.tick[n]
        state = ("still growing", "good") if scene.now - newest < 8 else ("over", "dim")
        shared = "↻ " if posts.items.kind[n] == RESHARED else ""
        lines += [((" ", ""), (clip(f'{shared}"{posts.items.text_of(n)}"', width - 2), "fg"))]
        counts = f" ♡ {posts.likes[n]}  ↻ {posts.reshares[n]}  ↳ {posts.replies[n]}   "
        lines.append(((counts, "mid"), state))
        for m in [m for m in since if posts.items.parent[m] == n and posts.items.author[m] != number][-3:]:
            name, is_reply = scene.handles[posts.items.author[m]], posts.items.kind[m] == REPLIED
            words = posts.items.text_of(m) if is_reply else "shared it"
            head: Line = ((f"  @{clip(name, 14)}  ", "bold fg"),)
            lines += hang(head, wrap(words, max(10, width - width_of(head) - 1))[:2], "mid")
        lines.append(())
    if len(own) > 3:
        lines.append(((f" and {amount(len(own) - 3, 'older post')}", "dim"),))
    return cut_to(lines, width)


def everybody(scene: FeedScene, width: int) -> list[Line]:
    """Draw the share of accounts in each state as thin bars, largest first."""
    counts = scene.distribution()
    total = sum(counts.values()) or 1
    cells = max(4, width - 20)
    lines: list[Line] = []
    for state, count in sorted(counts.items(), key=lambda each: -each[1])[:MAX_STATES]:
        name = state.removeprefix("engaging_")
        bar = "━" * max(1, round(cells * count / total)) if count else ""
        style = "accent" if state == scene.agents[scene.person].state else "mid"
        lines.append(
            ((f" {name:<11}", style), (f"{bar:<{cells}}", style), (f"{round(100 * count / total):>4} %", "fg"))
        )
    return lines
