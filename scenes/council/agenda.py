"""What is on the table, what speaks for and against it, and what each member brings to the table: drawn by chance."""

from collections.abc import Mapping, Sequence

import msgspec

from core.chance import Draw
from scenes.council.values import VALUES, Value

DEFAULT = "Close the old town to cars; Build forty flats on the river meadow; Open the library at night"
Bearing = Mapping[Value, int]
"""What a motion does to values: 1 or 2 where it serves them, -1 or -2 where it hurts them."""
KNOWN: dict[str, tuple[str, str]] = {
    "Close the old town to cars": ("safety nature community", "freedom growth tradition thrift"),
    "Build forty flats on the river meadow": ("fairness growth community", "nature tradition safety thrift"),
    "Open the library at night": ("freedom community fairness growth", "thrift safety tradition"),
}
"""Of the motions that the scene brings: what they serve, and what they hurt."""
WEIGHTS = (3, 2, 1)
"""How much a member cares for each of its values."""


class Interests(msgspec.Struct, frozen=True):
    """What a member keeps to itself."""

    values: dict[Value, int]
    """What it cares for, from 1 to 3."""
    trust: dict[str, float]
    """By name of each other member: how much of what it says is taken to heart, 0 to 1."""
    honor: float
    """How likely it keeps a promise that it would rather break, 0 to 1."""
    bearings: tuple[dict[Value, int], ...]
    """By motion: what it does to these values, as this member sees it."""
    leanings: tuple[float, ...]
    """By motion: where it leans before a word is said, from -1 (against) to 1 (for)."""


def motions(agenda: str) -> tuple[str, ...]:
    """Split an agenda."""
    return tuple(filter(None, (part.strip() for part in agenda.split(";"))))


def grounds(motion: str, draw: Draw) -> dict[Value, int]:
    """Draw what a motion does to values. Of a motion that nobody knows, two to four are served and as many hurt."""
    if motion in KNOWN:
        served, hurt = ([v for v in VALUES if v in words.split()] for words in KNOWN[motion])
    else:
        mixed = draw.sample(VALUES, len(VALUES))
        many = 2 + draw.below(3)
        served, hurt = mixed[:many], mixed[many : many + 2 + draw.below(3)]
    return {
        **{value: 1 + draw.below(2) for value in served},
        **{value: -1 - draw.below(2) for value in hurt},
    }


def interests(name: str, members: Sequence[str], bearings: Sequence[Bearing], draw: Draw) -> Interests:
    """Draw what a member cares for, whom it trusts, and so where it leans."""
    values = dict(zip(draw.sample(VALUES, len(WEIGHTS)), WEIGHTS, strict=True))
    trust = {other: (2 + draw.below(9)) / 10 for other in members if other != name}
    own = tuple({value: bearing[value] for value in values if value in bearing} for bearing in bearings)
    leanings = tuple(_leaning(values, each, draw) for each in own)
    return Interests(values, trust, (4 + draw.below(7)) / 10, own, leanings)


def _leaning(values: Mapping[Value, int], bearing: Bearing, draw: Draw) -> float:
    weighed = sum(values[value] * effect for value, effect in bearing.items()) / (2 * sum(WEIGHTS))
    return round(max(-1.0, min(1.0, weighed + 0.6 * draw.random() - 0.3)), 2)
