"""A player's beliefs about its own cards, for display."""

from typing import NamedTuple

from scenes.hanabi.convention.table import Table
from scenes.hanabi.convention.words import reason


class Inference(NamedTuple):
    """One own card."""

    slot: int
    """Slot from 0, the newest."""
    cards: int
    """Identities that it can be, as bits; 0 if it is of no use."""
    kind: str
    """play, save, prompt, finesse, bluff (or a finesse: one cannot tell before it is played), touch (the clue was about
    another card), moved (kept by a chop move), or nothing for a card without a clue."""
    why: str
    """Reason in a few words."""
    chop: bool
    """True if it is discarded next."""
    plays: bool
    """True if it is taken for playable now."""


def believed(table: Table) -> tuple[Inference, ...]:
    """Return the beliefs, newest card first."""
    me = table.me
    ready, chop = table.ready(me), table.chop(me)
    return tuple(
        Inference(
            slot,
            table.thought(order),
            table.why[order].kind if order in table.why else "",
            reason(table, order),
            order == chop,
            order in ready,
        )
        for slot, order in enumerate(reversed(table.hands[me]))
    )
