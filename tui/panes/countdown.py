"""Time limit for a person's answer; it runs only while the screen asks for the answer."""

import time

from tui.styles import Line

BAR_WIDTH = 10
"""Cells of the shrinking bar."""
MAX_GAP = 1.0
"""Seconds without a call after which the gap is not counted: the run was paused, or the person looked back."""


class Countdown:
    """Counts down from `seconds` for each decision; 0 means no limit. At the end the stage gives `command`."""

    def __init__(self, seconds: float, command: str) -> None:
        self.seconds = seconds
        self.command = command
        """Command that the stage gives when the time is over."""
        self._window: object = None
        self._spent = 0.0
        self._asked = 0.0
        self._is_over = False

    def within(self, window: object) -> "Countdown":
        """Return the countdown for a decision; it restarts if `window` differs from the last one."""
        if window != self._window:
            self._window, self._spent, self._is_over = window, 0.0, False
            self._asked = time.monotonic()
        return self

    def is_over(self) -> bool:
        """Count down; call it repeatedly. Returns True once per decision, when the time is over."""
        now = time.monotonic()
        if now - self._asked < MAX_GAP:
            self._spent += now - self._asked
        self._asked = now
        if not self.seconds or self._spent < self.seconds or self._is_over:
            return False
        self._is_over = True
        return True

    def line(self, window: object) -> Line:
        """Draw the remaining time in seconds and as a bar; nothing without a limit."""
        if not self.seconds:
            return ()
        left = max(0.0, self.seconds - (self._spent if window == self._window else 0.0))
        cells = min(BAR_WIDTH, -int(-left * BAR_WIDTH // self.seconds))
        style = "accent" if left > 5 else "bad"
        return (f"{-int(-left // 1)} s ", f"bold {style}"), ("━" * cells, style), ("─" * (BAR_WIDTH - cells), "line")
