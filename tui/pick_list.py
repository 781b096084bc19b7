"""A list to pick from, without Textual: rows, a text that filters them, and a cursor."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

MAX_FILTER_LENGTH = 80
"""Largest number of characters of the text that filters the list."""


class Pick(NamedTuple):
    """A row of the list: a label, a description, a function to call, and the key that does the same."""

    label: str
    about: str
    do: Callable[[], object]
    key: str = ""


def do(pick: Pick | None) -> None:
    """Call the function of the picked row."""
    if pick is not None:
        pick.do()


class PickList:
    """Rows that contain each word of a text, with a cursor on one, and a window around it."""

    def __init__(self, picks: Sequence[Pick]) -> None:
        self._picks = picks
        self.found: Sequence[Pick] = picks
        """Rows that match; those that begin with the text come first."""
        self.at = 0
        self.top = 0

    @property
    def pick(self) -> Pick | None:
        """The row under the cursor."""
        return self.found[self.at] if self.found else None

    def narrow(self, text: str) -> None:
        """Filter the rows by a text, and put the cursor on the first."""
        words = text[:MAX_FILTER_LENGTH].casefold().split()
        found = [pick for pick in self._picks if all(word in f"{pick.label} {pick.about}".casefold() for word in words)]
        self.found = sorted(found, key=lambda pick: _rank(pick.label.casefold(), words))
        self.at = self.top = 0

    def move(self, step: int) -> None:
        """Move the cursor. Single steps wrap around at the ends."""
        count = max(1, len(self.found))
        self.at = (self.at + step) % count if abs(step) == 1 else max(0, min(count - 1, self.at + step))

    def window(self, rows: int) -> range:
        """Return the indices of the rows to show in the given height, so that the cursor is visible."""
        rows = max(1, rows)
        self.top = max(0, min(max(self.top, self.at - rows + 1), self.at, len(self.found) - rows))
        return range(self.top, min(len(self.found), self.top + rows))


def _rank(label: str, words: list[str]) -> int:
    """Rank labels: first those that begin with the first word, then those with all words, then the rest."""
    return 0 if not words or label.startswith(words[0]) else 1 if all(word in label for word in words) else 2
