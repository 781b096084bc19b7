"""Actions worth a search: neither dominated by counting, nor hopeless by all beliefs."""

from collections.abc import Sequence
from math import prod

from scenes.coup.actions import CHALLENGE, PASS, Action, Move
from scenes.coup.strong.belief import Belief
from scenes.coup.strong.codes import BLOCKS, CARD, VERB
from scenes.coup.strong.dominated import undominated
from scenes.coup.strong.tempers import HANDS

SURE = 0.9
"""Probability from which a claim is not worth a doubt, and a block not worth a try."""


def worthwhile(belief: Belief, actions: Sequence[Action]) -> list[Action]:
    """Return the actions worth trying, in the same order.

    Playouts tell such actions apart too rarely, or overrate them: a card given away may look good, as a player with
    fewer cards is left alone.
    """
    left = undominated(belief, actions)
    if belief.game.phase == "act":
        return [move for move in left if not (isinstance(move, Move) and _blocked(belief, move))] or left
    return [PASS] if CHALLENGE in left and PASS in left and _vain(belief) else left


def _vain(belief: Belief) -> bool:
    """Return True if a challenge would only give a card away; it may be all that is left to try."""
    game = belief.game
    assert game.claim is not None
    last = game.verb == "assassinate" and game.target == belief.me and len(belief.own) == 1
    return not last and belief.odds(game.claimant, CARD[game.claim]) > SURE


def _blocked(belief: Belief, move: Move) -> bool:
    """Return True if an opponent can almost surely block it."""
    cards = BLOCKS[VERB[move.verb]]
    if not cards:
        return False
    seats = [belief.game.seat[move.target]] if move.target else belief.suspects
    return prod([1 - _any_of(belief, seat, cards) for seat in seats]) < 1 - SURE


def _any_of(belief: Belief, seat: int, cards: Sequence[int]) -> float:
    """Return the probability that an opponent holds one of these."""
    hands = HANDS[belief.suspects[seat].size]
    odds = belief.deals.hands(seat)
    return sum([each for each, hand in zip(odds, hands, strict=True) if not set(cards).isdisjoint(hand)])
