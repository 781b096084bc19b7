"""Random input for the app: keys, text, clicks, pastes and resizes from a seed, with and without waiting."""

from collections import deque
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from textual.app import App
from textual.events import Key, Paste
from textual.keys import _character_to_key
from textual.pilot import Pilot

NAMED = (
    *("tab", "shift+tab", "escape", "enter", "space", "backspace", "up", "down", "left", "right", "home", "end"),
    *("pageup", "pagedown", "shift+left", "shift+right", "shift+up", "shift+down", "ctrl+p", "f1", "ctrl+t", "ctrl+s"),
    *("ctrl+u", "ctrl+a", "ctrl+w", "ctrl+c", "delete", "insert", "ctrl+z", "alt+x", "f5"),
)
LETTERS = "abcdefghijklmnopqrstuvwxyzABCEGMNRWZ0123456789[]{}<>.,:;/?+-=@#*'\"\\ "
OFTEN = (*NAMED[:12], "escape", "enter", "enter", "tab", "[", "i", "?", "/", ":", "v", "m", "ctrl+p", "x")
PASTES = (
    *("", "hello", "@B b2 red please", "two\nlines\r\nthree", "\x1b[31mred\x1b]0;t\x07", "\u202eevil", "[/nope]"),
    *("[@click=app.quit]x[/]", "👨‍👩‍👧‍👦🇩🇪1️⃣", "x" * 5000, "\ud800", "\t\x00\x7f", "clue Bob 1", "t12", "99999999999"),
)
SIZES = ((80, 24), (120, 40), (60, 20), (200, 50), (100, 30))


def some_size(draw: Random) -> tuple[int, int]:
    """Draw a terminal size: a common one, or a tiny or unusual one."""
    if draw.random() < 0.4:
        return draw.choice(SIZES)
    return (
        draw.choice((1, 2, 3, 5, 10, 17, 30, 43, 59, 60, 61, 99, 100, 250)),
        draw.choice((1, 2, 3, 8, 19, 20, 29, 30)),
    )


class Monkey:
    """A source of random input. `done` holds the last inputs sent."""

    def __init__(self, seed: int, *, quits: bool = False) -> None:
        self.draw = Random(seed)
        self.done: deque[str] = deque(maxlen=40)
        self.quits = quits

    async def play(self, pilot: Pilot[Any], deeds: int) -> int:
        """Send up to `deeds` inputs, fewer if the app exits; return how many."""
        for count in range(deeds):
            if not pilot.app.is_running:
                return count
            await self._one(pilot)
            if self.draw.random() < 0.35:
                await pilot.pause()
        return deeds

    async def _one(self, pilot: Pilot[Any]) -> None:
        deeds: Sequence[tuple[int, Callable[[Pilot[Any]], Any]]] = (
            (60, self._press),
            (8, self._click),
            (3, self._paste),
            (3, self._resize),
            (6, self._burst),
            (2, self._wait),
        )
        deed = self.draw.choices([deed for _, deed in deeds], [weight for weight, _ in deeds])[0]
        await deed(pilot)

    def _key(self) -> str:
        if self.quits and self.draw.random() < 0.03:
            return "ctrl+q"
        return self.draw.choice(self.draw.choice((OFTEN, NAMED, LETTERS)))

    async def _press(self, pilot: Pilot[Any]) -> None:
        send(pilot.app, key := self._key())
        self.done.append(key)

    async def _burst(self, pilot: Pilot[Any]) -> None:
        """Send one key several times, or a text, faster than the screen is painted."""
        keys = (
            [self._key()] * self.draw.randrange(2, 8)
            if self.draw.random() < 0.5
            else list(self.draw.choice(PASTES[1:3]))
        )
        for key in keys:
            send(pilot.app, key)
        self.done.append(f"burst {keys}")

    async def _click(self, pilot: Pilot[Any]) -> None:
        width, height = pilot.app.screen.size  # after a resize the widgets to click may not be laid out
        x, y = self.draw.randrange(max(1, width)), self.draw.randrange(max(1, height))
        self.done.append(f"click {x},{y}")
        await pilot.click(offset=(x, y), times=self.draw.choice((1, 1, 1, 2)))

    async def _paste(self, pilot: Pilot[Any]) -> None:
        text = self.draw.choice(PASTES)
        self.done.append(f"paste {text[:30]!r}")
        pilot.app.post_message(Paste(text))

    async def _resize(self, pilot: Pilot[Any]) -> None:
        size = some_size(self.draw)
        self.done.append(f"resize {size}")
        await pilot.resize_terminal(*size)

    async def _wait(self, pilot: Pilot[Any]) -> None:
        self.done.append("wait")
        await pilot.pause(0.05)


def send(app: App[Any], key: str) -> None:
    """Send a key the way the terminal's driver does."""
    character = key if len(key) == 1 else " " if key == "space" else None
    app.post_message(Key(_character_to_key(key) if len(key) == 1 else key, character))
