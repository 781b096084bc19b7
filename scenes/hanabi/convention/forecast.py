"""What the others will most likely do in the round to come, and what gets lost by it."""

from typing import NamedTuple

from scenes.hanabi.convention.table import Table
from scenes.hanabi.variants import CLUES

STRIKE = 15.0
"""What a card costs that does not fit; the figures are in the measure of clues, where a card that is played is 10."""
LAST = 40.0
"""The last copy of a card, less a point for each rank."""
WARNING, INSTEAD = 0.5, 3.0
"""A token that a warning takes; and more, if who gives it had a card to play."""
GRAVE = 6.0
"""What somebody should be kept from."""


class Forecast(NamedTuple):
    cost: float
    lost: tuple[int, ...]
    """Cards of use that go, or are played in vain."""


def forecast(table: Table, clues: int, beliefs: dict[int, int]) -> Forecast:
    """Think ahead to the next turn of this player, with so many clue tokens and others believing this besides.

    Who moves right before somebody loses something grave warns; else whoever has a card to play plays it, or discards.
    """
    nxt, cost = table.next, 0.0
    lost: list[int] = []
    others = [(table.me + away) % table.players for away in range(1, table.players)]
    warned: set[int] = set()
    for turn, p in enumerate(others, 1):
        order, plays = _move(table, p, nxt, beliefs)
        if clues and turn < len(others) and _is_grave(table, others[turn], nxt, beliefs):
            warned.add(others[turn])
            clues -= 1
            cost += INSTEAD if plays else WARNING
            continue
        card = table.card[order] if order >= 0 else -1
        if plays:
            if card < 0:
                continue
            if not nxt >> card & 1:
                cost += STRIKE
                lost.append(order)
                continue
            nxt ^= 1 << card
            if card % 5 < 4:
                nxt |= 2 << card & ~table.trash
            else:
                clues = min(clues + 1, CLUES)
            continue
        if p not in warned and (less := loss(table, order)):
            cost += less
            lost.append(order)
        clues = min(clues + 1, CLUES)
    return Forecast(cost, tuple(lost))


def is_in_danger(table: Table, p: int) -> bool:
    """Whether a player is about to do something grave."""
    return _is_grave(table, p, table.next, {})


def _is_grave(table: Table, p: int, nxt: int, beliefs: dict[int, int]) -> bool:
    order, plays = _move(table, p, nxt, beliefs)
    return not plays and loss(table, order) >= GRAVE


def _move(table: Table, p: int, nxt: int, beliefs: dict[int, int]) -> tuple[int, bool]:
    """The card that a player plays, or else discards if it gives no clue; -1 if it is of no use, or there is none."""
    chop, useless = -1, False
    for order in table.hands[p]:
        told = order in beliefs
        b = beliefs[order] if told else table.bel[order]
        if not b:
            useless = True
        elif not b & ~nxt:
            return order, True
        elif chop < 0 and not told and not table.clued[order] and not table.blind[order]:
            chop = order
    return (-1 if useless else chop), False


def loss(table: Table, order: int) -> float:
    """How bad it is if a card is discarded."""
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
