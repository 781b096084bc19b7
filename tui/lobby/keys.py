"""The lobby's keys: its footer, its commands and its help page."""

from collections.abc import Iterator

from tui.key_signs import sign_of
from tui.keys import KEYS
from tui.lobby.state import LobbyState

ABOUT = (
    "Playbill is a terminal app in which people, bots and language models play together. You choose a scene and take a "
    "seat. The cast says who plays each seat: a person (human), the scene's own bot (rules), random moves (random), a "
    "language model (llm:MODEL), or a file of commands (script:FILE).",
    "The scenes are on the left, the options and the cast of the chosen scene on the right. Up and down move, left and "
    "right change the value under the cursor, and Enter lets you type it. Enter on a scene or on Play starts the game; "
    "{run} starts it from anywhere, and {watch} gives your seat to a bot, so that you watch. {tour} is a guided game "
    "of two minutes that says which keys to press. The same scene, options, cast and seed give the same game; "
    "{new-seed} draws another seed.",
    "Every game is recorded as it is played, and nothing is lost when you leave. Recent lists the recordings: Enter "
    "watches a game that is over, and continues one that is not. A branch stands under the run that it left; "
    "{beside-parent} shows both side by side.",
)


COMMANDS = [name for name, key in KEYS.items() if key.where == "lobby" and name != "close"]
"""Ids of the commands that footer, palette and help list, in order."""


def help_keys() -> list[tuple[str, str]]:
    """List the keys that the help page adds to those of the key table."""
    return [("↑↓ ←→", "go to a row, change its value"), ("enter", "play; in a row, type into it")]


def label(state: LobbyState, name: str) -> str:
    """Return the current label of a command."""
    if name == "all-options" and state.at_home:
        return "options"
    if (name == "all-options" and state.all_options) or (name == "recordings" and state.all_runs):
        return "fewer"
    return KEYS[name].label


def footer_keys(state: LobbyState, editing: bool) -> list[tuple[str, str]]:
    """List the keys of the focused pane."""
    if editing:
        return [("enter", "accept"), ("esc", "cancel")]
    plays = state.pane in ("scenes", "play")
    signs = {name: sign_of(KEYS[name].keys[0]) for name in possible_commands(state) if name != "run" or not plays}
    return [*_own_keys(state), *((sign, label(state, name)) for name, sign in signs.items())]


def possible_commands(state: LobbyState) -> Iterator[str]:
    """Yield the ids of the commands that are possible now, those of the focused pane first."""
    first = {"options": ("new-seed", "all-options"), "recent": ("beside-parent", "recordings")}.get(state.pane, ())
    has_parent = state.pane == "recent" and state.run is not None and bool(state.run.parent) and not state.run.folded
    for name in sorted(COMMANDS, key=lambda name: name not in first):
        if (
            (name != "beside-parent" or has_parent)
            and (name != "sample" or state.has_sample)
            and not (name == "new-seed" and state.at_home)
        ):
            yield name


def _own_keys(state: LobbyState) -> list[tuple[str, str]]:
    """Return the focused pane's keys that are not in the key table."""
    tab = ("tab", "next")
    match state.pane:
        case "scenes":
            return [("↑↓←→" if state.at_home else "↑↓", "scene"), tab, ("enter", "play")]
        case "options":
            return [("←→", "change"), *([("enter", "type")] if state.accepted_letters is not None else [])]
        case "cast":
            return [("←→", "change"), ("enter", "type a name"), tab]
        case "play":
            return [("enter", "play"), tab]
    run = state.run
    does = "" if run is None else "all branches" if run.folded else "go on" if run.can_continue else "watch"
    enter = [("enter", does)] if run is not None and not run.error else []
    return [("↑↓", "recording"), *enter, tab, ("esc", "back")]
