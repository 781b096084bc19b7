"""The time a person has for an answer: it runs only while it is asked for."""

import time

from tui.styles import Line

CELLS = 10
"""Of the shrinking line."""
HELD = 1.0
"""Seconds without being asked after which the time in between is not counted: the run was paused, or looked back on."""


class Countdown:
    """Counts down from `seconds` in each window anew; 0 is no limit."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._window: object = None
        self._spent = 0.0
        self._asked = 0.0
        self._told = False

    def overdue(self, window: object) -> bool:
        """To be asked again and again while the window is open; True once, when its time is over."""
        now = time.monotonic()
        if window != self._window:
            self._window, self._spent, self._told = window, 0.0, False
        elif now - self._asked < HELD:
            self._spent += now - self._asked
        self._asked = now
        if not self.seconds or self._spent < self.seconds or self._told:
            return False
        self._told = True
        return True

    def line(self, window: object) -> Line:
        """What is left of it, as seconds and as a line; nothing without a limit."""
        if not self.seconds:
            return ()
        left = max(0.0, self.seconds - (self._spent if window == self._window else 0.0))
        cells = min(CELLS, -int(-left * CELLS // self.seconds))
        style = "accent" if left > 5 else "bad"
        return (f"{-int(-left // 1)} s ", f"bold {style}"), ("━" * cells, style), ("─" * (CELLS - cells), "line")
