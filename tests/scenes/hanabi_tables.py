"""Variants and numbers of players with which Hanabi's players are tested."""

from typing import Any

import pytest

from core.engine.agents import Agent
from core.engine.turn import Turn
from scenes.hanabi.actions import Advise
from scenes.hanabi.bots import Cautious
from scenes.hanabi.variants import HAND_SIZE_BY_PLAYERS

DECKS = [
    "standard",
    "six-suits",
    "three-suits",
    "rainbow",
    "black-5",
    "pink-white-5",
    "rainbow-brown-4",
    "white-brown-3",
    "omni-null-5",
    "muddy-rainbow-light-pink-4",
    "prism-cocoa-rainbow-5",
    "dark-rainbow-gray-pink",
]
"""Variants with each kind of suit, and of each size."""
AT_ONCE = {(2 + i % len(HAND_SIZE_BY_PLAYERS), deck) for i, deck in enumerate(DECKS)} | {
    (players, "standard") for players in HAND_SIZE_BY_PLAYERS
}
TABLES = sorted(AT_ONCE)
"""Pairs of a number of players and a deck; every number and every deck occurs."""
ANY_TABLE = pytest.mark.parametrize(("players", "variant"), TABLES)


class Contrary(Agent):
    """An agent that moves like the beginner, and always advises the others to make another move."""

    def act(self, turn: Turn) -> Any:
        proposal, seen = turn.observation.talk.proposal, turn.observation
        if proposal is None or proposal.seat == seen.seat:
            return Cautious().act(turn)
        return next(each for each in turn.legal if isinstance(each, Advise) and each.move is not None)
