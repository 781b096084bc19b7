"""Labeled messages in files: one message a line, a tab, and what it means."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class Labeled(NamedTuple):
    """A message, and what a person says that it means."""

    text: str
    labels: frozenset[tuple[str, ...]]
    """Intents with their slots, such as ("ask", "b2", "red")."""
    context: tuple[str, ...] = ()
    """Features of the situation, such as "offer"."""


def load(path: Path) -> list[Labeled]:
    """Read a file of labeled messages.

    A line is "[offer] deal, b2 red<TAB>accept; ask b2 red": a context in brackets, the message, and the labels, or "-".

    Raises:
        ValueError: If a line has no tab; the error names the line.
    """
    out = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        text, tab, labels = line.rpartition("\t")
        if not tab:
            raise ValueError(f"{path}, line {number}: expected a message, a tab and labels")
        context: Sequence[str] = ()
        if text.startswith("["):
            words, _, text = text[1:].partition("] ")
            context = (words,)
        meanings = frozenset(tuple(label.split()) for label in labels.split("; ") if label.strip() not in ("-", ""))
        out.append(Labeled(text, meanings, tuple(context)))
    return out
