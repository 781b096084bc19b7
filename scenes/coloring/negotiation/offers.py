"""Offers between owners, and their events. Each event reads as a sentence."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from core.engine.events import Body
from scenes.coloring.problem.graph import Coloring, assign

OfferState = Literal["open", "accepted", "refused", "withdrawn", "expired", "kept", "broken"]
OfferVerb = Literal["accept", "refuse", "withdraw"]
STATE_AFTER: dict[OfferVerb, OfferState] = {"accept": "accepted", "refuse": "refused", "withdraw": "withdrawn"}
TURNS_OPEN = 12
"""Number of turns for which an offer stays open."""


class Offer(msgspec.Struct, frozen=True):
    """Current state of an offer."""

    number: int
    by: str
    to: str
    give: Coloring
    want: Coloring
    avoid: dict[str, tuple[str, ...]]
    lasting: bool
    turn: int
    """Turn of the last change of state."""
    state: OfferState = "open"
    why: str = ""
    counters: int = 0
    agreed: bool = False
    """True if the offer was ever accepted."""
    broken_by: str = ""
    """Owner that broke the agreement; empty if neither did."""

    @property
    def running(self) -> bool:
        """True while the offer binds: it is accepted or, if lasting, fulfilled so far."""
        return self.state == "accepted" or (self.state == "kept" and self.lasting)

    def other(self, name: str) -> str:
        """Return the other owner of the offer."""
        return self.by if name == self.to else self.to

    def takes(self, name: str, verb: OfferVerb) -> bool:
        """Return True if an owner can use this verb now. Withdrawing from an agreement breaks it."""
        if verb == "withdraw":
            return (self.state == "open" and name == self.by) or (self.running and name in (self.by, self.to))
        return self.state == "open" and name == self.to

    def forbidden_colors(self, name: str) -> dict[str, tuple[str, ...]]:
        """Return the colors that the offer forbids an owner's nodes."""
        return self.avoid if name == self.to else {}

    def due(self, name: str) -> Coloring:
        """Return the colors that the offer requires of an owner's nodes."""
        return {self.to: self.want, self.by: self.give}.get(name, {})

    def met(self, name: str, colors: Mapping[str, str]) -> bool:
        """Return True if an owner has fulfilled its part."""
        holds = all(colors.get(node) == color for node, color in self.due(name).items())
        return holds and all(colors.get(node) not in avoid for node, avoid in self.forbidden_colors(name).items())

    def terms(self) -> str:
        """Write the terms: "b2 = red if h5 = green, always"."""
        parts = [assign(self.want)] if self.want else []
        parts += [f"{node} not {' or '.join(colors)}" for node, colors in self.avoid.items()]
        offered = assign(self.give)
        terms = " if ".join(filter(None, [offered, ", ".join(parts)]))
        return f"{terms}, always" if self.lasting else terms


def find_by_number(offers: Sequence[Offer], name: str, verb: OfferVerb, number: int) -> Offer | None:
    """Return the offer with this number that allows the verb; number 0 means the newest one."""
    can = [offer for offer in offers if offer.takes(name, verb) and number in (0, offer.number)]
    return can[-1] if can else None


def find_mentioned(offers: Sequence[Offer], name: str, to: str | None, verb: OfferVerb, number: int) -> Offer | None:
    """Return the offer that a message refers to, among offers between the two owners, or any offer if `to` is None."""
    return find_by_number([offer for offer in offers if to in (None, offer.by, offer.to)], name, verb, number)


class Proposed(Body):
    """An offer is made: colors of own nodes for colors of the other's nodes, or only one of these."""

    number: int
    to: str
    give: Coloring
    want: Coloring
    avoid: dict[str, tuple[str, ...]] = {}
    lasting: bool = False
    """True for an offer that holds until it is withdrawn."""
    counters: int = 0
    """Number of the offer to which this is a counter-offer; 0 if none."""

    def offer(self, by: str, turn: int) -> Offer:
        return Offer(
            self.number, by, self.to, self.give, self.want, self.avoid, self.lasting, turn, counters=self.counters
        )

    def sentence(self) -> str:
        counter = f" (for {self.counters})" if self.counters else ""
        return f"offer {self.number} to {self.to}{counter}: {self.offer('', 0).terms()}"


class OfferChanged(Body):
    """An offer changes its state for a reason; a refusal names the colors that prevent it."""

    number: int
    state: OfferState
    why: str = ""
    against: Coloring = {}
    """Minimal set of colors because of which the wanted colors would cause a loss."""

    def change(self, offer: Offer, by: str, turn: int) -> Offer:
        """Return the offer after this change. Only the owner that breaks an agreement reports it as broken."""
        agreed = offer.agreed or self.state == "accepted"
        broken_by = by if self.state == "broken" else ""
        return replace(offer, state=self.state, why=self.why, turn=turn, agreed=agreed, broken_by=broken_by)

    def sentence(self) -> str:
        return f"offer {self.number} {self.state}{f': {self.why}' if self.why else ''}"


class Honored(Body):
    """The maker of an accepted offer fulfills its part."""

    line = "does its part of offer {number}"
    number: int


class Dropped(Body):
    """Requests are withdrawn."""

    line = "to {to}: {nodes} is free again"
    to: str
    nodes: tuple[str, ...]
