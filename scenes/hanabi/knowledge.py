"""Conclusions from an observation: sets of identities as bits, for the table and for one card."""

from collections.abc import Iterator
from itertools import combinations

from scenes.hanabi.observation import Held, Observation
from scenes.hanabi.variants import VARIANTS, Variant


def next_ranks(variant: Variant, stacks: tuple[int, ...]) -> int:
    """Return the identities that would fit now."""
    return sum(1 << 5 * suit + rank for suit, rank in enumerate(stacks) if rank < 5)


def gone(variant: Variant, stacks: tuple[int, ...], discards: tuple[int, ...]) -> int:
    """Return the useless identities: played already, or unreachable since a lower rank is lost."""
    counts = [0] * variant.count
    for card in discards:
        counts[card] += 1
    out = 0
    for suit, rank in enumerate(stacks):
        reach = rank
        while reach < 5 and counts[5 * suit + reach] < variant.copies[5 * suit + reach]:
            reach += 1
        out |= (0b11111 & ~(((1 << reach) - 1) & ~((1 << rank) - 1))) << 5 * suit
    return out


def critical(variant: Variant, stacks: tuple[int, ...], discards: tuple[int, ...]) -> int:
    """Return the useful identities of which one copy is left."""
    counts = list(variant.copies)
    for card in discards:
        counts[card] -= 1
    return sum(1 << card for card, n in enumerate(counts) if n == 1) & ~gone(variant, stacks, discards)


def attainable(variant: Variant, stacks: tuple[int, ...], discards: tuple[int, ...]) -> int:
    """Return the highest score that is still possible."""
    return sum(stacks) + variant.count - gone(variant, stacks, discards).bit_count()


class Deduced:
    """An observer's conclusions about the table (empathy: by `clues` alone, and by what else it sees)."""

    def __init__(self, seen: Observation) -> None:
        self.seen = seen
        self.variant = VARIANTS[seen.variant]
        self.playable = next_ranks(self.variant, seen.stacks)
        self.useless = gone(self.variant, seen.stacks, seen.discards)
        self.critical = critical(self.variant, seen.stacks, seen.discards)
        left = list(self.variant.copies)
        for card in seen.discards:
            left[card] -= 1
        for suit, rank in enumerate(seen.stacks):
            for card in range(5 * suit, 5 * suit + rank):
                left[card] -= 1
        self.public = tuple(left)
        """Copies of each identity that are in hands or in the deck."""
        for hand in seen.hands:
            for held in hand:
                if held.card is not None:
                    left[held.card] -= 1
        self.unseen = tuple(left)
        """Copies that this observer cannot see."""
        self.absent = sum(1 << card for card, n in enumerate(left) if n == 0)
        self._settled = list(self._settle(seen.hands[seen.seat])) if seen.seat >= 0 else []

    def possible(self, held: Held) -> int:
        """Return the possible identities of a card in one's own hand, by clues, visible cards and the rest of
        the hand.
        """
        out = held.possible & ~self.absent
        for orders, taken in self._settled:
            if held.order not in orders:
                out &= ~taken
        return out

    def _settle(self, own: tuple[Held, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield groups of own cards that must be all unseen copies of some identities, so that no other card can be.

        A card can be what its clues leave unless such a group takes it (Hall's theorem), so these are all there is to
        know.
        """
        few = []
        for held in own:
            mask = held.possible & ~self.absent
            if mask.bit_count() < len(own) and self._copies(mask) < len(own):
                few.append((held.order, mask))
        for size in range(1, len(few) + 1):
            for group in combinations(few, size):
                taken = 0
                for _, mask in group:
                    taken |= mask
                if taken.bit_count() <= size and self._copies(taken) == size:
                    yield tuple([order for order, _ in group]), taken

    def _copies(self, mask: int) -> int:
        total = 0
        while mask:
            total += self.unseen[(mask & -mask).bit_length() - 1]
            mask &= mask - 1
        return total
