"""What bots say between turns: a card that keeps others off, held or not, and whom they do not believe."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from core.chance import Draw
from scenes.coup.events import Declared
from scenes.coup.moves import CHARACTERS, COPIES, RULES, Character
from scenes.coup.observation import Observation
from scenes.coup.strong.counting import turned_up
from scenes.coup.strong.standing import standing
from scenes.coup.talk import Words, has_spoken, said_to_have

SELDOM = 0.25
"""How often something that might be said is said."""
LIE = 0.3
"""The odds of a claim below which it is called a lie."""


class Tongue(NamedTuple):
    """How somebody talks."""

    lies: float
    """How often it says to have what it has not, where that would keep somebody off."""
    doubts: float
    """How readily it says that it does not believe somebody."""


def remark(seen: Observation, tongue: Tongue, odds: Callable[[str, Character], float], draw: Draw) -> Words | None:
    """Something to say, or None. `odds` are what the player believes that others hold."""
    if seen.phase != "talk" or has_spoken(seen) or not seen.players[seen.seat].cards:
        return None
    shield, doubt = _shield(seen, tongue, draw), _doubt(seen, odds)
    if shield and draw.random() < SELDOM:
        return shield
    return doubt if doubt and draw.random() < tongue.doubts else None


def _shield(seen: Observation, tongue: Tongue, draw: Draw) -> Words | None:
    """A card against what threatens, that has not been named before."""
    named = said_to_have(seen)[seen.name]
    lying = draw.random() < tongue.lies
    for card in _threats(seen):
        if card in seen.hand or (lying and turned_up(seen, card) < COPIES):
            return None if card in named else Words("", card)
    return None


def _threats(seen: Observation) -> Iterator[Character]:
    """What blocks whatever others may do next, what costs most first."""
    others = [each for each in seen.players if each.cards and each.name != seen.name]
    if any(each.coins >= RULES["assassinate"].cost for each in others):
        yield "Contessa"
    stolen = any(type(fact.data) is Declared and fact.data.target == seen.name for fact in seen.history)
    if stolen and seen.players[seen.seat].coins:
        yield "Captain"


def _doubt(seen: Observation, odds: Callable[[str, Character], float]) -> Words | None:
    """Whoever is least believed in what it last claimed."""
    claimed = [
        (odds(name, CHARACTERS[cards[0]]), Words(name, CHARACTERS[cards[0]]))
        for name, cards in zip(seen.names, standing(seen), strict=True)
        if cards and name != seen.name and seen.players[seen.names.index(name)].cards
    ]
    least = min(claimed, default=None)
    return least[1] if least and least[0] < LIE else None
