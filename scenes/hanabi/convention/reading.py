"""Interpretation of a clue: its focus, the focus's possible identities, and cards that the clue requests or saves."""

from collections.abc import Sequence
from typing import NamedTuple

from scenes.hanabi.convention.beliefs import Beliefs, DelayedIdentity, RequiredPlay
from scenes.hanabi.variants import CLUES, FUSES

# -- prompts and finesses: requests to play a card so that another one fits


def connecting_cards(
    table: Beliefs, giver: int, to: int, card: int, rank: int, mine: bool
) -> tuple[RequiredPlay, ...] | None:
    """Find the cards of a suit that must be played before `card`; `rank` of them are already reached.

    They are searched in others' visible hands and, if `mine`, in the observer's own hand. Returns None unless all are
    found.
    """
    links: list[RequiredPlay] = []
    first = card - card % 5
    for missing in range(first + rank, card):
        link = _visible_card(table, giver, to, missing, links)
        if link is None and mine and table.me not in (giver, to):
            link = asked_card(table, table.me, missing, links)
        if link is None:
            return None
        links.append(link)
    return tuple(links)


def _visible_card(table: Beliefs, giver: int, to: int, missing: int, links: list[RequiredPlay]) -> RequiredPlay | None:
    """Find the missing card in a visible hand, at the place where the conventions tell its holder to look.

    If the holder would first play another card there, for an earlier clue, the place after it counts.
    """
    waited = {link.order for line in table.lines for link in line.links}
    for away in range(1, table.players):
        p = (giver + away) % table.players
        if p in (to, table.me):
            continue
        link = asked_card(table, p, missing, links)
        if link and link.order in waited and table.card[link.order] != missing:
            link = asked_card(table, p, missing, [*links, link])
        if link and table.card[link.order] == missing:
            return link
    return None


def asked_card(table: Beliefs, p: int, missing: int, links: list[RequiredPlay]) -> RequiredPlay | None:
    """Return the card that a player takes for the missing card: a clued card that it may be, else the newest unclued.

    Unclued cards are not played with one fuse left.
    """
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
                return RequiredPlay(p, order, missing, "prompt" if b & ~nxt else "known")
        elif newest < 0 and table.is_unknown(order):
            newest = order
    if newest >= 0 and table.strikes < FUSES - 1 and table.poss[newest] & ~table.gone & 1 << missing:
        return RequiredPlay(p, newest, missing, "finesse")
    return None


# -- bluffs: the next player plays its newest card, although the clue's focus waits for a different one


class Bluff(NamedTuple):
    """Reading of a clue as a bluff: the next player plays a card other than the one for which the focus waits."""

    seat: int
    """Seat of the next player."""
    order: int
    """The next player's newest card without a clue."""
    cards: int
    """Possible identities of the focus if that card is played; each waits for a playable card that no hand shows."""


def may_bluff(table: Beliefs, giver: int, to: int, card: int) -> bool:
    """Return True if the next player would read a clue about a card as a finesse.

    The card one rank below must fit now, and the next player must not be the receiver of the clue.
    """
    after = (giver + 1) % table.players
    if after == to or not card % 5 or not table.next >> card - 1 & 1:
        return False
    link = asked_card(table, after, card - 1, [])
    return link is not None and link.how == "finesse"


def possible_bluff(table: Beliefs, giver: int, cards: int, face: int, lines: Sequence[DelayedIdentity]) -> Bluff | None:
    """Return the reading of a clue as a bluff, or None if it cannot be one.

    It cannot if no identity of the focus fits a bluff, if the next player's newest card does not fit, or if that card
    is finessed.
    """
    seat = (giver + 1) % table.players
    order = next((order for order in reversed(table.hands[seat]) if table.is_unknown(order)), -1)
    if not cards or order < 0:
        return None
    if seat == table.me:
        is_bluff = face >= 0 and cards >> face & 1 and table.poss[order] & table.next
    else:
        fits = table.card[order] >= 0 and table.next >> table.card[order] & 1
        is_bluff = fits and order not in {link.order for line in [*lines, *table.lines] for link in line.links}
    return Bluff(seat, order, cards) if is_bluff else None


# -- chop moves: cards that a clue saves without touching them


