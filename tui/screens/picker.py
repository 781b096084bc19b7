"""A list to pick from, which grows shorter as one types: all that can be done now, or whose eyes to look with."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.events import Key, MouseScrollDown, MouseScrollUp, Resize

from core.text import safe_text
from tui.choosing import Pick
from tui.glyphs import cells
from tui.lines import Lines
from tui.screens.overlay import Overlay
from tui.strokes import footer
from tui.styles import Line, clip, pad, wrap_line

HEAD = 3
"""Rows above the list, beside those that are given."""
KEY = 7
"""Cells of the keys, where there are any."""
LABEL = 26
"""Cells of what is picked, at least."""
STEPS = {"up": -1, "down": 1, "shift+tab": -1, "tab": 1, "pageup": -10, "pagedown": 10}
KEYS = (("↑↓", "choose"), ("enter", "do it"), ("esc", "back"))
LONGEST = 80
"""Letters of the filter."""
WHOLE = 4
"""Rows under the list for the whole of what is chosen, where rows are cut."""


class Picker(Overlay[Pick | None]):
    """Its result is what was picked, or nothing."""

    DEFAULT_CSS = "Picker #rows { height: 1fr; }"

    def __init__(self, title: str, picks: Sequence[Pick], above: Sequence[Line] = ()) -> None:
        """A list to pick from, with what is to be seen `above` it, as far as there is room for it."""
        super().__init__()
        self._title = title
        self._picks = picks
        self._above = above
        self._typed = ""
        self._at = 0
        self._top = 0
        self._head = HEAD
        self._room = 1

    @property
    def found(self) -> list[Pick]:
        """What each word that was typed is in, what begins so first."""
        words = self._typed.casefold().split()
        found = [pick for pick in self._picks if all(word in f"{pick.label} {pick.about}".casefold() for word in words)]
        return sorted(found, key=lambda pick: bool(words) and not pick.label.casefold().startswith(words[0]))

    def compose(self) -> ComposeResult:
        yield Lines(id="rows")
        yield Lines(id="footer")

    def on_mount(self) -> None:
        self._paint()

    def on_resize(self, event: Resize) -> None:
        self._paint()

    def _paint(self) -> None:
        width, height = self.app.size
        found = self.found
        wide = min(max([LABEL, *(cells(pick.label) + 2 for pick in found)]), width * 2 // 3)
        about = max(0, width - wide - 3 - KEY * any(pick.key for pick in found))
        cut = any(cells(pick.label) >= wide or cells(pick.about) > about for pick in found)
        self._head = HEAD + len(self._told(height))
        self._room = max(1, height - self._head - 1 - WHOLE * cut)
        self._at = max(0, min(self._at, len(found) - 1))
        self._top = max(0, min(max(self._top, self._at - self._room + 1), self._at, len(found) - self._room))
        typed: Line = ((self._typed, "bold hi"), ("▏", "accent")) if self._typed else (("type to find", "dim"),)
        left = len(found) - self._top - self._room
        rows: list[Line] = [
            ((" Playbill  ", "bold accent"), (clip(self._title, width - 12), "mid")),
            *self._told(height),
            ((" › ", "accent"), *typed),
            ((f" ▾ {left} more below", "dim"),) if left > 0 else (),
            *(self._row(i, found[i], wide, about) for i in range(self._top, min(len(found), self._top + self._room))),
        ]
        if not found:
            rows.append(((" nothing is called so", "dim"),))
        elif cut:
            chosen = found[self._at]
            whole = wrap_line(((chosen.label, "hi"), ("  ", ""), (chosen.about, "mid")), width - 4, gaps=True)
            rows += [()] * (self._head + self._room - len(rows) + 1)
            rows += [(("   ", ""), *line) for line in whole[: WHOLE - 1]]
        self.query_one("#rows", Lines).show(rows)
        self.query_one("#footer", Lines).show([footer(KEYS, width, ())])

    def _told(self, height: int) -> list[Line]:
        """What stands above the list: a third of the rows at most."""
        most = height // 3
        if len(self._above) <= most:
            return list(self._above)
        return [*self._above[: most - 1], ((f"   … {len(self._above) - most + 1} more", "dim"),)]

    def _row(self, i: int, pick: Pick, wide: int, about: int) -> Line:
        here = i == self._at
        return (
            (" ▸ " if here else "   ", "accent"),
            (pad(clip(pick.label, wide - 1), wide), "bold hi" if here else "fg"),
            (pad(clip(pick.about, about), about), "mid"),
            (f" {pick.key:>6}" if pick.key else "", "dim"),
        )

    # -- keys and clicks

    def takes(self, event: Key) -> bool:
        if event.key.startswith("ctrl+") and event.key not in ("ctrl+u", "ctrl+h"):
            return False
        if event.key in STEPS:
            last = max(0, len(self.found) - 1)
            step = STEPS[event.key]
            self._at = max(0, min(last, self._at + step)) if abs(step) > 1 else (self._at + step) % (last + 1)
        elif event.key == "enter":
            self._pick(self._at)
        elif event.key == "escape":
            self.dismiss(None)
        elif event.key in ("backspace", "ctrl+h"):
            self._type(self._typed[:-1])
        elif event.key == "ctrl+u":
            self._type("")
        elif event.is_printable and event.character:
            self._type(self._typed + event.character)
        self._paint()
        return True

    def takes_paste(self, text: str) -> bool:
        self._type(self._typed + safe_text(text))
        self._paint()
        return True

    def on_lines_clicked(self, event: Lines.Clicked) -> None:
        if event.pane.id == "rows":
            event.stop()
            if self._head <= event.y < self._head + self._room:
                self._pick(self._top + event.y - self._head)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self._at -= 3
        self._paint()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self._at += 3
        self._paint()

    def _type(self, text: str) -> None:
        self._typed, self._at = text[:LONGEST], 0

    def _pick(self, i: int) -> None:
        if i < len(self.found):
            self.dismiss(self.found[i])
