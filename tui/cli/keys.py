"""All that has a key, by name: as a table, or as the TOML that one's own config takes."""

from core.user_config import own_path
from tui.cli.terminal import say
from tui.key_names import MAPS, NAMES
from tui.keymap import current

PLACES = {"everywhere": "everywhere", "stage": "on the stage", "time": "in the past", "lobby": "in the lobby"}


def keys(as_toml: bool) -> None:
    keymap = current()
    if as_toml:
        print("[keys]")
        for name in NAMES:
            told = ", ".join(f'"{key}"' for key in keymap.keys(name))
            print(f"{name} = [{told}]" if "," in told else f"{name} = {told}")
        return
    wide = max(map(len, NAMES)) + 2
    for name, named in NAMES.items():
        print(f"{name:<{wide}}{'  '.join(keymap.keys(name)):<13}  {PLACES[named.where]:<12}  {named.about}")
    ready = ", ".join(f'"{each}"' for each in MAPS)
    say(f'to change one: [keys] in {own_path()}, such as hint = "H"; ready-made: map = {ready}')
