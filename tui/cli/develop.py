"""Commands for developers: create a package for a scene, and serve scenes as environments."""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from importlib.resources import files
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from core.errors import UserError
from core.files import creation_errors
from tui.cli.arguments import out_option
from tui.cli.terminal import say

TEMPLATE_SUFFIXES = (".j2", ".md", ".py", ".toml")
"""Suffixes of the template files to copy; other files beside them, such as caches, are ignored."""
MAX_NAME_LENGTH = 30
"""Largest number of characters of a name."""
_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the package and its scene, such as my_game.")],
    out: Annotated[Path | None, out_option("Folder to create (default: NAME).", "DIR")] = None,
    social: Annotated[bool, typer.Option("--social", help="Start from a scene in which agents talk.")] = False,
) -> None:
    """Create a package with a scene of your own."""
    template = "template_social" if social else "template"
    check_name(name)
    folder = out or Path(name)
    with creation_errors(folder, "name another folder with -O"):
        folder.mkdir(parents=True)
        for path, text in package_files(name, template):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, "utf-8")
    say(f"written to {folder}; next: cd {quote(str(folder))} && pip install -e '.[test]' && playbill play {name}")


def check_name(name: str) -> None:
    """Raise UserError for a name that cannot be the name of a package or scene."""
    from core.engine.registry import scene_names

    if not _NAME.fullmatch(name) or iskeyword(name) or len(name) > MAX_NAME_LENGTH:
        form = f"up to {MAX_NAME_LENGTH} lower-case letters, digits and _, such as my_game"
        raise UserError(f"{name!r} is not a valid package name: use {form}.")
    if name in scene_names():
        raise UserError(f"There is a scene called {name} already; take another name.")
    if name == "tests" or ((spec := find_spec(name)) and spec.origin):
        raise UserError(f"There is a Python package called {name} already, which would be hidden; take another name.")


def package_files(name: str, template: str) -> Iterator[tuple[Path, str]]:
    """Yield the files of a template: path in the new folder, and text."""
    folder = Path(str(files("playbill").joinpath(template)))
    for path in sorted(folder.rglob("*")):
        if path.suffix in TEMPLATE_SUFFIXES:
            place = path.relative_to(folder).as_posix()
            yield Path(_fill_name(place, name)), _fill_name(path.read_text("utf-8"), name)


def _fill_name(text: str, name: str) -> str:
    """Fill the name into a text of the template, including class names."""
    camel = "".join(map(str.capitalize, name.split("_")))
    return re.sub("Your(?=Scene|Config)", camel, text).replace("your_scene", name)


def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Loopback port to listen on; 0 finds a free one.")] = 0,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="DIR", help="Folder for recordings of all games (default: none).")
    ] = None,
    idle: Annotated[float, typer.Option(min=1, help="Seconds after which an unused session ends.")] = 900,
    sessions: Annotated[int, typer.Option(min=1, max=100_000, help="Largest number of sessions at a time.")] = 256,
) -> None:
    """Serve scenes as environments: reset and step over HTTP, on loopback, with a token."""
    import asyncio
    import secrets

    from core.env.serving import serve
    from core.remote.policies import TOKEN

    token = os.environ.get(TOKEN) or secrets.token_urlsafe(12)
    with suppress(KeyboardInterrupt):  # Ctrl-C is the usual end
        asyncio.run(serve(port, token, record, idle, sessions, lambda line: print(line, flush=True)))
