"""Commands on recordings: watch, verify, resume, branch, compare, import and export."""

from pathlib import Path
from typing import Annotated

import typer

from tui.cli.arguments import Allow, As, At, Cast, Config, File, Files, MaxTurns, Motion, Option, Record, Seed, choose

commands = typer.Typer()


@commands.command()
def watch(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="Recording, or a scene for its sample (default: coloring's).")
    ] = None,
    other: Annotated[
        Path | None, typer.Argument(metavar="OTHER", help="Second recording, shown beside the first.")
    ] = None,
    speed: Annotated[float, typer.Option(min=0.25, max=64, help="Replay speed: 2 is twice as fast as recorded.")] = 1.0,
    at: At = "",
    eyes: As = "",
    follow: Annotated[
        bool, typer.Option("--follow", help="Keep reading a recording that is still being written.")
    ] = False,
    spoiler_free: Annotated[
        bool | None,
        typer.Option("--spoiler-free/--spoilers", help="Hide everything after the playhead, or not; remembered."),
    ] = None,
    beside: Annotated[bool, typer.Option("--beside", help="Show a branch beside the run it left.")] = False,
    motion: Motion = None,
) -> None:
    """Replay a recording, or two beside each other on one time axis."""
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
    """Simulate recordings again and compare every event."""
    from tui.cli.rerun import verify

    verify(files, allow or [])


@commands.command()
def resume(
    file: File,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "-o", "--option", metavar="LIMIT=VALUE", help="Change a limit, such as max_calls=400; repeatable."
        ),
    ] = None,
    max_turns: MaxTurns = None,
    config: Config = None,
    allow: Allow = None,
) -> None:
    """Continue a run that was stopped or killed."""
    from tui.cli.rerun import resume

    resume(file, option or [], max_turns, config, allow or [])


@commands.command()
def branch(
    file: File,
    at: Annotated[str, typer.Option(metavar="N", help="Leave after this event, or at t12, the start of turn 12.")] = "",
    option: Option = None,
    cast: Cast = None,
    seed: Seed = None,
    max_turns: MaxTurns = None,
    config: Config = None,
    record: Record = None,
    allow: Allow = None,
    intervene: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHAT", help="Intervention to begin with, such as 'broadcast The bridge is closed'; repeatable."
        ),
    ] = None,
    reply: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Replace the next reply of a model by this text.")
    ] = None,
    ask: Annotated[
        str, typer.Option(metavar="MODEL", help="Replace that reply by one from another model, as in llm:MODEL.")
    ] = "",
    withhold: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Withhold the message of event N; its author does not notice."),
    ] = None,
    forget: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Remove the note, thought or plan of event N.")
    ] = None,
    set_: Annotated[
        str, typer.Option("--set", metavar="WHAT=VALUE", help="Change a color or card: h3=red, 'Ann a=R3', …")
    ] = "",
    model: Annotated[str, typer.Option(metavar="MODEL", help="Take all later replies from this model.")] = "",
    number: Annotated[int, typer.Option("-n", min=1, help="Number of branches, with consecutive seeds.")] = 1,
    control: Annotated[
        bool,
        typer.Option(help="With -n, also play as many branches without the change, for comparison."),
    ] = True,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Number of worker processes.")] = 1,
) -> None:
    """Leave a recorded run at a moment, and play on with another cast, seed or options.

    Or change one reply, message, note, plan, card or color and hold the rest: as long as prompts stay the same,
    recorded replies are used; the first prompt that differs is sent to the model.
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
    """Compare runs with the first one; the runs of a folder count together."""
    from tui.cli.compare import compare

    compare(places)


@commands.command("import")
def import_(
    file: File,
    of: Annotated[str, typer.Option("--from", metavar="FORMAT", help="Format of the file, such as hanab.live.")],
    out: Annotated[
        Path | None, typer.Option("-O", "--out", help="Recording to write (default: in your data folder).")
    ] = None,
) -> None:
    """Import a game from elsewhere as a recording, checking every move."""
    from tui.cli.exchange import import_

    import_(file, of, out)


@commands.command()
def export(
    file: File,
    to: Annotated[
        str, typer.Option(metavar="FORMAT", help="Format; each scene has its own, and an unknown one lists them.")
    ],
    out: Annotated[
        Path | None, typer.Option("-O", "--out", metavar="OUT", help="File to create (default: stdout).")
    ] = None,
) -> None:
    """Export a recording: a transcript, a table, a picture."""
    from tui.cli.exchange import export

    export(file, to, out)


@commands.command()
def diff(
    one: Annotated[Path, typer.Argument(metavar="FILE", help="A recording.")],
    other: Annotated[Path, typer.Argument(metavar="FILE", help="Another recording.")],
) -> None:
    """Show where two recordings differ; exit code 1 if they do."""
    from tui.cli.rerun import diff

    diff(one, other)
