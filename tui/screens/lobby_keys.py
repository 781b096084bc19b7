"""The lobby's keys: what each does, what the footer shows of them, and what the page of help says."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tui.key_names import NAMES
from tui.screens.lobby_state import LobbyState

if TYPE_CHECKING:
    from tui.screens.lobby import LobbyScreen

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

KEYS = (
    ("↑↓ ←→", "go to a row, change what stands there"),
    ("{next-part}", "the next part of the lobby"),
    ("enter", "play; in a row, type into it"),
    ("{run}", "play, from anywhere"),
    ("{watch}", "watch bots play it"),
    ("{tour}", "a guided game of two minutes"),
    ("{new-seed}", "another seed"),
    ("{all-options}", "all options, or few"),
    ("{recordings}", "all recordings, or few"),
    ("{sample}", "watch the sample of the scene"),
    ("{experiments}", "experiments: how far they are, who leads, and their games"),
    ("{beside-parent}", "a branch under Recent, beside the run that it left"),
    ("{next-theme}", "theme: dark, light, color-blind, plain"),
    ("{back}", "back; on the scenes it leaves, and asks first"),
    ("{quit}", "leave at once"),
)
"""Keys, for the page of help."""


def _experiments(lobby: "LobbyScreen") -> None:
    from tui.screens.experiments import list_experiments  # numbers are reckoned there, which takes a while to load

    list_experiments(lobby)


DEEDS: dict[str, Callable[["LobbyScreen"], object]] = {
    "up": lambda lobby: lobby.state.move(-1),
    "down": lambda lobby: lobby.state.move(1),
    "left": lambda lobby: lobby.sideways(-1),
    "right": lambda lobby: lobby.sideways(1),
    "back": lambda lobby: lobby.back(),
    "help": lambda lobby: lobby.action_help(),
    "run": lambda lobby: lobby.action_play(),
    "watch": lambda lobby: lobby.action_play(bots_only=True),
    "new-seed": lambda lobby: lobby.state.draw_seed(),
    "all-options": lambda lobby: lobby.state.show_all_options(not lobby.state.all_options),
    "recordings": lambda lobby: lobby.state.show_all_runs(not lobby.state.all_runs),
    "sample": lambda lobby: lobby.watch_sample(),
    "next-theme": lambda lobby: lobby.app.action_next_theme(),
    "tour": lambda lobby: lobby.take_tour(),
    "experiments": lambda lobby: _experiments(lobby),
    "beside-parent": lambda lobby: lobby.put_beside(),
    "close": lambda lobby: lobby.leave(),
}
"""What the lobby does, by the names of `tui.key_names`."""
MOVES: dict[str, Callable[["LobbyScreen"], object]] = {
    "enter": lambda lobby: lobby.enter(),
    "space": lambda lobby: lobby.next_value(),
    **{key: deed for name, deed in DEEDS.items() for key in NAMES[name].keys},
}


def footer_keys(state: LobbyState) -> list[tuple[str, str]]:
    """What the footer shows: the keys of the pane that has the focus."""
    if state.editing is not None:
        return [("enter", "take it"), ("esc", "leave it as it was")]
    change = ("←→", "change")
    match state.pane:
        case "scenes":
            return [
                ("↑↓", "scene"),
                ("tab", "next"),
                ("enter", "play"),
                ("w", "watch"),
                ("g", "guided tour"),
                ("r", "recordings"),
                ("e", "experiments"),
                ("t", "theme"),
            ]
        case "options":
            typed = [("enter", "type")] if state.letters is not None else []
            return [change, *typed, ("x", "new seed"), ("o", "fewer" if state.all_options else "all"), ("^s", "play")]
        case "cast":
            return [change, ("enter", "type a name"), ("tab", "next"), ("^s", "play"), ("w", "watch")]
        case "play":
            return [("enter", "play"), ("w", "watch"), ("x", "new seed"), ("tab", "next"), ("t", "theme")]
        case _:
            run = state.run
            does = "" if run is None else "all branches" if run.folded else "go on" if run.open else "watch"
            enter = [] if run is None or run.error else [("enter", does)]
            enter += [("B", "beside its parent")] if run and run.left and not run.folded else []
            return [
                ("↑↓", "recording"),
                *enter,
                ("r", "fewer" if state.all_runs else "all"),
                ("tab", "next"),
                ("esc", "back"),
            ]
