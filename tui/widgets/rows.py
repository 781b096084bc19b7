"""A list of rows with a cursor: Textual's OptionList, showing lines of text."""

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.binding import Binding
from textual.events import Click, Resize
from textual.geometry import Region
from textual.message import Message
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from themes.palettes import DARK, Palette
from tui.styles import Line, fit, style_of


class KeyCells(NamedTuple):
    """Cells of a row that act as a key when clicked."""

    start: int
    end: int
    key: str
    """Id of the command in the key table."""


class Row(NamedTuple):
    """One row of a list. `item` is None for titles, notes and other rows that the cursor skips."""

    line: Line = ()
    item: tuple[str, int] | None = None
    """Pane and index of the row."""
    here: bool = False
    """True for the row under the cursor."""
    value: int = 0
    """Column where the value begins; a click there changes the value. 0 for a row without a value."""
    keys: tuple[KeyCells, ...] = ()
    continues: bool = False
    """True for the second line of an item, which the cursor skips."""


Paint = Callable[[int, int], Sequence[Row]]
"""Makes the rows for a width and a height."""


class Rows(OptionList, inherit_bindings=False):
    """Shows the rows that `paint` returns for its size; one of them has the cursor.

    Unchanged rows are not drawn again.
    """

    BINDINGS: ClassVar = [
        Binding("pageup", "page_up", "Page up", id="page-up", show=False),
        Binding("pagedown", "page_down", "Page down", id="page-down", show=False),
        Binding("home", "first", "First row", id="first-row", show=False),
        Binding("end", "last", "Last row", id="last-row", show=False),
    ]

    class Clicked(Message):
        """A row was clicked; `key` is set if the clicked cell names a key."""

        def __init__(self, row: Row, x: int, key: str = "") -> None:
            super().__init__()
            self.row = row
            self.x = x
            self.key = key

    def __init__(self, paint: Paint, moved: Callable[[str, int], object], *, id: str) -> None:
        """Create the list; `moved` is called with the item to which a page key moved the cursor."""
        super().__init__(id=id, markup=False, compact=True)
        self._paint = paint
        self._moved = moved
        self._rows: list[Row] = []
        self._drawn = ""
        """Name of the palette with which the rows were drawn."""
        self._showing = False

    @property
    def rows(self) -> Sequence[Row]:
        """The displayed rows."""
        return self._rows

    def on_resize(self, event: Resize) -> None:
        self.show()

    def show(self) -> None:
        """Draw the rows that changed, and scroll to the cursor."""
        size = self.scrollable_content_region.size
        if not size.width:
            return
        palette: Palette = getattr(self.app, "palette", DARK)
        rows = [row._replace(line=fit(row.line, size.width)) for row in self._paint(size.width, size.height)]
        before, self._rows = self._rows, rows
        self._showing = True
        if palette.name == self._drawn and list(map(_kind, rows)) == list(map(_kind, before)):
            for i, (row, old) in enumerate(zip(rows, before, strict=True)):
                if row.line != old.line or row.here != old.here:
                    self.replace_option_prompt_at_index(i, _prompt(row, palette))
        else:
            self._drawn = palette.name
            top = self.scroll_offset.y
            self.set_options(Option(_prompt(row, palette), disabled=not _kind(row)) for row in rows)
            self.scroll_to(y=top, animate=False, immediate=True, force=True)
        self._reveal()
        self._showing = False

    def _reveal(self) -> None:
        """Highlight the row under the cursor, and scroll to it and the note below; without a cursor, to the top."""
        here = [i for i, row in enumerate(self._rows) if row.here and not row.continues]
        self.highlighted = here[0] if here else None
        top, height = (here[0], 3) if here else (0, 1)
        if here and not any(_kind(row) for row in self._rows[:top]):
            top, height = 0, top + 2  # show the title above the first row too
        region = Region(0, top, 1, min(height, len(self._rows) - top))
        self.scroll_to_region(region, animate=False, immediate=True, force=True)

    def watch_highlighted(self, highlighted: int | None) -> None:
        super().watch_highlighted(highlighted)
        item = None if highlighted is None or highlighted >= len(self._rows) else self._rows[highlighted].item
        if item is not None and not self._showing:
            self._moved(*item)

    def put_over(self, field: Widget, width: int | None = None) -> None:
        """Place an input over the value of the row under the cursor; without a width it extends to the edge."""
        self.show()
        y, row = next(((y, row) for y, row in enumerate(self._rows) if row.here), (0, Row()))
        room = max(1, self.size.width - row.value)
        left, top = self.content_region.offset
        field.styles.offset = (left + row.value, top + y - self.scroll_offset.y)
        field.styles.width = room if width is None else min(width, room)

    def on_click(self, event: Click) -> None:
        """Report what was clicked, instead of selecting it."""
        event.prevent_default()
        at = event.get_content_offset(self)
        y = -1 if at is None else at.y + self.scroll_offset.y
        if at is not None and y < len(self._rows):
            row = self._rows[y]
            key = next((cells.key for cells in row.keys if cells.start <= at.x < cells.end), "")
            self.post_message(self.Clicked(row, at.x, key))


def _kind(row: Row) -> bool:
    """Return True if the cursor can be on a row."""
    return row.item is not None and not row.continues


def _prompt(row: Row, palette: Palette) -> Text:
    ground = "selected" if row.here else "bg"
    spans: Iterable[tuple[str, object]] = ((text, style_of(palette.name, style, ground)) for text, style in row.line)
    return Text.assemble(*spans, no_wrap=True, end="")  # type: ignore[arg-type]
