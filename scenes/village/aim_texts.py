"""Texts on aims: the aim, how to reach it, and how far it has come, as its owner knows it."""

from collections.abc import Mapping
from typing import Any

import msgspec

from core.text import capitalized, package_toml
from scenes.village.aims import Aim, Occasion, Pursuit
from scenes.village.news import names_in
from scenes.village.planning import clock, day_number
from scenes.village.terrain import at
from scenes.village.villagers import VillageSeen

WORDS: Mapping[str, Any] = package_toml(__package__, "aims.toml")
POSSESSIVES = {"you": "your", "they": "their", "I": "my"}
FRIENDLY = 1
"""Opinion from which silence is promised."""
PEACEFUL = 0
"""Opinion from which a feud is settled."""
WELCOME = 3
"""Opinion from which a guest comes to a table."""


def deadline(pursuit: Pursuit) -> str:
    """Write when an aim is decided."""
    return f"before the feast on day {day_number(pursuit.aim.until)}"


def sentence(pursuit: Pursuit, section: str = "aim", you: str = "you") -> str:
    """Write an aim in words, or that it is `met` or `missed`; its owner is called "you", "they" or "I"."""
    slots = {**msgspec.structs.asdict(pursuit.aim), "deed": pursuit.deed}
    return str(WORDS[section][pursuit.aim.what]).format(**slots, you=you, your=POSSESSIVES[you])


def advice(pursuit: Pursuit, seen: VillageSeen) -> str:
    """Write how the aim can be reached."""
    aim = pursuit.aim
    place = next((each.name for each in seen.ground.places if each.gives == aim.goods), "")
    slots = {**msgspec.structs.asdict(aim), "source": at(place) if place else ""}
    return str(WORDS["how"][aim.what]).format(**slots)


def progress(pursuit: Pursuit, seen: VillageSeen) -> str:
    """Write how far an open aim has come, as its owner knows it."""
    aim = pursuit.aim
    match aim.what:
        case "find":
            return f"{len(clues(aim, seen))} of {aim.count} clues"
        case "keep":
            return f"{len(seen.promisers)} promised silence"
        case "debt":
            have = seen.me.pack.get(aim.goods, 0) + pursuit.done
            return f"{have} of {aim.count} {aim.goods}" if have < aim.count else f"now give {aim.other} {aim.goods}"
        case "feud":
            return f"{aim.other} {feeling(seen.standing.get(aim.other, 0))}"
    coming = len(guests(aim, seen))
    return f"{coming} of {aim.count} guests" if coming < aim.count else f"✓ all {aim.count} guests are coming"


def findings(pursuit: Pursuit, seen: VillageSeen) -> list[str]:
    """List what has been reached for an open aim."""
    aim = pursuit.aim
    match aim.what:
        case "find":
            return [*map(capitalized, clues(aim, seen)), f"Suspects: {', '.join(suspects(aim, seen))}"]
        case "keep":
            return [f"Promised silence: {', '.join(seen.promisers) or 'nobody yet'}"]
        case "table":
            coming, invited = guests(aim, seen), seen.me.news[aim.piece].shared
            doubtful = [name for name in invited if name not in coming]
            rest = [f"Invited, but not coming: {', '.join(doubtful)}"] if doubtful else []
            return [f"Coming: {', '.join(coming) or 'nobody yet'}", *rest]
    return []


def clues(aim: Aim, seen: VillageSeen) -> list[str]:
    """List the clues on a matter that a villager knows."""
    return [known.text for known in seen.me.news.values() if known.about == aim.about]


def suspects(aim: Aim, seen: VillageSeen) -> list[str]:
    """List the villagers who may have done it, as far as the observer's clues say."""
    cleared = {name for text in clues(aim, seen) for name in names_in(text, seen.names)}
    return [name for name in seen.names if name != seen.name and name not in cleared]


def guests(aim: Aim, seen: VillageSeen) -> list[str]:
    """List the villagers who have heard the invitation, as the host knows, and like the host."""
    return [name for name in seen.me.news[aim.piece].shared if seen.standing.get(name, 0) >= WELCOME]


def feeling(opinion: int, of: str = "you") -> str:
    """Write an opinion of -5 to 5 in words.

    >>> feeling(-3), feeling(0), feeling(2, "Ida")
    ('cannot stand you', 'is neutral', 'likes Ida')
    """
    words = ((-2, f"cannot stand {of}"), (0, f"dislikes {of}"), (1, "is neutral"), (3, f"likes {of}"))
    return next((text for below, text in words if opinion < below), f"trusts {of}")


def announced(occasion: Occasion) -> str:
    """Write the event of a day.

    >>> announced(Occasion("market", "square", 600))
    'market at the square, 10:00'
    """
    return f"{occasion.name} {at(occasion.place)}, {clock(occasion.minute)}"
