"""What a moment of a game of two is worth: how many points are still to come if both go on by the code.

A linear guess for each stretch of the deck, fitted to games of the code with itself; `python -m
tests.bench.hanabi_worth` makes the numbers. It sees all cards, as whoever plays a game out in its head does.
"""

import numpy as np

from scenes.hanabi.search.code import CRITICAL, PLAYABLE, USELESS
from scenes.hanabi.search.copies import FIRST, Floats, count, is_one
from scenes.hanabi.search.lanes import Lanes

STRETCHES = (3, 6, 10, 15, 22, 30, 40)
"""Most cards in the deck, of each stretch."""
# fmt: off
WORTH: tuple[tuple[float, ...], ...] = (
    (-0.346, 0.756, 0.156, 0.045, -0.121, -0.037, 0.060, -0.604, 0.200, 0.452, 0.202,
     0.104, 0.016, -0.007, -0.085, -0.299, -0.088, -0.031, 0.057, -0.231, 0.078),
    (-0.775, 0.916, -0.435, 0.076, -0.079, -0.055, 0.098, -0.571, 0.226, 0.361, 0.146,
     0.064, 0.009, 0.034, -0.054, -0.112, -0.077, -0.011, 0.039, 0.047, 0.187),
    (-1.285, 1.020, -0.521, 0.059, -0.024, -0.025, 0.116, -0.395, 0.151, 0.226, 0.102,
     0.062, 0.018, -0.024, -0.080, -0.167, -0.039, 0.063, 0.005, -0.340, 0.168),
    (-1.861, 1.130, -0.533, 0.025, -0.072, 0.029, 0.100, -0.955, 0.122, 0.129, 0.054,
     0.028, 0.014, 0.014, -0.039, -0.200, -0.069, 0.066, 0.023, 1.640, 0.249),
    (-2.530, 1.122, -0.400, 0.132, -0.021, -0.043, 0.112, -0.460, 0.125, 0.137, 0.082,
     0.064, 0.030, 0.012, -0.052, -0.127, -0.039, 0.028, 0.034, -0.046, -0.368),
    (-4.433, 1.316, -0.479, 0.153, -0.079, -0.033, 0.116, 0.000, 0.164, 0.148, 0.064,
     -0.011, 0.057, 0.018, -0.066, -0.187, -0.093, -0.023, 0.045, 0.000, 0.000),
    (-1.820, 0.842, -0.134, 0.183, -0.082, -0.061, 0.174, 0.000, 0.195, 0.213, 0.124,
     0.037, 0.129, -0.070, -0.058, -0.236, -0.093, -0.083, 0.047, 0.000, 0.000),
)
# fmt: on
"""A factor for each of the `signs` in each stretch."""


def signs(lanes: Lanes) -> Floats:
    """What speaks for many points, or against; a row for each game."""
    playable, useless, critical = (lanes.kinds[:, kind][:, None] for kind in (PLAYABLE, USELESS, CRITICAL))
    mine, other = lanes.look(lanes.mover), lanes.look(1 - lanes.mover)
    cards = np.concatenate([lanes.cards[:, lanes.mover], lanes.cards[:, 1 - lanes.mover]], 1)
    sure = np.concatenate([mine.sure, other.sure], 2)
    known = np.bitwise_or.reduce(np.where(sure[:, PLAYABLE], cards, 0), 1)
    fitting = np.bitwise_or.reduce(cards & playable, 1)
    loss = np.stack([seen.loss(lanes.copies) for seen in (mine, other)])
    chop = loss.argmin(2)
    here = np.arange(len(lanes))
    idle = [~seen.sure[:, PLAYABLE].any(1) & ~seen.dead.any(1) for seen in (mine, other)]
    lost = [idle[n] & (cards[here, 5 * n + chop[n]] & critical[:, 0] != 0) for n in range(2)]
    wanted = count(~useless[:, 0] & FIRST)
    in_hands = count(np.bitwise_or.reduce(cards & ~useless, 1) & FIRST)
    hidden = ((cards & critical != 0) & ~sure[:, CRITICAL]).sum(1)
    trash = sure[:, USELESS].sum(1)
    deck, clues = lanes.in_deck, lanes.clues
    late = np.maximum(0, wanted - deck - 1)
    named = count(known & FIRST)
    return np.stack(
        [
            np.ones(len(lanes)),
            wanted,
            wanted * wanted / 25,
            clues,
            clues == 0,
            clues * clues / 8,
            deck,
            late,
            named,
            count(fitting & ~known & FIRST),
            mine.sure[:, PLAYABLE].any(1),
            other.sure[:, PLAYABLE].any(1),
            trash,
            trash > 0,
            hidden,
            lost[0] & (clues > 0),
            lost[1],
            in_hands,
            (is_one(np.concatenate([mine.hand, other.hand], 1)) & ~sure[:, USELESS]).sum(1),
            late * late / 10,
            clues * late / 10,
        ],
        1,
    ).astype(np.float32)


def guess(lanes: Lanes) -> Floats:
    """The score these games will have, about; only while there are cards in the deck."""
    stretch = np.searchsorted(STRETCHES, lanes.in_deck)
    out: Floats = lanes.score + (signs(lanes) * FACTORS[stretch]).sum(1)
    return np.minimum(out, 25)


FACTORS = np.array(WORTH, np.float32)
