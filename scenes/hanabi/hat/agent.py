"""The player of the hat-guessing strategy."""

from collections.abc import Sequence
from typing import cast

from core.agents import Agent
from core.turn import Turn
from scenes.hanabi.actions import Action
from scenes.hanabi.bots import Cautious
from scenes.hanabi.hat.public import PublicInformation
from scenes.hanabi.hat.strategy import Decision
from scenes.hanabi.hat.words import explain
from scenes.hanabi.observation import Move, Observation
from scenes.hanabi.variants import VARIANTS


class HatPlayer(Agent):
    """Tells all others of their cards with one clue (Cox et al. 2015). At a table where somebody does not play by this
    strategy it soon goes on as a beginner does.

    What is kept between turns is a fold of the history, and only saves time.
    """

    what = "near perfect, if all play by it"

    def __init__(self) -> None:
        self._public: PublicInformation | None = None
        self._game: tuple[object, ...] = ()
        self._folded: tuple[Move, ...] = ()

    def act(self, turn: Turn) -> Action:
        seen: Observation = turn.observation
        public = self.catch_up(seen)
        if not public.broken:
            decision = Decision(seen, public.copy(), cast(Sequence[Action], turn.legal))
            if decision.is_sound:
                action = decision.act()
                turn.think(explain(decision, public, action))
                return action
        return Cautious().act(turn)

    def catch_up(self, seen: Observation) -> PublicInformation:
        """The public information after the last move: from where it was folded to, if that was in this game."""
        cards = {held.order: held.card for hand in seen.hands for held in hand if held.card is not None}
        cards.update((move.order, move.card) for move in seen.history if move.order >= 0 and move.seat != seen.seat)
        public, game = self._public, (seen.variant, seen.names, seen.seat)
        done = len(self._folded)
        if public is None or game != self._game or seen.history[:done] != self._folded or public.contradicts(cards):
            public, done = PublicInformation(VARIANTS[seen.variant], len(seen.names), seen.seat), 0
        public.show(cards)
        for move in seen.history[done:]:
            public.fold(move)
        self._public, self._game, self._folded = public, game, seen.history
        return public
