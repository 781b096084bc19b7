"""Offers between owners, and their events. Each event reads as a sentence."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from core.engine.events import Body
from scenes.coloring.problem.graph import Coloring, assign

Standing = Literal["open", "accepted", "refused", "withdrawn", "expired", "kept", "broken"]
Verb = Literal["accept", "refuse", "withdraw"]
DONE: dict[Verb, Standing] = {"accept": "accepted", "refuse": "refused", "withdraw": "withdrawn"}
OPEN_TURNS = 12
"""Number of turns that an offer stays open."""


class Offer(msgspec.Struct, frozen=True):
    """An offer as it stands now."""

    number: int
    by: str
    to: str
    give: Coloring
    want: Coloring
    avoid: dict[str, tuple[str, ...]]
    lasting: bool
    turn: int
    """Turn of the last change."""
    state: Standing = "open"
    why: str = ""
    counters: int = 0
    agreed: bool = False
    """True once it was accepted."""
    broken_by: str = ""
    """Side that broke it."""

    @property
    def running(self) -> bool:
        """True while it binds: agreed upon, and not yet done for good."""
        return self.state == "accepted" or (self.state == "kept" and self.lasting)

    def other(self, name: str) -> str:
        """Return the other side."""
        return self.by if name == self.to else self.to

    def takes(self, name: str, verb: Verb) -> bool:
        """Return True if an owner can use this verb now. To withdraw what one has agreed to is to break it."""
        if verb == "withdraw":
            return (self.state == "open" and name == self.by) or (self.running and name in (self.by, self.to))
        return self.state == "open" and name == self.to

    def barred(self, name: str) -> dict[str, tuple[str, ...]]:
        """Return the colors that an owner's nodes must not have."""
        return self.avoid if name == self.to else {}

    def due(self, name: str) -> Coloring:
        """Return the colors that an owner's nodes must have."""
        return {self.to: self.want, self.by: self.give}.get(name, {})

    def met(self, name: str, colors: Mapping[str, str]) -> bool:
        """Return True if an owner's part of it holds."""
        holds = all(colors.get(node) == color for node, color in self.due(name).items())
        return holds and all(colors.get(node) not in avoid for node, avoid in self.barred(name).items())

    def terms(self) -> str:
        """Write the terms: "b2 = red if h5 = green, always"."""
        parts = [assign(self.want)] if self.want else []
        parts += [f"{node} not {' or '.join(colors)}" for node, colors in self.avoid.items()]
        offered = assign(self.give)
        terms = " if ".join(filter(None, [offered, ", ".join(parts)]))
        return f"{terms}, always" if self.lasting else terms


def find(offers: Sequence[Offer], name: str, verb: Verb, number: int) -> Offer | None:
    """Return the offer with this number, or with 0 the newest one, that allows the verb."""
    can = [offer for offer in offers if offer.takes(name, verb) and number in (0, offer.number)]
    return can[-1] if can else None


def spoken_of(offers: Sequence[Offer], name: str, to: str | None, verb: Verb, number: int) -> Offer | None:
    """Return the offer that words refer to, among those with `to`, or with anybody if `to` is None."""
    return find([offer for offer in offers if to in (None, offer.by, offer.to)], name, verb, number)


class Proposed(Body):
    """An offer is made: own nodes' colors for the other's; or just what is wanted, or just what is given."""

    number: int
    to: str
    give: Coloring
    want: Coloring
    avoid: dict[str, tuple[str, ...]] = {}
    lasting: bool = False
    """True for an offer that holds until it is withdrawn."""
    counters: int = 0
    """The offer that this one answers, if any."""

    def offer(self, by: str, turn: int) -> Offer:
        return Offer(
            self.number, by, self.to, self.give, self.want, self.avoid, self.lasting, turn, counters=self.counters
        )

    def sentence(self) -> str:
        counter = f" (for {self.counters})" if self.counters else ""
        return f"offer {self.number} to {self.to}{counter}: {self.offer('', 0).terms()}"


class OfferChanged(Body):
    """A new state of an offer, and the reason: a refusal names the colors that stand against it."""

    number: int
    state: Standing
    why: str = ""
    against: Coloring = {}
    """A smallest set of colors that, together with what is wanted, cannot be had without a loss."""

    def change(self, offer: Offer, by: str, turn: int) -> Offer:
        """Return the offer as one side has changed it; only the side that breaks an offer says that it is broken."""
        agreed = offer.agreed or self.state == "accepted"
        broken_by = by if self.state == "broken" else ""
        return replace(offer, state=self.state, why=self.why, turn=turn, agreed=agreed, broken_by=broken_by)

    def sentence(self) -> str:
        return f"offer {self.number} {self.state}{f': {self.why}' if self.why else ''}"


class Honored(Body):
    """The maker of an accepted offer does its part."""

    line = "does its part of offer {number}"
    number: int


class Dropped(Body):
    """Requests that are no longer made."""

    line = "to {to}: {nodes} is free again"
    to: str
    nodes: tuple[str, ...]
