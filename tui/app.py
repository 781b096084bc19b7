"""The Textual app: themes, keys and the command palette. Slow imports come after the first paint."""

import asyncio
import os
import signal
import sys
from collections import deque
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding
from textual.events import Event, InputEvent, Key, Paste
from textual.theme import Theme

import themes
from core.errors import UserError
from core.text import safe_text
from themes.palettes import DARK, PALETTES, PLAIN, Palette
from tui.keys import current
from tui.lines import LineInput, Lines
from tui.pick_list import Pick, do
from tui.preferences import PACE, Choices, Tempo, motion_is_on, save_choices
from tui.screens.base import KeyScreen, PlaybillScreen, bindings, stroke
from tui.screens.picker import Picker

MAX_PASTED_CHARACTERS = 10_000
"""Largest number of characters of a paste."""


def textual_theme(palette: Palette) -> Theme:
    """Convert a palette to a theme for Textual's own widgets."""
    return Theme(
        name=palette.name,
        dark=palette.dark,
        primary=palette.accent,
        accent=palette.accent,
        success=palette.good,
        error=palette.bad,
        warning=palette.accent,
        background=palette.bg,
        surface=palette.shade,
        panel=palette.selected,
        foreground=palette.fg,
        variables={name: getattr(palette, name) for name in ("shade", "line", "dim", "mid", "hi")},
    )


def clean_paste(text: str) -> str:
    """Clean pasted text and join its lines."""
    return safe_text(" ".join(text[:MAX_PASTED_CHARACTERS].splitlines()))


def has_shell() -> bool:
    """Return True if a shell with job control started this process.

    The process is then in the shell's session, but in another process group.
    """
    parent = os.getppid()
    try:
        return os.getsid(parent) == os.getsid(0) and os.getpgid(parent) != os.getpgid(0)
    except OSError:  # the parent has ended, or belongs to another user
        return False


class Playbill(App[str], inherit_bindings=False):
    """The app. It returns a message that is printed to stderr at the end.

    Raises UserError for keys in the user's config that clash or do not exist.
    """

    TITLE = "Playbill"
    CSS_PATH = Path(themes.__file__).parent / "playbill.tcss"
    ENABLE_COMMAND_PALETTE = False  # Playbill binds its own key
    BINDINGS: ClassVar = [
        *bindings({"quit": "quit"}, priority=True),
        *bindings({"palette": "command_palette", "theme": "next_theme", "suspend": "suspend_process"}),
        Binding("ctrl+c", "help_quit", show=False),
    ]

    def __init__(self, palette: Palette = DARK, *, pace: float = PACE, motion: bool = True) -> None:
        super().__init__()
        current()  # reports errors in the user's keys before anything is shown
        self.palette = PLAIN if "NO_COLOR" in os.environ else palette
        """Colors of every widget."""
        self.tempo = Tempo(pace, motion)
        self._typed: deque[Key | Paste] = deque()
        """Keys and pastes that wait until the top screen is mounted."""
        self.ending = False
        """True after the process was asked to end."""
        for each in PALETTES.values():
            self.register_theme(textual_theme(each))
        self.theme = self.palette.name

    def on_mount(self) -> None:
        """Apply the user's keys, and handle signals: they end the run and restore the terminal.

        A hangup ends the process at once: no terminal is left to restore, and a recording is complete after every step.
        """
        self.set_keymap(current().textual())
        if sys.platform != "win32":
            for number in (signal.SIGTERM, signal.SIGINT):
                asyncio.get_running_loop().add_signal_handler(number, self.end)

    def end(self) -> None:
        """Leave all screens one after the other."""
        self.ending = True
        self.call_later(self.action_quit)

    def watch_theme(self, theme: str) -> None:
        if theme in PALETTES:
            self.palette = PALETTES[theme]
            for screen in self.screen_stack if self.is_running else ():
                screen.refresh(layout=True)
                for widget in screen.query("*"):
                    widget.refresh()

    def action_next_theme(self) -> None:
        names = list(PALETTES)
        self.choose_theme(names[(names.index(self.theme) + 1) % len(names)])

    def follow(self, choices: Choices) -> None:
        """Apply the user's choices; a key map is read only at the start. Raises UserError for a bad environment."""
        self.tempo.motion, self.tempo.speed = motion_is_on(), choices.pace
        if choices.theme in PALETTES and self.theme != PLAIN.name:
            self.theme = choices.theme

    def choose_theme(self, name: str) -> None:
        """Use a theme from now on, and store the choice; the screen says so if that is impossible."""
        self.theme = name
        try:
            save_choices(theme=name)
        except UserError as error:
            for screen in self.screen_stack:
                if isinstance(screen, PlaybillScreen):
                    screen.tell(str(error), "bad")

    def action_suspend_process(self) -> None:
        """Suspend the process, but only if a shell can resume it."""
        if sys.platform != "win32" and has_shell():
            super().action_suspend_process()

    def commands(self, screen: PlaybillScreen[object]) -> Iterator[Pick]:
        """List the commands that are possible now."""
        yield from screen.palette_commands()
        for name in PALETTES:
            if name != self.theme:
                yield Pick(f"Theme: {name}", f"the {name} palette", partial(self.choose_theme, name))
        yield Pick("Quit", "leave Playbill", partial(self.call_later, self.action_quit))

    def action_command_palette(self) -> None:
        """Open the command palette, unless another list is open or no screen is left."""
        if isinstance(self.screen, PlaybillScreen):
            self.push_screen(Picker("what can be done now", [*self.commands(self.screen)]), do)

    async def on_event(self, event: Event) -> None:
        if isinstance(event, InputEvent) and not self.screen_stack:
            return  # a key may arrive after all screens have closed
        if isinstance(event, Key | Paste) and not event.is_forwarded:
            self._typed.append(event)
            await self._type_next()
        else:
            await super().on_event(event)

    async def _type_next(self) -> None:
        """Pass the oldest typed key or paste to the top screen.

        A screen that is not mounted yet gets its keys later, so that fast typing has the same effect as slow typing.
        """
        top = self.screen_stack[-1] if self.screen_stack else None
        if not self._typed or top is None:
            self._typed.clear()
        elif isinstance(top, KeyScreen) and not top.is_mounted:
            top.call_later(self.call_later, self._type_next)
        else:
            await self._type(self._typed.popleft())
            if self._typed:
                self.call_later(self._type_next)

    async def _type(self, event: Key | Paste) -> None:
        """Handle a key or a paste: by the screen, the focused input or a binding."""
        top = self.screen_stack[-1]
        self.app_focus = True  # a key shows that the terminal has the focus
        if not isinstance(top, KeyScreen):
            await super().on_event(event)
        elif isinstance(event, Key):
            await top.press(event)
        else:
            text = clean_paste(event.text)
            if not top.takes_paste(text) and isinstance(top.focused, LineInput):
                top.focused.take_paste(text)

    def on_lines_clicked(self, event: Lines.Clicked) -> None:
        """Press the key that a clicked cell names, unless the screen has used the click."""
        if event.key:
            self.post_message(stroke(event.key))

    async def action_quit(self) -> None:
        """Leave the topmost of our screens cleanly, whatever lies over it."""
        ours = [screen for screen in self.screen_stack if isinstance(screen, PlaybillScreen)]
        if ours:
            ours[-1].leave()
        else:
            self.exit()
