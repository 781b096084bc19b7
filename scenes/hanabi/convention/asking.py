"""Prompts and finesses: requests to play a card so that another one fits."""

from typing import TYPE_CHECKING

from scenes.hanabi.convention.links import Link
from scenes.hanabi.variants import FUSES

if TYPE_CHECKING:
    from scenes.hanabi.convention.beliefs import Beliefs


def connect(table: "Beliefs", giver: int, to: int, card: int, rank: int, mine: bool) -> tuple[Link, ...] | None:
    """Find the cards that lead from `rank` to a card: seen in others' hands, or if `mine` in the observer's own."""
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
    """Find the missing card in a visible hand; its holder may not know that another card waits for it."""
    waited = {link.order for line in table.lines for link in line.links}
    for away in range(1, table.players):
        p = (giver + away) % table.players
        if p in (to, table.me):
            continue
        link = asked(table, p, missing, links)
        if link and link.order in waited and table.card[link.order] != missing:
            link = asked(table, p, missing, [*links, link])
        if link and table.card[link.order] == missing:
            return link
    return None


def asked(table: "Beliefs", p: int, missing: int, links: list[Link]) -> Link | None:
    """Return the card that a player takes for the missing one: a clued one that can be it, else the newest unclued.

    Unclued cards are not played with the last fuse.
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
                return Link(p, order, missing, "prompt" if b & ~nxt else "known")
        elif newest < 0 and table.is_loose(order):
            newest = order
    if newest >= 0 and table.strikes < FUSES - 1 and table.poss[newest] & ~table.gone & 1 << missing:
        return Link(p, newest, missing, "finesse")
    return None
