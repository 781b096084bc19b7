"""Public states at the start of a turn, for many games at once."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from scenes.coup.equilibrium.hands import Array, Numbers


class States(NamedTuple):
    """A batch of states in which each player has the same number of cards."""

    cards: tuple[int, int]
    coins: Numbers
    """The actor's and the other's, a row each state."""
    hidden: Numbers
    """Cards that do not lie open, by character."""
    ranges: tuple[Array, Array]
    """Reach of each hand by both players' play, without the odds of the deal: the actor's and the other's."""


def joined(parts: Sequence[States]) -> States:
    return States(
        parts[0].cards,
        np.concatenate([part.coins for part in parts]),
        np.concatenate([part.hidden for part in parts]),
        (np.concatenate([part.ranges[0] for part in parts]), np.concatenate([part.ranges[1] for part in parts])),
    )
