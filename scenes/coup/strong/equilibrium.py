"""How to play at two players so that nothing can be gained by knowing how: a table of mixed moves, made in advance.

States are told apart by the player's own hand, what is turned up, coins, the action on the table, and the last claim
of each that stood (`standing`). `tests.bench.coup_train` makes the table, and says how far from equilibrium it is.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from scenes.coup.actions import Action, Lose, Move
from scenes.coup.observation import Observation
from scenes.coup.strong.codes import CARD, VERB
from scenes.coup.strong.mixed import Mixed
from scenes.coup.strong.standing import standing

PHASES = ("act", "challenge", "block", "challenge block", "lose", "exchange")
RICH = 8
"""Coins from which on all are alike."""
SLOTS = 7
"""Of moves in one state."""


class Equilibrium:
    def __init__(self, keys: NDArray[np.uint64], odds: NDArray[np.uint8]) -> None:
        self.keys, self.odds = keys, odds
        """States in rising order; of each, the odds by slot, up to a factor."""

    def mixed(self, seen: Observation, lawful: Sequence[Action], actions: Sequence[Action]) -> Mixed | None:
        """How to choose among some of the lawful actions; None in a state that is not in the table."""
        key = np.uint64(key_of(seen))
        place = int(np.searchsorted(self.keys, key))
        if place == len(self.keys) or self.keys[place] != key:
            return None
        row = self.odds[place].tolist()
        weights = {action: row[_slot(seen, action, n)] for n, action in enumerate(lawful) if action in actions}
        return Mixed.of(weights)


@cache
def shipped() -> Equilibrium:
    with files("scenes.coup.strong").joinpath("equilibrium.npz").open("rb") as file, np.load(file) as table:
        return Equilibrium(np.cumsum(table["steps"], dtype=np.uint64), table["odds"])


def _slot(seen: Observation, action: Action, n: int) -> int:
    match action:
        case Move(verb):
            return VERB[verb]
        case Lose(card):
            return CARD[card]
    return n


def key_of(seen: Observation) -> int:
    """What the player tells this state apart by, as one number."""
    me, other = seen.players[seen.seat], seen.players[1 - seen.seat]
    said = standing(seen)
    answers = seen.phase in ("challenge", "block", "challenge block")
    blocked = seen.phase == "challenge block" and seen.claim
    key = PHASES.index(seen.phase)
    gone = (*me.lost, *other.lost)
    for bits, field in (
        *[(2, seen.hand.count(card)) for card in CARD],
        *[(2, gone.count(card)) for card in CARD],
        (1, other.cards - 1),
        (4, _purse(seen.phase, me.coins)),
        (4, _purse(seen.phase, other.coins)),
        (3, VERB[seen.verb] if answers else 0),  # type: ignore[index]
        (3, CARD[blocked] if blocked else 0),
        (3, _remembered(said[seen.seat])),
        (3, _remembered(said[1 - seen.seat])),
    ):
        key = key << bits | field
    return key


def _purse(phase: str, coins: int) -> int:
    """Which cards to keep takes less account of coins."""
    if phase in ("lose", "exchange"):
        return 0 if coins < 3 else 3 if coins < 7 else 7
    return min(coins, RICH)


def _remembered(said: list[int]) -> int:
    return 1 + said[0] if said else 0
