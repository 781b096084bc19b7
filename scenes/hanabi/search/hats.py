"""The player that looks ahead: the hat strategy, and what else may be better, tried on cards as they may be.

After SPARTA, single-agent search (Lerer, Hu, Foerster, Brown 2020): on its turn the player draws what it does not see,
its hand and the deck, so that it agrees with all that is known; for each move that makes sense it plays the game out
with everybody following the hat strategy from there on, all moves on the same cards; and it does something else than
the strategy only where that is better by more than chance.
"""

import asyncio
from collections.abc import Callable, Sequence
from math import sqrt
from typing import cast

from core.agents import Agent
from core.chance import Draw
from core.turn import Turn
from scenes.hanabi.actions import Action, Clue, Discard, Play, describe
from scenes.hanabi.bots import Cautious
from scenes.hanabi.hat.board import chance_of
from scenes.hanabi.hat.strategy import Decision
from scenes.hanabi.hat.words import explain
from scenes.hanabi.observation import Move, Observation
from scenes.hanabi.search.sampling import Unseen
from scenes.hanabi.search.shared import SharedInformation
from scenes.hanabi.search.simulate import Table
from scenes.hanabi.variants import CLUES, FUSES, VARIANTS

STEPS = 6000
"""Moves that are simulated in a turn, about."""
DEALS = 256
"""Deals at most."""
BATCH = 6
"""Deals after which moves that do not look good are dropped."""
DROP = 1.5
"""A move is dropped that is worse than the strategy's even with so many standard errors added."""
ENOUGH = 36
"""Deals without which nothing is believed."""
SURE, DOUBT = 1.0, 3.0
"""Standard errors by which another move has to be better, and more if they are large: so many times their square, as
the best of many uncertain ones is mostly luck."""
MARGIN = 0.03
"""Points by which it has to be better besides."""
EARLY = 8
"""Cards in the deck beyond which it does not look ahead: games are played out to the end, and before, chance hides what
a move is worth."""
DARING, PLAUSIBLE = 0.2, 0.5
"""The least chance to fit at which a card may be played, and that with one fuse left."""
GAIN = 0.1
"""Points below which a gain is said more exactly."""
DISCARDS = 3
"""Slots that are tried for a discard."""


class Paired:
    """How much better a move is than the strategy's, over the deals so far."""

    def __init__(self, action: Action) -> None:
        self.action = action
        self.n = 0
        self.total = self.squares = 0.0

    def add(self, gain: float) -> None:
        self.n += 1
        self.total += gain
        self.squares += gain * gain

    @property
    def mean(self) -> float:
        return self.total / self.n

    @property
    def error(self) -> float:
        """The standard error of the mean, with one difference of half a point put in, so that it is never 0."""
        spread = (self.squares + 0.25 - self.total * self.mean) / self.n
        return sqrt(max(spread, 0.0) / self.n)

    def is_better(self) -> bool:
        sure = self.mean > MARGIN + SURE * self.error + DOUBT * self.error**2
        return self.n >= ENOUGH and sure


