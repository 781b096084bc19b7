"""What became of runs, side by side."""

from pathlib import Path

from core.lab.side_by_side import compare_runs
from tui.cli.lab import print_sheet
from tui.cli.terminal import say


def compare(places: list[Path]) -> None:
    for sheet in compare_runs(places):
        print_sheet(sheet)
        say(sheet.note)
