"""Sizes of terminals, and of the columns in them."""

SMALLEST = (60, 20)
"""Columns and rows of the smallest terminal."""
WIDE, TALL = 100, 30
"""Columns from which on a stage has a side column; rows from which on its parts have more."""


def side_width(width: int, why: bool = False) -> int:
    """Cells of a stage's side column: a share of the terminal, and more for the inspector."""
    return max(56 if why else 42, width * 3 // 10)
