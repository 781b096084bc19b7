"""Commands that play: on the screen, headless, or for who steps from outside."""

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
    """Play a scene, or watch it live. Without a terminal: headless, printing the final board."""
    from tui.cli.play import play
    from tui.cli.wishes import Wishes

    choose(pace=pace, motion=motion)
    play(Wishes(scene, option or [], cast or [], seed, max_turns, config), record, no_record)


@commands.command()
def tour(
    scene: Annotated[str, typer.Argument(metavar="SCENE", help="A scene; coloring if not given.")] = "coloring",
) -> None:
    """A guided game of two minutes, which teaches a scene by playing it."""
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
    games: Annotated[int, typer.Option(min=1, help="How many games, with consecutive seeds.")] = 1,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Processes that share the games.")] = 1,
    rotate: Annotated[
        bool, typer.Option("--rotate", help="Play each seed with every rotation of the competing seats.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="A row a game: a new .jsonl, .csv or .parquet file.")
    ] = None,
    json: Json = False,
) -> None:
    """Run a scene headless: one game, or thousands."""
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
    port: Annotated[int, typer.Option(min=0, max=65535, help="Where to listen, on loopback; 0 finds a free one.")] = 0,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="DIR", help="A folder for recordings of all games.")
    ] = None,
    idle: Annotated[float, typer.Option(min=1, help="Seconds after which an unused session ends.")] = 900,
    sessions: Annotated[int, typer.Option(min=1, max=100_000, help="How many there are at once.")] = 256,
) -> None:
    """Scenes as environments for trainers and arenas: reset and step over HTTP, on loopback and with a token."""
    from tui.cli.serve import serve

    serve(port, record, idle, sessions)
