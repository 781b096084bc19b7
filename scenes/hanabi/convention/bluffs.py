"""Bluffs: a clue that lets who is next play its newest card, although that is not what the clue's focus waits for."""

from typing import TYPE_CHECKING, NamedTuple

from scenes.hanabi.convention.asking import asked
from scenes.hanabi.convention.links import Link

if TYPE_CHECKING:
    from scenes.hanabi.convention.beliefs import Beliefs


class Bluff(NamedTuple):
    """Another meaning of a clue, beside the plain one."""

    seat: int
    """Next player."""
    order: int
    """Its newest card without a clue."""
    cards: int
    """Identities of the focus if that card is played: each waits for one unseen card that fits now."""


def may_bluff(table: "Beliefs", giver: int, to: int, card: int) -> bool:
    """Return True if the next player would take a clue about a card for a finesse when nobody is seen to hold the card
    below.
    """
    after = (giver + 1) % table.players
    if after == to or not card % 5 or not table.next >> card - 1 & 1:
        return False
    link = asked(table, after, card - 1, [])
    return link is not None and link.how == "finesse"


def bluff_on(
    table: "Beliefs", giver: int, cards: int, face: int, lines: list[tuple[int, tuple[Link, ...]]]
) -> Bluff | None:
    """Return the bluff.

    None if the focus is none of the cards, or if the next player's newest card does not fit or is asked for plainly.
    """
    seat = (giver + 1) % table.players
    order = next((order for order in reversed(table.hands[seat]) if table.is_loose(order)), -1)
    if not cards or order < 0:
        return None
    if seat == table.me:
        return Bluff(seat, order, cards) if face >= 0 and cards >> face & 1 and table.poss[order] & table.next else None
    asked_for = {link.order for _, links in lines for link in links}
    asked_for |= {link.order for line in table.lines for link in line.links}
    fits = table.card[order] >= 0 and table.next >> table.card[order] & 1
    return Bluff(seat, order, cards) if fits and order not in asked_for else None
