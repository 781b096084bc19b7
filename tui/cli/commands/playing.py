"""Commands that play: on the screen, headless, or over HTTP."""

from pathlib import Path
from typing import Annotated

import typer

from tui.cli.arguments import Cast, Config, Json, MaxTurns, Motion, NoRecord, Option, Pace, Record, Scene, Seed, choose

commands = typer.Typer()


@commands.command()
def play(
    scene: Scene,
    option: Option = None,
    cast: Cast = None,
    seed: Seed = None,
    max_turns: MaxTurns = None,
    config: Config = None,
    record: Record = None,
    no_record: NoRecord = False,
    pace: Pace = None,
    motion: Motion = None,
) -> None:
    """Play a scene, or watch it live; without a terminal, play headless and print the final board."""
    from tui.cli.play import play
    from tui.cli.wishes import Wishes

    choose(pace=pace, motion=motion)
    play(Wishes(scene, option or [], cast or [], seed, max_turns, config), record, no_record)


@commands.command()
def tour(
    scene: Annotated[str, typer.Argument(metavar="SCENE", help="A scene; coloring if not given.")] = "coloring",
) -> None:
    """Play a guided game of two minutes."""
    from tui.cli.play import tour

    tour(scene)


@commands.command()
def run(
    scene: Scene,
    option: Option = None,
    cast: Cast = None,
    seed: Seed = None,
    max_turns: MaxTurns = None,
    config: Config = None,
    record: Record = None,
    no_record: NoRecord = False,
    games: Annotated[int, typer.Option(min=1, help="Number of games, with consecutive seeds.")] = 1,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Number of worker processes.")] = 1,
    rotate: Annotated[
        bool, typer.Option("--rotate", help="Play each seed with every rotation of the competing seats.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="File for one row per game: a new .jsonl, .csv or .parquet."),
    ] = None,
    json: Json = False,
) -> None:
    """Run one or many games headless."""
    from tui.cli.run import run
    from tui.cli.wishes import Wishes

    run(
        Wishes(scene, option or [], cast or [], seed, max_turns, config),
        record,
        no_record,
        games,
        workers,
        rotate,
        out,
        json,
    )


@commands.command()
def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Loopback port to listen on; 0 finds a free one.")] = 0,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="DIR", help="Folder for recordings of all games (default: none).")
    ] = None,
    idle: Annotated[float, typer.Option(min=1, help="Seconds after which an unused session ends.")] = 900,
    sessions: Annotated[int, typer.Option(min=1, max=100_000, help="Most sessions at once.")] = 256,
) -> None:
    """Serve scenes as environments: reset and step over HTTP, on loopback, with a token."""
    from tui.cli.serve import serve

    serve(port, record, idle, sessions)
