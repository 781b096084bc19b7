"""A list to pick from, without Textual: its rows, a text that narrows it, and a cursor."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

LONGEST = 80
"""Characters of the text at most."""


class Pick(NamedTuple):
    """A row of a list: what it does, a few words about it, and the key that does the same."""

    label: str
    about: str
    do: Callable[[], object]
    key: str = ""


def do(pick: Pick | None) -> None:
    """Do what was picked."""
    if pick is not None:
        pick.do()


class PickList:
    """Picks that contain each word of a text, with a cursor on one of them and a window of rows around it."""

    def __init__(self, picks: Sequence[Pick]) -> None:
        self._picks = picks
        self.found: Sequence[Pick] = picks
        """The picks that match; those that begin with the text come first."""
        self.at = 0
        self.top = 0

    @property
    def pick(self) -> Pick | None:
        """The pick under the cursor."""
        return self.found[self.at] if self.found else None

    def narrow(self, text: str) -> None:
        """List the picks that match a text, with the cursor on the first."""
        words = text[:LONGEST].casefold().split()
        found = [pick for pick in self._picks if all(word in f"{pick.label} {pick.about}".casefold() for word in words)]
        self.found = sorted(found, key=lambda pick: _rank(pick.label.casefold(), words))
        self.at = self.top = 0

    def move(self, by: int) -> None:
        """Move the cursor; single steps go around the ends."""
        count = max(1, len(self.found))
        self.at = (self.at + by) % count if abs(by) == 1 else max(0, min(count - 1, self.at + by))

    def window(self, rows: int) -> range:
        """Indices of the picks to show in a number of rows, so that the cursor is among them."""
        rows = max(1, rows)
        self.top = max(0, min(max(self.top, self.at - rows + 1), self.at, len(self.found) - rows))
        return range(self.top, min(len(self.found), self.top + rows))


def _rank(label: str, words: list[str]) -> int:
    """Rank labels that begin with the first word before those that contain all words, and these before the rest."""
    return 0 if not words or label.startswith(words[0]) else 1 if all(word in label for word in words) else 2
