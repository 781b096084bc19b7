"""Sizes of a stage: how its parts share the terminal."""

from typing import NamedTuple

from tui.panes.kit import Room
from tui.sizes import SMALLEST, TALL, WIDE, side_width

MIN_BOARD_WIDTH = 60
"""Smallest width in cells of a board beside another."""


class Space(NamedTuple):
    """Size of the terminal and of the stage's fixed parts."""

    width: int
    height: int
    why: bool
    """True if the inspector is open."""
    two: bool
    """True if two runs are shown."""
    dock: int
    """Rows of the dock."""
    below: int
    """Rows that the second run takes from the stage."""

    @property
    def fits(self) -> bool:
        """True if the terminal is large enough for a stage."""
        return self.width >= SMALLEST[0] and self.height >= SMALLEST[1]

    @property
    def wide(self) -> bool:
        """True if there is a side column."""
        return self.width >= WIDE

    @property
    def tall(self) -> bool:
        """True if strip and curve have more than one row."""
        return self.height >= TALL

    @property
    def main(self) -> int:
        """Width of the main column in cells; smaller if there is a side column."""
        return self.width - side_width(self.width, self.why) - 1 if self.wide else self.width

    @property
    def both(self) -> bool:
        """True if there is room for both boards side by side."""
        return self.two and self.main >= 2 * MIN_BOARD_WIDTH and self.tall

    @property
    def room(self) -> Room:
        """Room that the pane gets."""
        cells = self.main // 2 if self.both else self.main
        return Room(self.width, self.height - self.below, cells, self.dock)
