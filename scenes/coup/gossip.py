"""Statements of bots between turns: a card that keeps others off, held or not, and doubts about others."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from core.engine.chance import Draw
from scenes.coup.events import Blocked, Declared
from scenes.coup.moves import CHARACTERS, COPIES, RULES, Character
from scenes.coup.observation import Observation
from scenes.coup.strong.counting import turned_up
from scenes.coup.strong.standing import standing
from scenes.coup.talk import Words, has_spoken, said_to_have

LIE = 0.6
"""The odds of a claim below which it may be called a lie; the more readily the lower they are."""


class Tongue(NamedTuple):
    """A player's way of talking."""

    lies: float
    """Probability of claiming a card it does not hold, if that would keep others off."""
    doubts: float
    """Readiness to state disbelief in a claim that is as likely true as not."""
    often: float = 0.25
    """Probability of naming a card that might keep others off."""


def remark(seen: Observation, tongue: Tongue, odds: Callable[[str, Character], float], draw: Draw) -> Words | None:
    """Return a statement, or None. `odds` are the player's beliefs about others' cards."""
    if seen.phase != "talk" or has_spoken(seen) or not seen.players[seen.seat].cards:
        return None
    shield = _shield(seen, tongue, draw)
    if shield and draw.random() < tongue.often:
        return shield
    true, doubt = min(_news(seen, odds), default=(1.0, None))
    return doubt if true < LIE and draw.random() * true < tongue.doubts * (1 - true) else None


def _shield(seen: Observation, tongue: Tongue, draw: Draw) -> Words | None:
    """Return a card against a threat that has not been named before.

    True or not, it fits the player's earlier words and claims, as naming more characters than cards reveals a lie.
    """
    named = said_to_have(seen)[seen.name]
    story = named | {CHARACTERS[card] for card in standing(seen)[seen.seat]}
    lying = draw.random() < tongue.lies
    for card in _threats(seen):
        if card in seen.hand or (lying and turned_up(seen, card) < COPIES):
            fits = card in story or len(story) < len(seen.hand)
            return Words("", card) if fits and card not in named else None
    return None


def _threats(seen: Observation) -> Iterator[Character]:
    """Yield the characters that block others' next actions, the most costly first."""
    others = [each for each in seen.players if each.cards and each.name != seen.name]
    if any(each.coins >= RULES["assassinate"].cost for each in others):
        yield "Contessa"
    stolen = any(type(fact.data) is Declared and fact.data.target == seen.name for fact in seen.history)
    if stolen and seen.players[seen.seat].coins:
        yield "Captain"


def _news(seen: Observation, odds: Callable[[str, Character], float]) -> Iterator[tuple[float, Words]]:
    """Yield the claims that stood in the last turn, with their odds."""
    stood = standing(seen)
    for fact in seen.history:
        if fact.action == seen.actions and fact.agent != seen.name and isinstance(fact.data, Declared | Blocked):
            card = fact.data.claim
            if card and CHARACTERS.index(card) in stood[seen.names.index(fact.agent)]:
                yield odds(fact.agent, card), Words(fact.agent, card)
