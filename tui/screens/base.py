"""The base classes of all screens. Keys and pastes take effect in the order in which they were typed."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.events import Compose, Event, Key, Unmount
from textual.keys import _character_to_key
from textual.screen import ModalScreen, Screen

from tui.keys import KEYS, current
from tui.lines import LineInput, Lines
from tui.pick_list import Pick
from tui.sizes import SMALLEST
from tui.styles import Line

T = TypeVar("T")
CHARACTERS = {"space": " "}


def bindings(actions: Mapping[str, str], *, priority: bool = False) -> list[Binding]:
    """Make bindings for the current keys of some commands.

    Args:
        actions: Actions by the command's id.
        priority: True if they take precedence over bindings of the focused widget.
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
    """Make the event that the terminal would send for a key."""
    return Key(_character_to_key(key) if len(key) == 1 else key, CHARACTERS.get(key, key if len(key) == 1 else None))


def sign_of_key(event: Key) -> str:
    """Return the character of a key, or its name."""
    return event.character if event.is_printable and event.character else event.key


class KeyScreen(Screen[T], inherit_bindings=False):
    """A screen that acts on keys and pastes in the order in which they were typed.

    The app passes each one to the screen at once. Through the queues of widgets they would arrive later, out of order
    with those that are meant for the next screen or widget.
    """

    BINDINGS = [Binding("ctrl+c", "copy_text", show=False)]
    places: Sequence[str] = ("everywhere",)
    """Places (see `tui.keys`) whose keys are active."""
    _held = ""
    """First letter of a chord that has begun."""

    def lines(self, name: str) -> Lines:
        """Return the lines with this id."""
        return self.query_one(f"#{name}", Lines)

    def takes(self, event: Key) -> bool:
        """Prepare for a key. Returns True if the key is used up, so that no binding or widget gets it."""
        return False

    def takes_paste(self, text: str) -> bool:
        """Insert pasted text as a single line. Returns False to leave it to the focused widget."""
        return False

    async def press(self, event: Key) -> None:
        """Act on a key at once: as text for the focused input, otherwise through the bindings."""
        if self.takes(event):
            return
        if isinstance(self.focused, LineInput) and event.is_printable:
            await self.focused.take(event)
            return
        key, app = self._chord(event), self.app
        if key and not (await app._check_bindings(key, priority=True) or await app._check_bindings(key)):
            self.explain(event)

    def explain(self, event: Key) -> None:
        """Explain why a key did nothing."""

    def _chord(self, event: Key) -> str:
        """Return the key, or the chord that it completes; "" for the first key of a chord."""
        keys, sign = current(), event.character or event.key
        before, self._held = self._held, ""
        if before + sign in keys.chords:
            return before + sign
        if keys.begins(sign, self.places) and sign not in self.scene_letters:
            self._held = sign
            return ""
        return event.key

    @property
    def scene_letters(self) -> str:
        """Letters that the scene uses itself."""
        return ""

    async def on_event(self, event: Event) -> None:
        """Ignore events while the screen has no widgets: the screen or the app was left before it was displayed."""
        if self.children or isinstance(event, Compose | Unmount):
            await super().on_event(event)


class Overlay(ModalScreen[T], KeyScreen[T]):
    """A screen over another one."""

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close the screen.

        Further calls, or one while the app exits, are ignored: they would close the screen below.
        """
        return super().dismiss(result) if self.is_current else AwaitComplete()


class PlaybillScreen(KeyScreen[T]):
    """A screen that offers commands in the palette and can be left."""

    leaving = False
    """True while the screen is being left; keys and clicks are then ignored."""

    def relabel(self, line: Line) -> Line:
        """Replace the keys in a line with those that the user chose."""
        keys = current()
        return keys.relabel(line, self.places, self.scene_letters) if keys.chosen else line

    @property
    def has_room(self) -> bool:
        """True if the terminal is large enough for the screen."""
        width, height = self.app.size
        return width >= SMALLEST[0] and height >= SMALLEST[1]

    def on_screen_resume(self) -> None:
        """Leave the screen if the process was asked to end while another screen lay over this one."""
        if getattr(self.app, "ending", False):
            self.leave()

    def set_size_classes(self, **classes: bool) -> None:
        """Set classes all at once, since every single change styles all parts again, which is slow."""
        before = set(self.classes)
        for name, holds in classes.items():
            self.set_class(holds, name, update=False)
        if before != self.classes:
            self.update_node_styles()

    def tell(self, text: str, style: str) -> None:
        """Show a message in a line until the next key."""

    def palette_commands(self) -> Iterable[Pick]:
        """List the commands that are possible now."""
        return ()

    def leave(self) -> None:
        """Leave the screen at once."""
        self.leaving = True
        self.app.exit()
