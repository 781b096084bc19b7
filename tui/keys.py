"""The table of all keys, and the user's own keys. Bindings, footers, help and the palette read the table."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from core.errors import UserError, did_you_mean
from core.user_config import own_path, read_own
from tui.key_signs import ACCENT, KEYS_BY_SIGN, key_of, sign_of
from tui.preferences import load_choices
from tui.styles import Line


class Key(NamedTuple):
    """A key binding in the table."""

    keys: tuple[str, ...]
    """Keys as the user's config writes them; the first one is shown."""
    where: str
    """Part of the app where the keys are active (see `PLACES`)."""
    label: str
    """One or two words for footer and palette; empty for keys that are not listed there."""
    about: str
    """A sentence for the page of keys and the palette."""
    group: str = ""
    """Label that neighbors in the footer share; they are drawn together under it."""


PLACES = {
    "everywhere": "everywhere",
    "stage": "on the stage",
    "time": "in the past",
    "hosted": "in a hosted game",
    "why": "in the inspector",
    "end": "at the end",
    "lobby": "in the lobby",
    "table": "at a table over the network",
}
"""Parts of the app, with their titles.

Keys of `time` are active in the past or without a seat; a scene may use the same keys.
"""

KEYS: dict[str, Key] = {
    "left": Key(("left",), "everywhere", "", "move left; in the past, go one event back"),
    "right": Key(("right",), "everywhere", "", "move right; in the past, go one event on"),
    "up": Key(("up",), "everywhere", "", "move up"),
    "down": Key(("down",), "everywhere", "", "move down"),
    "next-step": Key(("ctrl+n",), "stage", "next step", "on a tour, go to the next step; in a puzzle, to the next one"),
    "retry": Key(("A",), "stage", "try again", "in a puzzle, try it again"),
    "discard": Key(("ctrl+u",), "everywhere", "discard", "discard the text in the input"),
    "now": Key(("end",), "stage", "now", "return to the newest event"),
    "play": Key(("space",), "time", "play", "play or pause"),
    "step": Key((".",), "time", "one turn", "play one turn of a paused run"),
    "ending": Key(("e",), "time", "the end", "show the result of a finished game, and what you can do next"),
    "beside": Key(("B",), "time", "beside parent", "show a branch beside its parent; press again for the other run"),
    "difference": Key(("D",), "time", "difference", "go to the first event that differs between two runs"),
    "previous-event": Key(("left",), "time", "event back", "go one event back", "event"),
    "next-event": Key(("right",), "time", "event on", "go one event on", "event"),
    "look-back": Key(("[",), "stage", "look back", "go a round of turns back", "turn"),
    "look-on": Key(("]",), "time", "look on", "go a round of turns on", "turn"),
    "intervene": Key(("x",), "time", "intervene", "intervene from outside, in scenes that allow it"),
    "next-mark": Key(("n",), "time", "next notable", "go to the next marked event", "notable"),
    "previous-mark": Key(("N",), "time", "previous notable", "go to the previous marked event", "notable"),
    "branch": Key(("b",), "time", "branch", "branch at the playhead, with another seat, cast, seed or option"),
    "take-seat": Key(("O",), "stage", "take a seat", "once you are out, play on in a living bot's seat, as a branch"),
    "why": Key(("i",), "stage", "why", "inspect the decision at the playhead: its reasons, prompt and reply"),
    "perspective": Key(
        ("v",), "stage", "view", "change the perspective; while you play, this asks first and is recorded"
    ),
    "guess": Key(("P",), "time", "guess", "in a replay from one seat, guess that seat's moves and get a score"),
    "slower": Key(
        ("<",), "stage", "slower", "slow down a replay, or the bots in a game; the speed of bots is saved", "speed"
    ),
    "faster": Key(
        (">",), "stage", "faster", "speed up a replay, or the bots in a game; the speed of bots is saved", "speed"
    ),
    "back": Key(
        ("escape",), "everywhere", "back", "go one step back: close what is open, then go to the board, then leave"
    ),
    "leave": Key(("q",), "time", "", "the same as back"),
    "write": Key(("m",), "stage", "write", "write; Enter sends, Esc leaves the input"),
    "hint": Key(("h",), "stage", "hint", "show a hint on the board; press again to play it"),
    "meanwhile": Key((",",), "stage", "recap", "show everything that concerns you since your last turn"),
    "search": Key(("/",), "stage", "search", "search the log"),
    "go-to": Key((":",), "stage", "go to …", "go to an event (188) or a turn (t12)"),
    "spoilers": Key(
        ("S",), "time", "spoiler-free", "in a replay, hide everything after the playhead; the choice is saved"
    ),
    "highlights": Key(("F",), "time", "highlights", "the ten most telling moments, each for six seconds, then the end"),
    "bookmark": Key(
        ("M",), "stage", "bookmark", "set or remove a bookmark at the playhead; bookmarks are not in the log"
    ),
    "previous-bookmark": Key(("{",), "stage", "previous bookmark", "go to the previous bookmark", "bookmarks"),
    "next-bookmark": Key(("}",), "stage", "next bookmark", "go to the next bookmark", "bookmarks"),
    "note": Key(("J",), "stage", "note", "write a note for yourself at the playhead; notes are not in the log"),
    "notes": Key(("L",), "stage", "notes", "list your notes and bookmarks"),
    "chat": Key(("T",), "hosted", "table chat", "chat with the people at the table, beside the game"),
    "host": Key(("R",), "hosted", "host", "as the host: pause the game, let bots play for players, give seats back"),
    "export": Key(("E",), "stage", "export", "save the screen as SVG or text, or the game as text"),
    "start": Key(("g", "home"), "time", "start", "go to the start"),
    "last-event": Key(("G",), "time", "newest", "go to the newest event"),
    "jump-back": Key(("shift+left",), "time", "jump back", "go back by a tenth of the run"),
    "jump-on": Key(("shift+right",), "time", "jump on", "go on by a tenth of the run"),
    "next-part": Key(
        ("tab",),
        "everywhere",
        "next",
        "go to the next part (board, tabs, input), or to the next page of the inspector",
        "part",
    ),
    "previous-part": Key(("shift+tab",), "everywhere", "", "go to the previous part", "part"),
    "help": Key(("?", "f1"), "everywhere", "", "show the rules and the keys"),
    "palette": Key(("ctrl+p",), "everywhere", "palette", "list all commands that are possible now"),
    "theme": Key(("ctrl+t",), "everywhere", "theme", "switch to the next theme"),
    "suspend": Key(("ctrl+z",), "everywhere", "suspend", "suspend Playbill; fg in the shell resumes it"),
    "quit": Key(("ctrl+q",), "everywhere", "leave at once", "leave at once; a recorded run can be resumed"),
    "next-call": Key(("c",), "why", "call", "show the model's next call"),
    "previous-call": Key(("C",), "why", "previous call", "show the model's previous call"),
    "open-cut": Key(("enter",), "why", "open", "show the full text"),
    "copy": Key(("y",), "why", "copy", "copy the page"),
    "share": Key(("y",), "end", "share", "copies the result of a daily deal on one line"),
    "next-daily": Key(("d",), "end", "next daily", "the day's next daily deal"),
    "look-at": Key(("g",), "end", "look", "go to the turning point"),
    "review": Key(("v",), "end", "review", "compares your moves with the best, stops, or lists all of them"),
    "figures": Key(("i",), "end", "figures", "says where the losses of moves come from"),
    "rematch": Key(("r",), "end", "rematch", "play again with the same options and seats, but another seed"),
    "harder": Key(("+",), "end", "a harder one", "play the same game with harder options"),
    "same-seed": Key(("s",), "end", "same seed again", "play the same game again"),
    "other-seat": Key(("o",), "end", "other seat", "play the same seed from another seat"),
    "watch-again": Key(("w",), "end", "watch it", "watch the game from the start"),
    "whole-game": Key(
        ("a",), "end", "the whole game", "watch the game that you joined, with everything that was hidden"
    ),
    "leave-end": Key(("l",), "end", "leave", "go back to where you came from"),
    "run": Key(("ctrl+s", "p"), "lobby", "play", "start the game with these settings"),
    "watch": Key(("w",), "lobby", "watch", "watch a bot play your seat"),
    "tour": Key(("g",), "lobby", "guided tour", "play a guided game of two minutes"),
    "puzzle": Key(("z",), "lobby", "puzzle", "the easiest puzzle of the scene that you have not solved"),
    "new-seed": Key(("x",), "lobby", "new seed", "choose another seed"),
    "all-options": Key(("o",), "lobby", "all options", "show all options, or only the usual ones"),
    "recordings": Key(("r",), "lobby", "recordings", "show all recordings, or only the newest"),
    "sample": Key(("s",), "lobby", "sample", "watch the scene's sample game"),
    "daily": Key(("d",), "lobby", "daily", "the deals of the day with your results; Enter plays the next one"),
    "you": Key(("Y",), "lobby", "you", "your results in all games: ratings, streaks, daily deals"),
    "experiments": Key(("e",), "lobby", "experiments", "list experiments with their progress, leaders and games"),
    "settings": Key((",",), "lobby", "settings", "theme, speed, motion, keys, and a test of models"),
    "beside-parent": Key(("B",), "lobby", "beside its parent", "show a branch beside the run from which it branched"),
    "next-theme": Key(("t",), "lobby", "theme", "switch to the next theme"),
    "close": Key(("q",), "lobby", "leave", "leave the lobby"),
    "table-start": Key(("enter",), "table", "start", "start the game once every player is ready"),
    "table-bot": Key(("b",), "table", "bot", "put a bot into a remote seat, or open a bot's seat"),
    "table-copy": Key(("y",), "table", "copy the line", "copy the command with which a player joins"),
    "table-chat": Key(("T",), "table", "chat", "chat with the people at the table; Esc leaves the input"),
    "table-ready": Key(("r",), "table", "ready", "tell the host whether you are ready"),
}
"""All key bindings that a user can change, by id, in the order of footer, help and palette."""

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
"""Ready-made key maps. A letter that a scene uses itself stays the scene's key."""
DEPENDENT_KEYS = {"left": "previous-event", "right": "next-event"}
"""Bindings that the user's keys for another binding also change, unless they have keys of their own."""
ACTIVE_TOGETHER: tuple[tuple[str, ...], ...] = (
    ("everywhere", "stage", "time", "hosted"),
    ("everywhere", "lobby"),
    ("everywhere", "table"),
    ("everywhere", "end"),
    ("why",),
)
"""Groups of places whose keys are active together."""
UNUSED_AT_END = ("left", "right", "discard")
"""Bindings from `everywhere` that have no meaning at the end."""
NAMED_KEYS = {*KEYS_BY_SIGN.values(), "pageup", "pagedown", "insert", "delete", *(f"f{n}" for n in range(1, 13))}
REFERENCE = re.compile(r"\{([a-z-]+)\}")


