"""The time limit for a person's answer, which runs only while the answer is awaited."""

import time

from tui.styles import Line

CELLS = 10
"""Cells of the shrinking line."""
HELD = 1.0
"""Longest pause in seconds between two checks that is counted; longer ones mean that the game was paused."""


class Countdown:
    """Counts down from `seconds` in each window, then gives a command; 0 is no limit."""

    def __init__(self, seconds: float, command: str) -> None:
        self.seconds = seconds
        self.command = command
        """Command to give when the time is over."""
        self._window: object = None
        self._spent = 0.0
        self._asked = 0.0
        self._is_over = False

    def within(self, window: object) -> "Countdown":
        """Return the countdown for a window; it restarts if the window differs from the last one."""
        if window != self._window:
            self._window, self._spent, self._is_over = window, 0.0, False
            self._asked = time.monotonic()
        return self

    def is_over(self) -> bool:
        """Count down. Returns True once, when the time is over. Call it repeatedly."""
        now = time.monotonic()
        if now - self._asked < HELD:
            self._spent += now - self._asked
        self._asked = now
        if not self.seconds or self._spent < self.seconds or self._is_over:
            return False
        self._is_over = True
        return True

    def line(self, window: object) -> Line:
        """Draw the remaining time as seconds and as a line; empty without a limit."""
        if not self.seconds:
            return ()
        left = max(0.0, self.seconds - (self._spent if window == self._window else 0.0))
        cells = min(CELLS, -int(-left * CELLS // self.seconds))
        style = "accent" if left > 5 else "bad"
        return (f"{-int(-left // 1)} s ", f"bold {style}"), ("━" * cells, style), ("─" * (CELLS - cells), "line")
