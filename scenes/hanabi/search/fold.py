"""The one game that is seen, as a row of `Lanes`, folded from the moves: both players know the same of all cards."""

import numpy as np

from scenes.hanabi.actions import Action, Clue, Discard, Play
from scenes.hanabi.observation import Move, Observation
from scenes.hanabi.search.copies import CARDS, TOUCHED
from scenes.hanabi.search.lanes import CLUE, DISCARD, SIZE, Lanes
from scenes.hanabi.variants import VARIANTS


class Fold:
    """One player's view of a game, folded move by move."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.lanes = Lanes(np.zeros((1, len(VARIANTS["standard"].deck) + 1), np.int64))
        self.orders = [list(range(SIZE)), list(range(SIZE, 2 * SIZE))]
        """Orders of the cards in hand, oldest first."""
        self.moves: tuple[Move, ...] = ()
        self.is_broken = False
        """True once somebody has said something false, and so does not use the code."""

    def is_of(self, seen: Observation) -> bool:
        """Return True if this is the same game, so far."""
        return seen.seat == self.seat and seen.history[: len(self.moves)] == self.moves and self._agrees(seen)

    def _agrees(self, seen: Observation) -> bool:
        return all(self.lanes.deck[0, order] in (0, card) for order, card in _cards_of(seen).items())

    def catch_up(self, seen: Observation) -> None:
        for order, card in _cards_of(seen).items():
            self.lanes.deck[0, order] = card
        for move in seen.history[len(self.moves) :]:
            self._show()
            if not self.is_broken:
                self._fold(move)
        self.moves = seen.history
        self._show()

    def _show(self) -> None:
        """Show cards that have become visible since they were drawn."""
        for seat, orders in enumerate(self.orders):
            self.lanes.cards[0, seat, : len(orders)] = self.lanes.deck[0, orders]

    def _fold(self, move: Move) -> None:
        lanes, heard = self.lanes, None
        orders = self.orders[move.seat]
        if move.kind == "clue":
            action, to = CLUE + move.clue, self.orders[move.to]
            touched = np.zeros((1, len(TOUCHED), SIZE), bool)
            touched[0, move.clue, : len(to)] = [order in move.touched for order in to]
            lanes.clue(np.zeros(1, np.int64), np.array([move.clue]), touched)
            heard = lanes.known[:, move.to]
        else:
            slot = orders.index(move.order)
            action = slot + (DISCARD if move.kind == "discard" else 0)
            self.is_broken |= not lanes.known[0, move.seat, slot] & lanes.cards[0, move.seat, slot]
            orders.pop(slot)
            if lanes.in_deck[0]:
                orders.append(int(lanes.drawn[0]))
        lanes.step(np.array([action]), heard)
        self._show()
        for seat, held in enumerate(self.orders):
            known, cards = lanes.known[0, seat, : len(held)], lanes.cards[0, seat, : len(held)]
            self.is_broken |= bool((known == 0).any() or ((cards != 0) & (known & cards == 0)).any())

    def number_of(self, action: Action) -> int:
        """Return the number of an action in `Lanes`, with slots from the oldest."""
        if isinstance(action, Clue):
            return CLUE + action.clue
        slot = len(self.orders[self.seat]) - 1 - action.slot
        return slot if isinstance(action, Play) else DISCARD + slot

    def action_of(self, number: int) -> Action:
        if number >= CLUE:
            return Clue(1 - self.seat, number - CLUE)
        slot = len(self.orders[self.seat]) - 1 - number % DISCARD
        return Play(slot) if number < DISCARD else Discard(slot)


def _cards_of(seen: Observation) -> dict[int, int]:
    """Return the visible cards by order."""
    out = {held.order: CARDS[held.card] for hand in seen.hands for held in hand if held.card is not None}
    out.update((move.order, CARDS[move.card]) for move in seen.history if move.order >= 0)
    return out
