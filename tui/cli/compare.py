"""What became of runs, side by side."""

from pathlib import Path

from core.lab.side_by_side import beside
from tui.cli.lab import print_sheet
from tui.cli.terminal import say


def compare(places: list[Path]) -> None:
    for sheet in beside(places):
        print_sheet(sheet)
        say(sheet.note)
