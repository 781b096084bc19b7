"""Sizes of a stage: how its parts share the terminal."""

from typing import NamedTuple

from tui.panes.kit import Room
from tui.sizes import SMALLEST, TALL, WIDE, side_width

LEAST = 60
"""Cells that a board has at least where both stand side by side."""


class Space(NamedTuple):
    """A terminal, and the sizes of the parts that are fixed."""

    width: int
    height: int
    why: bool
    """True if the inspector is open."""
    two: bool
    """True if there are two runs."""
    dock: int
    """Rows of the dock."""
    below: int
    """Rows that another run takes from the rest of the stage."""

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
        """True if there is more than one row for strip and curve."""
        return self.height >= TALL

    @property
    def main(self) -> int:
        """Cells of the main column, which is narrower beside a side column."""
        return self.width - side_width(self.width, self.why) - 1 if self.wide else self.width

    @property
    def both(self) -> bool:
        """True if there is room for both boards side by side."""
        return self.two and self.main >= 2 * LEAST and self.tall

    @property
    def room(self) -> Room:
        """The room that the pane has."""
        cells = self.main // 2 if self.both else self.main
        return Room(self.width, self.height - self.below, cells, self.dock)
