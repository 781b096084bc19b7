"""The user's selection in the feed: state, list or account, cascade and filter.

It stays valid while the run continues: accounts are stored by number, not by position.
"""

from collections.abc import Sequence

from scenes.feed.behavior import RESHARE, AgentState
from scenes.feed.scene import FeedScene
from tui.log_view import LogView
from tui.panes.drawing import notice
from tui.panes.feed import agents, cascades
from tui.panes.feed.posts import PostRow
from tui.panes.feed.table import SORTS
from tui.panes.kit import Key
from tui.styles import Line, clip

FEED, CASCADES, CHART, AGENTS, PAGE, RUN = "Feed", "Cascades", "Chart", "Agents", "Page", "Over time"
YOURS, AIM, EVERYBODY = "Yours", "Aim", "Everybody"
STEPS = {"up": -1, "down": 1}
MAX_TREE_SIZE = 2000
"""Maximum cascade size to draw the tree below the list; larger trees are drawn only when opened."""
SCROLL = {**STEPS, "pageup": -5, "pagedown": 5}


class Cursor:
    """The selected item of a list. It stays selected while the list changes."""

    def __init__(self) -> None:
        self.item: int | None = None
        self.is_open = False
        """True if the item is shown in place of the list."""

    def open(self, item: int) -> None:
        self.item, self.is_open = item, True

    def selected_in(self, items: Sequence[int]) -> int:
        """Return the selected item, or the first one of the list."""
        return self.item if self.item is not None and self.item in items else items[0]

    def press(self, key: str, items: Sequence[int]) -> bool:
        """Select, open or close an item. Returns False if the key does nothing here."""
        if self.is_open or not items:
            closes, self.is_open = self.is_open and key == "backspace", self.is_open and key != "backspace"
            return closes
        if key in STEPS:
            at = items.index(self.selected_in(items)) + STEPS[key]
            self.item = items[max(0, min(len(items) - 1, at))]
        elif key == "enter":
            self.open(self.selected_in(items))
        return key in STEPS or key == "enter"

    def top(self, items: Sequence[int], rows: int) -> int:
        """Return the first visible row, so that the selected one is near the middle."""
        return max(0, min(items.index(self.selected_in(items)) - rows // 2, len(items) - rows))

    def pick(self, items: Sequence[int], row: int, rows: int) -> bool:
        """Select the item in a visible row. Returns False if there is none."""
        at = self.top(items, rows) + row if items and not self.is_open else -1
        self.item = items[at] if 0 <= at < len(items) else self.item
        return 0 <= at < len(items)


class Selection:
    def __init__(self, view: LogView) -> None:
        self.view = view
        self.rows = 4
        """Number of rows of the dock."""
        self.state: AgentState = RESHARE
        """Selected state in the table."""
        self.order: tuple[AgentState, ...] = tuple(AgentState)
        """Order of the table's rows."""
        self.sort = SORTS[0]
        self.listed: AgentState | None = None
        """State whose accounts are listed; None lists all."""
        self.words = ""
        """Words that filter the list of accounts."""
        self.account = Cursor()
        self.thread = Cursor()
        """Cursor in the list of cascades."""
        self.down = 0
        """Number of lines that the feed is scrolled down."""
        self._members: tuple[object, list[int]] = ((), [])

    @property
    def scene(self) -> FeedScene:
        scene = self.view.scene
        assert isinstance(scene, FeedScene)
        return scene

    @property
    def is_closed(self) -> bool:
        """True if single accounts are hidden from the perspective."""
        return bool(self.view.perspective)

    # -- keys

    def press(self, key: str, focus: str) -> str | None:
        """Handle a key. Returns the tab with the focus afterwards, "" for the board; None for an unknown key."""
        if focus == AGENTS:
            return self._in_agents(key)
        if focus == CASCADES:
            if self.thread.press(key, cascades.threads(self.scene)):
                return CASCADES
            return "" if key == "backspace" else None
        if focus == FEED:
            return self._in_feed(key)
        return self._on_board(key) if not focus else None

    def _in_feed(self, key: str) -> str | None:
        if key in SCROLL:
            self.down += SCROLL[key]
            return FEED
        if key == "enter" and (found := cascades.threads(self.scene, 1)):
            self.thread.open(found[0])
            return CASCADES
        return None

    def scrolled(self, lines: int, rows: int) -> int:
        """Return the number of lines above the visible ones."""
        self.down = max(0, min(self.down, lines - rows))
        return self.down

    def _on_board(self, key: str) -> str | None:
        if key in STEPS:
            at = self.order.index(self.state) + STEPS[key]
            self.state = self.order[max(0, min(len(self.order) - 1, at))]
        elif key == "enter":
            self.listed, self.words, self.account = self.state, "", Cursor()
            return AGENTS
        elif key == "backspace" and self.is_filtered:
            self.listed, self.words, self.account.is_open = None, "", False
        else:
            return None
        return ""

    def _in_agents(self, key: str) -> str | None:
        if self.account.press(key, self.shown()):
            return AGENTS
        if key != "backspace":
            return None
        self.listed, self.words = None, ""
        return ""

    def pick(self, row: int, focus: str) -> bool:
        """Select the item in a row of the board or of a list. Returns False if there is none."""
        if not focus and row < len(self.order):
            self.state = self.order[row]
            return True
        if focus == AGENTS:
            return self.account.pick(self.shown(), row - len(self._head(80)), self._account_rows)
        return focus == CASCADES and self.thread.pick(
            cascades.threads(self.scene), row - cascades.HEAD_ROWS, self._thread_rows
        )

    def open_post(self, row: PostRow) -> str:
        """Open the account or cascade in a row of the feed.

        An item's first row opens the account, the others its cascade. Returns the tab with the opened item; "" if the
        row has no item.
        """
        if row.number < 0:
            return ""
        item = self.scene.posts.items[row.number]
        if row.names:
            self.account.open(item.author)
            return AGENTS
        self.thread.open(item.thread)
        return CASCADES

    def keys(self, focus: str) -> Sequence[Key]:
        """Return the keys for the footer."""
        back = Key("bksp", "back")
        if focus == AGENTS:
            return (back,) if self.account.is_open else (Key("↑↓", "account"), Key("enter", "open"), back)
        if focus == CASCADES:
            return (back,) if self.thread.is_open else (Key("↑↓", "cascade"), Key("enter", "open its tree"), back)
        if focus == FEED:
            return (Key("↑↓", "scroll"), Key("enter", "largest cascade"))
        clears = (Key("bksp", "all agents"),) if self.is_filtered else ()
        return () if focus else (Key("↑↓", "state"), Key("enter", "list its agents"), Key("s", "sort"), *clears)

    # -- the filter

    @property
    def is_filtered(self) -> bool:
        return self.listed is not None or bool(self.words) or self.account.is_open

    def find(self, words: str) -> bool:
        """Open the account with this handle, else filter the list by the words; no words clear the filter."""
        number = self.scene.numbers.get(words.removeprefix("@"))
        if number is not None and self.scene.agents[number].joined:
            self.account.open(number)
        elif words and not agents.members(self.scene, None, words):
            return False
        else:
            self.listed, self.words, self.account = None, words, Cursor()
        return True

    # -- lists

    def numbers(self) -> list[int]:
        """Return the accounts listed at the playhead; empty if their states are hidden."""
        state = None if self.is_closed else self.listed
        key = (self.view.n, state, self.words)
        if self._members[0] != key:
            self._members = (key, agents.members(self.scene, state, self.words))
        return self._members[1]

    def shown(self) -> list[int]:
        """Return the accounts that have a row in the list."""
        return agents.sample(self.numbers(), self.account.item)

    def agents(self, width: int) -> list[Line]:
        """Draw the open account, or the list around the selected one."""
        scene, account = self.scene, self.account
        if account.is_open and account.item is not None:
            secret = self.is_closed and scene.handles[account.item] != self.view.perspective
            return agents.account_card(scene, account.item, width, secret)
        shown, head = self.shown(), self._head(width)
        if not shown:
            return [*head, *notice("No account here now")]
        head += agents.head(self.numbers(), width, self.is_closed)
        top = account.top(shown, self._account_rows)
        window = shown[top : top + max(1, self.rows - len(head))]
        return [*head, *agents.account_rows(scene, window, width, account.selected_in(shown), self.is_closed)]

    def _head(self, width: int) -> list[Line]:
        """Draw the filter of the list, and the key that clears it; empty without a filter."""
        if self.words:
            left: Line = ((" filter ", "accent"), (clip(self.words, 30), "bold hi"))
            return [(*left, (f"  {len(self.numbers()):,}", "fg"), ("   press / then Enter to clear it", "dim"))]
        if self.listed is None:
            return []
        name = agents.STATES[self.listed]
        if self.is_closed:
            return [((f" you may not see which accounts are in {name}, so all accounts are listed", "mid"),)]
        return [((f" in {name} ", "bold hi"), (f" {len(self.numbers()):,}", "fg"), ("   bksp lists all", "dim"))]

    @property
    def _account_rows(self) -> int:
        """Number of rows for accounts in the list."""
        return self.rows - len(self._head(80)) - len(agents.head(self.numbers(), 80, self.is_closed))

    @property
    def _thread_rows(self) -> int:
        """Number of rows for cascades in the list."""
        return self.rows - 1 if self.rows < 12 else self.rows // 3

    def cascades(self, width: int) -> list[Line]:
        """Draw the open tree, or the list, with the selected cascade's tree below if there is room."""
        scene = self.scene
        if self.thread.is_open and self.thread.item is not None:
            return cascades.tree(scene, self.thread.item, width, self.is_closed)
        found = cascades.threads(scene)
        if not found:
            return cascades.listing(scene, width, None)
        thread, top = self.thread.selected_in(found), self.thread.top(found, self._thread_rows)
        lines = cascades.listing(scene, width, thread, min(len(found), top + self._thread_rows))
        window = [lines[0], *lines[1 + top : 1 + top + self._thread_rows]]
        if self.rows < 12 or scene.posts.size(thread) > MAX_TREE_SIZE:
            return window
        return [*window, (), *cascades.tree(scene, thread, width, self.is_closed)[: self.rows - len(window)]]
