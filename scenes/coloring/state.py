"""The scene's state, and what one agent sees of it."""

from typing import Literal

import msgspec

from scenes.coloring.problem import Coloring, Problem

Mode = Literal["rb", "llm_u", "llm_c", "llm_f"]
"""How owners with a model talk (spec 000): by rules, in costs, in constraints, or freely."""


class Known(msgspec.Struct, frozen=True):
    """A boundary color as it was reported, and in which turn."""

    color: str
    turn: int


class Asked(msgspec.Struct, frozen=True):
    """A request for one own node that has not been used up: a color, or colors to avoid."""

    by: str
    color: str | None = None
    avoid: tuple[str, ...] = ()

    def met_by(self, color: str) -> bool:
        return color == self.color if self.color is not None else color not in self.avoid


class Heard(msgspec.Struct, frozen=True):
    """A person's words that reached an agent since its last turn, and await an answer."""

    by: str
    text: str
    question: bool
    said: int = 0
    """The event that said them."""


class Observation(msgspec.Struct, frozen=True):
    """What one owner knows. In the director's overview `name` is empty, and colors and locks are everybody's."""

    name: str
    turn: int
    problem: Problem
    snap: float
    colors: Coloring
    fixed: Coloring
    known: dict[str, Known]
    """Other owners' boundary nodes, as reported."""
    asked: dict[str, Asked]
    """Requests for own nodes, for the next move."""
    granted: dict[str, Asked]
    """Requests that were met, while they hold."""
    refused: Coloring
    """Other owners' nodes that are locked, as they answered when asked."""
    requests: dict[str, int]
    """What was asked of others ("h5 = red"), and how often."""
    told: dict[str, Coloring]
    """Neighbor to the boundary colors last reported to it."""
    heard: tuple[Heard, ...]
    flags: dict[str, bool]
    """Who claims to be satisfied: public."""
    history: tuple[bool, ...] = ()
    """Own flags, turn by turn."""
    settled: float | None = None
    """The penalty at the end of the last own turn in which nobody's request was in the way."""
    alg: Literal["greedy", "maxsum"] = "greedy"
    """What step 3 optimizes its cluster with."""
    mode: Mode = "llm_u"
    """How an owner with a model talks."""

    @property
    def believed(self) -> Coloring:
        """Reported colors, without their age."""
        return {node: known.color for node, known in self.known.items()}


class Owner:
    """One owner's private state."""

    __slots__ = (
        "asked",
        "fixed",
        "granted",
        "heard",
        "history",
        "known",
        "obliging",
        "refused",
        "requests",
        "satisfied",
        "settled",
        "told",
    )

    def __init__(self) -> None:
        self.fixed: Coloring = {}
        self.known: dict[str, Known] = {}
        self.asked: dict[str, Asked] = {}
        self.granted: dict[str, Asked] = {}
        self.refused: Coloring = {}
        self.requests: dict[str, int] = {}
        self.told: dict[str, Coloring] = {}
        self.heard: tuple[Heard, ...] = ()
        self.satisfied = False
        self.settled: float | None = None
        self.obliging = False
        self.history: list[bool] = []

    def copy(self) -> "Owner":
        other = Owner()
        other.fixed = dict(self.fixed)
        other.known = dict(self.known)
        other.asked = dict(self.asked)
        other.granted = dict(self.granted)
        other.refused = dict(self.refused)
        other.requests = dict(self.requests)
        other.told = {name: dict(colors) for name, colors in self.told.items()}
        other.heard = self.heard
        other.satisfied = self.satisfied
        other.settled = self.settled
        other.obliging = self.obliging
        other.history = list(self.history)
        return other