class Keymap:
    """The keys in use: those of the table, except where the user has `chosen` others.

    Args:
        chosen: The user's keys by id.
        explicit: Ids that the user's config names itself, not through a ready-made map.
    """

    def __init__(self, chosen: Mapping[str, tuple[str, ...]] | None = None, explicit: Sequence[str] = ()) -> None:
        self.chosen = dict(chosen or {})
        for name, also in DEPENDENT_KEYS.items():
            if name in self.chosen:
                self.chosen.setdefault(also, self.chosen[name])
        self.explicit = explicit
        self.signs = {sign_of(key): key for keys in self.chosen.values() for key in keys}
        """The user's keys, by their signs on the screen."""
        self._shown = {places: self._moved(places) for places in ACTIVE_TOGETHER}
        self.chords = {key for keys in self.chosen.values() for key in keys if len(key) == 2 and key not in NAMED_KEYS}
        """Keys of two letters that are pressed one after the other."""

    def _moved(self, places: Sequence[str]) -> dict[str, str]:
        """Map default signs to the user's signs, for keys that are active in these places."""
        moved = [name for name in self.chosen if KEYS[name].where in places]
        return {sign_of(key): self.sign(name) for name in reversed(moved) for key in KEYS[name].keys}

    def keys(self, name: str) -> tuple[str, ...]:
        """Return the keys of the command with this id."""
        return self.chosen.get(name, KEYS[name].keys)

    def sign(self, name: str) -> str:
        """Return the sign of the first key of the command with this id."""
        return sign_of(self.keys(name)[0])

    def ids_on_key(self, key: str, places: Sequence[str]) -> Iterator[str]:
        """Yield the ids of the commands on a key that are active in these places."""
        return (name for name, entry in KEYS.items() if entry.where in places and key in self.keys(name))

    def begins(self, key: str, places: Sequence[str]) -> bool:
        """Return True for the first letter of a chord, unless the letter alone is a key in these places."""
        return any(chord[0] == key for chord in self.chords) and not any(self.ids_on_key(key, places))

    def write(self, text: str) -> str:
        """Replace each {id} in a text by its key."""
        return REFERENCE.sub(lambda found: self.sign(found[1]) if found[1] in KEYS else found[0], text)

    def relabel(self, line: Line, places: Sequence[str], taken: str = "") -> Line:
        """Replace keys in a line by the user's own, except keys that a scene has `taken`."""
        shown = self._shown.get(tuple(places), {})
        if not shown:
            return line
        return tuple(
            (text.replace(sign, shown[sign]), style)
            if style in ACCENT and (sign := text.strip()) in shown and sign not in taken and key_of(sign)
            else (text, style)
            for text, style in line
        )

    def textual(self) -> dict[str, str]:
        """Return the user's keys as Textual's keymap."""
        return {name: ",".join(key.replace(",", "comma") for key in keys) for name, keys in self.chosen.items()}

    def check(self, path: Path) -> None:
        """Raise UserError if two commands that are active together have the same key."""
        for places in ACTIVE_TOGETHER:
            names = [name for name in KEYS if KEYS[name].where in places]
            names = [name for name in names if "end" not in places or name not in UNUSED_AT_END]
            for name in (each for each in names if each in self.chosen):
                for key in self.keys(name):
                    rivals = (each for each in names if each != name and any(_clash(key, k) for k in self.keys(each)))
                    if rival := next((each for each in rivals if not _same(name, each)), ""):
                        raise UserError(
                            f"The config {path}: [keys] {name} and {rival} are both on {key!r}; give one of them "
                            f'another key, as in {rival} = "f2".'
                        )

    def check_scene(self, scene: str, taken: str) -> None:
        """Raise UserError if a key in the user's config is one of the scene's own letters."""
        for name in self.explicit:
            clash = next((key for key in self.keys(name) if len(key) == 1 and key in taken), "")
            if clash and KEYS[name].where in ("everywhere", "stage", "hosted"):
                raise UserError(
                    f"The config {own_path()}: [keys] {name} is on {clash!r}, which is a key of {scene} itself; "
                    f'give it another one, as in {name} = "f2".'
                )


