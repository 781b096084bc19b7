"""What keys do, by name: the table of all that can be put on other keys."""

from typing import NamedTuple


class Named(NamedTuple):
    """Is a deed that has a key. The last of its `keys` is what the app knows it by, the first what is shown."""

    keys: tuple[str, ...]
    where: str
    """Everywhere; on the stage; there while keys are about time, in the past or without a seat; or in the lobby."""
    about: str

    @property
    def key(self) -> str:
        return self.keys[-1]


NAMES: dict[str, Named] = {
    "left": Named(("left",), "everywhere", "one to the left; in the past one event back"),
    "right": Named(("right",), "everywhere", "one to the right; in the past one event on"),
    "up": Named(("up",), "everywhere", "one up"),
    "down": Named(("down",), "everywhere", "one down"),
    "next-part": Named(("tab",), "everywhere", "board, each tab of the dock, input; parts of the inspector"),
    "previous-part": Named(("shift+tab",), "everywhere", "the same the other way round"),
    "back": Named(("escape",), "everywhere", "one step back: closes what is open, goes to the board, then leaves"),
    "discard": Named(("ctrl+u",), "everywhere", "throws away what is being written"),
    "help": Named(("?", "f1"), "everywhere", "the rules and the keys"),
    "palette": Named(("ctrl+p",), "everywhere", "all that can be done now, by name"),
    "theme": Named(("ctrl+t",), "everywhere", "the next theme"),
    "suspend": Named(("ctrl+z",), "everywhere", "back to the shell that started it; fg goes on"),
    "quit": Named(("ctrl+q",), "everywhere", "leaves at once; a run is recorded and can be resumed"),
    "write": Named(("m",), "stage", "write; Enter sends"),
    "why": Named(("i",), "stage", "the inspector: the decision at the playhead, and its reasons"),
    "eyes": Named(("v",), "stage", "whose eyes; while you play this asks first, and is recorded"),
    "hint": Named(("h",), "stage", "a hint, while you play"),
    "meanwhile": Named((",",), "stage", "all that happened since your last turn, and touches you"),
    "search": Named(("/",), "stage", "search the log"),
    "go-to": Named((":",), "stage", "go to an event (188) or a turn (t12)"),
    "look-back": Named(("[",), "stage", "a round of turns back"),
    "next-step": Named(("ctrl+n",), "stage", "on a tour, on to its next step"),
    "bookmark": Named(("M",), "stage", "a bookmark at the playhead, or none any more; not in the log"),
    "note": Named(("J",), "stage", "a note for yourself at the playhead; not in the log"),
    "notes": Named(("L",), "stage", "the list of your notes and bookmarks"),
    "previous-bookmark": Named(("{",), "stage", "the previous bookmark"),
    "next-bookmark": Named(("}",), "stage", "the next bookmark"),
    "export": Named(("E",), "stage", "this frame as SVG or text, or the game as text, to a file"),
    "now": Named(("end",), "stage", "back to now"),
    "slower": Named(("<",), "stage", "slower"),
    "faster": Named((">",), "stage", "faster"),
    "play": Named(("space",), "time", "play, pause"),
    "step": Named((".",), "time", "one turn of a paused run"),
    "previous-event": Named(("left",), "time", "one event back"),
    "next-event": Named(("right",), "time", "one event on"),
    "look-on": Named(("]",), "time", "a round of turns on"),
    "jump-back": Named(("shift+left",), "time", "a tenth of the run back"),
    "jump-on": Named(("shift+right",), "time", "a tenth of the run on"),
    "start": Named(("g", "home"), "time", "the start"),
    "last-event": Named(("G",), "time", "the newest event"),
    "next-mark": Named(("n",), "time", "the next notable event"),
    "previous-mark": Named(("N",), "time", "the previous notable event"),
    "branch": Named(("b",), "time", "branch at the playhead: another seat, cast, seed or option; Enter plays on"),
    "beside": Named(("B",), "time", "puts a branch beside the run that it left; there, the other one on the board"),
    "difference": Named(("D",), "time", "of two runs beside each other, the first event that differs"),
    "intervene": Named(("x",), "time", "change the world from outside, where the scene lets one"),
    "ending": Named(("e",), "time", "the end of a game that is over, and what may come next"),
    "spoilers": Named(("S",), "time", "in a replay, nothing is shown of what comes after the playhead; remembered"),
    "guess": Named(("P",), "time", "in a replay with somebody's eyes, guess its moves, and keep a score"),
    "leave": Named(("q",), "time", "the same as back"),
    "run": Named(("ctrl+s", "p"), "lobby", "play what is set up"),
    "watch": Named(("w",), "lobby", "seat rules for you, and watch"),
    "new-seed": Named(("x",), "lobby", "another seed"),
    "all-options": Named(("o",), "lobby", "all options, or the usual ones"),
    "recordings": Named(("r",), "lobby", "all recordings, or the newest"),
    "sample": Named(("s",), "lobby", "watch the scene's sample"),
    "tour": Named(("g",), "lobby", "a guided game of two minutes"),
    "experiments": Named(("e",), "lobby", "experiments that were begun: how far they are, who leads, and their games"),
    "beside-parent": Named(("B",), "lobby", "a branch beside the run that it left"),
    "next-theme": Named(("t",), "lobby", "the next theme"),
    "close": Named(("q",), "lobby", "leaves the lobby"),
}

MAPS: dict[str, dict[str, tuple[str, ...]]] = {
    "vim": {
        "left": ("h", "left"),
        "right": ("l", "right"),
        "up": ("k", "up"),
        "down": ("j", "down"),
        "hint": ("H",),
        "start": ("gg", "home"),
        "leave": ("ZZ",),
        "close": ("ZZ",),
    }
}
"""Ready-made maps. A letter that a scene takes itself is the scene's there."""
