"""What the app asks of its screens, and the sizes they share. Light: it is there before the first paint."""

from collections.abc import Iterable
from typing import TypeVar

from textual.events import Key

from tui import keymap
from tui.choosing import Pick
from tui.screens.key_screen import KeyScreen, stroke
from tui.sizes import SMALLEST
from tui.styles import Line

T = TypeVar("T")


class PlaybillScreen(KeyScreen[T]):
    """A screen with commands for the palette, that can be left."""

    leaving = False
    """Whether it is being left: then keys and clicks mean nothing any more."""
    before = ""
    """The first of two keys, until the other one comes."""

    @property
    def key_mode(self) -> tuple[str, str]:
        """How keys are read just now, and which of them are taken by something that is not the screen's own."""
        return "words", ""

    def relabel(self, line: Line) -> Line:
        """Draw a line with the keys that were chosen."""
        keys = keymap.current()
        return keys.relabel(line, *self.key_mode) if keys.chosen else line

    def translate(self, event: Key) -> Key | None:
        """Make of a key that was chosen for something the one that means it; None for what waits for another key."""
        keys = keymap.current()
        if not keys.chosen:
            return event
        told = event.character if event.is_printable and event.character and event.key != "space" else event.key
        key, self.before = keys.read(told, self.before, *self.key_mode)
        return event if key == told else stroke(key) if key else None

    @property
    def has_room(self) -> bool:
        """Whether the terminal is large enough for it."""
        width, height = self.app.size
        return width >= SMALLEST[0] and height >= SMALLEST[1]

    def on_screen_resume(self) -> None:
        """What lay over it is gone; if that is because the process was told to end, it goes as well."""
        if getattr(self.app, "ending", False):
            self.leave()

    def fits(self, **classes: bool) -> None:
        """Set classes at once: with each change all parts are styled again, which takes a while."""
        before = set(self.classes)
        for name, holds in classes.items():
            self.set_class(holds, name, update=False)
        if before != self.classes:
            self.update_node_styles()

    def tell(self, text: str, style: str) -> None:
        """Say something in a line, until the next key."""

    def palette_commands(self) -> Iterable[Pick]:
        return ()

    def leave(self) -> None:
        """ctrl+q."""
        self.leaving = True
        self.app.exit()
