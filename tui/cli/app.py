"""The `playbill` command. Results go to stdout, messages to stderr. Slow imports are done where they are needed."""

import gc
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, NoReturn

import typer

from tui.cli.coding import code
from tui.cli.develop import new, serve
from tui.cli.exchange import export, import_
from tui.cli.info import keys, models, scenes
from tui.cli.interview import interview
from tui.cli.lab import compare, experiment, merge, report, table
from tui.cli.play import play, tour
from tui.cli.prompt_pack import prompts
from tui.cli.puzzle import puzzle
from tui.cli.remote import host, join, web
from tui.cli.rerun import branch, diff, resume, verify
from tui.cli.run import run
from tui.cli.watch import show, watch
from tui.cli.you import daily, you

COMMANDS: tuple[Callable[..., None], ...] = (
    *(play, tour, daily, puzzle, you, run, host, join, web, serve),
    *(experiment, merge, report, table, interview, code),
    *(watch, show, verify, resume, branch, compare, import_, export, diff),
    *(new, models, prompts, scenes, keys),
)
"""All commands, in the order in which the help lists them."""
GARBAGE_THRESHOLD = 10_000
"""Number of new objects between passes of the garbage collector. Objects made at the start rarely become garbage."""

app = typer.Typer(
    name="playbill",
    help="Play with LLM agents and bots, watch recorded games, and run thousands of games headless.",
    epilog="Without a command, playbill opens the lobby.",
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in COMMANDS:
    summary = " ".join((command.__doc__ or "").split("\n\n")[0].split()).partition(". ")[0].rstrip(".")
    app.command(command.__name__.rstrip("_"), short_help=f"{summary}.")(command)


def print_version(is_requested: bool) -> None:
    """Print the version and exit."""
    if is_requested:
        from importlib.metadata import version

        print(f"playbill {version('playbill')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def lobby(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        from tui.cli.play import lobby

        lobby()


def main() -> None:
    """Run the command line.

    Errors are one line: exit code 2 for a user's mistake, 1 for an error in a bot or a scene.
    """
    gc.set_threshold(GARBAGE_THRESHOLD)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's threads cost more time than they save
    from core.errors import RunFailed, UserError
    from tui.cli.terminal import clean_streams

    clean_streams()
    try:
        try:
            app(prog_name="playbill")
        finally:
            sys.stdout.flush()
    except (UserError, RunFailed) as error:
        _leave(str(error), 1 if isinstance(error, RunFailed) else 2)
    except BrokenPipeError:  # the program that reads stdout has closed it
        _close_stdout()
    except OSError as error:  # a wrong file name is the user's mistake; output that cannot be written is not
        name = error.filename if isinstance(error.filename, str) else ""
        reason = error.strerror or type(error).__name__
        if not name:
            _close_stdout()
        _leave(f"{name}: {reason}." if name else f"The output cannot be written: {reason}.", 2 if name else 1)


def _leave(text: str, code: int) -> NoReturn:
    """Print an error on one line and exit."""
    from core.text import one_line

    with suppress(OSError):
        print(f"playbill: {clipped(one_line(text))}", file=sys.stderr)
    raise SystemExit(code) from None


def _close_stdout() -> None:
    """Discard all further output, since stdout cannot be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def clipped(text: str, width: int = 600) -> str:
    """Cut the middle of an error message, where long names are."""
    half = width // 2
    return text if len(text) <= width else f"{text[:half]}…{text[len(text) - width + half + 1 :]}"
