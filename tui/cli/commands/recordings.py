"""Commands on recordings: look at them, play them again, leave them, compare and exchange them."""

from pathlib import Path
from typing import Annotated

import typer

from tui.cli.arguments import Allow, As, At, Cast, Config, File, Files, MaxTurns, Motion, Option, Record, Seed, choose

commands = typer.Typer()


@commands.command()
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


@commands.command()
def show(file: File, at: At = "", eyes: As = "") -> None:
    """Print a recording, or one moment of it, as text."""
    from tui.cli.watch import show

    show(file, at, eyes)


@commands.command()
def verify(files: Files, allow: Allow = None) -> None:
    """Play recordings again from their header and outside events, and compare every event."""
    from tui.cli.rerun import verify

    verify(files, allow or [])


@commands.command()
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


@commands.command()
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
    control: Annotated[
        bool,
        typer.Option(help="Of many branches: as many with nothing changed, with the same seeds, in a folder beside."),
    ] = True,
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
        control,
    )


@commands.command()
def compare(
    places: Annotated[list[Path], typer.Argument(metavar="PLACE…", help="Recordings, or folders of them.")],
) -> None:
    """What became of runs, beside the first of them; a folder's are taken together."""
    from tui.cli.compare import compare

    compare(places)


@commands.command("import")
def import_(
    file: File,
    of: Annotated[str, typer.Option("--from", metavar="FORMAT", help="What the file is, such as hanab.live.")],
    out: Annotated[Path | None, typer.Option("-O", "--out", help="The recording to write.")] = None,
) -> None:
    """Make a recording of a game from elsewhere, every move checked."""
    from tui.cli.exchange import import_

    import_(file, of, out)


@commands.command()
def export(
    file: File,
    to: Annotated[str, typer.Option(metavar="FORMAT", help="What to make of it; each scene has its own.")],
    out: Annotated[Path | None, typer.Option("-O", "--out", metavar="OUT", help="A new file; stdout without.")] = None,
) -> None:
    """Make something else of a recording; a format that does not exist lists those of its scene."""
    from tui.cli.exchange import export

    export(file, to, out)


@commands.command()
def diff(
    one: Annotated[Path, typer.Argument(metavar="FILE", help="A recording.")],
    other: Annotated[Path, typer.Argument(metavar="FILE", help="Another.")],
) -> None:
    """Where two recordings part; exit code 1 if they do."""
    from tui.cli.rerun import diff

    diff(one, other)
