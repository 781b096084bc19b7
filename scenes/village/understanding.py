"""Meaning of a message to a villager: its intents, and the people, place, goods and hour that it names."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from scenes.village.intents import GRAMMAR, nouns
from scenes.village.terrain import KINDS, Ground, Place
from scenes.village.villagers import NAMES, VillageSeen

QUESTIONS = frozenset(
    ("ask_news", "ask_who", "where", "ask_self", "ask_feel", "ask_plan", "ask_source", "ask_opinion", "ask_time")
)
OFFERS = frozenset(("invite", "request"))
SURE = 0.42
"""Probability of a reading from which it is answered; below it the villager asks what was meant."""
PLACES = frozenset(kind.name for kind in KINDS)
_HOURS = (("tonight", 19), ("evening", 18), ("dusk", 19), ("noon", 12), ("lunch", 12), ("dinner", 18))
_AT_HOUR = re.compile(r"\bat (\d{1,2})(?::\d\d)?\b(?! steps)")


class Meaning(NamedTuple):
    """A message as a villager understands it."""

    text: str
    """The message in lower case."""
    intents: Mapping[str, float]
    """Probability of each likely intent, most likely first."""
    licensed: frozenset[str]
    """Intents that may be acted upon."""
    people: tuple[str, ...]
    """Villagers that it names, except the listener."""
    names_listener: bool
    place: Place | None
    goods: Place | None
    """Place that has the goods that it names."""

    @property
    def main(self) -> str:
        """The most likely question or offer, else the most likely statement; empty if there is none."""
        asked = (each for each in self.intents if each in QUESTIONS or each in OFFERS)
        stated = (each for each in self.intents if each not in ("greet", "thanks", "bye", "sorry"))
        return next(asked, None) or next(stated, None) or next(iter(self.intents), "")

    @property
    def hour(self) -> int | None:
        """Hour of the day that it names."""
        if found := _AT_HOUR.search(self.text):
            return int(found[1]) if int(found[1]) < 24 else None
        return next((hour for word, hour in _HOURS if re.search(rf"\b{word}\b", self.text)), None)


@lru_cache(1 << 12)
def _read(text: str, names: tuple[str, ...], listener: str) -> tuple[tuple[str, float, bool], ...]:
    readings = GRAMMAR.read(text, nouns(names, PLACES, listener))
    return tuple((each.intent, each.confidence, each.licensed) for each in readings)


def understand(text: str, seen: VillageSeen) -> Meaning:
    """Read a message as the observing villager."""
    read = _read(text, seen.names, seen.name)
    low = text.casefold()
    named = [name for name in seen.names if re.search(rf"\b{re.escape(name.casefold())}\b(?!['’]s house)", low)]
    return Meaning(
        low,
        {intent: chance for intent, chance, _ in read},
        frozenset(intent for intent, _, licensed in read if licensed),
        tuple(name for name in named if name != seen.name),
        seen.name in named,
        _place(low, seen.ground),
        next((place for place in seen.ground.places if place.gives and re.search(rf"\b{place.gives}\b", low)), None),
    )


def _place(low: str, ground: Ground) -> Place | None:
    found = (place for place in ground.places if re.search(rf"\b{re.escape(place.name.casefold())}\b", low))
    return next(found, None)


def is_question(words: str) -> bool:
    """Return True if words request an answer, a thing or company."""
    intents = {intent for intent, _, _ in _read(words, NAMES, "")}
    return "?" in words or bool(intents & (QUESTIONS | OFFERS))


def addressee(words: str, names: tuple[str, ...]) -> str:
    """Return the name to whom words are addressed; empty if none.

    >>> addressee("Ida, what is new?", ("Ida", "Kai")), addressee("Where is Ida?", ("Ida", "Kai"))
    ('Ida', '')
    """
    low = words.casefold()
    for name in names:
        if re.match(rf"(?:\w+ ){{0,2}}{re.escape(name.casefold())}\s*[,:!.]", low) and not re.match(
            rf"(?:\w+ )?(?:saw|at|in|to|by|is|with) {re.escape(name.casefold())}", low
        ):
            return name
        if re.search(rf",\s*{re.escape(name.casefold())}\s*[?!.]", low + "."):
            return name
    return ""
