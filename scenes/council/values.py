"""Values: words that appeal to a value, effects of motions on values, and members' interests."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Literal, get_args

import msgspec

from core.engine.chance import Draw
from core.text import one_line

Value = Literal["fairness", "freedom", "thrift", "safety", "nature", "growth", "community", "tradition"]
VALUES: tuple[Value, ...] = get_args(Value)
Side = Literal["for", "against"]

WORDS_OF_VALUE: dict[Value, str] = {
    "fairness": ("fair fairer unfairly deserv* equal* justice unfair* unequal* privileg* injustice fairness"),
    "freedom": "free freely choose choice* forbid* force* forcing ban bans banned dictat* compel* freedom* libert*",
    "thrift": (
        "afford* cheap* save saves saved saving savings cost costs costly expensive waste* wasting debt* squander* "
        "thrift* money budget price*"
    ),
    "safety": (
        "safe safer safely protect* secure danger* risk* accident* hurt* injur* unsafe ambulance* flood* crash* "
        "safety security"
    ),
    "nature": (
        "green* clean* tree trees birds animals air river breathe pollut* smog poison* concrete nature environment* "
        "climate"
    ),
    "growth": (
        "jobs takings traders prosper* customers invest* bankrupt* unemploy* ruin* stagnat* growth business* economy "
        "shops trade"
    ),
    "community": "together neighbor* neighbour* belong* divide* dividing lonely strangers isolat* community",
    "tradition": (
        "heritage character ancest* grandparents honor* honour* uproot* abandon* erase* erasing tradition* custom "
        "customs history"
    ),
}
"""Words that a question about a value uses. A star stands for any ending."""

PROVISIONS: dict[Value, str] = {
    "fairness": "on terms that are fair to all",
    "freedom": "and everybody is free to stay out of it",
    "thrift": "provided that we can afford it this year",
    "safety": "with lights and wardens, so that it is safe",
    "nature": "and a hundred trees are planted for it",
    "growth": "with help for whoever needs customers",
    "community": "and we look at it together after a year",
    "tradition": "with respect for our heritage",
}
"""Amendments that bots move to motions that hurt a value; each is read as an argument for the value."""

Effects = Mapping[Value, int]
"""Effect of a motion on each value: 1 or 2 if it serves the value, -1 or -2 if it hurts it."""
VALUE_WEIGHTS = (3, 2, 1)
"""Weights of a member's values, most important first."""
LEANING_RANGE = 1.4
"""Range of a member's random leaning on a motion whose effects it does not know."""
DEFAULT_TRUST = 0.5
"""Trust of a member with a persona in every other member, unless the persona states it."""


class Interests(msgspec.Struct, frozen=True):
    """A member's private interests."""

    values: dict[Value, int]
    """Weights of its values, from 1 to 3."""
    trust: dict[str, float]
    """Trust in the words of each other member, from 0 to 1."""
    honor: float
    """Probability of keeping a promise that the member would rather break."""
    bearings: tuple[dict[Value, int], ...]
    """Effects of each motion on the member's values, as it sees them."""
    leanings: tuple[float, ...]
    """Initial leaning by motion, from -1 (against) to 1 (for)."""


def draw_bearing(grounds: Mapping[Side, Collection[Value]], draw: Draw) -> dict[Value, int]:
    """Draw the effects of a motion on the values of its grounds."""
    sides: Mapping[Value, int] = {value: 1 if side == "for" else -1 for side in grounds for value in grounds[side]}
    return {value: sides[value] * (1 + draw.below(2)) for value in VALUES if value in sides}


def values_in(text: str) -> tuple[Value, ...]:
    """Return the values that a persona names, in the persona's order, at most as many as there are weights.

    >>> values_in("Nature, my family, thrift")
    ('nature', 'thrift')
    """
    words = dict.fromkeys(re.findall(r"[a-z]+", text.casefold()))
    return tuple(value for word in words for value in VALUES if value == word)[: len(VALUE_WEIGHTS)]


def read_trust(text: str, names: Collection[str]) -> dict[str, float]:
    """Read a persona's trust in others, from 0 to 1: "Bob 0.8, Cat 0.2". Raises ValueError.

    >>> read_trust("Bob 0.8, Cat 0", ("Bob", "Cat", "Dan"))
    {'Bob': 0.8, 'Cat': 0.0}
    """
    trust = {}
    for part in filter(None, map(str.strip, re.split("[,;]", text))):
        name, _, number = part.replace("=", " ").replace(":", " ").rpartition(" ")
        if (name := name.strip()) not in names:
            raise ValueError(f"trust: {one_line(part)!r} is not a member with a number; write Bob 0.8, Cat 0.2")
        try:
            trust[name] = float(number)
        except ValueError:
            trust[name] = -1.0
        if not 0 <= trust[name] <= 1:
            raise ValueError(f"trust: {one_line(part)!r} should end in a number from 0 to 1")
    return trust


def draw_interests(
    name: str,
    members: Sequence[str],
    bearings: Sequence[Effects],
    draw: Draw,
    chosen: Sequence[Value] | None = None,
    persona: Mapping[str, str] | None = None,
) -> Interests:
    """Draw a member's values, its trust in others, and its leanings.

    `chosen` values, most important first, replace drawn ones. A persona's values and trust are not drawn, because they
    might contradict the persona: they are its properties `values` and `trust`.
    """
    drawn: Sequence[Value] = draw.sample(VALUES, len(VALUE_WEIGHTS))
    trust = {other: (2 + draw.below(9)) / 10 for other in members if other != name}
    if persona is not None:
        drawn = values_in(persona.get("values", ""))
        trust = dict.fromkeys(trust, DEFAULT_TRUST) | read_trust(persona.get("trust", ""), trust)
    values = dict(zip(drawn if chosen is None else chosen, VALUE_WEIGHTS, strict=False))
    own = tuple({value: bearing[value] for value in values if value in bearing} for bearing in bearings)
    honor = (4 + draw.below(7)) / 10
    leanings = tuple(draw_leaning(values, each, bool(known), draw) for each, known in zip(own, bearings, strict=True))
    return Interests(values, trust, honor, own, leanings)


def draw_leaning(values: Mapping[Value, int], bearing: Effects, is_known: bool, draw: Draw) -> float:
    """Draw a member's initial leaning on a motion: around the effects on its values, or by chance if none are known."""
    if not is_known:
        return round(LEANING_RANGE * (draw.random() - 0.5), 2)
    weighed = sum(values[value] * effect for value, effect in bearing.items()) / (2 * sum(VALUE_WEIGHTS))
    return round(max(-1.0, min(1.0, weighed + 0.6 * draw.random() - 0.3)), 2)
