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
    """Write a key as it is shown."""
    if key.startswith("ctrl+"):
        return f"^{key[5:]}"
    return next((sign for sign, named in NAMED.items() if named == key), key)


def key_of(word: str, also: Mapping[str, str] = NO_SIGNS) -> str | None:
    """Give the key that a word or a single sign stands for, or one of the signs that there are also.

    None for a word that is no key.
    """
    word = word.strip()
    if word in also:
        return also[word]
    if word.lower() in NAMED:
        return NAMED[word.lower()]
    if len(word) == 2 and word[0] == "^":
        return f"ctrl+{word[1]}"
    return word if len(word) == 1 and word.isascii() and word.isprintable() else None


def spelled(keys: str) -> Line:
    """Draw keys as they stand in a footer: several signs are a key each."""
    if key_of(keys) or keys == "arrows":
        return ((f"{keys} ", "bold accent"),)
    return (*((sign, "bold accent") for sign in keys), (" ", "bold accent"))


HINT: Line = (("h ", "bold accent"), ("hint  ", "mid"))
HELP: Line = (("? ", "bold accent"), ("help ", "mid"))


def as_it_is(line: Line) -> Line:
    """Leave the keys of a line where they were."""
    return line


def footer(
    keys: Sequence[tuple[str, str]],
    width: int,
    right: Line = HELP,
    relabel: Callable[[Line], Line] = as_it_is,
) -> Line:
    """As many keys as fit, then help at the right: both as wide as `relabel` makes them when they are drawn."""
    left: Line = ((" ", ""),)
    room = width - width_of(relabel(right)) - 1
    for key, label in keys:
        told: Line = (*spelled(key), (f"{label}  ", "mid"))
        room -= width_of(relabel(told))
        if room < 0:
            break
        left = (*left, *told)
    grown = width_of(relabel((*left, *right))) - width_of((*left, *right))
    return spread(left, right, width - grown)


def struck(line: Line, x: int, also: Mapping[str, str] = NO_SIGNS) -> str | None:
    """Give the key that a click on a cell of a line strikes, if one is named there: in a row of signs the one that was
    hit; its label too, if it stands alone.
    """
    start = 0
    for i, (text, _) in enumerate(line):
        end = start + cells(text)
        if start <= x < end:
            return _at(line[: i + 1], x - start, also)
        start = end
    return None


def _at(before: Sequence[Span], x: int, also: Mapping[str, str]) -> str | None:
    """The key of the last of some spans, at a cell of it."""
    text, style = before[-1]
    if style in ACCENT:
        return key_of(text, also) or (key_of(text[x]) if _is_row(text) and x < len(text) else None)
    alone = len(before) < 3 or before[-3][1] not in ACCENT or not key_of(before[-3][0], also)
    names_one = len(before) > 1 and before[-2][1] in ACCENT and alone
    return key_of(before[-2][0], also) if names_one else None


def _is_row(text: str) -> bool:
    """Whether each word is a single sign: "y n a", "0 1 2"."""
    words = text.split()
    return len(words) > 1 and all(len(word) == 1 for word in words)
