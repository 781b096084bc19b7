"""State of a game of coloring, with each owner's knowledge."""

from typing import Any, Self

from core.intents.second_reading import ModelLabels
from scenes.coloring.actions import messages_left
from scenes.coloring.config import ColoringConfig, read_tempers
from scenes.coloring.negotiation.offers import Offer
from scenes.coloring.problem.graph import SEATS, Coloring, Problem
from scenes.coloring.problem.penalty import WINDOW, judge
from scenes.coloring.rules.metrics import Metrics
from scenes.coloring.rules.observation import Observation, Owner, Temper


class ColoringState:
    """State of a game, which only events change (see `changes`).

    Each `Owner` has its private state. Owners learn others' colors only from reports.
    """

    def __init__(self, config: ColoringConfig, names: tuple[str, ...], human: str) -> None:
        self.config, self.names = config, names
        self.human = human
        """Seat that may declare the problem impossible."""
        self.problem = Problem(dict.fromkeys(names, ()), (), (), config.penalty, {})
        self.views = dict.fromkeys(names, self.problem)
        """The problem as each owner knows it; if points are private, other owners' points are 0."""
        self.private = False
        self.solvable = True
        self.turn = 0
        self.colors: Coloring = {}
        self.owners = {name: Owner() for name in names}
        self.tempers: dict[str, Temper] = {
            name: "fair" if word == "mixed" else word for name, word in read_tempers(config.temper, SEATS).items()
        }
        self.gave_up = False
        self.offers: dict[int, Offer] = {}
        self.metrics = Metrics()
        self.words = ""
        """The newest message."""
        self.unsure: dict[str, str] = {}
        """Newest message of each speaker, if listeners asked back about it."""
        self.labels: ModelLabels = {}

    def copy(self) -> Self:
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.colors = dict(self.colors)
        other.offers = dict(self.offers)
        other.unsure = dict(self.unsure)
        other.metrics = self.metrics.copy()
        other.owners = {name: owner.copy() for name, owner in self.owners.items()}
        return other

    def pair(self, name: str, to: str) -> tuple[str, ...]:
        """Return two owners in seat order, the audience of a private message."""
        return tuple(each for each in self.names if each in (name, to))

    def boundary_report(self, name: str, to: str) -> Coloring:
        """Return the colors of an owner's boundary with another."""
        return {node: self.colors[node] for node in self.problem.boundary(name, to) if node in self.colors}

    def end_reason(self) -> str | None:
        """Return the reason that the game is over; None while it continues."""
        if self.gave_up:
            return "impossible"
        seen = map(self.observe, self.names) if self.agreed else ()
        satisfied = (judge(self.problem, each.name, each.colors, each.believed).satisfied for each in seen)
        # an owner that was satisfied may have received a report that shows a conflict
        return "consensus" if self.agreed and all(satisfied) else None

    @property
    def agreed(self) -> bool:
        """True if all flags say satisfied."""
        return all(owner.satisfied for owner in self.owners.values())

    def points(self) -> dict[str, float]:
        """Return each owner's private points for the colors of its nodes."""
        clusters = self.problem.clusters.items()
        own = {name: {node: self.colors[node] for node in nodes if node in self.colors} for name, nodes in clusters}
        return {name: self.problem.score(colors) for name, colors in own.items()}

    def observe(self, name: str) -> Observation:
        me = self.owners[name]
        return Observation(
            name=name,
            problem=self.views[name],
            colors={node: self.colors[node] for node in self.problem.clusters[name] if node in self.colors},
            offers=tuple(offer for offer in self.offers.values() if name in (offer.by, offer.to)),
            history=tuple(me.history[-WINDOW:]),
            past=tuple(me.past),
            left=messages_left(self.config.messages, me.sent),
            temper=self.tempers[name],
            unsure=self.unsure.get(name, ""),
            **me.knowledge(),
            **self._public(),
        )

    def overview(self) -> Observation:
        owners = self.owners.values()
        return Observation(
            name="",
            turn=self.turn,
            problem=self.problem,
            colors=dict(self.colors),
            fixed={node: color for owner in owners for node, color in owner.fixed.items()},
            asked={node: asked for owner in owners for node, asked in owner.asked.items()},
            granted={node: asked for owner in owners for node, asked in owner.granted.items()},
            offers=tuple(self.offers.values()),
            **self._public(),
        )

    def _public(self) -> dict[str, Any]:
        flags = {name: owner.satisfied for name, owner in self.owners.items()}
        return {"alg": self.config.alg, "snap": self.config.snap, "mode": self.config.mode, "flags": flags}
