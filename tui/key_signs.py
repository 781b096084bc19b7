"""Keys on the screen: how they are written, and which key a click on a line presses."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from tui.glyphs import cells
from tui.styles import Line, Span, spread, width_of

NAMED = {
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
"""Keys that are written as a word or an arrow."""
ACCENT = ("accent", "bold accent")
NO_SIGNS: Mapping[str, str] = MappingProxyType({})


def sign_of(key: str) -> str:
    """Return the sign of a key on the screen."""
    if key.startswith("ctrl+"):
        return f"^{key[5:]}"
    return next((sign for sign, named in NAMED.items() if named == key), key)


def key_of(word: str, also: Mapping[str, str] = NO_SIGNS) -> str | None:
    """Return the key of a word or sign, also of additional signs; None for a word that is no key."""
    word = word.strip()
    if word in also:
        return also[word]
    if word.lower() in NAMED:
        return NAMED[word.lower()]
    if len(word) == 2 and word[0] == "^":
        return f"ctrl+{word[1]}"
    return word if len(word) == 1 and word.isascii() and word.isprintable() else None


def spelled(keys: str) -> Line:
    """Draw keys for a footer; each of several signs is a key."""
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
    """Draw as many keys as fit, then help at the right.

    Args:
        keys: Keys with their labels.
        width: Cells of the row.
        right: Keys at the right end.
        relabel: Replaces keys as they will be when they are drawn; the row is fitted to these.
    """
    left: Line = ((" ", ""),)
    room = width - width_of(relabel(right)) - 1
    for key, label in keys:
        entry: Line = (*spelled(key), (f"{label}  ", "mid"))
        room -= width_of(relabel(entry))
        if room < 0:
            break
        left = (*left, *entry)
    grown = width_of(relabel((*left, *right))) - width_of((*left, *right))
    return spread(left, right, width - grown)


def struck(line: Line, x: int, also: Mapping[str, str] = NO_SIGNS) -> str | None:
    """Return the key that a click on a cell presses, or None.

    In a row of signs it is the one under the cell. A click on a key's label presses the key, if the label names one.
    """
    start = 0
    for i, (text, _) in enumerate(line):
        end = start + cells(text)
        if start <= x < end:
            return _key_in(line[: i + 1], x - start, also)
        start = end
    return None


def _key_in(spans: Sequence[Span], x: int, also: Mapping[str, str]) -> str | None:
    """Return the key of the last span, at a cell of it."""
    text, style = spans[-1]
    if style in ACCENT:
        words = text.split()
        is_row = len(words) > 1 and all(len(word) == 1 for word in words)
        return key_of(text, also) or (key_of(text[x]) if is_row and x < len(text) else None)
    alone = len(spans) < 3 or spans[-3][1] not in ACCENT or not key_of(spans[-3][0], also)
    is_label = len(spans) > 1 and spans[-2][1] in ACCENT and alone
    return key_of(spans[-2][0], also) if is_label else None
