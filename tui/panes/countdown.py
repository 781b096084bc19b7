"""The time a person has for an answer: it runs only while it is asked for."""

import time

from tui.styles import Line

CELLS = 10
"""Cells of the shrinking line."""
HELD = 1.0
"""Seconds without being asked after which the time in between is not counted: the run was paused, or looked back on."""


class Countdown:
    """Counts down from `seconds` in each window anew, and then gives a command; 0 is no limit."""

    def __init__(self, seconds: float, command: str) -> None:
        self.seconds = seconds
        self.command = command
        """The command that is given once the time is over."""
        self._window: object = None
        self._spent = 0.0
        self._asked = 0.0
        self._is_over = False

    def within(self, window: object) -> "Countdown":
        """Return the countdown of a window: it starts anew if the window is another one than before."""
        if window != self._window:
            self._window, self._spent, self._is_over = window, 0.0, False
            self._asked = time.monotonic()
        return self

    def is_over(self) -> bool:
        """Count down. True once, when the time is over; to be asked again and again."""
        now = time.monotonic()
        if now - self._asked < HELD:
            self._spent += now - self._asked
        self._asked = now
        if not self.seconds or self._spent < self.seconds or self._is_over:
            return False
        self._is_over = True
        return True

    def line(self, window: object) -> Line:
        """Draw the time that is left, as seconds and as a line; nothing without a limit."""
        if not self.seconds:
            return ()
        left = max(0.0, self.seconds - (self._spent if window == self._window else 0.0))
        cells = min(CELLS, -int(-left * CELLS // self.seconds))
        style = "accent" if left > 5 else "bad"
        return (f"{-int(-left // 1)} s ", f"bold {style}"), ("━" * cells, style), ("─" * (CELLS - cells), "line")
