"""Shared beliefs about the cards: by clues, by conventions, and by good touch.

Good touch: nobody clues a useless card, nor a copy of a card that is already clued in another hand.
"""

from typing import NamedTuple

from scenes.hanabi.knowledge import PublicTable
from scenes.hanabi.observation import Observation
from scenes.hanabi.variants import FUSES, VARIANTS


class RequiredPlay(NamedTuple):
    """A card that a clue asks a player to play first, so that the clue's focus fits."""

    seat: int
    order: int
    card: int
    how: str
    """Way in which the card is identified.

    prompt: a clued card; finesse: the newest unclued card; known: a clued card that its holder will play anyway; bluff:
    the newest card of the next player, which fits but is not the card for which the focus waits."""


class DelayedIdentity(NamedTuple):
    """A possible identity of a clue's focus, with the cards that must be played before it fits."""

    focus: int
    card: int
    links: tuple[RequiredPlay, ...]


UNSEEN = -1


class BeliefSource(NamedTuple):
    """The source of a belief about a card."""

    kind: str
    """play, save, prompt, finesse, bluff, moved (saved by a chop move), or touch (the clue was about another card)."""
    giver: int
    card: int = UNSEEN
    """For a prompt, finesse or bluff, the card that waits for this one; for a chop move, the focus of the clue."""
    to: int = UNSEEN
    """Seat of the clue's receiver, for a prompt, finesse or bluff."""


class ReachableRanks(NamedTuple):
    """Ranks that the fireworks reach if players play all cards that they know to be playable."""

    ranks: list[int]
    """Reachable rank by suit."""
    wrong: int
    """Number of cards that would be played without fitting."""
    played: list[int]


