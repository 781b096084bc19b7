"""Public information: what all players of this strategy know of each card, folded from the moves that all have seen."""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Self

from scenes.hanabi.hat.board import board_of, planes_of
from scenes.hanabi.hat.channel import NO_MESSAGE, Kinds, kinds_of
from scenes.hanabi.hat.questions import hat, unhat
from scenes.hanabi.observation import Move
from scenes.hanabi.variants import CLUES, HANDS, Variant

UNSEEN = -1
"""The identity of a card that the observer does not see."""


class PublicInformation:
    """The fold. It is the same for all observers, though each brings what it sees to work out what a clue says."""

    def __init__(self, variant: Variant, players: int, seat: int) -> None:
        size = HANDS[players]
        self.variant = variant
        self.seat = seat
        self.players = players
        self.hands = [list(range(n * size, (n + 1) * size)) for n in range(players)]
        """Orders, oldest first."""
        self.drawn = players * size
        self.cards = [UNSEEN] * len(variant.deck)
        """Identities that the observer sees, by order."""
        self.possible = [variant.all] * len(variant.deck)
        """Possible identities, by order."""
        self.copies = list(variant.copies)
        """Copies of each identity that are neither played nor discarded."""
        self.stacks = [0] * len(variant.suits)
        self.clues = CLUES
        self.gone = 0
        """Cards that were discarded, or did not fit."""
        self.broken = not variant.is_told
        """True once somebody has left the strategy, so that clues say nothing; or if the deck has no messages."""
        self._survey()

    def copy(self) -> Self:
        """Copy it to try out what would be known after a move; only possible identities change before a fold."""
        other = copy(self)
        other.possible = self.possible.copy()
        return other

    def show(self, cards: Mapping[int, int]) -> None:
        """Add identities that the observer sees, by order."""
        for order, card in cards.items():
            self.cards[order] = card

    def contradicts(self, cards: Mapping[int, int]) -> bool:
        """Return True if these are the cards of another game."""
        return any(self.cards[order] not in (card, UNSEEN) for order, card in cards.items())

    def fold(self, move: Move) -> None:
        if self.broken:
            return
        self.broken = move.kind != "play" and self.knows_playable(move.seat)
        if move.kind == "clue":
            self._clue(move)
        else:
            if move.kind == "discard":
                self._discard(move)
            self._leave(move)
        self._survey()

    # -- what is public of a hand

    def hand(self, seat: int) -> tuple[int, ...]:
        return tuple([self.possible[order] for order in self.hands[seat]])

    def is_playable(self, order: int) -> bool:
        return not self.possible[order] & ~self.board.playable

    def knows_playable(self, seat: int) -> bool:
        return any(self.is_playable(order) for order in self.hands[seat])

    def useless(self, hand: Sequence[int]) -> list[int]:
        """Return the slots of surely useless cards, and of cards with a known twin in the hand."""
        out = []
        for slot, mask in enumerate(hand):
            twin = not mask & (mask - 1) and hand.count(mask) > 1
            if twin or not mask & ~self.board.useless:
                out.append(slot)
        return out

    # -- messages

    def others(self, seat: int) -> list[int]:
        return [(seat + n) % self.players for n in range(1, self.players)]

    def channels(self, giver: int) -> list[tuple[int, Kinds]]:
        """Return the kinds of clue for each other player."""
        useless = self.board.useless
        return [(to, kinds_of(self.variant, self.hand(to), useless)) for to in self.others(giver)]

    def send(self, giver: int, total: int) -> int:
        """Return the number below `total` that informs each other player of its hand; all know it from now on."""
        value = 0
        for seat in self.others(giver):
            value += self._hat(seat, total)
        return value % total

    def receive(self, giver: int, value: int, total: int) -> None:
        """Learn from a number that `giver` chose by `send`."""
        for seat in self.others(giver):
            if seat != self.seat:
                value -= self._hat(seat, total)
        if self.seat != giver:
            hand = self.hand(self.seat)
            rest, hand = unhat(hand, value % total, total, self.board, self.planes)
            self.broken |= rest != 0
            self._know(self.seat, hand)

    def _hat(self, seat: int, total: int) -> int:
        cards = tuple([self.cards[order] for order in self.hands[seat]])
        value, hand = hat(self.hand(seat), cards, total, self.board, self.planes)
        self._know(seat, hand)
        return value

    def _know(self, seat: int, hand: tuple[int, ...]) -> None:
        for order, mask in zip(self.hands[seat], hand, strict=True):
            self.possible[order] = mask

    def message(self, channels: list[tuple[int, Kinds]], to: int, clue: int, touched: Sequence[bool]) -> int:
        """Return the number that a clue says, or NO_MESSAGE."""
        start = 0
        for seat, kinds in channels:
            if seat == to:
                n = kinds.message(self.variant.is_color(clue), touched)
                return n if n == NO_MESSAGE else start + n
            start += kinds.size
        return NO_MESSAGE

    # -- moves

    def _clue(self, move: Move) -> None:
        hand = self.hands[move.to]
        touched = [order in move.touched for order in hand]
        channels = self.channels(move.seat)
        value = self.message(channels, move.to, move.clue, touched)
        if value == NO_MESSAGE:
            self.broken = True
        else:
            self.receive(move.seat, value, sum(kinds.size for _, kinds in channels))
        mask = self.variant.touched[move.clue]
        for order, is_touched in zip(hand, touched, strict=True):
            self.possible[order] &= mask if is_touched else ~mask
        self.clues -= 1

    def _discard(self, move: Move) -> None:
        """Learn from a discard: with clues left nobody needed one for a playable card; and the choice among known
        useless cards is a message.
        """
        useless = [self.hands[move.seat][slot] for slot in self.useless(self.hand(move.seat))]
        if self.clues:
            self.nobody_waits(move.seat)
        if len(useless) > 1 and move.order in useless:
            self.receive(move.seat, useless.index(move.order), len(useless))
        self.broken |= len(useless) > 1 and move.order not in useless
        self.clues += 1

    def nobody_waits(self, giver: int) -> None:
        """Learn that others without a known playable card have none."""
        for seat in self.others(giver):
            if not self.knows_playable(seat):
                for order in self.hands[seat]:
                    self.possible[order] &= ~self.board.playable
                    card = self.cards[order]
                    self.broken |= card != UNSEEN and bool(self.board.playable >> card & 1)

    def _leave(self, move: Move) -> None:
        """Remove a card from a hand and draw.

        A card that does not fit was useless, or was played with nothing to lose.
        """
        useless = self.board.useless >> move.card & 1
        rash = move.kind == "play" and not move.fits and not useless and self.drawn < len(self.possible)
        self.broken |= rash or not self.possible[move.order] >> move.card & 1
        hand = self.hands[move.seat]
        hand.remove(move.order)
        if self.drawn < len(self.possible):
            hand.append(self.drawn)
            self.drawn += 1
        self.copies[move.card] -= 1
        suit, rank = divmod(move.card, 5)
        if move.kind == "play" and move.fits:
            self.stacks[suit] += 1
            if rank == 4 and self.clues < CLUES:
                self.clues += 1
        else:
            self.gone += 1

    def _survey(self) -> None:
        """Update the board. Copies that are all known exclude other cards."""
        self.board = board_of(self.variant, tuple(self.stacks), tuple(self.copies))
        possible = self.possible
        orders = [order for hand in self.hands for order in hand]
        while True:
            left = list(self.copies)
            for order in orders:
                mask = possible[order]
                if mask and not mask & (mask - 1):
                    left[mask.bit_length() - 1] -= 1
            self.planes = planes_of(tuple(left))
            full, changed = self.planes[0], False
            for order in orders:
                mask = possible[order]
                if mask & (mask - 1) and mask & ~full:
                    possible[order] = mask & full
                    changed |= not possible[order] & (possible[order] - 1)
                self.broken |= not possible[order]
            if not changed:
                return
