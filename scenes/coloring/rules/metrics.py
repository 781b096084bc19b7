"""What a run is measured by: a fold over its events, beside the state and read by nobody at the table."""

from copy import copy
from typing import Self

from core.engine.events import Event, Said
from scenes.coloring.events import Colored, FalseClaim, Judged, Locked, Oscillated
from scenes.coloring.negotiation.offers import OfferChanged, Proposed
from scenes.coloring.problem.graph import Coloring, Problem
from scenes.coloring.solvers.optimum import optimum
from scenes.coloring.solvers.weighted import weighted
from scenes.coloring.talk.speech import Caught, Misread

PATIENCE = 20_000
"""Nodes of the search for the optimum; a problem that needs more has no gap in its result."""

Result = dict[str, bool | int | float | str | None]


class Metrics:
    """Counts of what was said and done, and how conflicts went down."""

    def __init__(self) -> None:
        self.messages = 0
        self.words = 0
        self.false_messages = 0
        self.false_claims = 0
        self.caught = 0
        self.oscillations = 0
        self.told = 0
        """Statements that words were to make; what was not read of them, and what was read and not meant."""
        self.missed = 0
        self.mistaken = 0
        self.asked = 0
        """Requests that came to be decided on, and how many of them were met."""
        self.complied = 0
        self.offers = {"proposed": 0, "accepted": 0, "kept": 0, "broken": 0}
        self.first_valid: tuple[int, int] | None = None
        """The turn, and the messages said by then, when the coloring was first complete and without a conflict."""
        self._speaking = False
        """Whether claims that are found false now belong to what was said last."""
        self._area = 0
        self._conflicts = 0
        self._turn = 0

    def copy(self) -> Self:
        return copy(self)

    def take(self, event: Event, problem: Problem, colors: Coloring, fallback: bool) -> None:
        """Take every event once, with the colors after it; of a `fallback`, only what it does to the coloring."""
        if event.turn > self._turn:
            self._area += self._conflicts * (event.turn - self._turn) if self._turn else 0
            self._turn = event.turn
        if fallback and not isinstance(event.data, Colored | Locked):
            return
        match event.data:
            case Said(text):
                self.messages += 1
                self.words += len(text.split())
                self._speaking = True
            case FalseClaim():
                self.false_claims += 1
                self.false_messages += self._speaking
                self._speaking = False
            case Judged():
                self._speaking = False
            case Caught(lies=lies):
                self.caught += len(lies)
            case Proposed():
                self.offers = self.offers | {"proposed": self.offers["proposed"] + 1}
            case OfferChanged(state=state) if state in self.offers:
                self.offers = self.offers | {state: self.offers[state] + 1}
            case Misread(meant=meant, missed=missed, mistaken=mistaken):
                self.told += meant
                self.missed += len(missed)
                self.mistaken += len(mistaken)
            case Oscillated():
                self.oscillations += 1
            case Colored() | Locked():
                self._conflicts = len(problem.conflicts(colors))
                valid = not self._conflicts and len(colors) == len(problem.nodes)
                if valid and self.first_valid is None:
                    self.first_valid = (event.turn, self.messages)

    def decided(self, asked: int, met: int) -> None:
        """Requests that an owner's turn was the answer to."""
        self.asked += asked
        self.complied += met

    def result(self) -> Result:
        """`conflict_area` sums the conflicts at the end of each turn; `compliance` is the share of requests that were
        met, `false_claim_rate` the share of messages that hold a false claim."""
        return {
            "messages": self.messages,
            "words": self.words,
            "first_valid_turn": self.first_valid[0] if self.first_valid else None,
            "first_valid_messages": self.first_valid[1] if self.first_valid else None,
            "conflict_area": self._area + self._conflicts,
            "requests": self.asked,
            "compliance": round(self.complied / self.asked, 4) if self.asked else None,
            "false_claims": self.false_claims,
            "false_claim_rate": round(self.false_messages / self.messages, 4) if self.messages else None,
            "caught_claims": self.caught,
            "oscillations": self.oscillations,
            "told": self.told,
            "missed": self.missed,
            "mistaken": self.mistaken,
            "offers": self.offers["proposed"],
            "offers_accepted": self.offers["accepted"],
            "offers_kept": self.offers["kept"],
            "offers_broken": self.offers["broken"],
        }


def gap(problem: Problem, fixed: Coloring, colors: Coloring) -> float | None:
    """Cost above the proven optimum: penalties, and points short of each node's best color. None while a node has no
    color, and where the proof would take too long."""
    if len(colors) < len(problem.nodes):
        return None
    whole, free = weighted(problem, fixed)
    best = optimum(whole, PATIENCE)
    choice = tuple(problem.colors.index(colors[node]) for node in free)
    return round(whole.cost(choice) - best.solved.cost, 6) if best.proven else None
