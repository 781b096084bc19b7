"""A recording's commitments as a table: a row for each owner that promised another something."""

from collections.abc import Sequence

from core.engine.events import Event
from core.recording.header import Header
from core.tables import csv_table
from scenes.coloring.negotiation.commitments import about, ledger
from scenes.coloring.negotiation.offers import Offer, OfferChanged, Proposed

COLUMNS = ("owner", "to", "promised", "kept", "broken", "withdrawn", "running", "broken_nodes")


def commitments(header: Header, events: Sequence[Event]) -> str:
    """Write a row for each pair of owners with promises: how many there were, and what became of them.

    A promise is an owner's part of an accepted offer. `withdrawn` ones were ended by the other side, by its consent or
    by its own breach; `running` ones still have to be kept.
    """
    offers: dict[int, Offer] = {}
    for event in events:
        match event.data:
            case Proposed() as made:
                offers[made.number] = made.offer(event.agent, event.turn)
            case OfferChanged() as changed:
                offers[changed.number] = changed.change(offers[changed.number], event.agent, event.turn)
    rows = ledger(tuple(offers.values()), header.cast)
    return csv_table(
        COLUMNS,
        (
            {
                "owner": owner,
                "to": to,
                "promised": each.promised,
                **{name: len(getattr(each, name)) for name in COLUMNS[3:7]},
                "broken_nodes": " ".join(about(each.broken, owner)),
            }
            for (owner, to), each in rows.items()
        ),
    )
