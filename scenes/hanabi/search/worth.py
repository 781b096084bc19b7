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
    (-0.280, 0.713, -0.055, 0.014, -0.204, -0.016, 0.094, -0.575, 0.240, 0.289, 0.067,
     -0.020, 0.016, -0.009, -0.056, -0.257, -0.022, 0.030, 0.068, -0.149, 0.232),
    (-0.874, 0.938, -0.729, 0.098, -0.113, -0.096, 0.142, -0.628, 0.208, 0.252, 0.085,
     -0.041, 0.009, -0.020, -0.088, -0.182, -0.047, 0.050, 0.022, 0.368, 0.639),
    (-1.678, 1.063, -0.747, 0.130, -0.049, -0.094, 0.154, -0.816, 0.111, 0.201, 0.158,
     0.070, 0.014, -0.012, -0.052, -0.195, -0.065, 0.055, 0.025, 0.608, 1.291),
    (-2.694, 1.183, -0.718, 0.078, -0.090, 0.048, 0.160, -1.244, 0.160, 0.145, 0.067,
     -0.140, 0.012, 0.033, -0.034, -0.130, -0.090, 0.041, 0.054, 1.036, 1.557),
    (-4.181, 1.315, -0.691, 0.198, -0.066, -0.022, 0.161, -0.064, 0.035, 0.123, 0.197,
     0.069, 0.073, -0.042, -0.064, -0.167, -0.101, 0.006, 0.069, -0.006, 0.037),
    (-5.747, 1.339, -0.599, 0.269, -0.032, -0.057, 0.190, 0.000, 0.140, 0.153, 0.154,
     0.021, 0.081, 0.028, -0.045, -0.151, -0.118, -0.068, 0.107, 0.000, 0.000),
    (-2.893, 0.827, -0.204, 0.242, -0.065, -0.064, 0.238, 0.000, 0.113, 0.245, 0.277,
     0.035, 0.179, -0.101, -0.060, -0.177, -0.123, -0.103, 0.098, 0.000, 0.000),
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
