"""Labeled messages in files: one per line, with a tab before the labels."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class LabeledMessage(NamedTuple):
    """A message with the labels that a person gave it."""

    text: str
    labels: frozenset[tuple[str, ...]]
    """Intents with their slots, such as ("ask", "b2", "red")."""
    context: tuple[str, ...] = ()
    """Features of the situation, such as "offer" while an offer is open."""


def load(path: Path) -> list[LabeledMessage]:
    """Read a file of labeled messages.

    A line is "[offer] deal, b2 red<TAB>accept; ask b2 red": a context in brackets, the message, and the labels, or "-".
    Lines with more columns come from `core.intents.disagreements`: their last column holds the labels. A line whose
    last column is still empty is skipped.

    Raises:
        ValueError: A line has no tab; the error names the line.
    """
    out = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        text, tab, rest = line.partition("\t")
        if not tab:
            raise ValueError(f"{path}, line {number}: expected a message, a tab and labels")
        _, more, labels = rest.rpartition("\t")
        if more and not labels.strip():
            continue
        context: Sequence[str] = ()
        if text.startswith("["):
            words, _, text = text[1:].partition("] ")
            context = (words,)
        meanings = frozenset(tuple(label.split()) for label in labels.split("; ") if label.strip() not in ("-", ""))
        out.append(LabeledMessage(text, meanings, tuple(context)))
    return out
