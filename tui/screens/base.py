"""What the app asks of its screens, and the sizes they share. Light: it is there before the first paint."""

from collections.abc import Iterable
from typing import TypeVar

from textual.app import SystemCommand
from textual.events import Key
from textual.screen import Screen

SMALLEST = (60, 20)
WIDE, TALL = 100, 30
T = TypeVar("T")


class PlaybillScreen(Screen[T]):
    """A screen that may want a key before its widgets do, has commands for the palette, and can be left."""

    leaving = False
    """Whether it is being left: then keys and clicks mean nothing any more."""

    @property
    def has_room(self) -> bool:
        """Whether the terminal is large enough for it."""
        width, height = self.app.size
        return width >= SMALLEST[0] and height >= SMALLEST[1]

    def on_screen_resume(self) -> None:
        """What lay over it is gone; if that is because the process was told to end, it goes as well."""
        if getattr(self.app, "ending", False):
            self.leave()

    def takes(self, event: Key) -> bool:
        """Asked before a key goes to a widget, so that quick keys act in the order they were typed."""
        return False

    def palette_commands(self) -> Iterable[SystemCommand]:
        return ()

    def leave(self) -> None:
        """ctrl+q."""
        self.leaving = True
        self.app.exit()
