"""Temperaments and moods of villagers, and the wordings that suit them."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal
from zlib import crc32

from core.intents.topics import filled
from core.social.persona import Portrait
from scenes.village.villagers import VillageSeen

Temperament = Literal["warm", "curt", "chatty", "gloomy"]
TEMPERAMENTS: tuple[Temperament, ...] = ("warm", "curt", "chatty", "gloomy")
MOODS: Mapping[Temperament, str] = {
    "curt": r"angr|annoy|furious|cross|irritat|mad|upset|hostile|rude|grump|curt|short|terse|busy|quiet|cold",
    "gloomy": r"sad|unhappy|lonel|griev|tired|exhaust|ill|sick|gloom|afraid|scared|worried|anxious|hopeless|pessimis",
    "warm": r"happy|calm|kind|friend|warm|content|gentle|polite|lov|grateful",
    "chatty": r"excit|cheer|joy|glad|talkative|enthusias|curious|chatty|drunk|proud",
}
"""Beginnings of words for moods and styles, by the temperament that they sound like."""
Wordings = Mapping[str, Sequence[str]]
"""Sentences by temperament; those with the key "all" suit every temperament."""


def temperament(name: str) -> Temperament:
    """Return the temperament of a villager, which never changes."""
    return TEMPERAMENTS[(crc32(f"temperament 0 {name}".encode()) >> 12) % len(TEMPERAMENTS)]


def mood(seen: VillageSeen) -> str:
    """Return the mood that a persona or an intervention set; empty if none did."""
    properties = seen.portraits[seen.name].properties
    return next((properties[each] for each in ("mood", "emotion", "feeling") if each in properties), "")


def is_low(seen: VillageSeen) -> bool:
    """Return True if the villager is in a mood in which it avoids people."""
    return any(re.search(rf"\b(?:{MOODS[each]})", mood(seen), re.IGNORECASE) for each in ("curt", "gloomy"))


def manner(seen: VillageSeen) -> Temperament:
    """Return the way in which a villager talks: by its mood, else its persona, else its temperament."""
    portrait: Portrait = seen.portraits[seen.name]
    for text in (mood(seen), f"{portrait.style} {portrait.profile}"):
        for each, words in MOODS.items():
            if re.search(rf"\b(?:{words})", text, re.IGNORECASE):
                return each
    return temperament(seen.name)


def trait(name: str, about: str, levels: int) -> int:
    """Return a villager's fixed number for a subject, from 0 to `levels` - 1."""
    return (crc32(f"{name} {about}".encode()) >> 12) % levels


def usable(wordings: Wordings, manner: Temperament, slots: Mapping[str, str]) -> tuple[list[str], ...]:
    """Return the sentences whose placeholders have values: those of a temperament, and those for all."""
    return tuple(filled(wordings.get(key, ()), slots) for key in (manner, "all"))
