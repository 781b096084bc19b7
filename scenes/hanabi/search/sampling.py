"""Cards that nobody at hand can see, as they may be: one's own hand by what is known of it, and the deck."""

from collections.abc import Sequence

from core.chance import Draw

TRIES = 400
"""Draws of a hand after which the next that can be is good enough, as likely as others or not."""


class Unseen:
    """Copies of identities that a player cannot see, and what each card in its hand can be.

    Hands are drawn so that each way to lay the unseen cards out is equally likely among those that are possible.
    """

    def __init__(self, copies: Sequence[int], masks: Sequence[int]) -> None:
        self.pile = [card for card, n in enumerate(copies) for _ in range(n)]
        order = sorted(range(len(masks)), key=lambda slot: (self._count(masks[slot]), slot))
        self._slots = [(slot, masks[slot], self._count(masks[slot])) for slot in order]

    def _count(self, mask: int) -> int:
        return sum(mask >> card & 1 for card in self.pile)

    def deal(self, draw: Draw) -> tuple[list[int], list[int]] | None:
        """A hand, and the rest in random order; None if no hand was found that is possible."""
        for tried in range(2 * TRIES):
            pile, hand, even = self.pile.copy(), [-1] * len(self._slots), 1.0
            for slot, mask, count in self._slots:
                fitting = [n for n, card in enumerate(pile) if mask >> card & 1]
                if not fitting:
                    break
                even *= len(fitting) / count
                hand[slot] = pile.pop(draw.choice(fitting))
            else:
                if even == 1.0 or tried >= TRIES or draw.random() < even:
                    draw.shuffle(pile)
                    return hand, pile
        return None
