"""Drawing of foreign text so that it has the same width in every terminal.

Old terminals add up the widths of code points, new ones measure grapheme clusters. The two differ for flags, families,
skin tones, keycaps, variation selectors and composed syllables. Such text is drawn in a simpler form with the same
meaning, which has the same width in both. The log keeps the original text.
"""

import re
from functools import lru_cache
from unicodedata import category, normalize

from rich.cells import cell_len, get_character_cell_size

MAX_COMBINING_MARKS = 4
"""Largest number of combining marks drawn on one letter."""
MAX_CACHED_LENGTH = 512
"""Largest number of characters of a cached text; longer texts would fill the memory."""
_PICTURE = "[\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
# Variation selectors, skin tones, and invisible characters: soft hyphen, mark joiner, hangul fillers
_UNSEEN = re.compile(
    "[\u00ad\u034f\u115f\u1160\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U0001f3fb-\U0001f3ff\U000e0100-\U000e01ef]"
)
_JOINED = re.compile(f"(?<={_PICTURE})\u200d{_PICTURE}")
_PLAIN = {0x1F1E6 + i: chr(ord("A") + i) for i in range(26)} | dict.fromkeys(map(ord, "\t\n\r"), " ")
"""Flags become two letters, and white space becomes spaces."""


def is_plain(text: str) -> bool:
    """Return True if each character has width 1 in every terminal. Fast."""
    return text.isascii() and text.isprintable()


def drawn(text: str) -> str:
    """Return the text as it is drawn: on one line, with the same width in every terminal."""
    return text if is_plain(text) else measured(text)[0]


def cells(text: str) -> int:
    """Return the width in cells of the text as it is drawn."""
    return len(text) if is_plain(text) else measured(text)[1]


def measured(text: str) -> tuple[str, int]:
    """Return the text as it is drawn, and its width in cells."""
    return _cached(text) if len(text) < MAX_CACHED_LENGTH else _measure(text)


def _measure(text: str) -> tuple[str, int]:
    simple = _simple(text)
    return simple, cell_len(simple)


_cached = lru_cache(4096)(_measure)


def _simple(text: str) -> str:
    text = _JOINED.sub("", _UNSEEN.sub("", text)).translate(_PLAIN)
    out: list[str] = []
    marks = 0
    for letter in text:
        if get_character_cell_size(letter):
            marks = 0
        elif not out or marks == MAX_COMBINING_MARKS or category(letter) not in ("Mn", "Mc", "Lo"):
            continue
        else:
            marks += 1
        out.append(letter)
    return normalize("NFC", "".join(out))
