"""Texts beside agents' names: which agents are deciding, for how long, and at which attempt."""

import time

from tui.source import Source
from tui.view import View

SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
RATE = 8
"""Steps of the spinner per second; nothing beside a name changes more often."""


class Clock:
    """Times since which agents have been deciding."""

    def __init__(self) -> None:
        self._began: dict[str, float] = {}

    def update(self, view: View, live: Source, motion: bool) -> bool:
        """Update the view's texts. Returns True if the set of deciding agents has changed."""
        now = time.monotonic()
        changed = (live.waiting, live.awaiting_tools) != (view.deciding, view.awaiting_tools)
        self._began = {name: self._began.get(name, now) for name in live.waiting.names}
        view.deciding, view.awaiting_tools = live.waiting, live.awaiting_tools
        view.thinking = {name: self._words(name, live, now, motion) for name in view.waiting if name != view.seat}
        view.replies = {name: live.replies[name] for name in view.waiting if name in live.replies}
        return changed

    def due(self, view: View, motion: bool) -> float | None:
        """Return the time at which the text beside a name changes; None while no other agent decides."""
        began = [self._began[name] for name in view.thinking if name in self._began]
        if not began:
            return None
        rate, now = RATE if motion else 1, time.monotonic()
        return min(start + (int((now - start) * rate) + 1) / rate for start in began)

    def _words(self, name: str, live: Source, now: float, motion: bool) -> str:
        steps = int((now - self._began[name]) * RATE)
        seconds = steps / RATE
        spin = f"{SPINNER[steps % len(SPINNER)]} " if motion else ""
        if seconds < (0.2 if motion else 1.0):
            words = ""
        else:
            words = f"{spin}{seconds:.1f} s" if motion and seconds < 10 else f"{spin}{int(seconds)} s"
        tried = live.tries.get(name)
        return f"{words or spin}{' · ' if words else ''}try {tried.number} of {tried.of}" if tried else words
