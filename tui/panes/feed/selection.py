"""The user's selection in the feed: state, list or account, cascade and filter.

It stays valid while the run continues: accounts are stored by number, not by position.
"""

from collections.abc import Sequence

from scenes.feed.behavior import RESHARE, AgentState
from scenes.feed.scene import FeedScene
from tui.log_view import LogView
from tui.panes.feed import agents, cascades
from tui.panes.feed.posts import PostRow
from tui.panes.feed.table import SORTS
from tui.panes.kit import Key
from tui.styles import Line, clip

FEED, CASCADES, CHART, AGENTS, PAGE, RUN = "Feed", "Cascades", "Chart", "Agents", "Page", "Over time"
STEPS = {"up": -1, "down": 1}
LARGE = 2000
"""Maximum cascade size to draw the tree below the list; larger trees are drawn only when opened."""
SCROLL = {**STEPS, "pageup": -5, "pagedown": 5}


def is_closed(view: LogView) -> bool:
    """Return True if single accounts are hidden from the perspective."""
    return bool(view.perspective)


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
        self.account: int | None = None
        """Selected account in the list."""
        self.opened = False
        """True if the account's card is open."""
        self.thread: int | None = None
        """Selected cascade."""
        self.spread = False
        """True if the cascade's tree is open."""
        self.down = 0
        """Number of lines that the feed is scrolled down."""
        self._members: tuple[object, list[int]] = ((), [])

    @property
    def scene(self) -> FeedScene:
        scene = self.view.scene
        assert isinstance(scene, FeedScene)
        return scene

    # -- keys

    def press(self, key: str, focus: str) -> str | None:
        """Handle a key. Returns the tab with the focus afterwards, "" for the board; None if it has no meaning."""
        if focus == AGENTS:
            return self._in_agents(key)
        if focus == CASCADES:
            return self._in_cascades(key)
        if focus == FEED:
            return self._in_feed(key)
        return self._on_board(key) if not focus else None

    def _in_feed(self, key: str) -> str | None:
        if key in SCROLL:
            self.down += SCROLL[key]
            return FEED
        if key == "enter" and (found := cascades.threads(self.scene, 1)):
            self.thread, self.spread = found[0], True
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
            self.listed, self.words, self.account, self.opened = self.state, "", None, False
            return AGENTS
        elif key == "backspace" and self.narrowed:
            self.listed, self.words, self.opened = None, "", False
        else:
            return None
        return ""

    def _in_agents(self, key: str) -> str | None:
        shown = self.shown()
        if key in STEPS and not self.opened and shown:
            at = _place(self.account, shown) + STEPS[key]
            self.account = shown[max(0, min(len(shown) - 1, at))]
        elif key == "enter" and not self.opened and shown:
            self.account = self.account if self.account in shown else shown[0]
            self.opened = True
        elif key == "backspace" and self.opened:
            self.opened = False
        elif key == "backspace":
            self.listed, self.words = None, ""
            return ""
        else:
            return None
        return AGENTS

    def _in_cascades(self, key: str) -> str | None:
        found = cascades.threads(self.scene)
        if key in STEPS and not self.spread and found:
            at = _place(self.thread, found) + STEPS[key]
            self.thread = found[max(0, min(len(found) - 1, at))]
        elif key == "enter" and not self.spread and found:
            self.thread = self.thread if self.thread in found else found[0]
            self.spread = True
        elif key == "backspace" and self.spread:
            self.spread = False
        elif key == "backspace":
            return ""
        else:
            return None
        return CASCADES

    def pick(self, row: int, focus: str) -> bool:
        """Select the item in a row of the board or of a list. Returns False if there is none."""
        if not focus and row < len(self.order):
            self.state = self.order[row]
            return True
        if focus == AGENTS and not self.opened:
            shown = self.shown()
            at = self._top(shown) + row - len(self._head(80)) if shown else -1
            if 0 <= at < len(shown):
                self.account = shown[at]
                return True
        if focus == CASCADES and not self.spread:
            found = cascades.threads(self.scene)
            at = self._first(found) + row - cascades.HEAD if found else -1
            if 0 <= at < len(found):
                self.thread = found[at]
                return True
        return False

    def open_post(self, row: PostRow) -> str:
        """Open the account or cascade in a row of the feed.

        An item's first row opens the account, the others its cascade. Returns the tab with the opened item; "" if the
        row has no item.
        """
        if row.number < 0:
            return ""
        item = self.scene.posts.items[row.number]
        if row.names:
            self.account, self.opened = item.author, True
            return AGENTS
        self.thread, self.spread = item.thread, True
        return CASCADES

    def keys(self, focus: str) -> Sequence[Key]:
        """Return the keys for the footer."""
        back = Key("bksp", "back")
        if focus == AGENTS:
            return (back,) if self.opened else (Key("↑↓", "account"), Key("enter", "open"), back)
        if focus == CASCADES:
            return (back,) if self.spread else (Key("↑↓", "cascade"), Key("enter", "its tree"), back)
        if focus == FEED:
            return (Key("↑↓", "scroll"), Key("enter", "largest cascade"))
        clears = (Key("bksp", "all agents"),) if self.narrowed else ()
        return () if focus else (Key("↑↓", "state"), Key("enter", "its agents"), Key("s", "sort"), *clears)

    # -- the filter

    @property
    def narrowed(self) -> bool:
        return self.listed is not None or bool(self.words) or self.opened

    def find(self, words: str) -> bool:
        """Open the account with this handle, else filter the list by the words; no words clear the filter."""
        number = self.scene.numbers.get(words.removeprefix("@"))
        if number is not None and self.scene.agents[number].joined:
            self.account, self.opened = number, True
        elif words and not agents.members(self.scene, None, words):
            return False
        else:
            self.listed, self.words, self.account, self.opened = None, words, None, False
        return True

    # -- lists

    def numbers(self) -> list[int]:
        """Return the accounts listed at the playhead; empty if their states are hidden."""
        state = None if is_closed(self.view) else self.listed
        key = (self.view.n, state, self.words)
        if self._members[0] != key:
            self._members = (key, agents.members(self.scene, state, self.words))
        return self._members[1]

    def shown(self) -> list[int]:
        """Return the accounts that have a row in the list."""
        return agents.sample(self.numbers(), self.account)

    def agents(self, width: int) -> list[Line]:
        """Draw the open account, or the list around the selected one."""
        scene, closed, own = self.scene, is_closed(self.view), self.view.perspective
        if self.opened and self.account is not None:
            secret = closed and scene.handles[self.account] != own
            return agents.account_card(scene, self.account, width, secret)
        shown, numbers = self.shown(), self.numbers()
        head = [*self._head(width), *agents.head(numbers, width, closed)]
        if not shown:
            return [*self._head(width), ((" No account here now", "dim"),)]
        account = self.account if self.account in shown else shown[0]
        top = self._top(shown)
        window = shown[top : top + max(1, self.rows - len(head))]
        rows = agents.listing(scene, window, width, account, closed)
        return [*head, *rows[len(agents.head(window, width, closed)) :]]

    def _head(self, width: int) -> list[Line]:
        """Draw the filter of the list, and the key that clears it; empty without a filter."""
        if self.words:
            left: Line = ((" filter ", "accent"), (clip(self.words, 30), "bold hi"))
            return [(*left, (f"  {len(self.numbers()):,}", "fg"), ("   / and Enter clears it", "dim"))]
        if self.listed is None:
            return []
        name = agents.STATES[self.listed]
        if is_closed(self.view):
            return [((f" the accounts in {name} are hidden from you; these are all", "mid"),)]
        return [((f" in {name} ", "bold hi"), (f" {len(self.numbers()):,}", "fg"), ("   bksp lists all", "dim"))]

    def _top(self, shown: Sequence[int]) -> int:
        head = len(self._head(80)) + len(agents.head(self.numbers(), 80, is_closed(self.view)))
        return _scrolled(_place(self.account, shown), len(shown), self.rows - head)

    def cascades(self, width: int) -> list[Line]:
        """Draw the open tree, or the list, with the selected cascade's tree below if there is room."""
        scene = self.scene
        if self.spread and self.thread is not None:
            return cascades.tree(scene, self.thread, width, is_closed(self.view))
        found = cascades.threads(scene)
        if not found:
            return cascades.listing(scene, width, None)
        thread = self.thread if self.thread in found else found[0]
        top = self._first(found)
        lines = cascades.listing(scene, width, thread, min(len(found), top + self._listed))
        window = [lines[0], *lines[1 + top : 1 + top + self._listed]]
        if self.rows < 12 or scene.posts.size(thread) > LARGE:
            return window
        return [*window, (), *cascades.tree(scene, thread, width, is_closed(self.view))[: self.rows - len(window)]]

    @property
    def _listed(self) -> int:
        """Return the number of rows for cascades in the list."""
        return self.rows - 1 if self.rows < 12 else self.rows // 3

    def _first(self, found: Sequence[int]) -> int:
        return _scrolled(_place(self.thread, found), len(found), self._listed)


def _scrolled(at: int, count: int, rows: int) -> int:
    """Return the first visible row, so that the row `at` is visible near the middle."""
    return max(0, min(at - rows // 2, count - rows))


def _place(one: int | None, among: Sequence[int]) -> int:
    """Return the index of an item; 0 if it is missing."""
    return among.index(one) if one is not None and one in among else 0
