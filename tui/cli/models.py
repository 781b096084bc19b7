"""The command that checks a model."""

from typing import Annotated

import typer

from tui.cli.arguments import Config


def models(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Model name, as in llm:NAME.")], config: Config = None
) -> None:
    """Make a test call to a model: whether it answers, how fast, with which features."""
    from tui.cli.model_check import check_model

    check_model(name, config)