def _same(name: str, other: str) -> bool:
    return bool({*KEYS[name].keys} & {*KEYS[other].keys})


def _clash(key: str, other: str) -> bool:
    """Return True if two keys cannot be told apart: equal, or one starts the other."""
    return key == other or (len(key + other) == 3 and key[0] == other[0])


def read_keys(table: Mapping[str, Any], path: Path) -> Keymap:
    """Make a keymap from the table [keys] of a config file. Raises UserError."""
    own = {name: value for name, value in table.items() if name != "map"}
    ready = table.get("map", "")
    if ready and ready not in MAPS:
        raise UserError(f"The config {path}: [keys] has no map {ready!r}; {did_you_mean(str(ready), MAPS)}.")
    if unknown := next((name for name in own if name not in KEYS), None):
        raise UserError(f"The config {path}: [keys] has no entry {unknown!r}; {did_you_mean(unknown, KEYS)}")
    chosen = {name: _read(name, value, path) for name, value in own.items()}
    keymap = Keymap({**MAPS.get(ready, {}), **chosen}, tuple(chosen))
    keymap.check(path)
    return keymap


def _read(name: str, value: object, path: Path) -> tuple[str, ...]:
    keys = value if isinstance(value, list) else [value]
    if keys and all(isinstance(key, str) and _is_key(key) for key in keys):
        return tuple(keys)
    raise UserError(
        f'The config {path}: [keys] {name} should be a key in quotes: one sign, two letters as in "ZZ", or a name such '
        'as "space", "f2", "ctrl+k"; or a list of them.'
    )


def _is_key(key: str) -> bool:
    if key in NAMED_KEYS or 0 < len(key) <= 2:
        return key in NAMED_KEYS or (key.isascii() and key.isprintable() and " " not in key)
    *modifiers, last = key.split("+")
    return bool(modifiers) and {*modifiers} <= {"ctrl", "alt", "shift"} and (last in NAMED_KEYS or len(last) == 1)


@cache
def current() -> Keymap:
    """Return the keymap in use, which is read once. Raises UserError."""
    return read_keys({"map": load_choices().keymap, **read_own().get("keys", {})}, own_path())


def with_keys(text: str) -> str:
    """Replace each {id} in a text by its key in use."""
    return current().write(text)
