"""Commands of the lab: experiments, their parts, and what came out."""

from pathlib import Path
from typing import Annotated

import typer

from tui.cli.arguments import Allow

commands = typer.Typer()


@commands.command()
def experiment(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="TOML with scene, games, [options], [factors], [cast] …")
    ],
    out: Annotated[
        Path | None, typer.Option("-O", "--out", metavar="DIR", help="Its folder; named as it is, without.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before it starts.")] = False,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Processes that share the games.")] = 1,
    retry: Annotated[bool, typer.Option("--retry", help="Play failed games again, and those that fell back.")] = False,
    cluster: Annotated[str, typer.Option(metavar="ADDRESS", help="Play on a Dask cluster, by its scheduler.")] = "",
    shard: Annotated[str, typer.Option(metavar="I/N", help="Play a part alone, such as 3/8; then merge.")] = "",
    allow: Allow = None,
) -> None:
    """Play an experiment, or go on with it: every game a recording, and a row the moment it is over."""
    from tui.cli.lab import experiment

    experiment(file, out, yes, workers, retry, cluster, shard, allow or [])


@commands.command()
def merge(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR…", help="Folders in which parts were played.")],
    out: Annotated[Path | None, typer.Option("-O", "--out", metavar="DIR", help="Without: the first folder.")] = None,
    allow: Allow = None,
) -> None:
    """Put the parts of an experiment together: one rows.jsonl of all."""
    from tui.cli.lab import merge

    merge(folders, out, allow or [])


@commands.command()
def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="An experiment's folder, or one of recordings.")],
    allow: Allow = None,
) -> None:
    """Tables of what came out of an experiment or of recordings, and a page, DIR/report.html."""
    from tui.cli.lab import report

    report(folder, allow or [])


@commands.command()
def table(
    what: Annotated[
        str,
        typer.Argument(metavar="WHAT", help="turns, messages or calls; of a feed also accounts, cascades, ticks."),
    ],
    places: Annotated[list[Path], typer.Argument(metavar="PLACE…", help="Recordings, or folders of them.")],
    out: Annotated[Path, typer.Option("-O", "--out", metavar="FILE", help="A new .jsonl, .csv or .parquet file.")],
) -> None:
    """Make a table of recordings: a line a turn, a message, a call, or an account of a feed."""
    from tui.cli.lab import table

    table(what, places, out)
