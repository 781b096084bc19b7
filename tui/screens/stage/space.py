"""The room on a stage: how its parts share the terminal."""

from typing import TYPE_CHECKING

from tui.panes.kit import Room
from tui.screens.base import TALL, WIDE, side_width

if TYPE_CHECKING:
    from tui.screens.stage.screen import StageScreen

LEAST = 60
"""Cells that a board has at least where both stand side by side."""


def room_of(stage: "StageScreen") -> Room:
    """What the pane has to paint on."""
    width, height = stage.app.size
    cells = main_cells(stage) // 2 if both_fit(stage) else main_cells(stage)
    return Room(width, height - taken_rows(stage), cells, stage.pane_of("dock").size.height)


def main_cells(stage: "StageScreen") -> int:
    """Cells of the main column, which is narrower beside a side column."""
    width = stage.app.size.width
    return width - side_width(width, stage.has_class("why")) - 1 if width >= WIDE else width


def both_fit(stage: "StageScreen") -> bool:
    """Tell whether there is room for both boards side by side."""
    return stage.beside is not None and main_cells(stage) >= 2 * LEAST and stage.app.size.height >= TALL


def taken_rows(stage: "StageScreen") -> int:
    """Count the rows that another run takes from the rest of the stage."""
    return stage.pane_of("beside").size.height


def lay_out(stage: "StageScreen") -> None:
    """Say to the style sheet what fits the terminal."""
    width, height = stage.app.size
    stage.view.pane.room = stage.room
    rows = stage.view.pane.board_rows()
    wide, tall = width >= WIDE, height >= TALL
    stage.fits(small=not stage.has_room, wide=wide, narrow=not wide, tall=tall, flat=bool(rows))
    if rows:
        stage.query_one("#boards" if stage.beside else "#board").styles.height = rows + both_fit(stage)
