"""Meaning of players' words: claims of cards, threats, offers and answers. Unclear words commit nobody."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import compress
from math import prod
from typing import Any

from core.engine.events import Body
from core.intents.grammar import Reading
from core.intents.license import QUOTES
from scenes.coup.events import Agreed, Declined, Offered, Threatened
from scenes.coup.intents import GRAMMAR, nouns
from scenes.coup.moves import CHARACTERS, Character
from scenes.coup.pacts import THREAT_ROUNDS, Pact, Pacts
from scenes.coup.rules import Game

MIN_CONFIDENCE = 0.7
"""Minimum confidence of a reading that counts; for the halves of a threat or an offer, of their geometric mean."""
MAX_ROUNDS = 3
"""Maximum rounds of a deal against a rival."""
TWO_ROUNDS_WORDS = re.compile(r"\b(?:two|2) (?:rounds|turns)\b", re.IGNORECASE)


@lru_cache(2048)
def read(text: str, speaker: str, names: tuple[str, ...]) -> Sequence[Reading]:
    """Read a message; a message with quotation marks counts as silence."""
    return GRAMMAR.read(text, nouns(names, speaker)) if QUOTES.isdisjoint(text) else ()


def _slots_of_intent(readings: Sequence[Reading], intent: str, least: float = 0.0) -> list[Any]:
    """Return the players or cards that an intent is about."""
    return [each.slots[0] for each in readings if each.intent == intent and each.confidence >= least]


def _deeds_of_intents(readings: Sequence[Reading], *prefixes: str) -> Sequence[Any]:
    """Return the deeds of intents with these prefixes; nothing if one is missing or their confidence is too low."""
    found = [each for prefix in prefixes for each in readings if each.intent.startswith(prefix)]
    sure = len(found) == len(prefixes) and prod(each.confidence for each in found) >= MIN_CONFIDENCE ** len(found)
    return [each.intent.split("_")[-1] for each in found] if sure else ()


def claimed_cards(text: str, speaker: str, names: tuple[str, ...]) -> list[Character]:
    """Return the cards that the speaker claims to have, in the order of `CHARACTERS`."""
    claimed = _slots_of_intent(read(text, speaker, names), "claim", MIN_CONFIDENCE)
    return [card for card in CHARACTERS if card in claimed]


def examples(name: str) -> tuple[str, ...]:
    """Return sentences to a player that are always understood: a threat, two offers, and two answers."""
    return (
        f"{name}, if you steal from me, I coup you.",
        f"{name}, leave me alone this round and I leave you alone.",
        f"{name}, let's leave each other alone for two rounds.",
        f"Deal, {name}.",
        f"No deal, {name}.",
    )


def commitment(text: str, name: str, game: Game, pacts: Pacts) -> Body | None:
    """Return the commitment that a player's words make, or None."""
    living = [*compress(game.names, game.hands)]
    if name not in living or len(living) < 3:
        return None
    readings = read(text, name, game.names)
    to = _living(readings, "to", living)
    if len(to) == 1 and (threat := _deeds_of_intents(readings, "if_", "then_")):
        deed, strike = threat
        return Threatened(to[0], deed, strike, game.actions + THREAT_ROUNDS * len(living))
    if answer := _answer(readings, [pact for pact in pacts if pact.to == name and (not to or pact.by in to)], game):
        return answer
    offer = _deeds_of_intents(readings, "ask_", "give_")
    if len(to) != 1 or not offer or any(pact.binds(name, to[0]) for pact in pacts):
        return None
    rival = next((each for each in _living(readings, "against", living) if each != to[0]), "")
    rounds = MAX_ROUNDS if rival else 2 if TWO_ROUNDS_WORDS.search(text) else 1
    asks, gives = offer
    return Offered(to[0], asks, gives, game.actions + len(living), rounds, rival)


def _living(readings: Sequence[Reading], intent: str, living: Sequence[str]) -> list[str]:
    """Return the players in the game that an intent is about."""
    return [each for each in _slots_of_intent(readings, intent) if each in living]


def _answer(readings: Sequence[Reading], received: Sequence[Pact], game: Game) -> Declined | Agreed | None:
    """Return the answer to the only open offer among the received ones, or None."""
    offers = [pact for pact in received if pact.is_offer(game.actions)]
    if len(offers) != 1:
        return None
    if _deeds_of_intents(readings, "refuse"):
        return Declined(offers[0].by)
    if _deeds_of_intents(readings, "accept"):
        return Agreed(offers[0].by, game.actions + offers[0].rounds * sum(map(bool, game.hands)))
    return None
