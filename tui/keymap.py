"""Which key does what: as in the table of names, or as the user's own config has it. Here keys are read, and shown."""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from core.errors import UserError, did_you_mean
from core.user_config import own_path, read_own
from tui.key_names import MAPS, NAMES
from tui.strokes import ACCENT, NAMED, key_of, sign_of
from tui.styles import Line

MODES = {
    "words": ("everywhere",),
    "lobby": ("everywhere", "lobby"),
    "seat": ("everywhere", "stage"),
    "time": ("everywhere", "stage", "time"),
}
"""Where named keys are, for each state of a screen that reads them differently."""
SPECIAL = {*NAMED.values(), "pageup", "pagedown", "insert", "delete", *(f"f{n}" for n in range(1, 13))}
TOLD = re.compile(r"\{([a-z-]+)\}")
Keys = dict[str, tuple[str, ...]]


class Keymap:
    """Translates keys to those that the app knows, and back where they are shown; as it is, nothing.

    `chosen` are the keys of names that are not where they were.
    """

    def __init__(self, chosen: Mapping[str, tuple[str, ...]] | None = None, explicit: Collection[str] = ()) -> None:
        self.chosen: Keys = dict(chosen or {})
        self._explicit = explicit
        """Names whose keys somebody asked for, one by one."""
        self.signs = {sign_of(key): key for keys in self.chosen.values() for key in keys}
        """What is shown of the keys that were chosen, and which keys these are."""
        self._tables = {mode: self._table(places) for mode, places in MODES.items()} if chosen else {}
        self._signs = {mode: self._shown(places) for mode, places in MODES.items()} if chosen else {}

    def _active(self, places: Collection[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
        return ((name, self.keys(name)) for name, named in NAMES.items() if named.where in places)

    def _table(self, places: Collection[str]) -> dict[str, str]:
        """Keys, and what they are for the app; "" for those that mean nothing any more."""
        kept = {key for _, keys in self._active(places) for key in keys}
        table = {key: NAMES[name].key for name, keys in self._active(places) if name in self.chosen for key in keys}
        moved = (name for name, _ in self._active(places) if name in self.chosen)
        return {**{key: "" for name in moved for key in NAMES[name].keys if key not in kept}, **table}

    def _shown(self, places: Collection[str]) -> dict[str, str]:
        moved = [name for name, _ in self._active(places) if name in self.chosen]
        return {key: self.shown(name) for name in reversed(moved) for key in NAMES[name].keys}

    def keys(self, name: str) -> tuple[str, ...]:
        return self.chosen.get(name, NAMES[name].keys)

    def shown(self, name: str) -> str:
        """Write the key of a name."""
        return sign_of(self.keys(name)[0])

    def told(self, text: str) -> str:
        """Write the keys that a text names, as {write}."""
        return TOLD.sub(lambda found: self.shown(found[1]) if found[1] in NAMES else found[0], text)

    def read(self, key: str, before: str, mode: str, taken: str = "") -> tuple[str, str]:
        """Give the key that the app knows it by, and what waits for another one, as the first Z of ZZ. `before` is what
        waits so far, and `taken` are keys that belong to somebody else."""
        table = self._tables.get(mode, {})
        if before and before + key in table:
            return table[before + key], ""
        if key in taken or (mode == "words" and len(key) == 1):
            return key, ""
        begins = len(key) == 1 and any(len(each) == 2 and each[0] == key for each in table)
        if begins and not table.get(key):
            return "", key
        return table.get(key, key), ""

    def relabel(self, line: Line, mode: str, taken: str = "") -> Line:
        """Draw a line with the keys as they are chosen, which it names as the app knows them."""
        signs = self._signs.get(mode)
        if not signs:
            return line
        out = []
        for text, style in line:
            key = key_of(text) if style in ACCENT else None
            known = key in signs and key not in taken
            out.append((text.replace(text.strip(), signs[key]), style) if key and known else (text, style))
        return tuple(out)

    def check(self, path: Path) -> None:
        """Raises UserError for two names on one key, where both would mean something."""
        for places in MODES.values():
            owner: dict[str, str] = {}
            for name, keys in sorted(self._active(places), key=lambda each: each[0] in self.chosen):
                for key in keys:
                    rivals = (owner[other] for other in owner if _clash(key, other))
                    if rival := next((each for each in rivals if NAMES[each].key != NAMES[name].key), ""):
                        raise UserError(
                            f"The config {path}: [keys] {name} and {rival} are both on {key!r}; give one of them "
                            f'another key, as in {rival} = "f2".'
                        )
                    owner[key] = name

    def check_scene(self, scene: str, taken: str) -> None:
        """Raises UserError where a key that somebody asked for is a scene's own."""
        for name, keys in self._active(MODES["seat"]):
            if name in self._explicit and (clash := next((key for key in keys if len(key) == 1 and key in taken), "")):
                raise UserError(
                    f"The config {own_path()}: [keys] {name} is on {clash!r}, which is a key of {scene} itself; "
                    f'give it another one, as in {name} = "f2".'
                )


def read_keys(told: Mapping[str, Any], path: Path) -> Keymap:
    """A keymap from the table [keys]. Raises UserError."""
    own = {name: value for name, value in told.items() if name != "map"}
    ready = told.get("map", "")
    if ready and ready not in MAPS:
        raise UserError(f"The config {path}: [keys] knows no map {ready!r}; {did_you_mean(str(ready), MAPS)}.")
    if odd := next((name for name in own if name not in NAMES), None):
        raise UserError(f"The config {path}: [keys] knows nothing called {odd!r}; {did_you_mean(odd, NAMES)}")
    chosen = {name: _keys(name, value, path) for name, value in own.items()}
    keymap = Keymap({**MAPS.get(ready, {}), **chosen}, chosen)
    keymap.check(path)
    return keymap


def _keys(name: str, value: object, path: Path) -> tuple[str, ...]:
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


def _clash(key: str, other: str) -> bool:
    """Whether two keys cannot be told from each other: one may begin the other."""
    return key == other or (len(key + other) == 3 and key[0] == other[0])


def own_keymap() -> Keymap:
    """The keymap of the user's own config. Raises UserError."""
    return read_keys(read_own().get("keys", {}), own_path())


@cache
def current() -> Keymap:
    """The keymap in use, read once. Raises UserError."""
    return own_keymap()


def with_keys(text: str) -> str:
    """Write a text with the keys that it names, as {write}, as they are."""
    return current().told(text)
