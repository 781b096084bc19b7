"""The terminal: whether there is one, the app on it, and what is said beside the data."""

import os
import sys
from typing import TYPE_CHECKING

from core.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tui.app import Playbill


def has_terminal() -> bool:
    """Tell whether the app can be shown. It draws on stderr, and reads keys from stdin."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def show_app(make: "Callable[[], Playbill]") -> None:
    """Run the app on the terminal; its parting word goes to stderr. Raises UserError if there is no room for it."""
    from tui.screens.base import SMALLEST

    size = os.get_terminal_size()
    if size.columns < SMALLEST[0] or size.lines < SMALLEST[1]:
        least = f"{SMALLEST[0]}x{SMALLEST[1]}"
        raise UserError(f"Playbill needs a terminal of {least}, and this is {size.columns}x{size.lines}.")
    from tui.choices import moves, remembered

    app = make()
    app.motion, app.tempo = moves(), remembered().pace
    for line in (app.run() or "").splitlines():
        say(line)
    if app.return_code:
        raise SystemExit(app.return_code)


def say(text: str) -> None:
    """Print a line of narration, which stands on stderr."""
    print(text.replace("\n", " "), file=sys.stderr)


def print_row(text: str) -> None:
    """Print a row of data: one line, whatever a foreign file holds."""
    print(text.replace("\n", " "))
