"""The Textual app: palettes, keys, and the command palette. Light: all that is heavy comes after the first paint."""

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
from core.text import safe_text
from themes.palettes import DARK, PALETTES, PLAIN, Palette
from tui import keymap
from tui.choosing import Pick, do
from tui.lines import Lines, Words
from tui.screens.base import PlaybillScreen
from tui.screens.key_screen import KeyScreen, stroke
from tui.screens.picker import Picker
from tui.tempo import PACE, Tempo

MOST_PASTED = 10_000
"""Characters of a paste that are taken."""


def textual_theme(palette: Palette) -> Theme:
    """A palette for Textual's own widgets."""
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


def pasted(text: str) -> str:
    """What is pasted, fit for a single line."""
    return safe_text(" ".join(text[:MOST_PASTED].splitlines()))


def has_shell() -> bool:
    """Tell whether a shell with job control has started this process: in the same session, and in another group."""
    parent = os.getppid()
    try:
        return os.getsid(parent) == os.getsid(0) and os.getpgid(parent) != os.getpgid(0)
    except OSError:  # it is gone, or another user's
        return False


class Playbill(App[str]):
    """`palette` is what every widget reads its colors from. The app's result is a parting word for stderr. Raises
    UserError for keys that cannot be, in the user's config."""

    TITLE = "Playbill"
    CSS_PATH = Path(themes.__file__).parent / "playbill.tcss"
    BINDINGS: ClassVar = [
        Binding("ctrl+t", "next_theme", "Theme", id="theme", tooltip="Dark, light, color-blind, plain"),
        Binding("ctrl+z", "suspend_process", "Suspend", id="suspend", tooltip="Back to the shell; fg goes on"),
    ]

    def __init__(self, palette: Palette = DARK, *, pace: float = PACE, motion: bool = True) -> None:
        super().__init__()
        keymap.current()  # what is wrong in it is said before anything is shown
        self.palette = PLAIN if "NO_COLOR" in os.environ else palette
        self.tempo = Tempo(pace, motion)
        self._typed: deque[Key | Paste] = deque()
        """Keys and pastes that wait for the top screen to be mounted."""
        self.ending = False
        """Whether the process was told to end."""
        for each in PALETTES.values():
            self.register_theme(textual_theme(each))
        self.theme = self.palette.name

    def on_mount(self) -> None:
        """A process that is told to end leaves terminal and run in good order. A hangup just ends it: no terminal is
        left to leave, and a recording is whole after every step."""
        if sys.platform != "win32":
            for told in (signal.SIGTERM, signal.SIGINT):
                asyncio.get_running_loop().add_signal_handler(told, self.end)

    def end(self) -> None:
        """Leave all screens, one after the other."""
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
        self.theme = names[(names.index(self.theme) + 1) % len(names)]

    def action_suspend_process(self) -> None:
        """Only where a shell can bring it back: anywhere else it would stand still for good."""
        if sys.platform != "win32" and has_shell():
            super().action_suspend_process()

    def commands(self, screen: PlaybillScreen[object]) -> Iterator[Pick]:
        """List what can be done now."""
        yield from screen.palette_commands()
        for name in PALETTES:
            if name != self.theme:
                yield Pick(f"Theme: {name}", f"the {name} palette", partial(setattr, self, "theme", name))
        yield Pick("Quit", "leave Playbill", partial(self.call_later, self.action_quit))

    def action_command_palette(self) -> None:
        """Over a screen of ours alone: not over another palette, nor before there is a screen."""
        if isinstance(self.screen, PlaybillScreen):
            self.push_screen(Picker("what can be done now", [*self.commands(self.screen)]), do)

    async def on_event(self, event: Event) -> None:
        if isinstance(event, InputEvent) and not self.screen_stack:
            return  # a key may come when all screens are gone
        if isinstance(event, Key | Paste) and not event.is_forwarded:
            self._typed.append(event)
            await self._type_next()
        else:
            await super().on_event(event)

    async def _type_next(self) -> None:
        """Hand the oldest typed key or paste to the top screen.

        A screen that is not mounted yet gets its keys afterwards, so that a burst does what slow typing would.
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
        """Act on a key or a paste: by the screen, a binding or the focused input, whichever comes first."""
        top = self.screen_stack[-1]
        self.app_focus = True  # who types has the focus, whatever the terminal said of it
        if isinstance(event, Paste):
            event.text = pasted(event.text)
            if isinstance(top, KeyScreen) and top.takes_paste(event.text):
                return
            if isinstance(top.focused, Words):
                top.focused.take_paste(event.text)
                return
        elif isinstance(top, KeyScreen):
            translated = top.translate(event) if isinstance(top, PlaybillScreen) else event
            if translated is None or await self._press(top, translated):
                return
            event = translated
        await super().on_event(event)

    async def _press(self, top: KeyScreen[object], key: Key) -> bool:
        """Act on a key at once. False leaves it to the widgets."""
        bound = top.active_bindings.get(key.key)
        if bound is not None and bound.binding.priority and bound.enabled:
            return await self.run_action(bound.binding.action, bound.node)
        if top.takes(key):
            return True
        bound = top.active_bindings.get(key.key)
        if bound is not None and bound.enabled:
            return await self.run_action(bound.binding.action, bound.node)
        if isinstance(top.focused, Words) and key.is_printable:
            await top.focused.take(key)
            return True
        return False

    def on_lines_clicked(self, event: Lines.Clicked) -> None:
        """A key that is named where somebody clicked is struck, unless a screen took the click for something else."""
        if event.key:
            self.post_message(stroke(event.key))

    async def action_quit(self) -> None:
        """ctrl+q: a stage is left cleanly first, whatever lies over it."""
        ours = [screen for screen in self.screen_stack if isinstance(screen, PlaybillScreen)]
        if ours:
            ours[-1].leave()
        else:
            self.exit()
