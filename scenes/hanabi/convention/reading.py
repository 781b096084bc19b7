"""Meaning of a clue: its focus, and the identities of the focus."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from scenes.hanabi.convention.asking import connect
from scenes.hanabi.convention.bluffs import Bluff, bluff_on, may_bluff
from scenes.hanabi.convention.chops import moved_by
from scenes.hanabi.convention.links import Link

if TYPE_CHECKING:
    from scenes.hanabi.convention.beliefs import Beliefs


class Reading(NamedTuple):
    """Meaning of a clue by convention."""

    focus: int
    infer: int
    """Possible identities of the focus; 0 if the clue says nothing beyond what it touches."""
    saves: bool = False
    """True if it may be a save."""
    lines: tuple[tuple[int, tuple[Link, ...]], ...] = ()
    """Identities of the focus that wait for others' cards."""
    asked: tuple[Link, ...] = ()
    """Cards to be played before the focus, as everybody sees who sees the focus."""
    moved: tuple[int, ...] = ()
    """Cards that are kept by a chop move."""
    bluff: Bluff | None = None
    """Other meaning if the next player plays blindly."""
    instead: "Reading | None" = None
    """Plain meaning if the assumed bluff is not played."""


def focus_of(table: "Beliefs", to: int, touched: tuple[int, ...]) -> tuple[int, bool, bool]:
    """Return the focus, whether it is touched for the first time, and whether it was the chop."""
    fresh = [order for order in touched if not table.clued[order]]
    if not fresh:
        return touched[-1], False, False
    chop = table.chop(to)
    if chop in fresh:
        return chop, True, True
    return ([order for order in fresh if not table.moved[order]] or fresh)[-1], True, False


def saved_by(table: "Beliefs", clue: int, to: int) -> int:
    """Return the identities that a clue on the chop can save: any 5 or 2 by rank, and the last copy of anything else by
    either.
    """
    variant = table.variant
    critical = table.critical
    fives = variant.touched[variant.five] if variant.five >= 0 else 0
    if variant.is_color(clue):
        return critical & ~fives
    mask = variant.touched[clue]
    if variant.clues[clue] == "2":
        return mask & ~table.trash
    return critical & mask


def _makes_playable(table: "Beliefs", to: int, mask: int, touched: tuple[int, ...]) -> bool:
    """Return True if a clue shows by itself that a card can be played."""
    for order in table.hands[to]:
        before = table.bel[order]
        after = before & (mask if order in touched else ~mask)
        if after != before and before & ~table.next and not after & ~table.next:
            return True
    return False


def read(table: "Beliefs", giver: int, to: int, clue: int, touched: tuple[int, ...]) -> Reading:
    """Read a clue as `to` does, as far as the observer can follow, and as those who see the cards of `to`."""
    mask = table.variant.touched[clue]
    focus, fresh, on_chop = focus_of(table, to, touched)
    if not fresh and _makes_playable(table, to, mask, touched):
        return Reading(focus, 0)
    ranks = table.hope(to=to).ranks
    direct = 0
    for suit, rank in enumerate(ranks):
        if rank < 5:
            direct |= 1 << 5 * suit + rank
    base = table.poss[focus] & mask & ~table.gone
    cands = base & ~table.trash & table.infer[focus]
    if fresh:
        cands = cands & ~table.taken(giver, to) or cands
    infer = cands & direct
    saves = 0
    if on_chop:
        saves = cands & saved_by(table, clue, to)
        infer |= saves
    if not fresh:
        return Reading(focus, infer)
    moved = moved_by(table, giver, to, clue, touched)
    if clue == table.variant.five:
        return Reading(focus, cands, True, moved=moved)  # a 5 is told early; nobody is asked to play for it
    face = table.card[focus] if to != table.me else -1
    lines, unreached = _lines(table, giver, to, cands & ~infer, ranks, face)
    infer |= sum(1 << card for card, _ in lines)
    needed = tuple(link for card, links in lines if card == face for link in links if link.how != "known")
    bluff = bluff_on(table, giver, unreached, face, lines)
    plain = Reading(focus, infer, bool(saves), tuple(lines), needed, moved, bluff)
    if bluff and face >= 0 and bluff.cards >> face & 1 and bluff.seat != table.me:
        link = Link(bluff.seat, bluff.order, table.card[bluff.order], "bluff")
        return Reading(focus, bluff.cards, asked=(link,), bluff=bluff, instead=plain)
    return plain


def _lines(
    table: "Beliefs", giver: int, to: int, rest: int, ranks: Sequence[int], face: int
) -> tuple[list[tuple[int, tuple[Link, ...]]], int]:
    """Return identities that fit once others are played, with those cards; and as bits those that only a
    bluff reaches.
    """
    lines: list[tuple[int, tuple[Link, ...]]] = []
    unreached = 0
    while rest:
        bit = rest & -rest
        rest ^= bit
        card = bit.bit_length() - 1
        rank = card % 5 - ranks[card // 5]
        if not 0 < rank <= 2:
            continue
        links = connect(table, giver, to, card, ranks[card // 5], False)
        if not links and may_bluff(table, giver, to, card):
            unreached |= bit
        if not links and card == face:
            links = connect(table, giver, to, card, ranks[card // 5], True)
        if links:
            lines.append((card, links))
    return lines, unreached
