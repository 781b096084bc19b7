"""The `playbill` command. stdout is data, stderr is narration; everything heavy is imported where it is needed."""

import gc
import os
import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

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

Scene = Annotated[str, typer.Argument(metavar="SCENE", help="A scene; `playbill scenes` lists them.")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A recording (.jsonl or .jsonl.gz).")]
Files = Annotated[list[Path], typer.Argument(metavar="FILE…", help="Recordings.")]
Option = Annotated[
    list[str] | None, typer.Option("-o", "--option", metavar="KEY=VALUE", help="A scene option; repeatable.")
]
Cast = Annotated[
    list[str] | None,
    typer.Option("-c", "--cast", metavar="NAME=POLICY", help="Who plays a name; '*=POLICY' for the rest; repeatable."),
]
Seed = Annotated[int | None, typer.Option(help="The seed; the same seed is the same game.")]
MaxTurns = Annotated[int | None, typer.Option("--max-turns", help="End the run after so many turns.")]
Config = Annotated[Path | None, typer.Option(help="TOML with seed, max_turns, [options], [cast], [models.NAME].")]
Record = Annotated[Path | None, typer.Option(help="Where to record, instead of the user's data folder.")]
NoRecord = Annotated[bool, typer.Option("--no-record", help="Record nothing.")]
Pace = Annotated[
    float | None,
    typer.Option(min=0.25, max=64, help="Times the usual pace at which bots play beside a person; remembered."),
]
Motion = Annotated[
    bool | None,
    typer.Option("--motion/--no-motion", help="Spinners, and a moment for what matters, or neither; remembered."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
At = Annotated[str, typer.Option(metavar="N", help="An event's number, or t12 for the start of turn 12.")]
Allow = Annotated[
    list[str] | None,
    typer.Option("--allow", metavar="py:MODULE", help="Run the recording's bots of this module; repeatable."),
]
Table = Literal["turns", "messages", "calls"]
As = Annotated[str, typer.Option("--as", metavar="NAME", help="Whose eyes; all eyes if not given.")]


@app.callback(invoke_without_command=True)
def lobby(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        from tui.cli.play import lobby

        lobby()


def choose(**told: float | None) -> None:
    """Remember what was told of how the screen is to be."""
    if changes := {name: value for name, value in told.items() if value is not None}:
        from tui.choices import remember

        remember(**changes)


@app.command()
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
    """Play or watch it live. Without a terminal: headless, printing the final board."""
    from tui.cli.play import play
    from tui.cli.wishes import Wishes

    choose(pace=pace, motion=motion)
    play(Wishes(scene, option or [], cast or [], seed, max_turns, config), record, no_record)


@app.command()
def tour(
    scene: Annotated[str, typer.Argument(metavar="SCENE", help="A scene; coloring if not given.")] = "coloring",
) -> None:
    """A guided game of two minutes, which teaches a scene by playing it."""
    from tui.cli.play import tour

    tour(scene)


@app.command()
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
        bool, typer.Option("--rotate", help="Each seed is played by every rotation of the cast over the seats.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="A row a game: a new .jsonl, .csv or .parquet file.")
    ] = None,
    json: Json = False,
) -> None:
    """Run it headless: one game, or thousands."""
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


@app.command()
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


@app.command()
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
) -> None:
    """Play an experiment, or go on with it: every game a recording, and a row the moment it is over."""
    from tui.cli.lab import experiment

    experiment(file, out, yes, workers, retry, cluster, shard)


@app.command()
def merge(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR…", help="Folders in which parts were played.")],
    out: Annotated[Path | None, typer.Option("-O", "--out", metavar="DIR", help="Without: the first folder.")] = None,
) -> None:
    """Put the parts of an experiment together: one rows.jsonl of all."""
    from tui.cli.lab import merge

    merge(folders, out)


@app.command()
def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="An experiment's folder, or one of recordings.")],
) -> None:
    """Tables of what came out of an experiment or of recordings, and a page, DIR/report.html."""
    from tui.cli.lab import report

    report(folder)


