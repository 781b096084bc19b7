"""Questions that a villager can answer from what it knows, in a few words. It says so when it does not know."""

import re
from collections.abc import Callable

from scenes.village.clock import clock
from scenes.village.folk import TRADES
from scenes.village.founding import house_of
from scenes.village.observation import Known, VillageSeen
from scenes.village.terrain import Place, apart
from scenes.village.wording import at, the, where

_SIDES = {(0, -1): "north", (1, 0): "east", (0, 1): "south", (-1, 0): "west"}


def addressee(words: str, names: tuple[str, ...]) -> str:
    """Tell to whom words are addressed by name, at their beginning or their end; empty if to nobody.

    >>> addressee("Ida, what is new?", ("Ida", "Kai")), addressee("Where is Ida?", ("Ida", "Kai"))
    ('Ida', '')
    """
    low = words.casefold()
    for name in names:
        if re.match(rf"(?:\w+ )?{re.escape(name.casefold())}\s*[,:!.]", low):
            return name
        if re.search(rf",\s*{re.escape(name.casefold())}\s*[?!.]*$", low):
            return name
    return ""


def is_question(words: str) -> bool:
    return "?" in words or re.match(r"\s*(where|what|who|when|how|any|have you)\b", words.casefold()) is not None


def answer(words: str, asker: str, seen: VillageSeen) -> str:
    """Answer a question out of what a villager knows, in words that could go on after a name and a comma.

    One that is not understood is answered by saying so.
    """
    low = words.casefold()
    for pattern, reply in _REPLIES:
        if re.search(pattern, low):
            text = reply(low, asker, seen)
            if text:
                return text
    return "I do not know about that."


def _person(low: str, asker: str, seen: VillageSeen) -> str:
    """Say where somebody is, was, or should be."""
    names = [name for name in seen.names if re.search(rf"\b{re.escape(name.casefold())}\b(?!'s house)", low)]
    name = next((name for name in names if name != seen.name), next(iter(names), ""))
    if not name:
        return ""
    if name == seen.name:
        return f"I am here, {where(seen.ground, seen.me.at)}."
    trade, sight = TRADES[name], seen.me.sights.get(name)
    usual = f"By day {name} works {at(trade.place)}."
    if sight is None:
        return f"I have not seen {name} yet. {usual}"
    if sight.near:
        return f"{name} is right there, {where(seen.ground, sight.at)}{', asleep' * sight.asleep}."
    return f"I saw {name} {where(seen.ground, sight.at)} at {clock(sight.minute)}. {usual}"


def _place(low: str, asker: str, seen: VillageSeen) -> str:
    named = next((place for place in seen.ground.places if place.name.casefold() in low), None)
    return _way(named, seen) if named else ""


def _way(place: Place, seen: VillageSeen) -> str:
    here, there = seen.me.at, min(place.spots, key=lambda spot: apart(seen.me.at, spot))
    if place.has(here):
        return f"you have found it: we are {at(place.name)}."
    east, south = there[0] - here[0], there[1] - here[1]
    across = abs(east) >= abs(south)
    side = _SIDES[((east > 0) - (east < 0), 0) if across else (0, (south > 0) - (south < 0))]
    return f"{the(place.name)} is {apart(here, there)} steps from here, to the {side}."


def _meal(low: str, asker: str, seen: VillageSeen) -> str:
    serving = [place for place in seen.ground.places if place.serves]
    near = min(serving, key=lambda place: apart(seen.me.at, place.spots[0]))
    return f"at the {near.name}, or in your own house: {_way(near, seen)}"


def _goods(low: str, asker: str, seen: VillageSeen) -> str:
    place = next((each for each in seen.ground.places if each.gives and each.gives in low), None)
    return f"there is {place.gives} {at(place.name)}: {_way(place, seen)}" if place else ""


def _news(low: str, asker: str, seen: VillageSeen) -> str:
    """Tell known news that is new to the asker."""
    known = list(reversed(seen.me.news.values()))
    fresh = [each for each in known if asker not in each.shared]
    return _passed_on(fresh[0]) if fresh else ("nothing that you do not know." if known else "I have heard nothing.")


def _passed_on(known: Known) -> str:
    return f"{known.source} says {known.text}." if known.source else f"{known.text}; I know it first hand."


def _source(low: str, asker: str, seen: VillageSeen) -> str:
    known = next(reversed(seen.me.news.values()), None)
    if known is None:
        return "nobody has told me anything."
    return f"{known.source} did, at {clock(known.minute)}." if known.source else "nobody; I know it first hand."


def _time(low: str, asker: str, seen: VillageSeen) -> str:
    return f"it is {clock(seen.now)}."


def _self(low: str, asker: str, seen: VillageSeen) -> str:
    trade = TRADES[seen.name]
    return f"I am {seen.name}, the {trade.name}. I work {at(trade.place)}, and live in {house_of(seen.name)}."


def _feeling(low: str, asker: str, seen: VillageSeen) -> str:
    pressing = seen.me.needs.pressing
    if not pressing:
        return "I am well, thank you."
    return "I am " + " and ".join({"hunger": "hungry", "energy": "tired"}[need] for need in pressing) + "."


def _where(low: str, asker: str, seen: VillageSeen) -> str:
    return _place(low, asker, seen) or _person(low, asker, seen)


_REPLIES: tuple[tuple[str, Callable[[str, str, VillageSeen], str]], ...] = (
    (r"\bwho (told|says|said)|\bhow do you know|\bfrom whom", _source),
    (r"\bnews\b|\bwhat( is|'s|’s) (new|up)|\banything new|\bheard\b|\bwhat happened", _news),
    (r"\bwhat time|\bhow late", _time),
    (r"\bwhere\b.*\b(eat|food|meal|hungry|dinner|lunch|breakfast)", _meal),
    (r"\bwho are you|\bwhat do you do|\bwhere do you (live|work)|\byour (name|work|job)", _self),
    (r"\bhow are you|\bhow do you do", _feeling),
    (r"\bwhere\b.*\b(get|find|gather|buy)\b", _goods),
    (r"\bwhere|\bseen\b|\bhow far|\bway to|\bfind\b", _where),
)
"""Patterns in small letters, the first that fits and has an answer, and how that is made."""
