"""Grounds: reasons for and against a motion, written for the default agenda or set by an option."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, NamedTuple, get_args

from pydantic import BeforeValidator, Field

from core.errors import did_you_mean
from core.social.actions import comma_separated
from core.text import one_line
from scenes.council.values import VALUES, Side, Value

Texts = Mapping[Value, tuple[str, ...]]
GROUNDS_BY_MOTION: dict[str, dict[Side, dict[Value, tuple[str, ...]]]] = {
    "Close the old town to cars": {
        "for": {
            "safety": ("There are fewer accidents where nobody drives.", "Whoever walks there would be safer."),
            "nature": ("The air between the houses would be cleaner.", "We could breathe again on the market square."),
            "community": (
                "People would sit together on the square again.",
                "It is on foot that we meet our neighbors.",
            ),
        },
        "against": {
            "freedom": (
                "It forces whoever lives there to park outside.",
                "It forbids people to drive to their own front door.",
            ),
            "growth": ("Half of the main street would go bankrupt.", "It will ruin whoever sells furniture there."),
            "tradition": ("It uproots the old market and its carts.", "We would abandon the market as it always was."),
            "thrift": (
                "Gates and new bus lines cost more than we have.",
                "We would be in debt for the car parks outside.",
            ),
        },
    },
    "Build forty flats on the river meadow": {
        "for": {
            "fairness": (
                "It is only fair to those who have waited for a flat.",
                "Whoever earns little has an equal claim to a home.",
            ),
            "growth": ("It brings jobs for two years.", "Forty families are new customers for the main street."),
            "community": (
                "The young could stay, and belong here.",
                "It brings families together that live apart today.",
            ),
        },
        "against": {
            "nature": ("It puts concrete where the herons nest.", "What is poured there pollutes the river."),
            "tradition": (
                "We would abandon the meadow of the midsummer feast.",
                "It erases the view that is on every old postcard.",
            ),
            "safety": (
                "The river floods the meadow: it is a danger to live there.",
                "High water is a risk every spring.",
            ),
            "thrift": ("Building on wet ground is expensive.", "With the road to it, it costs more than we have."),
        },
    },
    "Open the library at night": {
        "for": {
            "freedom": (
                "Whoever works late could choose when to read.",
                "It leaves people free to come when they can.",
            ),
            "community": (
                "Students and nurses would sit together there.",
                "Whoever cannot sleep would be with neighbors there.",
            ),
            "fairness": (
                "It is fairer to those who work by day.",
                "The same hours for nurses as for clerks: that is fair.",
            ),
            "growth": ("It brings customers to the café next door.", "It means two jobs more."),
        },
        "against": {
            "thrift": ("Light and heating by night cost more than we have.", "It is a waste to heat an empty hall."),
            "safety": ("A clerk alone at night is at risk.", "It is dangerous to be the only one there at three."),
            "tradition": (
                "It abandons the quiet evenings that the house was known for.",
                "We would uproot hours that everybody knows by heart.",
            ),
        },
    },
}
"""Grounds of the default motions. Tests check that each sentence is read as its argument."""
DEFAULT_AGENDA = "; ".join(GROUNDS_BY_MOTION)
MAX_GROUNDS, MAX_GROUND = 60, 200
"""Maximum number of grounds of an agenda, and maximum characters of each."""
_GROUND_PATTERN = re.compile(
    r"(?P<motion>\d{1,2}) +(?P<side>for|against) +(?P<value>\w+)(?: *: *(?P<text>.+))?", re.IGNORECASE
)


class Ground(NamedTuple):
    """One reason for or against a motion: the value that the motion serves or hurts, and a sentence."""

    motion: int
    side: Side
    value: Value
    text: Annotated[str, Field(max_length=MAX_GROUND)] = ""


def read_grounds(option: object) -> object:
    """Parse grounds such as `1 for nature: It cools the street; 2 against thrift`. Raises ValueError."""
    if not isinstance(option, str):
        return option
    return tuple(map(_parse_ground, filter(None, map(one_line, option.split(";")))))


def _parse_ground(text: str) -> tuple[int, str, str, str]:
    found = _GROUND_PATTERN.fullmatch(text)
    if found is None:
        raise ValueError(f"{text[:40]!r} is not an argument; write 1 for nature: It cools the street")
    value = found["value"].lower()
    if value not in VALUES:
        raise ValueError(f"there is no value {value[:40]!r}; {did_you_mean(value, VALUES)}")
    return int(found["motion"]), found["side"].lower(), value, found["text"] or ""


Grounds = Annotated[tuple[Ground, ...], BeforeValidator(read_grounds), Field(max_length=MAX_GROUNDS)]


def read_values(option: object) -> object:
    """Parse values such as `Ann=nature, thrift; Bob=growth`, most important first. Raises ValueError."""
    if not isinstance(option, str):
        return option
    values: dict[str, tuple[str, ...]] = {}
    for part in filter(None, map(one_line, option.split(";"))):
        name, equals, listed = (each.strip() for each in part.partition("="))
        if not equals or not name or name in values:
            raise ValueError(f"{part[:40]!r} is not NAME=VALUE, VALUE, with each name once")
        values[name] = comma_separated(listed.lower())
        if odd := next((each for each in values[name] if each not in VALUES), None):
            raise ValueError(f"there is no value {odd[:40]!r}; {did_you_mean(odd, VALUES)}")
    return values


def check_grounds(grounds: Sequence[Ground], motions: int) -> None:
    """Raise ValueError for a ground whose motion is not on the agenda, or a value on both sides of a motion."""
    sides: dict[tuple[int, Value], Side] = {}
    for ground in grounds:
        if not 1 <= ground.motion <= motions:
            raise ValueError(f"grounds: there is no motion {ground.motion}; the agenda has {motions}")
        if sides.setdefault((ground.motion, ground.value), ground.side) != ground.side:
            raise ValueError(f"grounds: {ground.value} is on both sides of motion {ground.motion}")


def grounds_of_motion(number: int, motion: str, stated: Iterable[Ground]) -> dict[Side, dict[Value, tuple[str, ...]]]:
    """Return sentences for and against a motion, by value: stated ones, else those of a default motion, else none."""
    out: dict[Side, dict[Value, tuple[str, ...]]] = {side: {} for side in get_args(Side)}
    for ground in stated:
        if ground.motion == number:
            texts = out[ground.side].get(ground.value, ())
            out[ground.side][ground.value] = (*texts, ground.text) if ground.text else texts
    return out if any(out.values()) else GROUNDS_BY_MOTION.get(motion, out)


def quoted_grounds(message: str, grounds: Mapping[Side, Texts]) -> Iterator[tuple[Side, Value]]:
    """Yield side and value of the grounds that a speech quotes."""
    said = message.casefold()
    for side, values in grounds.items():
        for value, texts in values.items():
            if any(text.casefold().rstrip(".!") in said for text in texts):
                yield side, value