@app.command()
def table(
    what: Annotated[Table, typer.Argument(metavar="WHAT", help="turns, messages, or calls to models.")],
    places: Annotated[list[Path], typer.Argument(metavar="PLACE…", help="Recordings, or folders of them.")],
    out: Annotated[Path, typer.Option("-O", "--out", metavar="FILE", help="A new .jsonl, .csv or .parquet file.")],
) -> None:
    """Make a table of recordings: a line a turn, a message, or a call."""
    from tui.cli.lab import table

    table(what, places, out)


@app.command()
def watch(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A recording, or a scene for its shipped sample.")
    ] = None,
    other: Annotated[Path | None, typer.Argument(metavar="OTHER", help="Another one, to stand beside it.")] = None,
    speed: Annotated[float, typer.Option(min=0.25, max=64, help="Times the recorded pace.")] = 1.0,
    at: At = "",
    eyes: As = "",
    follow: Annotated[bool, typer.Option("--follow", help="Go on as a run in progress grows.")] = False,
    spoiler_free: Annotated[
        bool | None,
        typer.Option("--spoiler-free/--spoilers", help="Hide what comes after the playhead; remembered."),
    ] = None,
    beside: Annotated[bool, typer.Option("--beside", help="Of a branch: beside the run that it left.")] = False,
    motion: Motion = None,
) -> None:
    """Replay a recording on the screen; or two of them beside each other, on one time axis."""
    from tui.cli.watch import watch, watch_two

    choose(spoiler_free=spoiler_free, motion=motion)
    if file is not None and (beside or other is not None):
        watch_two(file, other, speed, at, eyes)
    else:
        watch(file, speed, at, eyes, follow)


@app.command()
def show(file: File, at: At = "", eyes: As = "") -> None:
    """Print a recording, or one moment of it, as text."""
    from tui.cli.watch import show

    show(file, at, eyes)


@app.command()
def verify(files: Files, allow: Allow = None) -> None:
    """Play recordings again from their header and outside events, and compare every event."""
    from tui.cli.rerun import verify

    verify(files, allow or [])


@app.command()
def resume(
    file: File,
    option: Annotated[
        list[str] | None, typer.Option("-o", "--option", metavar="LIMIT=VALUE", help="A limit to move; repeatable.")
    ] = None,
    max_turns: MaxTurns = None,
    config: Config = None,
    allow: Allow = None,
) -> None:
    """Continue a run in place, where it was stopped or killed."""
    from tui.cli.rerun import resume

    resume(file, option or [], max_turns, config, allow or [])


@app.command()
def branch(
    file: File,
    at: Annotated[str, typer.Option(metavar="N", help="After this event, or t12 for the start of turn 12.")] = "",
    option: Option = None,
    cast: Cast = None,
    seed: Seed = None,
    max_turns: MaxTurns = None,
    config: Config = None,
    record: Record = None,
    allow: Allow = None,
    intervene: Annotated[
        list[str] | None, typer.Option(metavar="WHAT", help="What happens to the world first, such as broadcast WORDS.")
    ] = None,
    reply: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Another reply to the first call to a model from there on.")
    ] = None,
    ask: Annotated[str, typer.Option(metavar="MODEL", help="That reply from another model, as in llm:MODEL.")] = "",
    withhold: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="The message of event N reaches nobody; its author does not know."),
    ] = None,
    forget: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="The note, thought or plan of event N was never made.")
    ] = None,
    set_: Annotated[
        str, typer.Option("--set", metavar="WHAT=VALUE", help="Another card or color: h3=red, 'Ann a=R3', …")
    ] = "",
    model: Annotated[str, typer.Option(metavar="MODEL", help="All later replies are from this model.")] = "",
    number: Annotated[int, typer.Option("-n", min=1, help="So many branches, with seeds that follow each other.")] = 1,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Processes that share many branches.")] = 1,
) -> None:
    """Leave a recorded run at a moment, and play on from there with another cast, seed, options.

    Or with one reply, message, note, plan, card or color changed, and the rest held: replies to prompts that stay the
    same are the run's own, and the first that differs is asked for.
    """
    from tui.cli.branching import Change
    from tui.cli.rerun import branch
    from tui.cli.wishes import Wishes

    wishes = Wishes("", option or [], cast or [], seed, max_turns, config)
    branch(
        file,
        at,
        wishes,
        record,
        allow or [],
        intervene or [],
        Change(reply, ask, withhold or 0, forget or 0, set_, model),
        number,
        workers,
    )