def chop_moved_by(table: Beliefs, giver: int, to: int, clue: int, touched: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cards that a clue saves without touching them.

    After a clue of useless cards these are all older cards (trash chop move); after a clue of the 5 next to the chop,
    the chop (5's chop move), unless the giver may be stalling.
    """
    new = [order for order in touched if not table.clued[order] and not table.moved[order]]
    older = tuple([order for order in table.hands[to] if new and order < new[0] and table.is_unknown(order)])
    if not older:
        return ()
    useful = table.variant.touched[clue] & ~table.gone & ~table.trash
    if not any(table.poss[order] & useful for order in new):
        return older
    is_five = clue == table.variant.five
    return older if is_five and len(older) == 1 and not may_stall(table, giver) else ()


def may_stall(table: Beliefs, giver: int) -> bool:
    """Return True if the giver could not discard, or nobody has discarded so far."""
    return table.early or table.clues == CLUES or table.chop(giver) < 0


# -- the complete reading


class Reading(NamedTuple):
    """Meaning of a clue by convention."""

    focus: int
    infer: int
    """Possible identities of the focus; 0 if the clue has no meaning beyond the cards that it touches."""
    saves: bool = False
    """True if the clue may be a save."""
    lines: tuple[DelayedIdentity, ...] = ()
    """Possible identities of the focus that wait for others' cards."""
    asked: tuple[RequiredPlay, ...] = ()
    """Cards that must be played before the focus, as players who see the focus know."""
    moved: tuple[int, ...] = ()
    """Cards saved by a chop move."""
    bluff: Bluff | None = None
    """Reading as a bluff, which is right if the next player plays its newest card."""
    instead: "Reading | None" = None
    """Reading that is right if a clue was assumed to be a bluff, but the next player does not play."""


def focus_of(table: Beliefs, to: int, touched: tuple[int, ...]) -> tuple[int, bool, bool]:
    """Return the focus, True if it is touched for the first time, and True if it was the chop."""
    fresh = [order for order in touched if not table.clued[order]]
    if not fresh:
        return touched[-1], False, False
    chop = table.chop(to)
    if chop in fresh:
        return chop, True, True
    return ([order for order in fresh if not table.moved[order]] or fresh)[-1], True, False


def savable_identities(table: Beliefs, clue: int, to: int) -> int:
    """Return the identities that a clue on the chop can save.

    A clue of 2 can save any useful 2, other clues the last copies of cards; color clues save no 5s.
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


def _makes_playable(table: Beliefs, to: int, mask: int, touched: tuple[int, ...]) -> bool:
    """Return True if a clue, without conventions, shows that a card is playable."""
    for order in table.hands[to]:
        before = table.bel[order]
        after = before & (mask if order in touched else ~mask)
        if after != before and before & ~table.next and not after & ~table.next:
            return True
    return False


def read_clue(table: Beliefs, giver: int, to: int, clue: int, touched: tuple[int, ...]) -> Reading:
    """Read a clue as its receiver `to` does and, if the observer sees `to`'s cards, as others who see them do."""
    mask = table.variant.touched[clue]
    focus, fresh, on_chop = focus_of(table, to, touched)
    if not fresh and _makes_playable(table, to, mask, touched):
        return Reading(focus, 0)
    ranks = table.reachable(to=to).ranks
    direct = sum(1 << 5 * suit + rank for suit, rank in enumerate(ranks) if rank < 5)
    base = table.poss[focus] & mask & ~table.gone
    cands = base & ~table.trash & table.infer[focus]
    if fresh:
        cands = cands & ~table.known_identities(giver, to) or cands
    infer = cands & direct
    saves = 0
    if on_chop:
        saves = cands & savable_identities(table, clue, to)
        infer |= saves
    if not fresh:
        return Reading(focus, infer)
    moved = chop_moved_by(table, giver, to, clue, touched)
    if clue == table.variant.five:
        return Reading(focus, cands, True, moved=moved)  # 5s are clued early; nobody is asked to play for them
    face = table.card[focus] if to != table.me else -1
    lines, unreached = _delayed_identities(table, giver, to, focus, cands & ~infer, face)
    infer |= sum(1 << line.card for line in lines)
    needed = tuple(link for line in lines if line.card == face for link in line.links if link.how != "known")
    bluff = possible_bluff(table, giver, unreached, face, lines)
    plain = Reading(focus, infer, bool(saves), lines, needed, moved, bluff)
    if bluff and face >= 0 and bluff.cards >> face & 1 and bluff.seat != table.me:
        link = RequiredPlay(bluff.seat, bluff.order, table.card[bluff.order], "bluff")
        return Reading(focus, bluff.cards, asked=(link,), bluff=bluff, instead=plain)
    return plain


def _delayed_identities(
    table: Beliefs, giver: int, to: int, focus: int, identities: int, face: int
) -> tuple[tuple[DelayedIdentity, ...], int]:
    """Return the identities of the focus that fit after others' plays, with those plays.

    The second value is the set of identities that only a bluff can explain.
    """
    ranks, lines, unreached = table.reachable(to=to).ranks, list[DelayedIdentity](), 0
    while identities:
        bit = identities & -identities
        identities ^= bit
        card = bit.bit_length() - 1
        rank = ranks[card // 5]
        if not 0 < card % 5 - rank <= 2:
            continue
        links = connecting_cards(table, giver, to, card, rank, False)
        if not links and may_bluff(table, giver, to, card):
            unreached |= bit
        if not links and card == face:
            links = connecting_cards(table, giver, to, card, rank, True)
        if links:
            lines.append(DelayedIdentity(focus, card, links))
    return tuple(lines), unreached
