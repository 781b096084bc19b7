"""Table of a recording's promises: one row per promising owner and receiver."""

from collections.abc import Iterable, Iterator
from typing import Any

from core.engine.events import Event
from core.recording.header import Header
from core.tables import Column
from scenes.coloring.negotiation.commitments import ledger, nodes_of_broken
from scenes.coloring.negotiation.offers import Offer, OfferChanged, Proposed

STATES = ("kept", "broken", "withdrawn", "running")
COMMITMENT = {
    "owner": Column(str, "owner that promised"),
    "to": Column(str, "owner to whom it promised"),
    "promised": Column(int, "promises in all, each the owner's part of an accepted offer"),
    "kept": Column(int, "promises that were kept"),
    "broken": Column(int, "promises that were broken"),
    "withdrawn": Column(int, "promises that ended because the other owner released this one or broke its own part"),
    "running": Column(int, "promises that still have to be kept"),
    "broken_nodes": Column(str, "nodes of the broken promises"),
}


def commitments(header: Header, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    """Yield a row for each pair of owners with promises: the number of promises, in all and by outcome."""
    offers: dict[int, Offer] = {}
    for event in events:
        match event.data:
            case Proposed() as proposed:
                offers[proposed.number] = proposed.offer(event.agent, event.turn)
            case OfferChanged() as changed:
                offers[changed.number] = changed.change(offers[changed.number], event.agent, event.turn)
    for (owner, to), each in ledger(tuple(offers.values()), header.cast).items():
        yield {
            "owner": owner,
            "to": to,
            "promised": each.promised,
            **{name: len(getattr(each, name)) for name in STATES},
            "broken_nodes": " ".join(nodes_of_broken(each.broken, owner)),
        }
