"""Accounts of the promises between each pair of owners, by outcome."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scenes.coloring.negotiation.offers import Offer


class Account(NamedTuple):
    """One owner's promises to another, by outcome. A promise is the owner's part of an accepted offer."""

    kept: tuple[Offer, ...] = ()
    broken: tuple[Offer, ...] = ()
    withdrawn: tuple[Offer, ...] = ()
    """Promises that ended without a breach by the owner: the other side released it or broke its own part."""
    running: tuple[Offer, ...] = ()
    """Promises that are still running."""

    @property
    def promised(self) -> int:
        return sum(map(len, self))

    @property
    def is_doubtful(self) -> bool:
        """True if more promises were broken than kept."""
        return len(self.broken) > len(self.kept)


def account(offers: Iterable[Offer], name: str, to: str) -> Account:
    """Return the account of an owner's promises to another."""
    sorts: tuple[list[Offer], ...] = ([], [], [], [])
    kept, broken, withdrawn, running = sorts
    for offer in offers:
        if offer.agreed and {offer.by, offer.to} == {name, to} and (offer.due(name) or offer.forbidden_colors(name)):
            if offer.state == "broken":
                (broken if offer.broken_by == name else withdrawn).append(offer)
            else:
                {"kept": kept, "withdrawn": withdrawn}.get(offer.state, running).append(offer)
    return Account(*map(tuple, sorts))


def ledger(offers: Sequence[Offer], names: Iterable[str]) -> dict[tuple[str, str], Account]:
    """Return the accounts of all pairs with at least one promise, by promising owner and receiver."""
    owners = tuple(names)
    pairs = ((name, to) for name in owners for to in owners if name != to)
    return {pair: each for pair in pairs if (each := account(offers, *pair)).promised}


def nodes_of_broken(broken: Sequence[Offer], name: str) -> list[str]:
    """Return the first node of each promise that an owner broke."""
    return list(dict.fromkeys(next(iter({**offer.due(name), **offer.forbidden_colors(name)})) for offer in broken))
