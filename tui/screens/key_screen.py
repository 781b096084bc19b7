"""The base of every screen: keys and pastes act in the order they were typed."""

from typing import TypeVar

from textual.events import Compose, Event, Key, Unmount
from textual.screen import Screen

T = TypeVar("T")
CHARACTERS = {"space": " "}


def stroke(key: str) -> Key:
    """Make the event of a key, as the terminal would send it."""
    return Key(key, CHARACTERS.get(key, key if len(key) == 1 else None))


class KeyScreen(Screen[T]):
    """A screen that acts on keys and pastes in the order they were typed.

    The app hands it each one as it comes. A widget's own queue would get them later, and mix them up with those that
    already belong to the next screen or widget.
    """

    def takes(self, event: Key) -> bool:
        """Act on a key; False leaves it to bindings and to the focused widget."""
        return False

    def takes_paste(self, text: str) -> bool:
        """Act on pasted text, in one line; False leaves it to the focused widget."""
        return False

    async def on_event(self, event: Event) -> None:
        """Ignore events where there are no widgets: the screen, or the app, was left before it was put up."""
        if self.children or isinstance(event, Compose | Unmount):
            await super().on_event(event)
