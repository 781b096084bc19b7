"""Settings of pace and motion on the screen."""

from dataclasses import dataclass

PACE = 0.7
"""Seconds for which a bot's turn stays on the screen at speed 1."""


@dataclass
class Tempo:
    """The app's settings of time, shared with its stages."""

    pace: float = PACE
    """Seconds for which a bot's turn stays on the screen; 0 shows everything at once."""
    motion: bool = True
    """True if spinners, beats and a blinking cursor are shown."""
    speed: float = 1.0
    """Speed of bots beside a person, as a multiple of the usual pace."""
