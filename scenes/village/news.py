"""News: recognizing a piece of news in words, and the record of its spread."""

import re
from collections.abc import Iterable
from typing import Annotated, Any, NamedTuple

from pydantic import BeforeValidator, Field

from core.text import one_line

RUMORS = (
    "the mill stream is rising, and the mill may be under water by Sunday",
    "a pedlar was seen on the north road with a white horse",
    "the old bell in the chapel has a crack",
    "wolves were heard beyond the river at dawn",
    "there will be a wedding before the harvest",
    "the price of flour will double at the market",
    "the smith has been offered work in the city",
    "a letter came for somebody who left years ago",
    "the ferry down the river does not run any more",
    "somebody found an old coin in the field",
    "a traveling theater asks for leave to play on the square",
    "the chaplain is writing a book about the village",
)
AT_FIRST = 3
"""Pieces at the start of a village without other news; one more begins each morning."""
SHARE = 0.6
"""Share of a piece's words that must be repeated to tell it."""
_WORDS = re.compile(r"[^\W\d_]{4,}")


def parse_news(value: Any) -> Any:
    """Parse news from the short form of the command line, `Ida: the mill is under water; Kai: …`. Raises ValueError."""
    if not isinstance(value, str):
        return value
    pieces = []
    for part in filter(str.strip, value.split(";")):
        name, colon, words = (each.strip() for each in part.partition(":"))
        if not colon or not words or not name:
            raise ValueError(f"{one_line(part)!r} is no news; write Ida: what she knows; Kai: …")
        pieces.append((name, one_line(words)))
    return tuple(pieces)


Words = Annotated[str, Field(min_length=1, max_length=500)]
News = Annotated[tuple[tuple[str, Words], ...], BeforeValidator(parse_news)]
"""Pairs of a villager and a piece of news that it knows first hand."""


def tells_news(words: str, piece: str) -> bool:
    """Return True if words tell a piece of news: all of it, or most of its words of four letters and more.

    >>> tells_news("They say the mill is under water!", "the mill is under water")
    True
    """
    if piece.casefold() in words.casefold():
        return True
    needed = set(_WORDS.findall(piece.casefold()))
    return bool(needed) and len(needed & set(_WORDS.findall(words.casefold()))) >= max(2, SHARE * len(needed))


class Branch(NamedTuple):
    """A villager who knows a piece of news: its source ("" if first hand), hops, and the minute of learning it."""

    name: str
    source: str
    hops: int
    minute: int


def spread(sources: Iterable[tuple[str, str, int]]) -> tuple[Branch, ...]:
    """Count the hops of (name, source, minute), given in the order of learning."""
    hops: dict[str, int] = {}
    out = []
    for name, source, minute in sources:
        hops[name] = hops[source] + 1 if source else 0
        out.append(Branch(name, source, hops[name], minute))
    return tuple(out)
