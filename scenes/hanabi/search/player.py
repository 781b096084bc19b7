"""The search player: in games of two with the standard deck it uses a code and looks ahead, else the hat strategy."""

from functools import cached_property
from typing import TYPE_CHECKING

from core.engine.agents import Agent
from core.engine.turn import Turn
from scenes.hanabi.actions import Action
from scenes.hanabi.hat.player import HatPlayer
from scenes.hanabi.observation import Observation
from scenes.hanabi.variants import VARIANTS

if TYPE_CHECKING:
    from scenes.hanabi.search.pair import PairPlayer


def is_for_two(seen: Observation) -> bool:
    """Return True if the code supports this game: two players and the standard deck."""
    return len(seen.names) == 2 and VARIANTS[seen.variant] is VARIANTS["standard"]


class SearchPlayer(Agent):
    """Plays as its partner expects unless another move is significantly better in sampled games.

    In other games it plays the hat strategy without search, which finds hardly any better moves there.
    """

    what = "with two players searches ahead; otherwise as hat"

    def __init__(self) -> None:
        self._hat = HatPlayer()

    @cached_property
    def _pair(self) -> "PairPlayer":
        from scenes.hanabi.search.pair import PairPlayer  # imported late: few tables need numpy

        return PairPlayer()

    async def act(self, turn: Turn) -> Action:
        if is_for_two(turn.observation):
            return await self._pair.act(turn)
        return self._hat.act(turn)
