"""Arguments and options that several commands share, with their help texts."""

from pathlib import Path
from typing import Annotated

import typer

from tui.cli.completion import complete_cast, complete_option, complete_scene

Scene = Annotated[
    str,
    typer.Argument(metavar="SCENE", help="A scene; `playbill scenes` lists them.", autocompletion=complete_scene),
]
Places = Annotated[list[Path], typer.Argument(metavar="PLACE…", help="Recordings, or folders of them.")]
Workers = Annotated[int, typer.Option(min=1, max=256, help="Number of worker processes.")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A recording (.jsonl or .jsonl.gz).")]
Files = Annotated[list[Path], typer.Argument(metavar="FILE…", help="Recordings.")]
Option = Annotated[
    list[str] | None,
    typer.Option(
        "-o",
        "--option",
        metavar="KEY=VALUE",
        help="Set a scene option; repeatable. `playbill scenes SCENE` lists them.",
        autocompletion=complete_option,
    ),
]
Cast = Annotated[
    list[str] | None,
    typer.Option(
        "-c",
        "--cast",
        metavar="NAME=POLICY",
        help="Choose who plays a seat; '*=POLICY' for all others; repeatable.",
        autocompletion=complete_cast,
    ),
]
Seed = Annotated[int | None, typer.Option(help="Seed: the same seed gives the same game (default: drawn).")]
MaxTurns = Annotated[int | None, typer.Option("--max-turns", help="End the run after this many turns.")]
Config = Annotated[Path | None, typer.Option(help="TOML file with seed, max_turns, [options], [cast], [models.NAME].")]
Record = Annotated[Path | None, typer.Option(help="File for the recording (default: in your data folder).")]
NoRecord = Annotated[bool, typer.Option("--no-record", help="Record nothing.")]
Pace = Annotated[
    float | None,
    typer.Option(min=0.25, max=64, help="Speed of bots beside a human: 1 is usual, 2 twice as fast; remembered."),
]
Motion = Annotated[
    bool | None,
    typer.Option("--motion/--no-motion", help="Show spinners and animations, or not; remembered."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
At = Annotated[str, typer.Option(metavar="N", help="Event number, or t12 for the start of turn 12.")]
Allow = Annotated[
    list[str] | None,
    typer.Option(
        "--allow",
        metavar="WHAT",
        help="Allow what a file asks for: py:MODULE, mcp:COMMAND, http:, script:FILE, read:FILE, llm:MODEL…",
    ),
]
As = Annotated[str, typer.Option("--as", metavar="NAME", help="Perspective of this seat (default: everything).")]


def save_choices(**settings: float | None) -> None:
    """Remember the screen settings that were given."""
    if changes := {name: value for name, value in settings.items() if value is not None}:
        from tui.choices import remember

        remember(**changes)
