"""Bots' statements about cards: own cards, to deter others, and cards that others claimed and may not have."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from core.engine.chance import Draw
from core.engine.events import Said
from scenes.coup.claim_memory import stated_cards, undisproved_claims
from scenes.coup.events import Blocked, Declared
from scenes.coup.moves import CARD_NUMBER, CHARACTERS, COPIES, RULES, Character, with_article
from scenes.coup.observation import Observation

Odds = Callable[[str, Character], float]
"""A player's belief that another player holds a card."""
MAX_DOUBTED_CHANCE = 0.6
"""Probability of a true claim below which a bot may call it a lie; the lower the probability, the more often."""


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


class Statement(NamedTuple):
    """A statement about one card: the speaker has it, or, with a name in `about`, that player lacks it."""

    about: str
    card: Character

    def __str__(self) -> str:
        if self.about:
            return f"I say that {self.about} has no {self.card}."
        return f"I have {with_article(self.card)}."


def has_spoken(seen: Observation) -> bool:
    """Return True if the player has spoken since the last turn of the game; bots then stay silent."""
    return any(
        type(fact.data) is Said and fact.agent == seen.name and fact.action == seen.actions
        for fact in reversed(seen.history)
    )


def choose_statement(seen: Observation, style: TalkStyle, odds: Odds, draw: Draw) -> Statement | None:
    """Choose a statement, or None. `odds` gives the player's beliefs about others' cards."""
    if seen.phase not in ("talk", "act") or has_spoken(seen) or not seen.me.cards:
        return None
    if draw.random() < style.often and (deterrent := _deterring_statement(seen, style, draw)):
        return deterrent
    if not style.doubts:
        return None
    true, doubt = min(_doubts_of_new_claims(seen, odds), default=(1.0, None))
    return doubt if true < MAX_DOUBTED_CHANCE and draw.random() * true < style.doubts * (1 - true) else None


def _deterring_statement(seen: Observation, style: TalkStyle, draw: Draw) -> Statement | None:
    """Name a card that deters a threatened action and has not been named yet.

    True or not, it fits the player's earlier words and claims, because naming more characters than cards would expose a
    lie.
    """
    named = stated_cards(seen)[seen.name]
    story = named | {CHARACTERS[card] for card in undisproved_claims(seen)[seen.seat]}
    lying = draw.random() < style.lies
    for card in _useful_blocks(seen):
        if card in seen.hand or (lying and seen.turned_up(card) < COPIES):
            fits = card in story or len(story) < len(seen.hand)
            return Statement("", card) if fits and card not in named else None
    return None


def _useful_blocks(seen: Observation) -> Iterator[Character]:
    """Yield the characters that block others' likely next actions, the most costly first."""
    if any(each.coins >= RULES["assassinate"].cost for each in seen.others()):
        yield "Contessa"
    stolen = any(type(fact.data) is Declared and fact.data.target == seen.name for fact in seen.history)
    if stolen and seen.me.coins:
        yield "Captain"


def _doubts_of_new_claims(seen: Observation, odds: Odds) -> Iterator[tuple[float, Statement]]:
    """Yield doubts about claims of the last turn that were not disproved, each with the claim's probability."""
    undisproved = undisproved_claims(seen)
    for fact in seen.history:
        if fact.action == seen.actions and fact.agent != seen.name and isinstance(fact.data, Declared | Blocked):
            card = fact.data.claim
            if card and CARD_NUMBER[card] in undisproved[seen.names.index(fact.agent)]:
                yield odds(fact.agent, card), Statement(fact.agent, card)