class Beliefs(PublicTable):
    """The state of the table, and the players' beliefs that follow from it."""

    def __init__(self, seen: Observation) -> None:
        super().__init__(VARIANTS[seen.variant], len(seen.names))
        self.names = seen.names
        self.me = seen.seat
        deck = len(self.variant.deck)
        self.card = [UNSEEN] * deck
        """Identity of each card that the observer has seen, by order; else UNSEEN."""
        self.poss = [self.variant.all] * deck
        """Identities that clues allow for each card, by order, as bit masks."""
        self.infer = [self.variant.all] * deck
        """Identities that conventions allow for each card, by order, as bit masks."""
        self.clued = [False] * deck
        self.blind = [False] * deck
        """True for finessed cards, which should be played although no clue touched them."""
        self.moved = [False] * deck
        """True for cards kept by a chop move, until they are clued."""
        self.early = True
        """True until the first discard."""
        self.why: dict[int, BeliefSource] = {}
        self.lines: list[DelayedIdentity] = []
        """Possible identities of clued cards that fit only after other cards, with these cards."""
        self.bel: dict[int, int] = {}
        """Identities that each card's holder believes possible, by order, as a bit mask; 0 means a useless card."""
        self._reachable_cache: dict[int, ReachableRanks] = {}
        self._known_cache: dict[tuple[int, int], int] = {}

    def refresh(self) -> None:
        """Derive all beliefs from the moves so far."""
        self._reachable_cache.clear()
        self._known_cache.clear()
        self.next, self.trash, self.critical = self.find_board()
        unseen, card_of = self.copies.copy(), self.card
        gone = sum(1 << card for card, n in enumerate(unseen) if n <= 0)
        for p, hand in enumerate(self.hands):
            if p != self.me:
                for order in hand:
                    if card_of[order] >= 0:
                        unseen[card_of[order]] -= 1
        self.gone, self.unseen = gone, unseen
        short = [card for card, n in enumerate(unseen) if n <= 0 and not gone >> card & 1]
        bel = self.bel = {}
        for hand in self.hands:
            absent = gone
            if short:
                own = [card_of[order] for order in hand]
                for card in short:
                    if unseen[card] + own.count(card) <= 0:
                        absent |= 1 << card
            for order in hand:
                if self.blind[order] and not self.poss[order] & self.infer[order] & ~self.trash:
                    self.blind[order], self.infer[order] = False, self.variant.all
                bel[order] = self.belief(order, self.poss[order] & ~absent, self.infer[order])
            self.settle(hand, bel)

    def belief(self, order: int, poss: int, infer: int, touched: bool = False) -> int:
        if not (touched or self.clued[order] or self.blind[order]):
            return poss
        useful = poss & ~self.trash
        return useful & infer or useful

    def settle(self, hand: list[int], beliefs: dict[int, int], focus: int = -1) -> None:
        """Remove identities of cards that were a clue's focus and are known from the hand's other cards."""
        single = 0
        for order in hand:
            b = beliefs[order]
            if b and not b & (b - 1) and (order == focus or self.about(order)):
                single |= b
        if single:
            for order in hand:
                if beliefs[order] & single and order != focus and not self.about(order):
                    beliefs[order] &= ~single

    def sees(self, p: int) -> bool:
        """Return True if the observer sees a hand. It does not see its own, nor that of a player whom it advises."""
        return all(self.card[order] >= 0 for order in self.hands[p])

    def about(self, order: int) -> bool:
        """Return True if a card was a clue's focus, or was requested by a clue."""
        why = self.why.get(order)
        return why is not None and why.kind not in ("touch", "moved")

    def is_unknown(self, order: int) -> bool:
        """Return True if a card is not clued, not finessed and not kept by a chop move."""
        return not (self.clued[order] or self.blind[order] or self.moved[order])

    def belief_of(self, order: int) -> int:
        """Return the holder's belief about a card; a card kept by a chop move counts as useful."""
        b = self.bel[order]
        return b & ~self.trash or b if self.moved[order] else b

    def known_identities(self, giver: int, to: int) -> int:
        """Return the identities of clued cards that a giver sees in other hands than that of `to`.

        Identities that `to` knows in its own hand from clues are included.
        """
        if (known := self._known_cache.get((giver, to))) is not None:
            return known
        mask = 0
        for p, hand in enumerate(self.hands):
            if p == giver:
                continue
            for order in hand:
                if p != to and self.card[order] >= 0:
                    if self.clued[order] or self.blind[order]:
                        mask |= 1 << self.card[order]
                elif self.clued[order] and (p != to or self.about(order)):
                    b = self.bel[order]
                    if not b & (b - 1):
                        mask |= b
        self._known_cache[giver, to] = mask
        return mask

    def chop(self, p: int) -> int:
        """Return the order of the oldest card without a clue, finesse or chop move; -1 if there is none."""
        for order in self.hands[p]:
            if self.is_unknown(order):
                return order
        return -1

    def ready(self, p: int) -> list[int]:
        """Return the cards that a player believes playable; with one fuse left, only certain ones."""
        nxt = self.next
        found = [order for order in self.hands[p] if self.bel[order] and not self.bel[order] & ~nxt]
        if self.strikes == FUSES - 1:
            return [order for order in found if self.sure(order)]
        return found

    def possible(self, order: int) -> int:
        """Return the possible identities of an own card by clues and visible cards, without conventions."""
        unseen = sum(1 << card for card, n in enumerate(self.unseen) if n > 0)
        return self.poss[order] & ~self.gone & unseen

    def sure(self, order: int) -> bool:
        clued_about = self.about(order) and not self.blind[order]
        return clued_about or not self.poss[order] & ~self.gone & ~self.next

    def reachable(self, beliefs: dict[int, int] | None = None, to: int = UNSEEN) -> ReachableRanks:
        """Return the reachable ranks with additional `beliefs`, without looking at the cards of the player `to`."""
        if beliefs is not None:
            return self._play_known_cards(beliefs, to)
        if to not in self._reachable_cache:
            self._reachable_cache[to] = self._play_known_cards({}, to)
        return self._reachable_cache[to]

    def _play_known_cards(self, beliefs: dict[int, int], to: int) -> ReachableRanks:
        ranks = self.stacks.copy()
        nxt, passed, wrong = self.next, self.trash, 0
        played: list[int] = []
        clued, blind, bel, faces = self.clued, self.blind, self.bel, self.card
        todo = []
        for p, hand in enumerate(self.hands):
            for order in hand:
                if order in beliefs:
                    todo.append((order, beliefs[order], UNSEEN if p == to else faces[order]))
                elif clued[order] or blind[order]:
                    todo.append((order, bel[order], UNSEEN if p == to else faces[order]))
        again = True
        while again:
            again = False
            rest = []
            for entry in todo:
                order, b, card = entry
                b &= ~passed
                if not b or b & ~nxt:
                    rest.append(entry)
                    continue
                if card < 0:
                    if b & (b - 1):
                        continue
                    card = b.bit_length() - 1
                bit = 1 << card
                if not bit & nxt:
                    wrong += 1
                    continue
                again = True
                played.append(order)
                ranks[card // 5] += 1
                passed |= bit
                nxt &= ~bit
                if card % 5 < 4 and not self.trash >> card + 1 & 1:
                    nxt |= bit << 1
            todo = rest
        return ReachableRanks(ranks, wrong, played)
