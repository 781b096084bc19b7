"""What is public among players who search: the fold of the hat strategy, for moves that it would not make."""

from typing import Self

from scenes.hanabi.hat.board import Board, Planes, planes_of
from scenes.hanabi.hat.channel import NO_MESSAGE
from scenes.hanabi.hat.public import PublicInformation
from scenes.hanabi.hat.questions import hat, unhat
from scenes.hanabi.observation import Move
from scenes.hanabi.variants import Variant

ALL = -1
"""The seat of a fold to which all cards are open."""


def less(planes: Planes, card: int) -> Planes:
    """The copies without one of this identity, which is given by its bit."""
    one, two, three = planes
    if three & card:
        return one, two, three ^ card
    return (one, two ^ card, three) if two & card else (one & ~card, two, three)


class SharedInformation(PublicInformation):
    """The fold of the hat strategy among players who now and then do something else than that strategy would.

    A message still says what it says, and is read as its receiver reads it, be it true or not. But what the strategy
    never does is no sign of a stranger: who has a card to play may do something else, and a clue that carries no
    message just touches cards. With `strict`, such moves break the fold, as they do for players of the plain strategy.
    """

    def __init__(self, variant: Variant, players: int, seat: int, strict: bool = False) -> None:
        self.strict = strict
        self.open = planes_of(variant.copies)
        """Copies that are neither played nor discarded."""
        super().__init__(variant, players, seat)

    def copy(self) -> Self:
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.possible = self.possible.copy()
        return other

    def fold(self, move: Move) -> None:
        self.broken |= self.strict and move.kind != "play" and self.knows_playable(move.seat)
        if move.kind == "clue":
            self._clue(move)
        else:
            if move.kind == "discard":
                self._discard(move)
            self._leave(move)
        self._survey()

    def receive(self, giver: int, value: int, total: int) -> None:
        """Every other player takes from the number what the hands that it sees stand for; what is left is its own."""
        others = self.others(giver)
        hats: dict[int, tuple[int, tuple[int, ...]]] = {}
        if len(others) > 1:
            for seat in others:
                if seat != self.seat:
                    cards = tuple([self.cards[order] for order in self.hands[seat]])
                    hats[seat] = hat(self.hand(seat), cards, total, self.board, self.planes)
        for seat in others:
            if self.seat not in (ALL, giver, seat):
                self._know(seat, hats[seat][1])  # for all that this player can tell, it was told the truth
                continue
            mine = value - sum(n for to, (n, _) in hats.items() if to != seat)
            rest, hand = unhat(self.hand(seat), mine % total, total, self.board, self.planes)
            if not rest:
                self._know(seat, hand)
            self.broken |= rest != 0 and (self.strict or len(others) > 1)

    def nobody_waits(self, giver: int) -> None:
        for seat in self.others(giver):
            if not self.knows_playable(seat):
                for order in self.hands[seat]:
                    self.possible[order] &= ~self.board.playable

    def _clue(self, move: Move) -> None:
        hand = self.hands[move.to]
        touched = [order in move.touched for order in hand]
        channels = self.channels(move.seat)
        value = self.message(channels, move.to, move.clue, touched)
        if value != NO_MESSAGE:
            self.receive(move.seat, value, sum(kinds.size for _, kinds in channels))
        self.broken |= self.strict and value == NO_MESSAGE
        mask = self.variant.touched[move.clue]
        for order, is_touched in zip(hand, touched, strict=True):
            self.possible[order] &= mask if is_touched else ~mask
        self.clues -= 1

    def _discard(self, move: Move) -> None:
        useless = [self.hands[move.seat][slot] for slot in self.useless(self.hand(move.seat))]
        if self.clues:
            self.nobody_waits(move.seat)
        if len(useless) > 1 and move.order in useless:
            self.receive(move.seat, useless.index(move.order), len(useless))
        self.broken |= self.strict and len(useless) > 1 and move.order not in useless
        self.clues += 1

    def _leave(self, move: Move) -> None:
        broken = self.broken or not self.possible[move.order] >> move.card & 1
        super()._leave(move)
        if not self.strict:
            self.broken = broken
        self.open = less(self.open, 1 << move.card)

    def _survey(self) -> None:
        """As in the plain fold."""
        one, two, _ = self.open
        playable = wanted = 0
        for suit, rank in enumerate(self.stacks):
            up = one >> 5 * suit & 31 >> rank << rank
            run = up >> rank
            wanted |= (run ^ run + 1) >> 1 << 5 * suit + rank
            if rank < 5:
                playable |= 1 << 5 * suit + rank
        self.board = Board(playable & wanted, self.variant.all & ~wanted, one & ~two & wanted)
        possible = self.possible
        orders = [order for hand in self.hands for order in hand]
        changed = True
        while changed:
            planes, changed = self.open, False
            for order in orders:
                mask = possible[order]
                if not mask & (mask - 1):
                    planes = less(planes, mask)
                    self.broken |= not mask
            full = planes[0]
            for order in orders:
                mask = possible[order]
                if mask & (mask - 1) and mask & ~full:
                    possible[order] = mask = mask & full
                    changed |= not mask & (mask - 1)
            self.planes = planes
