"""Chop moves: cards that a clue keeps although it does not touch them."""

from typing import TYPE_CHECKING

from scenes.hanabi.variants import CLUES

if TYPE_CHECKING:
    from scenes.hanabi.convention.beliefs import Beliefs


def moved_by(table: "Beliefs", giver: int, to: int, clue: int, touched: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cards that a clue keeps without touching them: all older ones after a clue of useless cards (trash
    chop move), or the chop after a clue of the 5 beside it, unless the giver may stall (5's chop move).
    """
    new = [order for order in touched if not table.clued[order] and not table.moved[order]]
    older = tuple([order for order in table.hands[to] if new and order < new[0] and table.is_loose(order)])
    if not older:
        return ()
    useful = table.variant.touched[clue] & ~table.gone & ~table.trash
    if not any(table.poss[order] & useful for order in new):
        return older
    is_five = clue == table.variant.five
    return older if is_five and len(older) == 1 and not may_stall(table, giver) else ()


def may_stall(table: "Beliefs", giver: int) -> bool:
    """Return True if the giver could not discard, or nobody has discarded so far."""
    return table.early or table.clues == CLUES or table.chop(giver) < 0
