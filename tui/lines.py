"""The widgets that draw text: `Lines` for all panes but boards, and `LineInput` for input."""

from collections.abc import Callable, Sequence

from rich.segment import Segment
from textual.events import Click, Key, MouseScrollDown, MouseScrollUp, Paste
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.suggester import Suggester
from textual.widget import Widget
from textual.widgets import Input

from themes.palettes import DARK, Palette
from tui.glyphs import drawn
from tui.key_signs import key_at
from tui.keys import current
from tui.styles import Line, fit, segments

SCROLL = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}
"""Number of rows that each key scrolls."""


class Lines(Widget):
    """Rows of styled text. With `follow` it shows the newest row until it is scrolled up.

    `show` is cheap when nothing has changed. Rows are drawn when they are needed, and cut to the width.
    """

    DEFAULT_CSS = "Lines { height: 1; width: 1fr; }"

    class Clicked(Message):
        """A cell was clicked.

        `key` is the key that the cell names, if any. The app presses it, unless a widget on the way stops the message
        because it uses the click otherwise.
        """

        def __init__(self, pane: "Lines", x: int, y: int, key: str | None = None) -> None:
            super().__init__()
            self.pane = pane
            self.x = x
            self.y = y
            self.key = key

        @property
        def control(self) -> "Lines":
            return self.pane

    def __init__(self, *, id: str | None = None, ground: str = "bg", follow: bool = False) -> None:
        super().__init__(id=id)
        self.ground = ground
        self.lit = False
        """True if a tour points at this widget; it is then shaded."""
        self.follow = follow
        self._lines: Sequence[Line] = ()
        self._up = 0
        """Rows scrolled: up from the end with `follow`, else down from the top."""
        self._head = 0
        """Number of lines at the top that do not scroll."""
        self._of = ""
        """Name of the shown list, if several lists share the widget."""

    @property
    def palette(self) -> Palette:
        return getattr(self.app, "palette", DARK)

    def show(self, lines: Sequence[Line], head: int = 0, list_name: str = "") -> None:
        """Show rows. The first `head` rows stay at the top when the others are scrolled.

        `list_name` is the name of the list; a list with a new name starts unscrolled.
        """
        same = list_name == self._of
        if same and lines == self._lines and head == self._head:
            return
        before = self._visible_rows() if same else []
        self._of, self._head = list_name, head
        if not same:
            self._up = 0
        if self.follow and self._up:
            self._up = min(self._up + max(0, len(lines) - len(self._lines)), max(0, len(lines) - self.size.height))
        self._lines = lines
        if not self.follow:
            self._up = max(0, min(self._up, len(lines) - self.size.height))
        self._refresh_changed(before)

    def _refresh_changed(self, before: Sequence[Line]) -> None:
        """Redraw the rows that differ from those before; all rows for another list."""
        if not before:
            self.refresh()
            return
        after, width = self._visible_rows(), self.size.width
        regions = [Region(0, y, width, 1) for y, row in enumerate(after) if row != before[y]]
        if regions:
            self.refresh(*regions)

    def _visible_rows(self) -> list[Line]:
        """Return the rows that are on the screen."""
        return [self._visible_row(y) for y in range(self.size.height)]

    def _visible_row(self, y: int) -> Line:
        return (self._foot() if y == self.size.height - 1 else ()) or self.line_at(y)

    def to_top(self) -> None:
        self._up = 0
        self.refresh()

    def scroll_rows(self, rows: int) -> None:
        """Scroll by a number of rows; positive is down."""
        limit = max(0, len(self._lines) - self.size.height)
        self._up = max(0, min(limit, self._up + (-rows if self.follow else rows)))
        self.refresh()

    def scroll_by_key(self, key: str) -> bool:
        """Scroll by a key. Returns False if the key is not one for scrolling."""
        if key == "end" and self.below:
            self.scroll_rows(self.below)
            return True
        if key in SCROLL:
            self.scroll_rows(SCROLL[key])
        return key in SCROLL

    @property
    def below(self) -> int:
        """Number of lines below the bottom row."""
        return max(0, len(self._lines) - self.first - self.size.height)

    @property
    def first(self) -> int:
        """Index of the line in the top row."""
        if not self.follow:
            return self._up
        return max(0, len(self._lines) - self.size.height - self._up)

    def line_at(self, y: int) -> Line:
        """Return the line in a row of the widget."""
        index = self.first + y if y >= self._head else y
        line = self._lines[index] if 0 <= index < len(self._lines) else ()
        relabel: Callable[[Line], Line] | None = getattr(self.screen, "relabel", None)
        return relabel(line) if relabel else line

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        return Strip(
            segments(self.palette, fit(self._visible_row(y), width), "shade" if self.lit else self.ground), width
        )

    def _foot(self) -> Line:
        """Return the bottom row with the number of lines below; empty if there are none."""
        if not self.below or not (self.follow or self._head):
            return ()
        if self.follow:
            return ((f"  ▾ {self.below + 1} newer", "accent"),)
        return ((f"  ▾ {self.below + 1} more lines", "dim"),)

    def on_click(self, event: Click) -> None:
        """Scroll for a click on the bottom row; post a message for other clicks."""
        if event.y == self.size.height - 1 and self._foot():
            self.scroll_rows(self.below if self.follow else self.size.height - 1 - self._head)
            return
        key = key_at(fit(self.line_at(event.y), self.size.width), event.x, current().signs)
        self.post_message(self.Clicked(self, event.x, event.y, key))

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        event.stop()
        self.scroll_rows(-3)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        event.stop()
        self.scroll_rows(3)


class LineInput(Input):
    """Input for one line of text. Foreign text is drawn as elsewhere, and submitted as it was typed."""

    def __init__(self, submit: Callable[[str], None], *, id: str, suggester: Suggester | None = None) -> None:
        """Make an input. `submit` is called with the text on Enter, before the next key is handled."""
        super().__init__(id=id, compact=True, select_on_focus=False, suggester=suggester)
        self._submit = submit

    async def take(self, event: Key) -> None:
        """Insert a typed character at once, not through the widget's message queue."""
        await self._on_key(event)

    def take_paste(self, text: str) -> None:
        """Insert pasted text at once."""
        self._on_paste(Paste(text))

    async def action_submit(self) -> None:
        """Submit at once: a message would arrive after the keys that follow."""
        self._submit(self.value)

    def render_line(self, y: int) -> Strip:
        strip = super().render_line(y)
        return Strip(Segment(drawn(text), style) for text, style, _ in strip).adjust_cell_length(strip.cell_length)
