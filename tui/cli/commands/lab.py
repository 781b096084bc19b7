"""Commands for experiments: play, merge, report, tables."""

from pathlib import Path
from typing import Annotated

import typer

from tui.cli.arguments import Allow

commands = typer.Typer()


@commands.command()
def experiment(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="TOML file with scene, games, [options], [factors], [cast] …")
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "-O", "--out", metavar="DIR", help="Folder to create or continue (default: the experiment's name)."
        ),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Start without asking.")] = False,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Number of worker processes.")] = 1,
    retry: Annotated[
        bool, typer.Option("--retry", help="Play failed games again, and those with too many fallbacks.")
    ] = False,
    cluster: Annotated[str, typer.Option(metavar="ADDRESS", help="Play on the Dask cluster with this scheduler.")] = "",
    shard: Annotated[str, typer.Option(metavar="I/N", help="Play only a part, such as 3/8; merge them later.")] = "",
    allow: Allow = None,
) -> None:
    """Play or continue an experiment; every game gets a recording and a row."""
    from tui.cli.lab import experiment

    experiment(file, out, yes, workers, retry, cluster, shard, allow or [])


@commands.command()
def merge(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR…", help="Folders with the parts.")],
    out: Annotated[
        Path | None, typer.Option("-O", "--out", metavar="DIR", help="Folder for the result (default: the first one).")
    ] = None,
    allow: Allow = None,
) -> None:
    """Merge the parts of an experiment into one rows.jsonl."""
    from tui.cli.lab import merge

    merge(folders, out, allow or [])


@commands.command()
def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of an experiment, or of recordings.")],
    allow: Allow = None,
) -> None:
    """Report the results of an experiment or of recordings; also writes DIR/report.html."""
    from tui.cli.lab import report

    report(folder, allow or [])


@commands.command()
def table(
    what: Annotated[
        str,
        typer.Argument(metavar="WHAT", help="turns, messages or calls; for a feed also accounts, cascades, ticks."),
    ],
    places: Annotated[list[Path], typer.Argument(metavar="PLACE…", help="Recordings, or folders of them.")],
    out: Annotated[Path, typer.Option("-O", "--out", metavar="FILE", help="File to create: .jsonl, .csv or .parquet.")],
) -> None:
    """Make a table of recordings: one line per turn, message or model call."""
    from tui.cli.lab import table

    table(what, places, out)
