"""Arguments and options that several commands share, with their help texts and shell completion."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from core.engine.scene import Scene as SceneClass


def complete_scene(incomplete: str) -> list[str]:
    """List the scenes whose names begin with the text."""
    from core.engine.registry import scene_names

    return [name for name in scene_names() if name.startswith(incomplete)]


def complete_option(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """List the options of the scene on the command line, with their descriptions."""
    fields = kind.Config.model_fields if (kind := _scene(ctx)) else {}
    return [(f"{key}=", each.description or "") for key, each in fields.items() if f"{key}=".startswith(incomplete)]


def complete_cast(ctx: typer.Context, incomplete: str) -> list[str]:
    """List the seats of the scene on the command line; after SEAT= its policies."""
    from core.engine.casting import policies

    kind = _scene(ctx)
    if kind is None:
        return []
    seat, equals, _ = incomplete.partition("=")
    names = (*kind.Config().seats, "*")
    casts = [f"{seat}={policy}" for policy in policies(kind)] if equals else [f"{name}=" for name in names]
    return [cast for cast in casts if cast.startswith(incomplete)]


def _scene(ctx: typer.Context) -> "type[SceneClass] | None":
    """Find the scene on the command line, even if an option on it still lacks its value."""
    from core.engine.registry import find_scene, scene_names

    known = set(scene_names())
    name = next((word for word in (ctx.params.get("scene"), *ctx.args) if word in known), None)
    return find_scene(name) if name else None


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
Seed = Annotated[int | None, typer.Option(help="Seed: the same seed gives the same game (default: random).")]
MaxTurns = Annotated[int | None, typer.Option("--max-turns", help="End the run after this many turns.")]
Config = Annotated[Path | None, typer.Option(help="TOML file with seed, max_turns, [options], [cast], [models.NAME].")]
Record = Annotated[Path | None, typer.Option(help="File for the recording (default: in your data folder).")]
NoRecord = Annotated[bool, typer.Option("--no-record", help="Record nothing.")]
Pace = Annotated[
    float | None,
    typer.Option(min=0.25, max=64, help="Speed of bots in a game with a human: 2 is twice as fast as usual; saved."),
]
Motion = Annotated[
    bool | None,
    typer.Option("--motion/--no-motion", help="Turn spinners and animations on or off; the choice is saved."),
]
Linear = Annotated[
    bool,
    typer.Option("--linear", help="Lines of text for screen readers, not the full screen; also by PLAYBILL_LINEAR=1."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
At = Annotated[str, typer.Option(metavar="N", help="Event number, or t12 for the start of turn 12.")]
Allow = Annotated[
    list[str] | None,
    typer.Option(
        "--allow",
        metavar="WHAT",
        help="Allow an access that a file requests: py:MODULE, mcp:COMMAND, http:, script:FILE, read:FILE, llm:MODEL…",
    ),
]
As = Annotated[str, typer.Option("--as", metavar="NAME", help="Perspective of this seat (default: everything).")]


def out_option(about: str, metavar: str | None = None) -> Any:
    """Declare the option for the file or folder that a command writes."""
    return typer.Option("-O", "--out", metavar=metavar, help=about)


def save_choices(**settings: float | None) -> None:
    """Store the screen settings that were given."""
    if changes := {name: value for name, value in settings.items() if value is not None}:
        from tui.preferences import save_choices

        save_choices(**changes)
