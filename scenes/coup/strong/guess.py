"""Who will win, guessed from how things stand: what a playout ends with that is cut short.

A conditional logit over the players in the game, fitted once to the ends of 22 thousand playouts of two to six players
of all tempers; the odds of a player are exp(score) to those of the others.
"""

from math import exp
from typing import TYPE_CHECKING, NamedTuple

from scenes.coup.strong.codes import ASSASSIN, CAPTAIN, CONTESSA, DUKE

if TYPE_CHECKING:
    from scenes.coup.strong.table import Table


class Weights(NamedTuple):
    two: float
    """Two cards."""
    distinct: float
    """Two cards that differ."""
    coin: float
    """Each coin."""
    coup: float
    """Coins for a coup."""
    first: float
    """Coins for a coup, and the next turn."""
    strike: float
    """An Assassin, and coins for it."""
    late: float
    """Turn order: times the share of players who come before."""
    cards: dict[int, float]
    """Holding a character."""
    random: float
    bluff: float
    """Times the rate of bluffs."""


DUEL = Weights(
    1.45, 0.36, 0.20, 0.3, 0.4, 0.5, -0.4, {DUKE: 0.5, ASSASSIN: -0.15, CAPTAIN: 0.35, CONTESSA: -0.15}, -1.4, -1
)
ROUND = Weights(
    0.98, 0.11, 0.05, 0.1, 0.33, 0.1, -0.04, {DUKE: 0.22, ASSASSIN: 0.0, CAPTAIN: 0.17, CONTESSA: 0}, -2.2, -1.6
)
"""For two players in the game, and for more."""


def share(table: "Table", me: int) -> float:
    """The chance that this seat wins, before the turn that comes after `actor`."""
    hands = table.hands
    if not hands[me]:
        return 0.0
    if table.left == 1:
        return 1.0
    weights = DUEL if table.left == 2 else ROUND
    cards = weights.cards
    total = own = 0.0
    place = 0
    for seat in (*table.order[table.actor], table.actor):
        hand = hands[seat]
        if not hand:
            continue
        coins, temper = table.coins[seat], table.tempers[seat]
        score = weights.coin * coins + weights.late * place / table.left
        if coins >= 7:
            score += weights.coup if place else weights.coup + weights.first
        if coins >= 3 and ASSASSIN in hand:
            score += weights.strike
        if len(hand) == 2:
            score += weights.two
            if hand[0] != hand[1]:
                score += weights.distinct
        for card, worth in cards.items():
            if card in hand:
                score += worth
        score += weights.random if temper.random else weights.bluff * temper.bluff
        odds = exp(score)
        total += odds
        place += 1
        if seat == me:
            own = odds
    return own / total
