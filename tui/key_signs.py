"""Keys on the screen: how they are written, and which key a click presses."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from tui.glyphs import cells
from tui.styles import Line, Span, spread, width_of

KEYS_BY_SIGN = {
    "enter": "enter",
    "esc": "escape",
    "tab": "tab",
    "space": "space",
    "end": "end",
    "home": "home",
    "bksp": "backspace",
    "↑": "up",
    "↓": "down",
    "←": "left",
    "→": "right",
    "any other key": "escape",
}
"""Textual's names of the keys that are shown as a word or an arrow, by the shown text."""
ACCENT = ("accent", "bold accent")
NO_SIGNS: Mapping[str, str] = MappingProxyType({})


def sign_of(key: str) -> str:
    """Return how a key is written on the screen."""
    if key.startswith("ctrl+"):
        return f"^{key[5:]}"
    return next((sign for sign, named in KEYS_BY_SIGN.items() if named == key), key)


def key_of(word: str, also: Mapping[str, str] = NO_SIGNS) -> str | None:
    """Return the key for a word or sign; None for a word that is not a key."""
    word = word.strip()
    if word in also:
        return also[word]
    if word.lower() in KEYS_BY_SIGN:
        return KEYS_BY_SIGN[word.lower()]
    if len(word) == 2 and word[0] == "^":
        return f"ctrl+{word[1]}"
    return word if len(word) == 1 and word.isascii() and word.isprintable() else None


def draw_keys(keys: str) -> Line:
    """Draw the keys of a footer entry. If there are several signs, each is a key."""
    if key_of(keys) or keys == "arrows":
        return ((f"{keys} ", "bold accent"),)
    return (*((sign, "bold accent") for sign in keys), (" ", "bold accent"))


HINT: Line = (("h ", "bold accent"), ("hint  ", "mid"))
HELP: Line = (("? ", "bold accent"), ("help ", "mid"))


def footer(
    keys: Sequence[tuple[str, str]],
    width: int,
    right: Line = HELP,
    relabel: Callable[[Line], Line] = lambda line: line,
) -> Line:
    """Draw as many keys as fit, with help at the right.

    Args:
        keys: Pairs of key and label.
        width: Width of the row in cells.
        right: Line at the right end.
        relabel: Replaces keys by the user's own; widths are measured afterwards.
    """
    left: Line = ((" ", ""),)
    room = width - width_of(relabel(right)) - 1
    for key, label in keys:
        entry: Line = (*draw_keys(key), (f"{label}  ", "mid"))
        room -= width_of(relabel(entry))
        if room < 0:
            break
        left = (*left, *entry)
    grown = width_of(relabel((*left, *right))) - width_of((*left, *right))
    return spread(left, right, width - grown)


def key_at(line: Line, x: int, also: Mapping[str, str] = NO_SIGNS) -> str | None:
    """Return the key that a click on a cell presses, or None.

    In a row of signs, the key is the sign under the cell. A click on the label after a key presses that key.
    """
    start = 0
    for i, (text, _) in enumerate(line):
        end = start + cells(text)
        if start <= x < end:
            return _key_in(line[: i + 1], x - start, also)
        start = end
    return None


def _key_in(spans: Sequence[Span], x: int, also: Mapping[str, str]) -> str | None:
    """Return the key for a click at cell `x` of the last span."""
    text, style = spans[-1]
    if style in ACCENT:
        words = text.split()
        is_row = len(words) > 1 and all(len(word) == 1 for word in words)
        return key_of(text, also) or (key_of(text[x]) if is_row and x < len(text) else None)
    alone = len(spans) < 3 or spans[-3][1] not in ACCENT or not key_of(spans[-3][0], also)
    is_label = len(spans) > 1 and spans[-2][1] in ACCENT and alone
    return key_of(spans[-2][0], also) if is_label else None
