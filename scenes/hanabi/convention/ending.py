"""Playouts of the last turns: the expected score of each move, over sampled deals that fit the observer's beliefs.

In a playout, each player plays a card that it rightly believes playable; else gives a clue on a card that fits; else
stalls if few turns are left, or discards.
"""

from collections.abc import Iterator
from typing import NamedTuple

from core.engine.chance import Draw
from scenes.hanabi.convention.table import Table
from scenes.hanabi.variants import CLUES

DEALS = 12
"""Number of sampled deals of the own hand and the deck; more did not improve play."""
ATTEMPTS_PER_DEAL = 4
"""Attempts per deal, because sampling fails if no copy is left for a card."""


class CandidateMove(NamedTuple):
    """A move to be rated. A clue is given by the beliefs that follow from it, without a card."""

    order: int = -1
    plays: bool = False
    beliefs: dict[int, int] | None = None


def sample_deals(table: Table, draw: Draw) -> list[list[int]]:
    """Sample the identities of all cards, by their order; empty if another hand is hidden."""
    if not all(table.sees(p) for p in range(table.players) if p != table.me):
        return []
    found = []
    for _ in range(DEALS * ATTEMPTS_PER_DEAL):
        if deal := _sample_deal(table, draw):
            found.append(deal)
            if len(found) == DEALS:
                break
    return found


def _sample_deal(table: Table, draw: Draw) -> list[int]:
    cards = table.card.copy()
    unseen = [max(0, n) for n in table.unseen]
    own = sorted(table.hands[table.me], key=lambda order: table.bel[order].bit_count())
    for order in own:
        mask = table.bel[order] or table.possible(order) & table.trash
        left = [card for card, n in enumerate(unseen) if mask >> card & 1 for _ in range(n)]
        if not left:
            return []
        card = draw.choice(left)
        unseen[card] -= 1
        cards[order] = card
    rest = [card for card, n in enumerate(unseen) for _ in range(n)]
    draw.shuffle(rest)
    cards[table.drawn :] = rest[: table.deck]
    return cards


class Playout:
    """One deal, from the observer's move to the end."""

    def __init__(self, table: Table, cards: list[int]) -> None:
        self.cards = cards
        self.players = table.players
        self.hands = [hand.copy() for hand in table.hands]
        self.bel = dict(table.bel)
        self.clued = {order for order in table.bel if not table.is_unknown(order)}
        self.score, self.next = sum(table.stacks), table.next
        self.done = 0
        """Identities played in this playout."""
        self.clues, self.deck, self.drawn = table.clues, table.deck, table.drawn
        self.all = table.variant.all
        self.reach = (self.all & ~table.trash).bit_count() + self.score
        """Maximum score with the remaining cards."""
        self.trash, self.critical = table.trash, table.critical
        self.left = table.left

    def points(self, first: CandidateMove, me: int) -> int:
        """Return the final score after the move `first` of the player `me`."""
        self._make_move(me, first)
        p = me
        while self.left and self.score < self.reach:
            p = (p + 1) % self.players
            self._make_move(p, self._choose(p))
        return self.score

    def _make_move(self, p: int, move: CandidateMove) -> None:
        self.left -= self.left > 0
        order = move.order
        if move.beliefs is not None:
            self.clues -= 1
            self.bel.update(move.beliefs)
            self.clued.update(move.beliefs)
            return
        card = self.cards[order]
        bit = 1 << card
        if move.plays and self.next & bit:
            self.score += 1
            self.done |= bit
            self.next ^= bit
            if card % 5 < 4:
                self.next |= bit << 1
            elif self.clues < CLUES:
                self.clues += 1
        else:
            if self.critical & bit and not self.done & bit:
                self.reach -= 5 - card % 5
                self.critical &= ~bit
            if not move.plays:
                self.clues += 1
        self.hands[p].remove(order)
        if self.deck:
            self.hands[p].append(self.drawn)
            self.bel[self.drawn] = self.all
            self.drawn += 1
            self.deck -= 1
            if not self.deck:
                self.left = self.players

    def _choose(self, p: int) -> CandidateMove:
        best, worth = -1, -1
        for order in self.hands[p]:
            b = self.bel[order] & ~self.done
            if b and not b & ~self.next and self.next >> self.cards[order] & 1:
                length = self._follower_count(self.cards[order])
                if length > worth:
                    best, worth = order, length
        if best >= 0:
            return CandidateMove(best, True)
        if self.clues:
            if (order := self._card_to_clue(p)) >= 0:
                return CandidateMove(beliefs={order: 1 << self.cards[order]})
            if self.clues == CLUES or self.score + self.deck + self.players <= self.reach:
                return CandidateMove(beliefs={})
        return CandidateMove(self._card_to_discard(p))

    def _follower_count(self, card: int) -> int:
        """Count the held cards that can be played directly after a card, in its suit."""
        held = {self.cards[order] for hand in self.hands for order in hand}
        length = 0
        while card % 5 < 4 and card + 1 in held:
            card, length = card + 1, length + 1
        return length

    def _card_to_clue(self, p: int) -> int:
        """Return a playable card whose holder does not know that it is playable; -1 if there is none."""
        known = 0
        todo = []
        for away in range(1, self.players):
            if self.left > 0 and away > self.left:
                break
            for order in self.hands[(p + away) % self.players]:
                bit = 1 << self.cards[order]
                if self.next & bit:
                    b = self.bel[order] & ~self.done
                    if b and not b & ~self.next:
                        known |= bit
                    else:
                        todo.append(order)
        return next((order for order in todo if not known >> self.cards[order] & 1), -1)

    def _card_to_discard(self, p: int) -> int:
        """Choose a discard: a known useless card, else the oldest one without information."""
        hand = self.hands[p]
        useless = self.trash | self.done
        for order in hand:
            if not self.bel[order] & ~useless:
                return order
        return next((order for order in hand if order not in self.clued), hand[0])


def rate_moves(table: Table, moves: list[CandidateMove], draw: Draw) -> Iterator[float]:
    """Yield the mean score after each move."""
    worlds = sample_deals(table, draw)
    for move in moves:
        yield sum(Playout(table, cards).points(move, table.me) for cards in worlds) / max(1, len(worlds))
