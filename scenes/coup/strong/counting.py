"""Exact odds of others' hands by visible cards alone."""

from functools import cache
from math import comb

from scenes.coup.moves import CHARACTERS, COPIES, Character
from scenes.coup.observation import Observation


def turned_up(seen: Observation, card: Character) -> int:
    """Count the turned-up copies."""
    return sum([player.lost.count(card) for player in seen.players])


def unseen(seen: Observation, card: Character) -> int:
    """Count the copies that the viewer does not see, in the deck or in hidden hands."""
    return COPIES - turned_up(seen, card) - sum([hand.count(card) for hand in seen.hands.values()])


def odds_by_counting(seen: Observation, name: str, card: Character) -> float:
    """Return the probability that a player holds a card, with all deals that fit the visible cards equally likely."""
    if name in seen.hands:
        return float(card in seen.hands[name])
    cards = len(CHARACTERS) * COPIES
    cards -= sum([len(player.lost) for player in seen.players]) + sum(map(len, seen.hands.values()))
    return _any_of(cards, unseen(seen, card), seen.players[seen.names.index(name)].cards)


@cache
def _any_of(cards: int, copies: int, drawn: int) -> float:
    """Return the probability of at least one copy among the drawn cards."""
    return 1 - comb(cards - copies, drawn) / comb(cards, drawn)
