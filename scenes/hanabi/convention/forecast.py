"""Forecast of the others' moves in the next round, and of the losses."""

from typing import NamedTuple

from scenes.hanabi.convention.table import Table
from scenes.hanabi.variants import CLUES

STRIKE = 15.0
"""Cost of a misplay, on the scale of clues, where a played card is worth 10."""
LAST = 40.0
"""The last copy of a card, less a point for each rank."""
WARNING, INSTEAD = 0.5, 3.0
"""A token that a warning takes; and more, if who gives it had a card to play."""
GRAVE = 6.0
"""Least loss that others should prevent."""
AGAIN = 0.5
"""Share of the next player's loss a round later that counts when no token is left to warn."""
HARM = 6
"""Loss of the last copy of a 1 when a clued card has to go; one less for each rank."""


class Forecast(NamedTuple):
    cost: float
    lost: tuple[int, ...]
    """Cards of use that go, or are played in vain."""


def forecast(table: Table, clues: int, beliefs: dict[int, int]) -> Forecast:
    """Think ahead to the next turn of this player, with so many clue tokens and others believing this besides.

    Who moves right before somebody loses something grave warns; else whoever has a card to play plays it, or discards.
    If no token is left in the end, the next player cannot be warned, and moves once more.
    """
    nxt, cost = table.next, 0.0
    lost: list[int] = []
    others = [(table.me + away) % table.players for away in range(1, table.players)]
    warned: set[int] = set()
    first = _move(table, others[0], nxt, beliefs).order
    for turn, p in enumerate(others, 1):
        move = _move(table, p, nxt, beliefs)
        if clues and turn < len(others) and _is_grave(table, others[turn], nxt, beliefs):
            warned.add(others[turn])
            clues -= 1
            cost += INSTEAD if move.plays else WARNING
            continue
        card = table.card[move.order] if move.order >= 0 else -1
        if move.plays:
            if card < 0:
                continue
            if not nxt >> card & 1:
                cost += STRIKE
                lost.append(move.order)
                continue
            nxt ^= 1 << card
            if card % 5 < 4:
                nxt |= 2 << card & ~table.trash
            else:
                clues = min(clues + 1, CLUES)
            continue
        if move.locked and clues:
            clues -= 1
            continue
        if p not in warned and (less := loss(table, move.order)):
            cost += less
            lost.append(move.order)
        clues = min(clues + 1, CLUES)
    if not clues:
        again = _move(table, others[0], nxt, beliefs, first)
        if not again.plays and again.order != first:
            cost += AGAIN * loss(table, again.order)
    return Forecast(cost, tuple(lost))


def is_in_danger(table: Table, p: int) -> bool:
    """Return True if a player is about to cause a grave loss."""
    return _is_grave(table, p, table.next, {})


def _is_grave(table: Table, p: int, nxt: int, beliefs: dict[int, int]) -> bool:
    move = _move(table, p, nxt, beliefs)
    return not (move.plays or move.locked) and loss(table, move.order) >= GRAVE


class Likely(NamedTuple):
    """A player's likely move if it gives no clue."""

    order: int
    """The card that goes; -1 if it is of no use, or hidden."""
    plays: bool = False
    locked: bool = False
    """True if all cards are clued, so that one goes only without a token left."""


def _move(table: Table, p: int, nxt: int, beliefs: dict[int, int], gone: int = -1) -> Likely:
    """Return a player's likely play or discard, optionally with one card gone already."""
    chop, useless = -1, False
    hand = [order for order in table.hands[p] if order != gone]
    for order in hand:
        is_news = order in beliefs
        b = beliefs[order] if is_news else table.bel[order]
        if not b:
            useless = True
        elif not b & ~nxt:
            return Likely(order, plays=True)
        elif chop < 0 and not is_news and table.is_loose(order):
            chop = order
    if useless or chop >= 0 or len(hand) < len(table.hands[p]) or not hand:
        return Likely(-1 if useless else chop)
    return Likely(least_missed(table, p, beliefs), locked=True)


def least_missed(table: Table, p: int, beliefs: dict[int, int]) -> int:
    """Choose the card of a fully clued hand that its holder expects to be the least harmful discard."""
    own = [table.card[order] for order in table.hands[p]]
    copies = [n + own.count(card) for card, n in enumerate(table.unseen)]

    def harm(order: int) -> float:
        b = beliefs.get(order, table.thought(order))
        held = [(card, n) for card, n in enumerate(copies) if b >> card & 1]
        lost = sum(n * (HARM - card % 5) for card, n in held if table.critical >> card & 1)
        return lost / max(1, sum(n for _, n in held))

    return min(table.hands[p], key=harm)


def loss(table: Table, order: int) -> float:
    """Return the cost of discarding a card."""
    if order < 0:
        return 0.0
    card = table.card[order]
    if card < 0 or table.trash >> card & 1:
        return 0.0
    if table.critical >> card & 1:
        return LAST - card % 5
    if sum(table.card[other] == card for hand in table.hands for other in hand) > 1:
        return 0.0
    return 2.0 if card % 5 == 1 or table.next >> card & 1 else 0.5