@app.command()
def compare(
    places: Annotated[list[Path], typer.Argument(metavar="PLACE…", help="Recordings, or folders of them.")],
) -> None:
    """What became of runs, beside the first of them; a folder's are taken together."""
    from tui.cli.compare import compare

    compare(places)


@app.command("import")
def import_(
    file: File,
    of: Annotated[str, typer.Option("--from", metavar="FORMAT", help="What the file is, such as hanab.live.")],
    out: Annotated[Path | None, typer.Option("-O", "--out", help="The recording to write.")] = None,
) -> None:
    """Make a recording of a game from elsewhere, every move checked."""
    from tui.cli.exchange import import_

    import_(file, of, out)


@app.command()
def export(
    file: File,
    to: Annotated[str, typer.Option(metavar="FORMAT", help="What to make of it; each scene has its own.")],
    out: Annotated[Path | None, typer.Option("-O", "--out", metavar="OUT", help="A new file; stdout without.")] = None,
) -> None:
    """Make something else of a recording; a format that does not exist lists those of its scene."""
    from tui.cli.exchange import export

    export(file, to, out)


@app.command()
def diff(
    one: Annotated[Path, typer.Argument(metavar="FILE", help="A recording.")],
    other: Annotated[Path, typer.Argument(metavar="FILE", help="Another.")],
) -> None:
    """Where two recordings part; exit code 1 if they do."""
    from tui.cli.rerun import diff

    diff(one, other)


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Of the package and its scene, such as my_game.")],
    out: Annotated[Path | None, typer.Option("-O", "--out", metavar="DIR", help="A new folder; NAME without.")] = None,
) -> None:
    """Write a package to start a scene of your own from."""
    from tui.cli.new import new

    new(name, out)


@app.command()
def models(name: Annotated[str, typer.Argument(metavar="NAME", help="As in llm:NAME.")], config: Config = None) -> None:
    """One tiny call to a model: does it answer, how fast, what does it support."""
    from tui.cli.models import models

    models(name, config)


@app.command()
def scenes(json: Json = False) -> None:
    """Scenes, their options, policies and names, one line each."""
    from tui.cli.scenes import scenes

    scenes(json)


@app.command()
def keys(toml: Annotated[bool, typer.Option("--toml", help="As the table of a config.")] = False) -> None:
    """All that has a key, by name: put it on another one in [keys] of your own config."""
    from tui.cli.keys import keys

    keys(toml)


def main() -> None:
    """The console entry: a user's mistake is one line and exit code 2, an error in a bot one line and 1."""
    gc.set_threshold(COLLECTED)
    from core.errors import AgentError, UserError
    from core.text import one_line
    from tui.cli.streams import clean_streams

    clean_streams()
    try:
        app()
    except (UserError, AgentError) as error:
        print(f"playbill: {clipped(one_line(str(error)))}", file=sys.stderr)
        raise SystemExit(1 if isinstance(error, AgentError) else 2) from None
    except BrokenPipeError:  # whoever read stdout has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def clipped(text: str, most: int = 600) -> str:
    """One line of an error, however long the names in it."""
    return text if len(text) <= most else text[: most - 1] + "…"
