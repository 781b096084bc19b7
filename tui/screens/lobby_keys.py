"""The lobby's keys: its footer, its palette and its page of help."""

from collections.abc import Iterator

from tui.keys import KEYS
from tui.screens.lobby_state import LobbyState

ABOUT = (
    "Playbill is a table in your terminal where people and programs share a world with rules. You pick a scene, take a "
    "seat, and whoever else the cast names sits down with you. A seat is played by a person (human), by the scene's "
    "own bot (rules), by chance (random), or from a file of commands (script:FILE).",
    "The scenes are at the left, options and cast of the chosen one at the right. Up and down move, left and right "
    "change what the cursor stands on, and Enter lets you type. Enter on a scene or on Play starts the game, ctrl+s "
    "does so from anywhere, and w seats rules for you, so that you can watch. g is a guided game of two minutes, with "
    "words that say what to press. The same scene, options, cast and seed are the same game; x draws another seed.",
    "Every game is recorded as it is played, and nothing is lost when you leave. Recent lists the recordings: Enter "
    "watches one that is over, and goes on with one that is not. A branch stands under the run that it left; "
    "B shows both beside each other.",
)


COMMANDS = [name for name, key in KEYS.items() if key.where == "lobby" and name != "close"]
"""Ids that footer, palette and help list, in their order."""


def help_keys() -> list[tuple[str, str]]:
    """List keys for the page of help that are not in the table."""
    return [("↑↓ ←→", "go to a row, change its value"), ("enter", "play; in a row, type into it")]


def label(state: LobbyState, name: str) -> str:
    """The label of a key now."""
    if (name == "all-options" and state.all_options) or (name == "recordings" and state.all_runs):
        return "fewer"
    return KEYS[name].label


def footer_keys(state: LobbyState, editing: bool) -> list[tuple[str, str]]:
    """List the keys of the focused pane."""
    if editing:
        return [("enter", "take it"), ("esc", "leave it as it was")]
    return [*_own_keys(state), *((_sign(name), label(state, name)) for name in _listed(state))]


def _sign(name: str) -> str:
    return {"run": "^s"}.get(name, KEYS[name].keys[0])


def _listed(state: LobbyState) -> Iterator[str]:
    """The ids of the table, those about the focused pane first."""
    first = {"options": ("new-seed", "all-options"), "recent": ("beside-parent", "recordings")}.get(state.pane, ())
    has_parent = state.pane == "recent" and state.run is not None and bool(state.run.left) and not state.run.folded
    for name in sorted(COMMANDS, key=lambda name: name not in first):
        if (name != "run" or state.pane not in ("scenes", "play")) and (name != "beside-parent" or has_parent):
            yield name


def _own_keys(state: LobbyState) -> list[tuple[str, str]]:
    """The keys that are not in the table, and those whose label is the pane's."""
    tab = ("tab", "next")
    match state.pane:
        case "scenes":
            return [("↑↓", "scene"), tab, ("enter", "play")]
        case "options":
            return [("←→", "change"), *([("enter", "type")] if state.letters is not None else [])]
        case "cast":
            return [("←→", "change"), ("enter", "type a name"), tab]
        case "play":
            return [("enter", "play"), tab]
    run = state.run
    does = "" if run is None else "all branches" if run.folded else "go on" if run.open else "watch"
    enter = [("enter", does)] if run is not None and not run.error else []
    return [("↑↓", "recording"), *enter, tab, ("esc", "back")]
