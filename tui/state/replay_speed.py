"""The speed that a replay really has, where the machine cannot keep up with the one that was asked for."""

WINDOW = 1.0
"""Seconds over which it is measured."""
KEPT = 0.9
"""The share of a speed from which on it counts as reached."""


class ReplaySpeed:
    """Adds up the time by which a replay falls behind."""

    def __init__(self) -> None:
        self.share = 1.0
        """Share of the speed that was asked for, over the last second; 1 where it is reached."""
        self._since = 0.0
        self._lost = 0.0

    def add(self, now: float, lost: float) -> None:
        """Add seconds that were given up at this moment."""
        span = now - self._since
        if span > WINDOW:
            share = max(0.0, 1 - self._lost / span) if span < 2 * WINDOW else 1.0
            self.share = share if share < KEPT else 1.0
            self._since, self._lost = now, 0.0
        self._lost += lost
