"""Sizes of terminals, and of columns on a stage."""

from tui.styles import Line

SMALLEST = (60, 20)
"""Columns and rows of the smallest supported terminal."""
WIDE, TALL = 100, 30
"""Number of columns from which a stage has a side column; number of rows from which its parts are taller."""
LARGE = 160
"""Number of columns from which boards grow."""


def side_width(width: int, why: bool = False) -> int:
    """Return the width of a stage's side column: a share of the terminal, and more for the inspector."""
    return max(56 if why else 42, width * 3 // 10)


def size_notice(width: int, height: int) -> list[Line]:
    """Draw that the terminal is too small."""
    text = f"Playbill needs {SMALLEST[0]}x{SMALLEST[1]}; this is {width}x{height}"
    return [*[()] * (height // 2), ((text.center(width)[:width], "accent"),)]
