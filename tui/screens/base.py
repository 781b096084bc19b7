"""The bases of all screens: keys and pastes act in the order in which they were typed, by the bindings of the table."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.events import Compose, Event, Key, Unmount
from textual.keys import _character_to_key
from textual.screen import ModalScreen, Screen

from tui.keys import KEYS, current
from tui.lines import Words
from tui.pick_list import Pick
from tui.sizes import SMALLEST
from tui.styles import Line

T = TypeVar("T")
CHARACTERS = {"space": " "}


def bindings(actions: Mapping[str, str], *, priority: bool = False) -> list[Binding]:
    """Make the bindings of keys of the table.

    Args:
        actions: Actions by id.
        priority: True if they come before those of the focused widget.
    """
    return [
        Binding(
            ",".join(key.replace(",", "comma") for key in KEYS[name].keys),
            action,
            KEYS[name].label,
            id=name,
            tooltip=KEYS[name].about,
            priority=priority,
        )
        for name, action in actions.items()
    ]


def stroke(key: str) -> Key:
    """Make the event of a key, as the terminal would send it."""
    return Key(_character_to_key(key) if len(key) == 1 else key, CHARACTERS.get(key, key if len(key) == 1 else None))


class KeyScreen(Screen[T], inherit_bindings=False):
    """A screen that acts on keys and pastes in the order in which they were typed.

    The app hands it each one as it comes. A widget's own queue would get them later, and mix them up with those that
    already belong to the next screen or widget.
    """

    BINDINGS = [Binding("ctrl+c", "copy_text", show=False)]
    places: Sequence[str] = ("everywhere",)
    """Places of the table of keys that are active."""
    _held = ""
    """First letter of a chord."""

    def takes(self, event: Key) -> bool:
        """Prepare for a key; True if no binding and no widget gets it."""
        return False

    def takes_paste(self, text: str) -> bool:
        """Act on pasted text, in one line; False leaves it to the focused widget."""
        return False

    async def press(self, event: Key) -> None:
        """Act on a key at once: in the focused input it is text, else it is for the bindings."""
        if self.takes(event):
            return
        if isinstance(self.focused, Words) and event.is_printable:
            await self.focused.take(event)
            return
        key, app = self._chord(event), self.app
        if key and not (await app._check_bindings(key, priority=True) or await app._check_bindings(key)):
            self.explain(event)

    def explain(self, event: Key) -> None:
        """Say why a key did nothing."""

    def _chord(self, event: Key) -> str:
        """The key, or a chord that it completes; empty for the first key of a chord."""
        keys, sign = current(), event.character or event.key
        before, self._held = self._held, ""
        if before + sign in keys.chords:
            return before + sign
        if keys.begins(sign, self.places) and sign not in self.taken:
            self._held = sign
            return ""
        return event.key

    @property
    def taken(self) -> str:
        """Letters that belong to the scene."""
        return ""

    async def on_event(self, event: Event) -> None:
        """Ignore events where there are no widgets: the screen, or the app, was left before it was put up."""
        if self.children or isinstance(event, Compose | Unmount):
            await super().on_event(event)


class Overlay(ModalScreen[T], KeyScreen[T]):
    """A screen over another one."""

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Go, once: a second call, or one while the app is left, would put away what lies below."""
        return super().dismiss(result) if self.is_current else AwaitComplete()


class PlaybillScreen(KeyScreen[T]):
    """A screen with commands for the palette, that can be left."""

    leaving = False
    """True while it is being left: then keys and clicks mean nothing any more."""

    def relabel(self, line: Line) -> Line:
        """Write a line with the keys that the user chose."""
        keys = current()
        return keys.relabel(line, self.places, self.taken) if keys.chosen else line

    @property
    def has_room(self) -> bool:
        """True if the terminal is large enough."""
        width, height = self.app.size
        return width >= SMALLEST[0] and height >= SMALLEST[1]

    def on_screen_resume(self) -> None:
        """Leave if the process was told to end while another screen lay over this one."""
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
        """List what can be done here now."""
        return ()

    def leave(self) -> None:
        """Leave the screen at once."""
        self.leaving = True
        self.app.exit()
