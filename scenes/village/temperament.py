"""Temperaments of villagers, and the choice of a wording that was not used lately."""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal
from zlib import crc32

from core.engine.chance import Draw

Temperament = Literal["warm", "curt", "chatty", "gloomy"]
TEMPERAMENTS: tuple[Temperament, ...] = ("warm", "curt", "chatty", "gloomy")
Wordings = Mapping[str, Sequence[str]]
"""Sentences by temperament; those with the key "all" suit every temperament."""


def temperament(name: str) -> Temperament:
    """Return the temperament of a villager, which never changes."""
    return TEMPERAMENTS[(crc32(f"temperament 0 {name}".encode()) >> 12) % len(TEMPERAMENTS)]


def trait(name: str, about: str, levels: int) -> int:
    """Return a villager's fixed number for a subject, from 0 to `levels` - 1."""
    return (crc32(f"{name} {about}".encode()) >> 12) % levels


def choose(wordings: Wordings, name: str, draw: Draw | None, used: Collection[str], **slots: str) -> str:
    """Choose a wording that suits the speaker, if possible one not used lately.

    Args:
        wordings: Sentences by temperament.
        name: The speaker.
        draw: Source of chance; with None, the first unused wording is taken.
        used: Messages of the speaker.
        slots: Values of the placeholders.
    """
    own = [each.format(**slots) for each in wordings.get(temperament(name), ())]
    shared = [each.format(**slots) for each in wordings.get("all", ())]
    texts = (*used,)
    for group in (own, shared):
        fresh = [each for each in group if not each or not any(_core(each) in text.casefold() for text in texts)]
        if fresh:
            return draw.choice(fresh) if draw else fresh[0]
    group = own or shared
    return draw.choice(group) if draw else group[0]


def _core(sentence: str) -> str:
    """Return the part of a sentence that stays the same when a name is added at its beginning or end."""
    return sentence[1:].rstrip(".!?").casefold().split(". ")[-1]
