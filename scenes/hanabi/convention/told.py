"""Conventional meaning of a clue, in words."""

from scenes.hanabi.actions import SLOTS
from scenes.hanabi.convention.inference import Inference, believed
from scenes.hanabi.convention.table import Table
from scenes.hanabi.convention.words import name_of
from scenes.hanabi.observation import Move, Observation

FEW = 3
"""Identities that are named."""


def told(seen: Observation) -> str:
    """Write what the last move, a clue, means for the cards of who sees this; "" if nothing."""
    move = seen.history[-1]
    table = Table(seen)
    table.fold(seen)
    own = believed(table)
    if move.to == seen.seat:
        kept = [f"keep {SLOTS[each.slot]}" for each in own if _keeps(table, move, _order(seen, each))]
        return "; ".join([_touched(table, each) for each in own if _order(seen, each) in move.touched] + kept)
    return "; ".join(f"play {SLOTS[each.slot]}: {each.why}" for each in own if _asks(table, move, _order(seen, each)))


def _order(seen: Observation, card: Inference) -> int:
    return seen.hands[seen.seat][card.slot].order


def _asks(table: Table, move: Move, order: int) -> bool:
    """Return True if a clue to another player asks for this card."""
    why = table.why.get(order)
    return bool(why and why.kind in ("prompt", "finesse", "bluff") and (why.giver, why.to) == (move.seat, move.to))


def _keeps(table: Table, move: Move, order: int) -> bool:
    """Return True if a clue keeps a card without touching it."""
    why = table.why.get(order)
    return bool(why and why.kind == "moved" and why.card in move.touched)


def _touched(table: Table, card: Inference) -> str:
    labels = [name_of(table, i) for i in range(card.cards.bit_length()) if card.cards >> i & 1]
    which = f" ({' or '.join(labels)})" if 0 < len(labels) <= FEW else ""
    slot = SLOTS[card.slot]
    match card.kind:
        case "play" if card.plays:
            return f"play {slot}{which}"
        case "play":
            return f"{slot} can be played later{which}"
        case "save":
            return f"keep {slot}{which}{', or play it' if card.plays else ''}"
    return f"{slot} is of use{which}" if card.cards else f"{slot} is of no use"
