"""Table talk that bots understand: that one has a card, or that somebody else has not."""

import re
from typing import NamedTuple

from core.engine.events import Said
from scenes.coup.events import Exchanged, Lost
from scenes.coup.moves import CHARACTERS, Character
from scenes.coup.observation import Observation

CARD = "|".join(CHARACTERS)
HAS = re.compile(rf"\b(?:I have|I've got|I hold|I am|I'm) (?:a|an|the) ({CARD})\b", re.IGNORECASE)
HAS_NOT = re.compile(rf"\b(\w+) (?:has no|does not have an?|doesn't have an?) ({CARD})\b", re.IGNORECASE)
OWN, DOUBT = "I have {a} {card}.", "I say that {who} has no {card}."


class Words(NamedTuple):
    """A statement about cards: the speaker's own, or with a name cards that another player lacks."""

    about: str
    card: Character


def read(text: str, names: tuple[str, ...]) -> Words | None:
    """Read the first statement about a card; None for all other words."""
    if found := HAS.search(text):
        return Words("", _character(found[1]))
    if (found := HAS_NOT.search(text)) and (name := found[1].capitalize()) in names:
        return Words(name, _character(found[2]))
    return None


def _character(word: str) -> Character:
    return next(card for card in CHARACTERS if card == word.capitalize())


def spoken(words: Words) -> str:
    if words.about:
        return DOUBT.format(who=words.about, card=words.card)
    return OWN.format(a="an" if words.card[0] == "A" else "a", card=words.card)


def said_to_have(seen: Observation) -> dict[str, set[Character]]:
    """Return each player's stated cards since it last lost or exchanged a card."""
    said: dict[str, set[Character]] = {name: set() for name in seen.names}
    for fact in seen.history:
        match fact.data:
            case Said(text=text) if (words := read(text, seen.names)) and not words.about:
                said[fact.agent].add(words.card)
            case Lost() | Exchanged():
                said[fact.agent].clear()
    return said


def has_spoken(seen: Observation) -> bool:
    """Return True if the player has spoken since the last turn of the game: bots say one thing at a time."""
    return any(
        type(fact.data) is Said and fact.agent == seen.name and fact.action == seen.actions
        for fact in reversed(seen.history)
    )
