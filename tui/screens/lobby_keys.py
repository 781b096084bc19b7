"""The lobby's keys: its bindings, its footer and its page of help."""

from textual.binding import Binding

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


def _key(id: str, keys: str, action: str, label: str, about: str) -> Binding:
    return Binding(keys, action, label, id=id, tooltip=about)


BINDINGS = (
    _key("up", "up", "move(-1)", "Up", "the row above"),
    _key("down", "down", "move(1)", "Down", "the row below"),
    _key("left", "left", "change(-1)", "Previous value", "the previous value of the row"),
    _key("right", "right", "change(1)", "Next value", "the next value of the row"),
    _key("next-part", "tab", "walk(1)", "Next pane", "the next part of the lobby"),
    _key("previous-part", "shift+tab", "walk(-1)", "Previous pane", "the previous part"),
    _key("enter", "enter", "enter", "Play", "play; in a row, type into it"),
    _key("next-value", "space", "next_value", "Next value", "the next value of the row"),
    _key("run", "ctrl+s", "play", "Play", "play, from anywhere"),
    _key("play", "p", "play", "Play", "play"),
    _key("watch", "w", "play(True)", "Watch", "watch bots play it"),
    _key("tour", "g", "tour", "Guided tour", "a guided game of two minutes"),
    _key("new-seed", "x", "new_seed", "New seed", "another seed"),
    _key("all-options", "o", "all_options", "All options", "all options, or few"),
    _key("recordings", "r", "recordings", "Recordings", "all recordings, or few"),
    _key("sample", "s", "sample", "Sample", "watch the sample of the scene"),
    _key("experiments", "e", "experiments", "Experiments", "experiments: how far they are, who leads, and their games"),
    _key(
        "beside-parent", "B", "beside_parent", "Beside its parent", "a branch under Recent, beside the run that it left"
    ),
    _key("next-theme", "t", "app.next_theme", "Theme", "theme: dark, light, color-blind, plain"),
    _key("help", "f1,question_mark", "help", "Help", "what Playbill is, and the keys"),
    _key("back", "escape", "back", "Back", "back; on the scenes it leaves, and asks first"),
    _key("close", "q", "leave", "Leave", "leaves the lobby"),
    *(_key(f"type-{sign}", sign, f"type('{sign}')", "Type", "types into the row") for sign in "0123456789"),
    _key("type-point", "full_stop", "type('.')", "Type", "types into the row"),
)

COMMANDS = [
    "run",
    "watch",
    "tour",
    "new-seed",
    "all-options",
    "recordings",
    "sample",
    "experiments",
    "beside-parent",
    "next-theme",
]
"""Bindings that the palette offers."""


def commands() -> list[Binding]:
    """The bindings that the palette offers."""
    return [binding for binding in BINDINGS if binding.id in COMMANDS]


def help_keys() -> list[tuple[str, str]]:
    """Keys for the page of help, each with what it does."""
    about = {str(binding.id): binding.tooltip for binding in BINDINGS}
    rows = [(f"{{{name}}}", about[name]) for name in ("next-part", *COMMANDS, "back")]
    return [("↑↓ ←→", "go to a row, change its value"), ("enter", about["enter"]), *rows, ("{quit}", "leave at once")]


def footer_keys(state: LobbyState, editing: bool) -> list[tuple[str, str]]:
    """Keys of the focused pane, for the footer."""
    if editing:
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
            enter = [("enter", "type")] if state.letters is not None else []
            return [change, *enter, ("x", "new seed"), ("o", "fewer" if state.all_options else "all"), ("^s", "play")]
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
