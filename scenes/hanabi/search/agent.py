"""The player that looks ahead: of two by a code made for two, of more by the hat strategy."""

from functools import cached_property
from typing import TYPE_CHECKING

from core.agents import Agent
from core.turn import Turn
from scenes.hanabi.actions import Action
from scenes.hanabi.observation import Observation
from scenes.hanabi.search.hats import HatSearcher
from scenes.hanabi.variants import VARIANTS

if TYPE_CHECKING:
    from scenes.hanabi.search.pair import PairPlayer


def is_for_two(seen: Observation) -> bool:
    """Whether there is a code for this table."""
    return len(seen.names) == 2 and VARIANTS[seen.variant] is VARIANTS["standard"]


class SearchPlayer(Agent):
    """Does what its partners expect, unless something else is better by more than chance on cards as they may be."""

    what = "looks ahead by a code that all share"

    def __init__(self) -> None:
        self._hats = HatSearcher()

    @cached_property
    def _pair(self) -> "PairPlayer":
        from scenes.hanabi.search.pair import PairPlayer  # numpy, which few tables need

        return PairPlayer()

    async def act(self, turn: Turn) -> Action:
        return await (self._pair if is_for_two(turn.observation) else self._hats).act(turn)
