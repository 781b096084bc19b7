"""Focuses of a game's clues, by the conventions in models' prompts."""

from typing import NamedTuple

from scenes.hanabi.observation import Observation
from scenes.hanabi.variants import HANDS, VARIANTS


class Told(NamedTuple):
    """A clue of which a card that it touched is still in a hand."""

    turn: int
    """Turn of the game, from 0."""
    seat: int
    """Giver's seat."""
    to: int
    clue: int
    held: tuple[int, ...]
    """Cards that it touched and that are still held, by their order."""
    focus: int
    """The card that it was about, by its order, which may be gone."""
    fresh: bool
    """True if no clue had touched that card before."""
    chop: bool
    """True if that card was the chop."""


def told(seen: Observation) -> list[Told]:
    """Go through the moves, oldest first: who held which cards when a clue was given is known to all."""
    size, cards = HANDS[len(seen.names)], len(VARIANTS[seen.variant].deck)
    hands = [list(range(seat * size, (seat + 1) * size)) for seat in range(len(seen.names))]
    drawn = size * len(seen.names)
    clued: set[int] = set()
    held = {card.order for hand in seen.hands for card in hand}
    out = []
    for turn, move in enumerate(seen.history):
        if move.kind != "clue":
            hand = hands[move.seat]
            hand.remove(move.order)
            if drawn < cards:
                hand.append(drawn)
                drawn += 1
            continue
        focus, fresh, chop = _focus(hands[move.to], move.touched, clued)
        clued |= {*move.touched}
        if left := tuple(order for order in move.touched if order in held):
            out.append(Told(turn, move.seat, move.to, move.clue, left, focus, fresh, chop))
    return out


def chop_of(seen: Observation, seat: int) -> int:
    """Return the slot of the oldest card without a clue; -1 if there is none."""
    return max((slot for slot, held in enumerate(seen.hands[seat]) if not held.clued), default=-1)


def _focus(hand: list[int], touched: tuple[int, ...], clued: set[int]) -> tuple[int, bool, bool]:
    """Return the focus, whether it is touched for the first time, and whether it was the chop.

    Hands hold their oldest card first.
    """
    fresh = [order for order in touched if order not in clued]
    if not fresh:
        return max(touched), False, False
    chop = next(order for order in hand if order not in clued)
    return (chop, True, True) if chop in fresh else (max(fresh), True, False)
