"""The `playbill` command. stdout is data, stderr is narration; everything heavy is imported where it is needed."""

import gc
import os
import sys
from typing import Annotated

import typer

from tui.cli.commands import house, lab, playing, recordings

COLLECTED = 10_000
"""New objects between passes of the garbage collector: nearly all that is made while the program starts stays."""

app = typer.Typer(
    name="playbill",
    help="People and LLM agents share a world: play, watch, replay, and run thousands of games headless.",
    epilog="Without a command: the lobby.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for each in (playing, lab, recordings, house):
    for command in each.commands.registered_commands:  # its first sentence, whole: else it is cut where a row ends
        about = command.help or (command.callback.__doc__ if command.callback else "") or ""
        command.short_help = " ".join(about.split("\n\n")[0].split()).partition(". ")[0].rstrip(".") + "."
    app.add_typer(each.commands)


def print_version(wanted: bool) -> None:
    """Print the version, and end."""
    if wanted:
        from importlib.metadata import version

        print(f"playbill {version('playbill')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def lobby(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="Print the version, and end.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        from tui.cli.play import lobby

        lobby()


def main() -> None:
    """The console entry: a user's mistake is one line and exit code 2, an error in a bot or a scene one line and 1."""
    gc.set_threshold(COLLECTED)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's threads wait for each other longer than they reckon
    from core.errors import RunFailed, UserError
    from core.text import one_line
    from tui.cli.streams import clean_streams

    clean_streams()
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except (UserError, RunFailed) as error:
        print(f"playbill: {clipped(one_line(str(error)))}", file=sys.stderr)
        raise SystemExit(1 if isinstance(error, RunFailed) else 2) from None
    except BrokenPipeError:  # whoever read stdout has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def clipped(text: str, most: int = 600) -> str:
    """One line of an error, however long the names in it."""
    return text if len(text) <= most else text[: most - 1] + "…"
