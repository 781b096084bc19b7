"""Arguments that several commands take, and what their help says of them."""

from pathlib import Path
from typing import Annotated

import typer

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
    typer.Option(
        "--allow",
        metavar="WHAT",
        help="What the file may do here: py:MODULE, mcp:COMMAND, http:, script:FILE, read:FILE, llm:MODEL; repeatable.",
    ),
]
As = Annotated[str, typer.Option("--as", metavar="NAME", help="Whose eyes; all eyes if not given.")]


def choose(**told: float | None) -> None:
    """Remember what was told of how the screen is to be."""
    if changes := {name: value for name, value in told.items() if value is not None}:
        from tui.choices import remember

        remember(**changes)
