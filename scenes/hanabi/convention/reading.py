"""What a clue means: its focus, and what the focus can be."""

from typing import TYPE_CHECKING, NamedTuple

from scenes.hanabi.convention.chops import moved_by
from scenes.hanabi.variants import FUSES

if TYPE_CHECKING:
    from scenes.hanabi.convention.beliefs import Beliefs


class Link(NamedTuple):
    """A card that somebody is asked to play, so that another one fits."""

    seat: int
    order: int
    card: int
    how: str
    """prompt (a clued card), finesse (the newest unclued card), or known: one of those that will be played anyway."""


class Reading(NamedTuple):
    """What a clue says by convention."""

    focus: int
    infer: int
    """What the focus can be; 0 if the clue says nothing beyond what it touches."""
    saves: bool = False
    """Whether it may be a save."""
    lines: tuple[tuple[int, tuple[Link, ...]], ...] = ()
    """Identities of the focus that wait for others' cards."""
    asked: tuple[Link, ...] = ()
    """Those who have to play before the focus, as everybody sees who sees the focus."""
    moved: tuple[int, ...] = ()
    """Cards that are kept by a chop move."""


def focus_of(table: "Beliefs", to: int, touched: tuple[int, ...]) -> tuple[int, bool, bool]:
    """The card a clue is about; whether it is touched for the first time; whether it was on the chop."""
    fresh = [order for order in touched if not table.clued[order]]
    if not fresh:
        return touched[-1], False, False
    chop = table.chop(to)
    if chop in fresh:
        return chop, True, True
    return ([order for order in fresh if not table.moved[order]] or fresh)[-1], True, False


def saved_by(table: "Beliefs", clue: int, to: int) -> int:
    """What a clue on the chop can save: any 5 or 2 by its rank, and by either the last copy of anything else."""
    variant = table.variant
    critical = table.critical
    fives = variant.touched[variant.five] if variant.five >= 0 else 0
    if variant.is_color(clue):
        return critical & ~fives
    mask = variant.touched[clue]
    if variant.clues[clue] == "2":
        return mask & ~table.trash
    return critical & mask


def read(table: "Beliefs", giver: int, to: int, clue: int, touched: tuple[int, ...]) -> Reading:
    """The reading of `to` as far as the observer can follow it, and of those who see the cards of `to`."""
    mask = table.variant.touched[clue]
    focus, fresh, on_chop = focus_of(table, to, touched)
    nxt = table.next
    if not fresh:
        for order in table.hands[to]:
            before = table.bel[order]
            after = before & (mask if order in touched else ~mask)
            if after != before and before & ~nxt and not after & ~nxt:
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
    lines: list[tuple[int, tuple[Link, ...]]] = []
    needed: tuple[Link, ...] = ()
    face = table.card[focus] if to != table.me else -1
    rest = cands & ~infer
    while rest:
        bit = rest & -rest
        rest ^= bit
        card = bit.bit_length() - 1
        rank = card % 5 - ranks[card // 5]
        if not 0 < rank <= 2:
            continue
        links = connect(table, giver, to, card, ranks[card // 5], focus, card == face)
        if links:
            infer |= bit
            lines.append((card, links))
            if card == face:
                needed = tuple(link for link in links if link.how != "known")
    return Reading(focus, infer, bool(saves), tuple(lines), needed, moved)


def connect(
    table: "Beliefs", giver: int, to: int, card: int, rank: int, focus: int, mine: bool
) -> tuple[Link, ...] | None:
    """Who has the cards that lead from `rank` to a card: seen in others' hands, or if `mine` in the observer's own."""
    links: list[Link] = []
    first = card - card % 5
    for missing in range(first + rank, card):
        link = _seen(table, giver, to, missing, links)
        if link is None and mine and table.me not in (giver, to):
            link = asked(table, table.me, missing, links)
        if link is None:
            return None
        links.append(link)
    return tuple(links)


def _seen(table: "Beliefs", giver: int, to: int, missing: int, links: list[Link]) -> Link | None:
    for away in range(1, table.players):
        p = (giver + away) % table.players
        if p in (to, table.me):
            continue
        link = asked(table, p, missing, links)
        if link and table.card[link.order] == missing:
            return link
    return None


def asked(table: "Beliefs", p: int, missing: int, links: list[Link]) -> Link | None:
    """The card that a player takes for the missing one: a clued one that can be it, else the newest unclued. Nobody
    plays that with the last fuse."""
    used = [link.order for link in links]
    nxt = table.next
    hand = table.hands[p]
    newest = -1
    for order in reversed(hand):
        if order in used:
            continue
        if table.clued[order]:
            b = table.bel[order]
            if b >> missing & 1:
                return Link(p, order, missing, "prompt" if b & ~nxt else "known")
        elif newest < 0 and table.is_loose(order):
            newest = order
    if newest >= 0 and table.strikes < FUSES - 1 and table.poss[newest] & ~table.gone & 1 << missing:
        return Link(p, newest, missing, "finesse")
    return None
