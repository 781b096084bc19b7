"""Cards that are asked for, so that others fit."""

from typing import NamedTuple


class Link(NamedTuple):
    """A card that somebody is asked to play, so that another one fits."""

    seat: int
    order: int
    card: int
    how: str
    """prompt (a clued card), finesse (the newest unclued card), known: one of those that will be played
    anyway, or bluff (the newest card of who is next, which fits but is not what is waited for)."""


class Line(NamedTuple):
    """An identity of a clue's focus, with the cards that others must play first."""

    focus: int
    card: int
    links: tuple[Link, ...]
