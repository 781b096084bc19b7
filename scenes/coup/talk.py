"""Bots' statements about cards, and the claims that have not been disproved."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from core.engine.chance import Draw
from core.engine.events import Said
from scenes.coup.events import Blocked, Challenged, Declared, Exchanged, Lost, Passed, Proved
from scenes.coup.moves import CARD, CHARACTERS, COPIES, RULES, Character
from scenes.coup.observation import Observation

ANY_CARD = "|".join(CHARACTERS)
HAS = re.compile(
    rf"\b(?:I (?:do )?have|I've got|I hold|I'm holding|my cards is|I am|I'm) (?:a|an|the) ({ANY_CARD})\b", re.IGNORECASE
)
HAS_NOT = re.compile(
    rf"\b(\w+) (?:has no|does not have an?|doesn't have an?) ({ANY_CARD})\b"
    rf"|\b(?:doubt that (\w+) has an?|don't (?:quite )?believe in (\w+)'s|don't buy (\w+)'s) ({ANY_CARD})\b"
    rf"|\b(\w+)'s ({ANY_CARD}) is (?:a lie|a bluff|made up)\b",
    re.IGNORECASE,
)
OWN, DOUBT = "I have {a} {card}.", "I say that {who} has no {card}."


class Words(NamedTuple):
    """A statement about one card: the speaker has it, or, with a name in `about`, that player lacks it."""

    about: str
    card: Character


@lru_cache(2048)
def read(text: str, names: tuple[str, ...]) -> Words | None:
    """Parse the first statement about a card; None if there is none."""
    if found := HAS.search(text):
        return Words("", _character(found[1]))
    if found := HAS_NOT.search(text):
        name, card = filter(None, found.groups())
        return Words(name.capitalize(), _character(card)) if name.capitalize() in names else None
    return None


def _character(word: str) -> Character:
    return next(card for card in CHARACTERS if card == word.capitalize())


def spoken(words: Words) -> str:
    if words.about:
        return DOUBT.format(who=words.about, card=words.card)
    return OWN.format(a="an" if words.card[0] == "A" else "a", card=words.card)


def stated_cards(seen: Observation) -> dict[str, set[Character]]:
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
    """Return True if the player has spoken since the last turn of the game; bots then stay silent."""
    return any(
        type(fact.data) is Said and fact.agent == seen.name and fact.action == seen.actions
        for fact in reversed(seen.history)
    )


def undisproved_claims(seen: Observation) -> list[list[int]]:
    """Return each seat's latest claimed cards that have not been disproved, newest first.

    A player has at most as many as cards. A claim lapses if the player exchanges cards, shows or loses the card, or is
    caught lying about it.
    """
    said: list[list[int]] = [[] for _ in seen.names]
    cards = [2] * len(seen.names)
    open_claim: tuple[int, int] | None = None
    doubted = -1
    for fact in seen.history:
        body, seat = fact.data, seen.names.index(fact.agent)
        match body:
            case Declared(claim=claim) | Blocked(claim=claim):
                open_claim = None if claim is None else (seat, CARD[claim])
            case Passed() if open_claim:
                who, card = open_claim
                said[who] = [card, *_without(said[who], card)][: cards[who]]
                open_claim = None
            case Challenged(claim=claim):
                open_claim, doubted = None, CARD[claim]
            case Proved(shown):
                said[seat] = _without(said[seat], CARD[shown])
            case Lost(lost, why):
                cards[seat] -= 1
                left = _without(said[seat], CARD[lost])
                said[seat] = (_without(left, doubted) if why == "bluff" else left)[: cards[seat]]
            case Exchanged():
                said[seat] = []
    return said


def _without(cards: list[int], card: int) -> list[int]:
    return [each for each in cards if each != card]


LIE = 0.6
"""Probability of a claim below which a bot may call it a lie; the lower the probability, the more often."""


class TalkStyle(NamedTuple):
    """Probabilities that make up a player's way of talking."""

    lies: float
    """Probability of claiming a card that the player does not hold, to deter others."""
    doubts: float
    """Readiness to call a claim a lie that is true with probability 0.5."""
    often: float = 0.25
    """Probability of naming a card that may deter others."""
    fierce: float = 0.0
    """Probability of answering harm with a threat."""
    deals: float = 0.0
    """Probability of offering a deal where one makes sense."""


def remark(seen: Observation, style: TalkStyle, odds: Callable[[str, Character], float], draw: Draw) -> Words | None:
    """Return a statement, or None. `odds` are the player's beliefs about others' cards."""
    if seen.phase not in ("talk", "act") or has_spoken(seen) or not seen.me.cards:
        return None
    if draw.random() < style.often and (shield := _shield(seen, style, draw)):
        return shield
    if not style.doubts:
        return None
    true, doubt = min(_news(seen, odds), default=(1.0, None))
    return doubt if true < LIE and draw.random() * true < style.doubts * (1 - true) else None


def _shield(seen: Observation, style: TalkStyle, draw: Draw) -> Words | None:
    """Name a card that deters a threatened action and has not been named yet.

    True or not, it fits the player's earlier words and claims, because naming more characters than cards would expose a
    lie.
    """
    named = stated_cards(seen)[seen.name]
    story = named | {CHARACTERS[card] for card in undisproved_claims(seen)[seen.seat]}
    lying = draw.random() < style.lies
    for card in _threats(seen):
        if card in seen.hand or (lying and seen.turned_up(card) < COPIES):
            fits = card in story or len(story) < len(seen.hand)
            return Words("", card) if fits and card not in named else None
    return None


def _threats(seen: Observation) -> Iterator[Character]:
    """Yield the characters that block others' likely next actions, the most costly first."""
    others = [each for each in seen.players if each.cards and each.name != seen.name]
    if any(each.coins >= RULES["assassinate"].cost for each in others):
        yield "Contessa"
    stolen = any(type(fact.data) is Declared and fact.data.target == seen.name for fact in seen.history)
    if stolen and seen.me.coins:
        yield "Captain"


def _news(seen: Observation, odds: Callable[[str, Character], float]) -> Iterator[tuple[float, Words]]:
    """Yield the claims of the last turn that were not disproved, with their odds."""
    stood = undisproved_claims(seen)
    for fact in seen.history:
        if fact.action == seen.actions and fact.agent != seen.name and isinstance(fact.data, Declared | Blocked):
            card = fact.data.claim
            if card and CHARACTERS.index(card) in stood[seen.names.index(fact.agent)]:
                yield odds(fact.agent, card), Words(fact.agent, card)
