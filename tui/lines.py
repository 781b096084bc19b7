"""The widgets that draw text: every pane but the boards is `Lines`, and `Words` is typed into."""

from collections.abc import Callable, Sequence

from rich.segment import Segment
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input

from themes.palettes import DARK, Palette
from tui import keymap
from tui.glyphs import drawn
from tui.strokes import struck
from tui.styles import Line, fit, segments


class Lines(Widget):
    """Rows of styled text. Follows its end if asked to, until it is scrolled up.

    `show` is cheap when nothing changed. A row is drawn when it is needed, and rows are cut to the width.
    """

    DEFAULT_CSS = "Lines { height: 1; width: 1fr; }"

    class Clicked(Message):
        """A cell of a pane was clicked; `key` is what is named there, if it is a key. It is struck, unless somebody on
        the way stops the message, for whom the cell means something else."""

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
        """Whether something points at it: then it is shaded."""
        self.follow = follow
        self._lines: Sequence[Line] = ()
        self._up = 0
        """Rows scrolled up from the end (following) or down from the top."""
        self._head = 0
        """Lines at the top that stay when the rest is scrolled."""

    @property
    def palette(self) -> Palette:
        return getattr(self.app, "palette", DARK)

    def show(self, lines: Sequence[Line], head: int = 0) -> None:
        """The first `head` lines stay at the top, and a foot tells what is below the rest."""
        if lines == self._lines and head == self._head:
            return
        self._head = head
        if self.follow and self._up:
            self._up = min(self._up + max(0, len(lines) - len(self._lines)), max(0, len(lines) - self.size.height))
        self._lines = lines
        if not self.follow:
            self._up = max(0, min(self._up, len(lines) - self.size.height))
        self.refresh()

    def to_top(self) -> None:
        self._up = 0
        self.refresh()

    def scroll_rows(self, rows: int) -> None:
        """Positive is down."""
        limit = max(0, len(self._lines) - self.size.height)
        self._up = max(0, min(limit, self._up + (-rows if self.follow else rows)))
        self.refresh()

    @property
    def first(self) -> int:
        """The line in the top row."""
        if not self.follow:
            return self._up
        return max(0, len(self._lines) - self.size.height - self._up)

    def line_at(self, y: int) -> Line:
        """The line that a row of the widget shows."""
        index = self.first + y if y >= self._head else y
        line = self._lines[index] if 0 <= index < len(self._lines) else ()
        relabel: Callable[[Line], Line] | None = getattr(self.screen, "relabel", None)
        return relabel(line) if relabel else line

    def render_line(self, y: int) -> Strip:
        line = self.line_at(y)
        if self.follow and self._up and y == self.size.height - 1:
            line = ((f"  ▾ {self._up + 1} newer", "accent"),)
        left = len(self._lines) - self.first - self.size.height
        if self._head and left > 0 and y == self.size.height - 1:
            line = ((f"  ▾ {left + 1} more lines", "dim"),)
        width = self.size.width
        return Strip(segments(self.palette, fit(line, width), "shade" if self.lit else self.ground), width)

    def on_click(self, event: Click) -> None:
        key = struck(fit(self.line_at(event.y), self.size.width), event.x, keymap.current().signs)
        self.post_message(self.Clicked(self, event.x, event.y, key))

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        event.stop()
        self.scroll_rows(-3)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        event.stop()
        self.scroll_rows(3)


class Words(Input):
    """What is typed is drawn as other foreign text is, and given on as it was typed."""

    def render_line(self, y: int) -> Strip:
        strip = super().render_line(y)
        return Strip(Segment(drawn(text), style) for text, style, _ in strip).adjust_cell_length(strip.cell_length)
