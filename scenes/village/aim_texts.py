"""Texts on aims: the aim, how to reach it, and how far it has come, as its owner knows it."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from scenes.village.aims import Aim, Occasion, Pursuit
from scenes.village.planning import clock, day_number
from scenes.village.terrain import at
from scenes.village.villagers import VillageSeen

WORDS: Mapping[str, Any] = tomllib.loads(files(__package__).joinpath("aims.toml").read_text(encoding="utf-8"))
FRIENDLY = 1
"""Opinion from which a feud is settled."""


def deadline(pursuit: Pursuit) -> str:
    """Write when an aim is decided."""
    return f"before the feast on day {day_number(pursuit.aim.until)}"


def sentence(pursuit: Pursuit, section: str = "aim") -> str:
    """Write an aim in words: the aim itself, `how` to reach it, or that it is `met` or `missed`."""
    aim = pursuit.aim
    return str(WORDS[section][aim.what]).format(
        deed=pursuit.deed, about=aim.about, other=aim.other, goods=aim.goods, count=aim.count, source="", invitation=""
    )


def advice(pursuit: Pursuit, seen: VillageSeen) -> str:
    """Write how the aim can be reached."""
    aim = pursuit.aim
    place = next((each.name for each in seen.ground.places if each.gives == aim.goods), "")
    invitation = seen.me.news[aim.piece].text if aim.piece else ""
    return str(WORDS["how"][aim.what]).format(
        about=aim.about, other=aim.other, goods=aim.goods, source=at(place) if place else "", invitation=invitation
    )


def progress(pursuit: Pursuit, seen: VillageSeen) -> str:
    """Write how far an open aim has come, as its owner knows it."""
    aim = pursuit.aim
    match aim.what:
        case "find":
            return f"{len(clues(aim, seen))} of {aim.count} clues"
        case "keep":
            return f"{len(seen.promisers)} promised to say nothing"
        case "debt":
            carried = seen.me.pack.get(aim.goods, 0)
            return f"{min(aim.count, carried + pursuit.done)} of {aim.count} {aim.goods}, {pursuit.done} paid"
        case "feud":
            return f"{aim.other} {feeling(seen.standing.get(aim.other, 0))}"
    return f"{min(aim.count, len(guests(aim, seen)))} of {aim.count} guests"


def clues(aim: Aim, seen: VillageSeen) -> list[str]:
    """List the clues on a matter that a villager knows."""
    return [known.text for known in seen.me.news.values() if known.about == aim.about]


def suspects(aim: Aim, seen: VillageSeen) -> list[str]:
    """List the villagers who may have done it, as far as the observer's clues say."""
    cleared = {name for text in clues(aim, seen) for name in names_in(text, seen.names)}
    return [name for name in seen.names if name != seen.name and name not in cleared]


def names_in(text: str, names: Sequence[str]) -> list[str]:
    """List the villagers whose names are in a text."""
    return [name for name in names if re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE)]


def guests(aim: Aim, seen: VillageSeen) -> list[str]:
    """List the villagers who have heard the invitation, as the host knows, and do not think badly of the host."""
    known = seen.me.news[aim.piece].shared
    return [name for name in known if seen.standing.get(name, 0) >= 0]


def feeling(opinion: int) -> str:
    """Write an opinion of -5 to 5 in words, with "you" as its object.

    >>> feeling(-3), feeling(0), feeling(2)
    ('cannot stand you', 'is neutral', 'likes you')
    """
    words = ((-2, "cannot stand you"), (0, "thinks badly of you"), (1, "is neutral"), (3, "likes you"))
    return next((text for below, text in words if opinion < below), "trusts you")


def announced(occasion: Occasion) -> str:
    """Write the event of a day.

    >>> announced(Occasion("market", "square", 600))
    'market at the square, 10:00'
    """
    return f"{occasion.name} {at(occasion.place)}, {clock(occasion.minute)}"
