"""Signs of marked events."""

from core.engine.capabilities import Mark
from tui.styles import Span

SIGNS: dict[Mark, Span] = {
    "bad": ("╳", "bad"),
    "lost": ("!", "bad"),
    "set": ("▾", "accent"),
    "good": ("◆", "good"),
    "missed": ("◇", "accent"),
}
"""On the track, in the legend of the curve, and among turning points."""
