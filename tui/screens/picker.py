"""A list to pick from, filtered by typing: the command palette, perspectives, experiments and their games."""

from collections.abc import Callable, Sequence
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.events import MouseScrollDown, MouseScrollUp, Resize
from textual.suggester import SuggestFromList

from tui.glyphs import cells
from tui.key_signs import footer
from tui.lines import LineInput, Lines
from tui.pick_list import MAX_FILTER_LENGTH, Pick, PickList
from tui.screens.base import Overlay, bindings
from tui.styles import Line, clip, pad, wrap_line
from tui.widgets.rows import Row, Rows

T = TypeVar("T")
KEY_WIDTH = 7
"""Width in cells of the column of keys, if there is one."""
MIN_LABEL_WIDTH = 26
"""Smallest width in cells of a label."""
KEYS = (("↑↓", "choose"), ("enter", "select"), ("esc", "back"))
MAX_DETAIL_ROWS = 4
"""Rows under the list that show the selected entry in full if entries are cut."""


class TypedList(Overlay[T]):
    """A list below an input: arrows move the list's cursor, letters go to the input."""

    BINDINGS: ClassVar = [
        *bindings(
            {"up": "move(-1)", "previous-part": "move(-1)", "down": "move(1)", "next-part": "move(1)", "back": "leave"}
        ),
        Binding("ctrl+h", "erase", "Erase", show=False),
    ]

    @property
    def words(self) -> LineInput:
        """The input."""
        return self.query_one(LineInput)

    def start(self, typed: Callable[[str], None]) -> None:
        """Focus the input; `typed` is called with each new text."""
        self.words.cursor_blink = False
        self.set_focus(self.words)
        self.watch(self.words, "value", typed, init=False)

    def action_erase(self) -> None:
        """Delete the letter before the cursor."""
        self.words.action_delete_left()

    def action_leave(self) -> None:
        """Close the list without a result."""
        self.dismiss(None)


class Picker(TypedList[Pick | None]):
    """A list to pick from. Its result is the picked entry, or None."""

    BINDINGS: ClassVar = [
        Binding("pageup", "move(-10)", "Ten up", show=False),
        Binding("pagedown", "move(10)", "Ten down", show=False),
    ]

    def __init__(self, title: str, picks: Sequence[Pick], above: Sequence[Line] = ()) -> None:
        """Make a list; the lines in `above` are shown above it as far as there is room."""
        super().__init__()
        self._title = title
        self._above = above
        self._list = PickList(picks)

    def compose(self) -> ComposeResult:
        yield Lines(id="pick-head")
        with Horizontal(id="pick-row"):
            yield Lines(id="pick-sign")
            yield LineInput(self._pick, id="pick-text", suggester=SuggestFromList(()))
        yield Lines(id="pick-more")
        yield Rows(self._rows, self._go, id="rows")
        yield Lines(id="pick-whole")
        yield Lines(id="footer")

    def on_mount(self) -> None:
        self.words.placeholder, self.words.max_length = "type to find", MAX_FILTER_LENGTH
        self.start(self._narrow)
        self.lines("pick-sign").show([((" › ", "accent"),)])
        self.paint()

    def on_resize(self, event: Resize) -> None:
        self.paint()

    def paint(self) -> None:
        """Draw the list."""
        width, height = self.app.size
        head: list[Line] = [
            ((" Playbill  ", "bold accent"), (clip(self._title, width - 12), "mid")),
            *self._head(height // 3),
        ]
        wide, about = self._columns(width)
        found = self._list.found
        cut = any(cells(pick.label) >= wide or cells(pick.about) > about for pick in found)
        whole = self.lines("pick-whole")
        whole.display = cut
        pick = self._list.pick
        if cut and pick is not None:
            text: Line = ((pick.label, "hi"), ("  ", ""), (pick.about, "mid"))
            lines: list[Line] = [(("   ", ""), *line) for line in wrap_line(text, width - 4, gaps=True)]
            whole.show([(), *lines[:MAX_DETAIL_ROWS]])
        self.lines("pick-head").styles.height = len(head)
        self.lines("pick-head").show(head)
        self.query_one("#rows", Rows).show()
        self.lines("footer").show([footer(KEYS, width, ())])

    def _head(self, max_rows: int) -> list[Line]:
        """Return the rows above the list, at most `max_rows`; if some are cut, the last row counts them."""
        if len(self._above) <= max_rows:
            return list(self._above)
        return [*self._above[: max_rows - 1], ((f"   … {len(self._above) - max_rows + 1} more", "dim"),)]

    def _columns(self, width: int) -> tuple[int, int]:
        """Return the widths in cells of the columns of labels and descriptions."""
        found = self._list.found
        wide = min(max([MIN_LABEL_WIDTH, *(cells(pick.label) + 2 for pick in found)]), width * 2 // 3)
        return wide, max(0, width - wide - 3 - KEY_WIDTH * any(pick.key for pick in found))

    def _rows(self, width: int, height: int) -> list[Row]:
        """Return only the rows in view: there may be thousands of entries."""
        wide, about = self._columns(width)
        window = self._list.window(height)
        below = len(self._list.found) - window.stop
        self.lines("pick-more").show([((f" ▾ {below} more below", "dim"),) if below else ()])
        if not self._list.found:
            return [Row(((" no match", "dim"),))]
        return [self._row(i, wide, about) for i in window]

    def _row(self, i: int, wide: int, about: int) -> Row:
        here, pick = i == self._list.at, self._list.found[i]
        line: Line = (
            (" ▸ " if here else "   ", "accent"),
            (pad(clip(pick.label, wide - 1), wide), "bold hi" if here else "fg"),
            (pad(clip(pick.about, about), about), "mid"),
            (f" {pick.key:>6}" if pick.key else "", "dim"),
        )
        return Row(line, ("pick", i), here)

    # -- keys and clicks

    def _narrow(self, text: str) -> None:
        self._list.narrow(text)
        self.paint()

    def _go(self, pane: str, index: int) -> None:
        self._list.at = index
        self.paint()

    def _pick(self, text: str = "") -> None:
        if self._list.pick is not None:
            self.dismiss(self._list.pick)

    def action_move(self, step: int) -> None:
        """Move the cursor."""
        self._list.move(step)
        self.paint()

    def on_rows_clicked(self, event: Rows.Clicked) -> None:
        if event.row.item is not None:
            self._list.at = event.row.item[1]
            self._pick()

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self.action_move(-3)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self.action_move(3)
