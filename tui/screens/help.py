"""A help page: the scene's keys, its rules, and the general keys."""

from collections.abc import Sequence
from itertools import chain
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding

from tui.keys import KEYS, current, with_keys
from tui.lines import Lines
from tui.screens.base import Overlay, bindings
from tui.styles import Line, hang, pad, width_of, wrap

ALL_ROWS = 10_000
"""More rows than any page has."""


def general(places: Sequence[str]) -> list[tuple[str, str]]:
    """List the keys of some places with their meanings, grouped."""
    groups: dict[str, list[str]] = {}
    for name, key in KEYS.items():
        if key.where in (*places, "everywhere") and name not in ("left", "right", "up", "down"):
            groups.setdefault(key.group or name, []).append(name)
    return [
        (" ".join(f"{{{name}}}" for name in names), "; ".join(KEYS[name].about for name in names))
        for names in groups.values()
    ]


class HelpScreen(Overlay[None]):
    """A page of text, with keys above and below it."""

    BINDINGS: ClassVar = [
        *bindings({"back": "dismiss", "help": "dismiss", "down": "scroll(1)", "up": "scroll(-1)"}),
        Binding("q,enter", "dismiss", "Close"),
        Binding("j", "scroll(1)", "Down", show=False),
        Binding("k", "scroll(-1)", "Up", show=False),
        Binding("pagedown,space", "scroll(10)", "Page down", show=False),
        Binding("pageup", "scroll(-10)", "Page up", show=False),
        Binding("end", f"scroll({ALL_ROWS})", "End", show=False),
        Binding("home", f"scroll(-{ALL_ROWS})", "Beginning", show=False),
    ]

    def __init__(
        self,
        title: str,
        paragraphs: Sequence[str],
        keys: Sequence[tuple[str, str]] = (),
        places: Sequence[str] = (),
    ) -> None:
        """Create the page.

        Args:
            title: Text of the first row.
            paragraphs: The text; `{id}` is replaced with the key of the command with this id.
            keys: Keys above the text.
            places: Places (see `tui.keys`) whose keys are listed below the text.
        """
        super().__init__()
        self._title = title
        self._paragraphs = paragraphs
        self._general = general(places) if places else []
        common = {current().sign(name) for name in KEYS if places and KEYS[name].where in ("everywhere", "stage")}
        self._keys = list({key: (key, about) for key, about in keys if key not in common}.values())

    def compose(self) -> ComposeResult:
        yield Lines(id="page")

    def on_mount(self) -> None:
        self._show()

    def on_resize(self) -> None:
        self._show()

    def _show(self) -> None:
        width = min(self.app.size.width, 96) - 4
        lines: list[Line] = [
            ((" Playbill  ", "bold accent"), (self._title, "mid"), ("   esc", "accent"), (" closes", "dim")),
            (),
        ]
        every = [(with_keys(key), with_keys(about)) for key, about in (*self._keys, *self._general)]
        room = max((width_of(((key, ""),)) for key, _ in every), default=0) + 2
        rows = [_row(key, about, room, width) for key, about in every]
        lines += chain.from_iterable(rows[: len(self._keys)])
        for paragraph in self._paragraphs:
            lines += [(), *(((f"  {row}", "fg"),) for row in wrap(with_keys(paragraph), width))]
        if self._general:
            lines += [(), (("  Keys in every scene", "bold hi"),), *chain.from_iterable(rows[len(self._keys) :])]
        self.lines("page").show(lines, head=2)

    def action_scroll(self, rows: int) -> None:
        """Scroll the page down by some rows; up if negative."""
        self.lines("page").scroll_rows(rows)


def _row(key: str, about: str, room: int, width: int) -> list[Line]:
    """Draw a key and its meaning, in as many lines as needed."""
    return hang(((f"  {pad(key, room)}", "bold accent"),), wrap(about, width - room), "mid")