class HatSearcher(Agent):
    """Plays the hat strategy, with a look ahead. At a table of strangers it soon goes on as a beginner does."""

    what = "the hat strategy, looking ahead"

    def __init__(self, steps: int = STEPS, strict: bool = False) -> None:
        """With `strict` it does nothing after which players of the plain hat strategy would take it for a stranger."""
        self.steps = steps
        self.strict = strict
        self._public: SharedInformation | None = None
        self._game: tuple[object, ...] = ()
        self._folded: tuple[Move, ...] = ()

    async def act(self, turn: Turn) -> Action:
        seen: Observation = turn.observation
        legal = cast(Sequence[Action], turn.legal)
        public = self.catch_up(seen)
        decision = Decision(seen, public.copy(), legal)
        if public.broken or not decision.is_sound:
            return Cautious().act(turn)
        own = decision.own.copy()
        first = decision.act()
        action = first
        if seen.deck <= EARLY and self.steps > 0:
            moves = [move for move in self._sensible(seen, public, own, decision, legal) if move != first]
            if moves:
                action = await self._search(turn, public, first, moves)
        if action == first:
            turn.think(explain(decision, public, first, {}))
        return action

    def catch_up(self, seen: Observation) -> SharedInformation:
        """The public information after the last move: from where it was folded to, if that was in this game."""
        cards = {held.order: held.card for hand in seen.hands for held in hand if held.card is not None}
        cards.update((move.order, move.card) for move in seen.history if move.order >= 0 and move.seat != seen.seat)
        public, game = self._public, (seen.variant, seen.names, seen.seat)
        done = len(self._folded)
        if public is None or game != self._game or seen.history[:done] != self._folded or public.contradicts(cards):
            strict = self.strict or len(seen.names) > 2  # of many, one is more likely to be a stranger
            public, done = SharedInformation(VARIANTS[seen.variant], len(seen.names), seen.seat, strict), 0
        public.show(cards)
        for move in seen.history[done:]:
            if not public.broken:
                public.fold(move)
        self._public, self._game, self._folded = public, game, seen.history
        return public

    def imagine(self, seen: Observation, public: SharedInformation) -> Callable[[Draw], list[int] | None]:
        """Draws all cards by order, as they may be; None where it finds none."""
        copies = list(public.copies)
        for hand in seen.hands:
            for held in hand:
                if held.card is not None:
                    copies[held.card] -= 1
        unseen = Unseen(copies, public.hand(seen.seat))

        def draw_cards(draw: Draw) -> list[int] | None:
            dealt = unseen.deal(draw)
            if dealt is None:
                return None
            cards = public.cards.copy()
            for order, card in zip(public.hands[seen.seat], dealt[0], strict=True):
                cards[order] = card
            cards[public.drawn :] = dealt[1]
            return cards

        return draw_cards

    def _sensible(
        self,
        seen: Observation,
        public: SharedInformation,
        own: Sequence[int],
        decision: Decision,
        legal: Sequence[Action],
    ) -> list[Action]:
        last, board, unseen = len(own) - 1, public.board, decision.unseen
        least = DARING if seen.strikes < FUSES - 1 else PLAUSIBLE
        out: list[Action] = [
            Play(last - slot) for slot in range(len(own)) if chance_of(board.playable, own[slot], unseen) > least
        ]
        if seen.clues < CLUES:
            losses = sorted((loss_of(decision, mask), slot) for slot, mask in enumerate(own))
            out += [Discard(last - slot) for _, slot in losses[:DISCARDS]]
        return out + [action for action in legal if isinstance(action, Clue)]

    async def _search(self, turn: Turn, public: SharedInformation, first: Action, moves: list[Action]) -> Action:
        seen: Observation = turn.observation
        base, imagined, draw = Table.of(public, seen, seen.seat), self.imagine(seen, public), turn.chance("search")
        alive, spent, deals = [Paired(move) for move in moves], 0, 0
        while alive and deals < DEALS and spent < self.steps:
            await asyncio.sleep(0)
            cards = imagined(draw)
            if cards is None:
                return first
            if not deals:
                alive = distinct(base.dealt(cards), first, alive)
            score, steps = base.dealt(cards).value(first)
            spent += steps
            for pair in alive:
                other, steps = base.dealt(cards).value(pair.action)
                spent += steps
                pair.add(other - score)
            deals += 1
            if deals % BATCH == 0:
                alive = [pair for pair in alive if pair.mean + DROP * pair.error > MARGIN]
        good = [pair for pair in alive if pair.is_better()]
        if not good:
            return first
        best = max(good, key=lambda pair: pair.mean - pair.error)
        turn.think(better(seen, first, best))
        return best.action


def better(seen: Observation, first: Action, best: Paired) -> str:
    """Why it does something else than the strategy, in words."""
    variant = VARIANTS[seen.variant]
    plain, found = (describe(action, seen.names, variant) for action in (first, best.action))
    gain = f"{best.mean:.1f}" if best.mean >= GAIN else f"{best.mean:.2f}"
    return f"would {plain} by the hat strategy; in {best.n} deals that can be, to {found} brings {gain} points more"


def distinct(table: Table, first: Action, pairs: Sequence[Paired]) -> list[Paired]:
    """Moves that say nothing false of what is seen; and of clues that tell the same, one."""
    told, out = {table.told_by(first)} if isinstance(first, Clue) else set(), []
    for pair in pairs:
        known, is_clue = table.told_by(pair.action), isinstance(pair.action, Clue)
        if known is not None and not (is_clue and known in told):
            out.append(pair)
            if is_clue:
                told.add(known)
    return out


def loss_of(decision: Decision, mask: int) -> float:
    """About what it costs to discard one of these cards."""
    board, unseen = decision.board, decision.unseen
    return chance_of(~board.useless, mask, unseen) + 5 * chance_of(board.critical, mask, unseen)
