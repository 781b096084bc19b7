"""The command that lists all keys, as a table or as TOML for the user's config."""

from typing import Annotated

import typer

from tui.cli.terminal import say


def keys(
    as_toml: Annotated[bool, typer.Option("--toml", help="Print the table for a config file.")] = False,
) -> None:
    """List all keys; change them in [keys] of your config file."""
    from core.user_config import own_path
    from tui.keys import KEYS, MAPS, PLACES, current

    keymap = current()
    if as_toml:
        print("[keys]")
        for name in KEYS:
            quoted = ", ".join(f'"{key}"' for key in keymap.keys(name))
            print(f"{name} = [{quoted}]" if "," in quoted else f"{name} = {quoted}")
        return
    width = max(map(len, KEYS)) + 2
    for name, entry in KEYS.items():
        print(f"{name:<{width}}{'  '.join(keymap.keys(name)):<13}  {PLACES[entry.where]:<16}  {entry.about}")
    ready = ", ".join(f'"{each}"' for each in MAPS)
    say(f'to change one: [keys] in {own_path()}, such as hint = "H"; ready-made: map = {ready}')
