"""The table of all keys, and the user's own choice of keys. Bindings, footers, key pages and the palette read it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from core.errors import UserError, did_you_mean
from core.user_config import own_path, read_own
from tui.key_signs import ACCENT, NAMED, key_of, sign_of
from tui.styles import Line


class Key(NamedTuple):
    """An entry of the table."""

    keys: tuple[str, ...]
    """Keys as the user's config writes them; the first is shown."""
    where: str
    """Part of the app: see `PLACES`."""
    label: str
    """A word or two, for footer and palette; empty for keys that are not listed there."""
    about: str
    """A sentence, for the key page and the palette."""
    group: str = ""
    """Label in the footer of neighbours with the same group, which stand there together."""


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
"""Parts of the app. Keys of `time` are active in the past and without a seat; elsewhere they belong to the scene."""

KEYS: dict[str, Key] = {
    "left": Key(("left",), "everywhere", "", "one to the left; in the past one event back"),
    "right": Key(("right",), "everywhere", "", "one to the right; in the past one event on"),
    "up": Key(("up",), "everywhere", "", "one up"),
    "down": Key(("down",), "everywhere", "", "one down"),
    "next-step": Key(("ctrl+n",), "stage", "next step", "on a tour, on to its next step"),
    "discard": Key(("ctrl+u",), "everywhere", "throw away", "throws away what is being written"),
    "now": Key(("end",), "stage", "now", "back to the newest event"),
    "play": Key(("space",), "time", "play", "play, pause"),
    "step": Key((".",), "time", "one turn", "one turn of a paused run"),
    "ending": Key(("e",), "time", "the end", "the result of a finished game, and what to do next"),
    "beside": Key(("B",), "time", "beside parent", "a branch beside its parent; there, the other run"),
    "difference": Key(("D",), "time", "difference", "the first event that differs between two runs"),
    "previous-event": Key(("left",), "time", "event back", "one event back", "event"),
    "next-event": Key(("right",), "time", "event on", "one event on", "event"),
    "look-back": Key(("[",), "stage", "look back", "a round of turns back", "turn"),
    "look-on": Key(("]",), "time", "look on", "a round of turns on", "turn"),
    "intervene": Key(("x",), "time", "intervene", "intervene from outside, in scenes that allow it"),
    "next-mark": Key(("n",), "time", "next notable", "the next notable event", "notable"),
    "previous-mark": Key(("N",), "time", "previous notable", "the previous notable event", "notable"),
    "branch": Key(("b",), "time", "branch", "branch at the playhead: another seat, cast, seed or option"),
    "why": Key(("i",), "stage", "why", "the inspector: the decision at the playhead, its reasons, prompt and reply"),
    "eyes": Key(("v",), "stage", "view", "the perspective; while you play this asks first, and is recorded"),
    "guess": Key(("P",), "time", "guess", "in a replay from one seat, guess its moves, and keep a score"),
    "slower": Key(("<",), "stage", "slower", "slower: a replay, or the pace of bots, which is remembered", "speed"),
    "faster": Key((">",), "stage", "faster", "faster: a replay, or the pace of bots, which is remembered", "speed"),
    "back": Key(
        ("escape",), "everywhere", "back", "one step back: closes what is open, goes to the board, then leaves"
    ),
    "leave": Key(("q",), "time", "", "the same as back"),
    "write": Key(("m",), "stage", "write", "write; Enter sends, Esc leaves the input"),
    "hint": Key(("h",), "stage", "hint", "a hint, shown on the board; press again to play it"),
    "meanwhile": Key((",",), "stage", "recap", "everything about you since your last turn"),
    "search": Key(("/",), "stage", "search", "search the log"),
    "go-to": Key((":",), "stage", "go to …", "go to an event (188) or a turn (t12)"),
    "spoilers": Key(("S",), "time", "spoiler-free", "in a replay, hide what comes after the playhead; remembered"),
    "bookmark": Key(("M",), "stage", "bookmark", "set or remove a bookmark at the playhead; not in the log"),
    "previous-bookmark": Key(("{",), "stage", "previous bookmark", "the previous bookmark", "bookmarks"),
    "next-bookmark": Key(("}",), "stage", "next bookmark", "the next bookmark", "bookmarks"),
    "note": Key(("J",), "stage", "note", "a note for yourself at the playhead; not in the log"),
    "notes": Key(("L",), "stage", "notes", "the list of your notes and bookmarks"),
    "chat": Key(("T",), "hosted", "table chat", "chat with the people at the table, beside the game"),
    "host": Key(("R",), "hosted", "host", "as the host: pause the game, let bots play for players, give seats back"),
    "export": Key(("E",), "stage", "export", "this frame as SVG or text, or the game as text, to a file"),
    "start": Key(("g", "home"), "time", "start", "the start"),
    "last-event": Key(("G",), "time", "newest", "the newest event"),
    "jump-back": Key(("shift+left",), "time", "jump back", "a tenth of the run back"),
    "jump-on": Key(("shift+right",), "time", "jump on", "a tenth of the run on"),
    "next-part": Key(
        ("tab",), "everywhere", "next", "board, each tab of the dock, input; parts of the inspector", "part"
    ),
    "previous-part": Key(("shift+tab",), "everywhere", "", "the same the other way round", "part"),
    "help": Key(("?", "f1"), "everywhere", "", "the rules and the keys"),
    "palette": Key(("ctrl+p",), "everywhere", "palette", "all that can be done now, by name"),
    "theme": Key(("ctrl+t",), "everywhere", "theme", "the next theme"),
    "suspend": Key(("ctrl+z",), "everywhere", "suspend", "suspend Playbill; fg in the shell resumes it"),
    "quit": Key(("ctrl+q",), "everywhere", "leave at once", "leaves at once; a run is recorded and can be resumed"),
    "next-call": Key(("c",), "why", "call", "the next call of the model"),
    "previous-call": Key(("C",), "why", "previous call", "the previous call of the model"),
    "open-cut": Key(("enter",), "why", "open", "shows the full text"),
    "copy": Key(("y",), "why", "copy", "copies the page"),
    "look-at": Key(("g",), "end", "look", "looks at the turning point"),
    "review": Key(("v",), "end", "review", "compares your moves with the best"),
    "rematch": Key(("r",), "end", "rematch", "the same options and seats, another seed"),
    "harder": Key(("+",), "end", "a harder one", "the same game with harder options"),
    "same-seed": Key(("s",), "end", "same seed again", "the same game"),
    "other-seat": Key(("o",), "end", "other seat", "the same seed from another seat"),
    "watch-again": Key(("w",), "end", "watch it", "from the start"),
    "whole-game": Key(("a",), "end", "the whole game", "a joined game with all that was hidden"),
    "leave-end": Key(("l",), "end", "leave", "back to where you came from"),
    "run": Key(("ctrl+s", "p"), "lobby", "play", "play what is set up, from anywhere"),
    "watch": Key(("w",), "lobby", "watch", "seat rules for you, and watch"),
    "tour": Key(("g",), "lobby", "guided tour", "a guided game of two minutes"),
    "new-seed": Key(("x",), "lobby", "new seed", "another seed"),
    "all-options": Key(("o",), "lobby", "all options", "all options, or the usual ones"),
    "recordings": Key(("r",), "lobby", "recordings", "all recordings, or the newest"),
    "sample": Key(("s",), "lobby", "sample", "watch the scene's sample"),
    "experiments": Key(("e",), "lobby", "experiments", "experiments: how far they are, who leads, and their games"),
    "beside-parent": Key(("B",), "lobby", "beside its parent", "a branch beside the run that it left"),
    "next-theme": Key(("t",), "lobby", "theme", "the next theme"),
    "close": Key(("q",), "lobby", "leave", "leaves the lobby"),
    "table-start": Key(("enter",), "table", "start", "starts the game once every player is ready"),
    "table-bot": Key(("b",), "table", "bot", "puts a bot into a remote seat, or opens a bot's seat"),
    "table-copy": Key(("y",), "table", "copy the line", "copies the line with which a player joins"),
    "table-chat": Key(("T",), "table", "chat", "chat with the people at the table; Esc leaves the input"),
    "table-ready": Key(("r",), "table", "ready", "tells the host whether you are ready"),
}
"""All keys that can be put on others, by id, in the order of footer, key page and palette."""

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
ALIKE = {"left": "previous-event", "right": "next-event"}
"""Keys whose choice is also that of another one, unless that has its own."""
WORLDS: tuple[tuple[str, ...], ...] = (
    ("everywhere", "stage", "time", "hosted"),
    ("everywhere", "lobby"),
    ("everywhere", "table"),
    ("everywhere", "end"),
    ("why",),
)
"""Places whose keys are active together."""
UNUSED_AT_END = ("left", "right", "discard")
"""Keys from everywhere that mean nothing at the end."""
SPECIAL = {*NAMED.values(), "pageup", "pagedown", "insert", "delete", *(f"f{n}" for n in range(1, 13))}
REFERENCE = re.compile(r"\{([a-z-]+)\}")


