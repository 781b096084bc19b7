"""Value of a position of two players: the points still to come if both follow the code.

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
    (-0.429, 0.749, 0.074, 0.040, -0.150, -0.033, 0.068, -0.622, 0.217, 0.389, 0.188,
     0.101, 0.017, 0.061, -0.064, -0.134, -0.041, -0.011, 0.058, -0.143, 0.133),
    (-0.800, 0.878, -0.352, 0.094, -0.074, -0.077, 0.106, -0.703, 0.233, 0.318, 0.133,
     0.052, 0.004, 0.075, -0.046, -0.120, -0.062, 0.014, 0.039, 0.207, 0.385),
    (-1.392, 1.023, -0.578, 0.099, -0.034, -0.051, 0.130, -0.817, 0.185, 0.209, 0.097,
     0.034, 0.011, -0.066, -0.032, -0.134, -0.056, 0.051, 0.035, 0.384, 0.837),
    (-2.786, 1.239, -0.731, 0.136, 0.004, -0.048, 0.133, -1.292, 0.140, 0.148, 0.084,
     0.034, 0.034, -0.046, -0.020, -0.145, -0.049, 0.068, 0.027, 1.457, 1.232),
    (-4.946, 1.472, -0.792, 0.190, -0.006, -0.036, 0.142, -1.725, 0.178, 0.148, 0.095,
     0.040, 0.034, 0.013, -0.010, -0.144, -0.069, 0.004, 0.040, 0.055, 0.443),
    (-8.576, 1.746, -0.864, 0.229, -0.037, -0.025, 0.172, 0.000, 0.224, 0.191, 0.090,
     -0.024, 0.063, -0.052, -0.018, -0.259, -0.151, -0.067, 0.063, 0.000, 0.000),
    (-2.293, 0.830, -0.163, 0.226, -0.039, -0.087, 0.212, 0.000, 0.220, 0.209, 0.111,
     0.014, 0.117, -0.065, -0.085, -0.251, -0.160, -0.077, 0.058, 0.000, 0.000),
)
# fmt: on
"""A factor for each of the `signs` in each stretch."""


def signs(lanes: Lanes) -> Floats:
    """Return the features for and against many points, one row per game."""
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
    """Estimate the final scores while cards are left in the deck."""
    stretch = np.searchsorted(STRETCHES, lanes.in_deck)
    out: Floats = lanes.score + (signs(lanes) * FACTORS[stretch]).sum(1)
    return np.minimum(out, 25)


FACTORS = np.array(WORTH, np.float32)
