"""Public information: knowledge about each card that all players of this strategy share, folded from public moves.

A clue carries a message: its kind, among those kinds that can certainly be given and that everybody can distinguish.
In each other hand one card is examined. A clue is of rank or of color, and touches that card or not. Rank and color
clues that touch it are two messages. If it is public that a clue not touching it is also possible, that is one more
message, or two if both a rank and a color clue are certainly possible. So the giver can send any message, whatever
the hands are, and can choose freely among the clues of a kind.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from functools import lru_cache, reduce
from operator import and_
from typing import NamedTuple, Self

from scenes.hanabi.hat.questions import copy_sets, decode_hand, encode_hand
from scenes.hanabi.knowledge import PublicTable, suits_and_ranks
from scenes.hanabi.observation import Move
from scenes.hanabi.variants import Variant

NO_MESSAGE = -1
UNSEEN = -1
"""The identity of a card that the observer does not see."""


class ClueMessages(NamedTuple):
    """The messages that clues to one player can carry, numbered from 0."""

    slot: int
    """Slot of the examined card. A rank clue that touches it means 0, a color clue 1."""
    size: int
    """Number of messages that a clue to this player can carry.

    With 2, a clue that does not touch the card carries no message; with 4, rank and color clues that do not touch it
    are different messages."""

    def message(self, is_color: bool, touched: Sequence[bool]) -> int:
        if touched[self.slot]:
            return int(is_color)
        return NO_MESSAGE if self.size == 2 else 2 + (is_color and self.size == 4)


@lru_cache(maxsize=1 << 12)
def clue_messages(variant: Variant, hand: tuple[int, ...], useless: int) -> ClueMessages:
    """Return the messages that can certainly be given by clues to a hand with this public information."""
    suits, ranks = zip(*(suits_and_ranks(mask) for mask in hand), strict=True)
    slot = max(
        range(len(hand)), key=lambda slot: (_revealed_by_clue(hand[slot], suits[slot], ranks[slot], useless), -slot)
    )
    touched_by_all = any(suit.colors == "all" and suits[slot] >> n & 1 for n, suit in enumerate(variant.suits))
    one_rank, one_suit = bool(reduce(and_, ranks)), bool(reduce(and_, suits)) or touched_by_all
    twins = touched_by_all or (reduce(and_, hand) and len(hand) <= max(variant.copies))
    return ClueMessages(slot, 2 if one_rank and one_suit and twins else 3 if one_rank or one_suit else 4)


def _revealed_by_clue(mask: int, suits: int, ranks: int, useless: int) -> int:
    """Rate how much a clue on a card would reveal; 0 for a known or useless card."""
    if not mask & (mask - 1) or not mask & ~useless:
        return 0
    return 1 + (suits.bit_count() > 1) + (ranks.bit_count() > 1)


class PublicInformation(PublicTable):
    """Public information, folded from the moves.

    It is the same for all observers, although each decodes clues with the cards that it sees itself.
    """

    def __init__(self, variant: Variant, players: int, seat: int) -> None:
        super().__init__(variant, players)
        self.seat = seat
        self.cards = [UNSEEN] * len(variant.deck)
        """Identity of each card that the observer sees, by its order (position in the deck)."""
        self.possible = [variant.all] * len(variant.deck)
        """Possible identities, by order."""
        self.broken = not variant.is_told
        """True if clues carry no messages: a player deviated from the strategy, or the deck does not allow messages."""
        self._update_board()

    def copy(self) -> Self:
        """Return a copy to try out a message. Only `possible` is copied, because a message changes no other list."""
        other = copy(self)
        other.possible = self.possible.copy()
        return other

    def show(self, cards: Mapping[int, int]) -> None:
        """Add the identities of cards that the observer sees, by their order."""
        for order, card in cards.items():
            self.cards[order] = card

    def contradicts(self, cards: Mapping[int, int]) -> bool:
        """Return True if these are the cards of another game."""
        return any(self.cards[order] not in (card, UNSEEN) for order, card in cards.items())

    def apply(self, move: Move) -> None:
        if self.broken:
            return
        self.broken = move.kind != "play" and self.knows_playable(move.seat)
        if move.kind == "clue":
            self._apply_clue(move)
        else:
            if move.kind == "discard":
                self._apply_discard(move)
            useless = self.board.useless >> move.card & 1
            # a misplayed card should be useless, unless the deck is empty
            rash = move.kind == "play" and not move.fits and not useless and self.deck
            self.broken |= bool(rash) or not self.possible[move.order] >> move.card & 1
        super().apply(move)
        self._update_board()

    # -- public information about a hand

    def hand(self, seat: int) -> tuple[int, ...]:
        return tuple([self.possible[order] for order in self.hands[seat]])

    def knows_playable(self, seat: int) -> bool:
        return any(not self.possible[order] & ~self.board.playable for order in self.hands[seat])

    def useless(self, hand: Sequence[int]) -> list[int]:
        """Return the slots of certainly useless cards, and of known cards with a known duplicate in the hand."""
        out = []
        for slot, mask in enumerate(hand):
            twin = not mask & (mask - 1) and hand.count(mask) > 1
            if twin or not mask & ~self.board.useless:
                out.append(slot)
        return out

    # -- messages

    def others(self, seat: int) -> list[int]:
        return [(seat + n) % self.players for n in range(1, self.players)]

    def channels(self, giver: int) -> list[tuple[int, ClueMessages]]:
        """Return each other player with the messages that a clue to it can carry."""
        useless = self.board.useless
        return [(to, clue_messages(self.variant, self.hand(to), useless)) for to in self.others(giver)]

    def send(self, giver: int, total: int) -> int:
        """Return the number to send, and update what each other player learns from the number."""
        return sum([self._encode_and_learn(seat, total) for seat in self.others(giver)]) % total

    def receive(self, giver: int, value: int, total: int) -> None:
        """Update what each player learns from a number that `giver` chose by `send`."""
        value -= sum([self._encode_and_learn(seat, total) for seat in self.others(giver) if seat != self.seat])
        if self.seat != giver:
            rest, hand = decode_hand(self.hand(self.seat), value % total, total, self.board, self.planes)
            self.broken |= rest != 0
            self._set_possible(self.seat, hand)

    def _encode_and_learn(self, seat: int, total: int) -> int:
        cards = tuple([self.cards[order] for order in self.hands[seat]])
        value, hand = encode_hand(self.hand(seat), cards, total, self.board, self.planes)
        self._set_possible(seat, hand)
        return value

    def _set_possible(self, seat: int, hand: tuple[int, ...]) -> None:
        for order, mask in zip(self.hands[seat], hand, strict=True):
            self.possible[order] = mask

    def message(self, channels: list[tuple[int, ClueMessages]], to: int, clue: int, touched: Sequence[bool]) -> int:
        """Return the number that a clue encodes, or NO_MESSAGE."""
        start = 0
        for seat, kinds in channels:
            if seat == to:
                n = kinds.message(self.variant.is_color(clue), touched)
                return n if n == NO_MESSAGE else start + n
            start += kinds.size
        return NO_MESSAGE

    # -- moves

    def _apply_clue(self, move: Move) -> None:
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

    def _apply_discard(self, move: Move) -> None:
        """Update from a discard.

        A discard while tokens are left says that no other player needed a clue for a playable card. The choice among
        known useless cards is a message.
        """
        useless = [self.hands[move.seat][slot] for slot in self.useless(self.hand(move.seat))]
        if self.clues:
            self.rule_out_playable(move.seat)
        if len(useless) > 1:
            if move.order in useless:
                self.receive(move.seat, useless.index(move.order), len(useless))
            else:
                self.broken = True

    def rule_out_playable(self, giver: int) -> None:
        """Update after a move that shows that no other player needed a clue for a playable card."""
        for seat in self.others(giver):
            if not self.knows_playable(seat):
                for order in self.hands[seat]:
                    self.possible[order] &= ~self.board.playable
                    card = self.cards[order]
                    self.broken |= card != UNSEEN and bool(self.board.playable >> card & 1)

    def _update_board(self) -> None:
        """Update the board, and rule out identities of which all copies are known."""
        self.board = self.find_board()
        possible = self.possible
        orders = [order for hand in self.hands for order in hand]
        changed = True
        while changed:
            left = list(self.copies)
            for order in orders:
                mask = possible[order]
                if mask and not mask & (mask - 1):
                    left[mask.bit_length() - 1] -= 1
            self.planes = copy_sets(tuple(left))
            full, changed = self.planes[0], False
            for order in orders:
                mask = possible[order]
                if mask & (mask - 1) and mask & ~full:
                    possible[order] = mask & full
                    changed |= not possible[order] & (possible[order] - 1)
                self.broken |= not possible[order]
