"""Commands about the house: scenes, keys, models, and a package of your own."""

from pathlib import Path
from typing import Annotated

import typer

from tui.cli.arguments import Config, Json

commands = typer.Typer()


@commands.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Of the package and its scene, such as my_game.")],
    out: Annotated[Path | None, typer.Option("-O", "--out", metavar="DIR", help="A new folder; NAME without.")] = None,
) -> None:
    """Write a package to start a scene of your own from."""
    from tui.cli.new import new

    new(name, out)


@commands.command()
def models(name: Annotated[str, typer.Argument(metavar="NAME", help="As in llm:NAME.")], config: Config = None) -> None:
    """One tiny call to a model: does it answer, how fast, what does it support."""
    from tui.cli.models import models

    models(name, config)


@commands.command()
def scenes(json: Json = False) -> None:
    """Scenes, their options, policies and names, one line each."""
    from tui.cli.scenes import scenes

    scenes(json)


@commands.command()
def keys(toml: Annotated[bool, typer.Option("--toml", help="As the table of a config.")] = False) -> None:
    """All that has a key, by name: put it on another one in [keys] of your own config."""
    from tui.cli.keys import keys

    keys(toml)
