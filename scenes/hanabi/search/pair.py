"""One of two players who look ahead: by a code of their own, and what else may be better."""

import asyncio
from collections.abc import Sequence
from typing import cast

from core.engine.agents import Agent
from core.engine.turn import Turn
from scenes.hanabi.actions import Action, describe
from scenes.hanabi.bots import Cautious
from scenes.hanabi.observation import Observation
from scenes.hanabi.search.ahead import Tried, search, sensible
from scenes.hanabi.search.code import PLAYABLE
from scenes.hanabi.search.fold import Fold
from scenes.hanabi.search.habits import choose, own_hand
from scenes.hanabi.search.saying import reason
from scenes.hanabi.variants import VARIANTS

EARLY = 40
"""Cards in the deck beyond which it does not look ahead."""
LATE = 12
"""Cards in the deck beyond which a card that surely fits is played without a thought."""
GAIN = 0.1
"""Points below which a gain is said more exactly."""


class PairPlayer(Agent):
    """Plays by the code, with a look ahead; with a stranger it goes on as a beginner does.

    What is kept between turns is a fold of the history, and only saves time.
    """

    what = "two-player code with search"

    def __init__(self, looks: bool = True) -> None:
        self.looks = looks
        self._fold: Fold | None = None

    async def act(self, turn: Turn) -> Action:
        seen: Observation = turn.observation
        found = self.decide(seen, cast(Sequence[Action], turn.legal))
        if found is None:
            return Cautious().act(turn)
        action, sentence = found
        fold = self.catch_up(seen)
        plain = fold.number_of(action)
        if self.looks and self._is_worth_it(seen, fold, plain):
            for better in search(fold.lanes, plain, sensible(fold.lanes), turn.chance("search")):
                await asyncio.sleep(0)
                if better is not None:
                    action, sentence = (
                        fold.action_of(better.action),
                        why(seen, action, fold.action_of(better.action), better),
                    )
        turn.think(sentence)
        return action

    def _is_worth_it(self, seen: Observation, fold: Fold, plain: int) -> bool:
        lanes = fold.lanes
        is_sure = plain < len(fold.orders[fold.seat]) and not (own_hand(lanes)[0][0, plain] & ~lanes.kinds[0, PLAYABLE])
        return seen.deck <= (LATE if is_sure else EARLY)

    def decide(self, seen: Observation, legal: Sequence[Action]) -> tuple[Action, str] | None:
        """Return the move by the code and its reason; None with a stranger, or if the code's move is illegal."""
        fold = self.catch_up(seen)
        if fold.is_broken:
            return None
        numbers, heard = choose(fold.lanes)
        action = fold.action_of(int(numbers[0]))
        return (action, reason(seen, fold, action, heard[0])) if action in legal else None

    def catch_up(self, seen: Observation) -> Fold:
        if self._fold is None or not self._fold.is_of(seen):
            self._fold = Fold(seen.seat)
        self._fold.catch_up(seen)
        return self._fold


def why(seen: Observation, plain: Action, found: Action, tried: Tried) -> str:
    """Explain a move that differs from the code."""
    variant = VARIANTS[seen.variant]
    was, now = (describe(action, seen.names, variant) for action in (plain, found))
    gain = f"{tried.mean:.1f}" if tried.mean >= GAIN else f"{tried.mean:.2f}"
    return f"would {was} by the code; in {len(tried.gains)} deals that can be, to {now} brings {gain} points more"
