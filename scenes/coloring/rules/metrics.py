"""Metrics of a run, folded from its events. No agent sees them."""

from collections import Counter
from copy import copy
from typing import Self

from core.engine.events import Body, Event, Said
from scenes.coloring.events import Colored, FalseClaim, Judged, Locked, Oscillated
from scenes.coloring.negotiation.offers import OfferChanged, Proposed
from scenes.coloring.problem.graph import Coloring, Problem
from scenes.coloring.solvers.weighted import optimum, weighted_problem
from scenes.coloring.talk.speech import Caught, Misread

MAX_SEARCH_STEPS = 20_000
"""Maximum steps of the search for the optimum; a run with a harder problem gets no gap."""

Result = dict[str, bool | int | float | str | None]


NAMES = (
    *("messages", "words", "first_valid_turn", "first_valid_messages", "conflict_area", "requests", "compliance"),
    *("false_claims", "false_claim_rate", "caught_claims", "oscillations", "statements", "missed", "mistaken"),
    *("offers", "offers_accepted", "offers_kept", "offers_broken"),
)


class Metrics:
    """Counts messages and actions, and tracks conflicts over time."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.first_valid: tuple[int, int] | None = None
        """The turn, and the messages up to then, when the coloring was first complete and without conflicts."""
        self._has_unchecked_message = False
        """True while the newest message has no false claim yet."""
        self._conflicts = 0
        self._turn = 0

    def copy(self) -> Self:
        other = copy(self)
        other.counts = self.counts.copy()
        return other

    def take(self, event: Event, problem: Problem, colors: Coloring, fallback: bool) -> None:
        """Count an event, with the colors after it. Of a `fallback` action, only the colors count."""
        if event.turn > self._turn:
            self.counts["conflict_area"] += self._conflicts * (event.turn - self._turn) if self._turn else 0
            self._turn = event.turn
        if isinstance(event.data, Colored | Locked):
            self._conflicts = len(problem.conflicts(colors))
            valid = not self._conflicts and len(colors) == len(problem.nodes)
            if valid and self.first_valid is None:
                self.first_valid = (event.turn, self.counts["messages"])
        elif not fallback:
            self._count(event.data)

    def _count(self, body: Body) -> None:
        counts = self.counts
        match body:
            case Said(text):
                self._has_unchecked_message = True
                counts.update(messages=1, words=len(text.split()))
            case FalseClaim():
                counts.update(false_claims=1, false_messages=int(self._has_unchecked_message))
                self._has_unchecked_message = False
            case Judged():
                self._has_unchecked_message = False
            case Caught(lies=lies):
                counts["caught_claims"] += len(lies)
            case Proposed():
                counts["offers"] += 1
            case OfferChanged(state=state):
                counts[f"offers_{state}"] += 1
            case Misread(meant=meant, missed=missed, mistaken=mistaken):
                counts.update(statements=meant, missed=len(missed), mistaken=len(mistaken))
            case Oscillated():
                counts["oscillations"] += 1

    def count_decisions(self, asked: int, met: int) -> None:
        """Count the requests that an owner decided on in its turn, and the ones that it met."""
        self.counts["requests"] += asked
        self.counts["complied"] += met

    def result(self) -> Result:
        """Return all metrics by name; `measures` describes them."""
        turn, messages = self.first_valid or (None, None)
        figures: Result = {
            "conflict_area": self.counts["conflict_area"] + self._conflicts,
            "first_valid_turn": turn,
            "first_valid_messages": messages,
            "compliance": self._share("complied", "requests"),
            "false_claim_rate": self._share("false_messages", "messages"),
        }
        return {name: figures[name] if name in figures else self.counts[name] for name in NAMES}

    def _share(self, part: str, whole: str) -> float | None:
        return round(self.counts[part] / self.counts[whole], 4) if self.counts[whole] else None


def optimality_gap(problem: Problem, fixed: Coloring, colors: Coloring) -> float | None:
    """Return the cost above the proven optimum. Costs are penalties, and points short of each node's best color.

    None if a node is uncolored, or if the proof would take too long.
    """
    if len(colors) < len(problem.nodes):
        return None
    whole, free = weighted_problem(problem, fixed)
    best = optimum(whole, MAX_SEARCH_STEPS)
    choice = tuple(problem.colors.index(colors[node]) for node in free)
    return round(whole.cost(choice) - best.solved.cost, 6) if best.proven else None
