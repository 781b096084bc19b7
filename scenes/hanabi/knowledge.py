"""Public knowledge of a table, and one observer's deductions. Sets of identities are bit masks."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from scenes.hanabi.observation import Held, Move, Observation
from scenes.hanabi.variants import CLUES, HAND_SIZE_BY_PLAYERS, VARIANTS, Variant


class Board(NamedTuple):
    playable: int
    """Identities that fit now and have a copy left."""
    useless: int
    """Identities that cannot score any more: already played, or unreachable because a lower rank is lost."""
    critical: int
    """Useful identities with one copy left."""


@lru_cache(maxsize=4096)
def board_of(variant: Variant, stacks: tuple[int, ...], copies: tuple[int, ...]) -> Board:
    """Return the board. `copies` counts cards by identity, without discarded cards; played cards may count or not."""
    playable = useful = 0
    for suit, rank in enumerate(stacks):
        if rank < 5:
            playable |= 1 << 5 * suit + rank
        while rank < 5 and copies[5 * suit + rank]:
            useful |= 1 << 5 * suit + rank
            rank += 1
    single = sum(1 << card for card, n in enumerate(copies) if n == 1)
    return Board(playable & useful, variant.all & ~useful, single & useful)


@lru_cache(maxsize=1 << 12)
def suits_and_ranks(mask: int) -> tuple[int, int]:
    """Return the suits and the ranks in a set of identities, as two bit masks."""
    suits = ranks = 0
    bit = 1
    while mask:
        if mask & 31:
            suits |= bit
            ranks |= mask & 31
        mask >>= 5
        bit <<= 1
    return suits, ranks


class PublicTable:
    """The table as all players know it, folded from the moves. Hands hold cards' orders, oldest first."""

    def __init__(self, variant: Variant, players: int) -> None:
        size = HAND_SIZE_BY_PLAYERS[players]
        self.variant, self.players = variant, players
        self.hands = [list(range(seat * size, (seat + 1) * size)) for seat in range(players)]
        self.drawn = players * size
        """Number of cards drawn from the deck."""
        self.stacks = [0] * len(variant.suits)
        self.copies = list(variant.copies)
        """Copies of each identity that are neither played nor discarded."""
        self.clues, self.strikes = CLUES, 0
        self.left = -1
        """Turns left once the deck is empty, else -1."""

    @property
    def deck(self) -> int:
        """Number of cards left in the deck."""
        return len(self.variant.deck) - self.drawn

    def find_board(self) -> Board:
        return board_of(self.variant, tuple(self.stacks), tuple(self.copies))

    def apply(self, move: Move) -> None:
        if self.left > 0:
            self.left -= 1
        if move.kind == "clue":
            self.clues -= 1
            return
        self.copies[move.card] -= 1
        if move.fits:
            self.stacks[move.card // 5] += 1
            self.clues += move.card % 5 == 4 and self.clues < CLUES
        elif move.kind == "play":
            self.strikes += 1
        else:
            self.clues += 1
        self.replace(move.seat, move.order)

    def replace(self, seat: int, order: int) -> None:
        """Remove a card from a hand, and draw another one if any is left."""
        hand = self.hands[seat]
        hand.remove(order)
        if self.deck:
            hand.append(self.drawn)
            self.drawn += 1
            if not self.deck:
                self.left = self.players


class Deductions:
    """An observer's deductions from clues and visible cards."""

    def __init__(self, seen: Observation) -> None:
        self.variant = VARIANTS[seen.variant]
        left = list(self.variant.copies)
        for card in seen.discards:
            left[card] -= 1
        self.playable, self.useless, self.critical = board_of(self.variant, seen.stacks, tuple(left))
        self.best = seen.score + (self.variant.all & ~self.useless).bit_count()
        """The highest score that is still possible."""
        for suit, rank in enumerate(seen.stacks):
            for card in range(5 * suit, 5 * suit + rank):
                left[card] -= 1
        for hand in seen.hands:
            for held in hand:
                if held.card is not None:
                    left[held.card] -= 1
        self.unseen = tuple(left)
        """Copies that this observer cannot see."""
        self.absent = sum(1 << card for card, n in enumerate(left) if n == 0)
        self._groups = list(self._certain_groups(seen.hands[seen.seat])) if seen.seat >= 0 else []

    def possible(self, held: Held) -> int:
        """Return the possible identities of a card in the observer's own hand.

        They follow from clues, visible cards and the rest of the hand.
        """
        out = held.possible & ~self.absent
        for orders, taken in self._groups:
            if held.order not in orders:
                out &= ~taken
        return out

    def count(self, cards: int) -> int:
        """Count the copies that this observer cannot see in a set of identities."""
        return sum(n for card, n in enumerate(self.unseen) if cards >> card & 1)

    def _certain_groups(self, own: tuple[Held, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield groups of own cards that must be all unseen copies of some identities, and these identities.

        No other own card can have these identities. By Hall's theorem, clues and such groups determine completely which
        identities a card can have.
        """
        few = []
        for held in own:
            mask = held.possible & ~self.absent
            if mask.bit_count() < len(own) and self.count(mask) < len(own):
                few.append((held.order, mask))
        for size in range(1, len(few) + 1):
            for group in combinations(few, size):
                taken = 0
                for _, mask in group:
                    taken |= mask
                if taken.bit_count() <= size and self.count(taken) == size:
                    yield tuple([order for order, _ in group]), taken
