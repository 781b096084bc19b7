"""Ledger of commitments: promises of each owner to each other one, by what became of them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scenes.coloring.negotiation.offers import Offer


class Account(NamedTuple):
    """Promises of one owner to another: its parts of the offers that were accepted."""

    kept: tuple[Offer, ...] = ()
    broken: tuple[Offer, ...] = ()
    withdrawn: tuple[Offer, ...] = ()
    """Promises that the other side ended."""
    running: tuple[Offer, ...] = ()
    """Promises that still have to be kept."""

    @property
    def promised(self) -> int:
        return sum(map(len, self))

    @property
    def is_doubtful(self) -> bool:
        """True if more promises were broken than kept."""
        return len(self.broken) > len(self.kept)


def account(offers: Iterable[Offer], name: str, to: str) -> Account:
    """Return an owner's promises to another."""
    sorts: tuple[list[Offer], ...] = ([], [], [], [])
    kept, broken, withdrawn, running = sorts
    for offer in offers:
        if offer.agreed and {offer.by, offer.to} == {name, to} and (offer.due(name) or offer.barred(name)):
            if offer.state == "broken":
                (broken if offer.broken_by == name else withdrawn).append(offer)
            else:
                {"kept": kept, "withdrawn": withdrawn}.get(offer.state, running).append(offer)
    return Account(*map(tuple, sorts))


def ledger(offers: Sequence[Offer], names: Iterable[str]) -> dict[tuple[str, str], Account]:
    """Return the accounts of all pairs in which something was promised, by who promised and to whom."""
    owners = tuple(names)
    pairs = ((name, to) for name in owners for to in owners if name != to)
    return {pair: each for pair in pairs if (each := account(offers, *pair)).promised}


def about(broken: Sequence[Offer], name: str) -> list[str]:
    """List the first node of each promise that an owner broke."""
    return list(dict.fromkeys(next(iter({**offer.due(name), **offer.barred(name)})) for offer in broken))
