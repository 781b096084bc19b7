"""What follows from the cards that one can see, and nothing else: exact odds of what others hold."""

from functools import cache
from math import comb

from scenes.coup.moves import CHARACTERS, COPIES, Character
from scenes.coup.observation import Observation


def turned_up(seen: Observation, card: Character) -> int:
    """Copies that lie open."""
    return sum([player.lost.count(card) for player in seen.players])


def unseen(seen: Observation, card: Character) -> int:
    """Copies that the viewer does not see: they are in the deck or in hands that it may not look into."""
    return COPIES - turned_up(seen, card) - sum([hand.count(card) for hand in seen.hands.values()])


def odds_by_counting(seen: Observation, name: str, card: Character) -> float:
    """The probability that a player holds a card, all deals that fit what the viewer sees being equally likely."""
    if name in seen.hands:
        return float(card in seen.hands[name])
    cards = len(CHARACTERS) * COPIES
    cards -= sum([len(player.lost) for player in seen.players]) + sum(map(len, seen.hands.values()))
    return _any_of(cards, unseen(seen, card), seen.players[seen.names.index(name)].cards)


@cache
def _any_of(cards: int, copies: int, drawn: int) -> float:
    """The probability that of so many cards drawn at least one is among the copies."""
    return 1 - comb(cards - copies, drawn) / comb(cards, drawn)
