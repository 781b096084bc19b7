"""The player of the hat-guessing strategy."""

from collections.abc import Sequence
from typing import cast

from core.engine.agents import Agent
from core.engine.turn import Turn
from scenes.hanabi.actions import Action
from scenes.hanabi.bots import Cautious
from scenes.hanabi.hat.public import PublicInformation
from scenes.hanabi.hat.strategy import Decision
from scenes.hanabi.hat.words import explain
from scenes.hanabi.observation import Move, Observation
from scenes.hanabi.variants import VARIANTS


class HatPlayer(Agent):
    """A player that informs all others with one clue (Cox et al. 2015).

    With a partner that does not use this strategy it soon plays like a beginner.

    What is kept between turns is a fold of the history, and only saves time.
    """

    what = "hat-guessing code: near perfect if all use it"

    def __init__(self) -> None:
        self._public: PublicInformation | None = None
        self._game: tuple[object, ...] = ()
        self._folded: tuple[Move, ...] = ()
        self._told: dict[int, str] = {}

    def act(self, turn: Turn) -> Action:
        found = self.decide(turn.observation, cast(Sequence[Action], turn.legal))
        if found is None:
            return Cautious().act(turn)
        action, sentence = found
        turn.think(sentence)
        return action

    def decide(self, seen: Observation, legal: Sequence[Action]) -> tuple[Action, str] | None:
        """Return the move and its reason; None if somebody does not play by the strategy."""
        public = self.catch_up(seen)
        decision = Decision(seen, public.copy(), legal)
        if public.broken or not decision.is_sound:
            return None
        action = decision.act()
        return action, explain(decision, public, action, self._told)

    def catch_up(self, seen: Observation) -> PublicInformation:
        """Return the public information after the last move, going on from an earlier fold of the same game."""
        cards = {held.order: held.card for hand in seen.hands for held in hand if held.card is not None}
        cards.update((move.order, move.card) for move in seen.history if move.order >= 0 and move.seat != seen.seat)
        public, game = self._public, (seen.variant, seen.names, seen.seat)
        done = len(self._folded)
        if public is None or game != self._game or seen.history[:done] != self._folded or public.contradicts(cards):
            public, done = PublicInformation(VARIANTS[seen.variant], len(seen.names), seen.seat), 0
            self._told = {}
        public.show(cards)
        for move in seen.history[done:]:
            orders, hand = public.hands[seen.seat], public.hand(seen.seat)
            public.fold(move)
            if move.seat != seen.seat and move.kind != "play":
                says = f"{seen.names[move.seat]}'s {move.kind}"
                self._told.update(
                    {order: says for order, was in zip(orders, hand, strict=True) if public.possible[order] != was}
                )
        self._public, self._game, self._folded = public, game, seen.history
        return public
