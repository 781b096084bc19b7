"""Hands and decks as they may be: what a player cannot see, drawn many times at once."""

import numpy as np

from core.engine.chance import Draw
from core.engine.chance_arrays import Floats, randoms
from scenes.hanabi.search.copies import CARDS, Ints

TRIES = 6


def pile_of(copies: int) -> Ints:
    """Return the cards, one for each copy."""
    return np.array([card for card in CARDS for _ in range((card & copies).bit_count())], np.int64)


def deals(draw: Draw, hand: Ints, copies: int, wanted: int) -> tuple[Ints, Ints] | None:
    """Draw about so many possible hands by slot, each with the rest in random order; None if no hand is found.

    Each way to lay out the unseen cards is equally likely among those that are possible: slots are filled one after the
    other from what fits, those with the fewest choices first, and hands to which this leads too often are dropped as
    often.
    """
    pile = pile_of(copies)
    fits = (pile & hand[:, None]) != 0
    slots = [slot for slot in np.argsort(fits.sum(1), kind="stable") if hand[slot]]
    hands, rests, found = [], [], 0
    for _ in range(TRIES):
        tried = 2 * wanted
        games, used, even = np.arange(tried), np.zeros((tried, len(pile)), bool), np.ones(tried)
        drawn = np.zeros((tried, len(hand)), np.int64)
        for slot in slots:
            free = fits[slot] & ~used
            even *= free.sum(1) / max(int(fits[slot].sum()), 1)
            taken = np.where(free, _randoms(draw, tried, len(pile)), -1).argmax(1)
            drawn[:, slot], used[games, taken] = pile[taken], True
        (kept,) = np.nonzero(randoms(draw, tried) * max(even.max(), 1e-12) < even)
        order = np.where(used[kept], 2.0, _randoms(draw, len(kept), len(pile))).argsort(1)
        hands.append(drawn[kept])
        rests.append(pile[order[:, : len(pile) - len(slots)]])
        found += len(kept)
        if found >= wanted:
            break
    return (np.concatenate(hands)[:wanted], np.concatenate(rests)[:wanted]) if found else None


def _randoms(draw: Draw, rows: int, columns: int) -> Floats:
    return randoms(draw, rows * columns).reshape(rows, columns)
