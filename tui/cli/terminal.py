"""The terminal: showing the app, printing messages and data, and removing foreign escape sequences from all output."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TYPE_CHECKING

from core.errors import UserError
from core.text import safe_text

if TYPE_CHECKING:
    from tui.app import Playbill
    from tui.screens.opening import Progress
    from tui.state.stage import StageState


def has_driver() -> bool:
    """Return True if the environment names a Textual driver, as textual-serve does; the app then uses that."""
    return bool(os.environ.get("TEXTUAL_DRIVER"))


def is_linear() -> bool:
    """Return True if the environment asks for lines of text in place of the app."""
    return os.environ.get("PLAYBILL_LINEAR", "") not in ("", "0")


def has_terminal() -> bool:
    """Return True if a game can be shown: in a terminal, by another Textual driver, or in lines."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return has_driver() or is_linear() or all(stream is not None and stream.isatty() for stream in streams)


def require_terminal(command: str, alternative: str) -> None:
    """Raise UserError if a command needs a terminal and there is none."""
    if not has_terminal():
        raise UserError(f"{command} needs a terminal; without one: {alternative}")


def show_app(make: "Callable[[], Playbill]") -> None:
    """Run the app, and print its exit message to stderr.

    Raises UserError if the terminal is too small. With another driver the app itself says so, since its screen can be
    resized.
    """
    if is_linear():
        raise UserError("This needs the full screen; in lines: playbill play SCENE, or unset PLAYBILL_LINEAR.")
    from tui.preferences import load_choices
    from tui.sizes import SMALLEST

    columns, rows = SMALLEST if has_driver() else os.get_terminal_size()
    if columns < SMALLEST[0] or rows < SMALLEST[1]:
        raise UserError(f"Playbill needs a terminal of {SMALLEST[0]}x{SMALLEST[1]}, and this is {columns}x{rows}.")
    app = make()
    app.follow(load_choices())
    for line in (app.run() or "").splitlines():
        say(line)
    if app.return_code:
        raise SystemExit(app.return_code)


def show_stage(make: "Callable[[Progress], StageState]", slow: str = "", *, linear: bool = False) -> None:
    """Run the app with a stage, or play it in lines. Raises UserError.

    Args:
        make: Function that makes the stage and may report progress.
        slow: Name of a slow operation, shown with its progress; "" if making the stage is quick.
        linear: True for lines of text, which the environment may ask for too.
    """
    if linear or is_linear():
        _show_lines(make)
        return
    from tui.screens.opening import Opening, OpeningScreen, Progress
    from tui.stages import StageApp

    show_app(lambda: StageApp(OpeningScreen(Opening(slow, make)) if slow else make(Progress())))


def _show_lines(make: "Callable[[Progress], StageState]") -> None:
    from tui.linear import show_lines
    from tui.screens.opening import Progress
    from tui.stages import closing_lines

    stage = show_lines(make(Progress()))
    for line in (stage.failed, *closing_lines(stage).splitlines()):
        if line:
            say(line)
    if stage.failed:
        raise SystemExit(1)


def say(text: str) -> None:
    """Print a message on one line to stderr."""
    print(text.replace("\n", " "), file=sys.stderr)


def print_row(text: str) -> None:
    """Print a row of data on one line, even if foreign text contains line breaks."""
    print(text.replace("\n", " "))


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Callable[[], None]]:
    """Show a progress bar if stderr is a terminal. Yields a function that advances it by one."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(file=sys.__stderr__)  # the bar needs escape sequences, and contains no foreign text
    with Progress(console=console, disable=not sys.stderr.isatty(), transient=True) as progress:
        task = progress.add_task(title, total=total)
        yield lambda: progress.advance(task)


class CleanStream(TextIOWrapper):
    """Text stream that removes terminal escapes and control characters."""

    def write(self, text: str, /) -> int:
        super().write(safe_text(text))
        return len(text)


def clean_streams() -> None:
    """Replace stdout and stderr by clean streams, also for libraries and tracebacks.

    Characters that the terminal's encoding lacks become "?". The app is not affected: it writes to the terminal itself.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, TextIOWrapper):
            clean = CleanStream(
                stream.buffer,
                stream.encoding,
                "replace",
                line_buffering=stream.line_buffering,
                write_through=stream.write_through,
            )
            setattr(sys, name, clean)
