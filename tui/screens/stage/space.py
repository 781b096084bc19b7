"""The room on a stage: how its parts share the terminal."""

from typing import NamedTuple

from tui.panes.kit import Room
from tui.screens.base import TALL, WIDE, side_width

LEAST = 60
"""Cells that a board has at least where both stand side by side."""


class Space(NamedTuple):
    """Is a terminal, and what in it is fixed."""

    width: int
    height: int
    why: bool
    """Whether the inspector is open."""
    two: bool
    """Whether there are two runs."""
    dock: int
    """Rows of the dock."""
    below: int
    """Rows that another run takes from the rest of the stage."""

    @property
    def main(self) -> int:
        """Cells of the main column, which is narrower beside a side column."""
        return self.width - side_width(self.width, self.why) - 1 if self.width >= WIDE else self.width

    @property
    def both(self) -> bool:
        """Whether there is room for both boards side by side."""
        return self.two and self.main >= 2 * LEAST and self.height >= TALL

    @property
    def room(self) -> Room:
        """What the pane has to paint on."""
        cells = self.main // 2 if self.both else self.main
        return Room(self.width, self.height - self.below, cells, self.dock)
