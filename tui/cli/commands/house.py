"""Commands about Playbill itself: scenes, keys, models, new packages."""

from pathlib import Path
from typing import Annotated

import typer

from tui.cli.arguments import Config, Json
from tui.cli.completion import complete_scene

commands = typer.Typer()


@commands.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the package and its scene, such as my_game.")],
    out: Annotated[
        Path | None, typer.Option("-O", "--out", metavar="DIR", help="Folder to create (default: NAME).")
    ] = None,
) -> None:
    """Create a package with a scene of your own."""
    from tui.cli.new import new

    new(name, out)


@commands.command()
def models(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Model name, as in llm:NAME.")], config: Config = None
) -> None:
    """Make a test call to a model: whether it answers, how fast, with which features."""
    from tui.cli.models import models

    models(name, config)


@commands.command()
def scenes(
    scene: Annotated[
        str | None,
        typer.Argument(
            metavar="[SCENE]", help="Scene to describe in full (default: list all).", autocompletion=complete_scene
        ),
    ] = None,
    json: Json = False,
) -> None:
    """List scenes, or one scene's seats, policies, actions and options."""
    from tui.cli.scenes import scenes

    scenes(scene, as_json=json)


@commands.command()
def keys(toml: Annotated[bool, typer.Option("--toml", help="Print the table for a config file.")] = False) -> None:
    """List all keys; change them in [keys] of your config file."""
    from tui.cli.keys import keys

    keys(toml)