class Keymap:
    """The keys in use: those of the table, but for the `chosen` ones.

    Args:
        chosen: Keys by id.
        explicit: Ids whose keys stand in the user's config by name, not by a ready-made map.
    """

    def __init__(self, chosen: Mapping[str, tuple[str, ...]] | None = None, explicit: Sequence[str] = ()) -> None:
        self.chosen = dict(chosen or {})
        for name, also in ALIKE.items():
            if name in self.chosen:
                self.chosen.setdefault(also, self.chosen[name])
        self.explicit = explicit
        self.signs = {sign_of(key): key for keys in self.chosen.values() for key in keys}
        """Chosen keys by their signs."""
        self._shown = {places: self._moved(places) for places in WORLDS}
        self.chords = {key for keys in self.chosen.values() for key in keys if len(key) == 2 and key not in SPECIAL}
        """Keys of two letters that are pressed one after the other."""

    def _moved(self, places: Sequence[str]) -> dict[str, str]:
        """The signs of keys in some places that were replaced by others, with those of the others."""
        moved = [name for name in self.chosen if KEYS[name].where in places]
        return {sign_of(key): self.sign(name) for name in reversed(moved) for key in KEYS[name].keys}

    def keys(self, name: str) -> tuple[str, ...]:
        """The keys of an id."""
        return self.chosen.get(name, KEYS[name].keys)

    def sign(self, name: str) -> str:
        """The key of an id as it is shown."""
        return sign_of(self.keys(name)[0])

    def named(self, key: str, places: Sequence[str]) -> Iterator[str]:
        """Yield the ids that have a key in some places."""
        return (name for name, entry in KEYS.items() if entry.where in places and key in self.keys(name))

    def begins(self, key: str, places: Sequence[str]) -> bool:
        """True for the first letter of a chord that has no meaning of its own in some places."""
        return any(chord[0] == key for chord in self.chords) and not any(self.named(key, places))

    def write(self, text: str) -> str:
        """Replace each {id} in a text with its key."""
        return REFERENCE.sub(lambda found: self.sign(found[1]) if found[1] in KEYS else found[0], text)

    def relabel(self, line: Line, places: Sequence[str], taken: str = "") -> Line:
        """Replace keys of the table that a line names with the chosen ones, but for those `taken` by a scene."""
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
        """The chosen keys as Textual's keymap."""
        return {name: ",".join(key.replace(",", "comma") for key in keys) for name, keys in self.chosen.items()}

    def check(self, path: Path) -> None:
        """Raise UserError if two ids have one key where both are active."""
        for places in WORLDS:
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
        """Raise UserError if a key of the user's config is one of a scene's own letters."""
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
    """True if two keys cannot be told apart: one may begin the other."""
    return key == other or (len(key + other) == 3 and key[0] == other[0])


def read_keys(table: Mapping[str, Any], path: Path) -> Keymap:
    """Make a keymap from the table [keys] of a config. Raises UserError."""
    own = {name: value for name, value in table.items() if name != "map"}
    ready = table.get("map", "")
    if ready and ready not in MAPS:
        raise UserError(f"The config {path}: [keys] knows no map {ready!r}; {did_you_mean(str(ready), MAPS)}.")
    if unknown := next((name for name in own if name not in KEYS), None):
        raise UserError(f"The config {path}: [keys] knows nothing called {unknown!r}; {did_you_mean(unknown, KEYS)}")
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
    if key in SPECIAL or 0 < len(key) <= 2:
        return key in SPECIAL or (key.isascii() and key.isprintable() and " " not in key)
    *modifiers, last = key.split("+")
    return bool(modifiers) and {*modifiers} <= {"ctrl", "alt", "shift"} and (last in SPECIAL or len(last) == 1)


@cache
def current() -> Keymap:
    """The keymap in use, read once. Raises UserError."""
    return read_keys(read_own().get("keys", {}), own_path())


def with_keys(text: str) -> str:
    """Replace each {id} in a text with its key in use."""
    return current().write(text)
