"""An owner's knowledge, its observation, and its recap: changes next to its nodes, and requests to it."""

from collections.abc import Callable, Iterable
from typing import Any, Literal

import msgspec

from core.engine.events import Event
from core.engine.recap import sentence
from scenes.coloring.negotiation.offers import Dropped, Honored, Offer, OfferChanged, Proposed
from scenes.coloring.problem.graph import Coloring, Problem, assign, either, spell
from scenes.coloring.solvers.bound import Bound, Cost, nothing_known
from scenes.coloring.talk.speech import Addressed, Gathered, Meant, Question, Refused, Reported, Requested

Mode = Literal["rb", "llm_u", "llm_c", "llm_f"]
"""Mode of talk of owners with a model (spec 000): by rules, in costs, in constraints, or freely."""
Temper = Literal["accommodating", "fair", "stubborn"]
"""Manner of bargaining (see `tempers`)."""


class Known(msgspec.Struct, frozen=True):
    """A boundary color as it was reported, and in which turn."""

    color: str
    turn: int


class KnownBound(msgspec.Struct, frozen=True):
    """A neighbor's bound on the boundary with it, and the turn in which it was told."""

    bound: Bound
    turn: int


class Asked(msgspec.Struct, frozen=True):
    """A request for one own node that has not been used up: a color, or colors to avoid."""

    by: str
    color: str | None = None
    avoid: tuple[str, ...] = ()

    def met_by(self, color: str) -> bool:
        return color == self.color if self.color is not None else color not in self.avoid

    def wish(self, node: str) -> str:
        """Write the request in a few words: "b2 red", or "b2 not red or blue"."""
        return f"{node} {self.color or f'not {either(self.avoid)}'}"


class Heard(msgspec.Struct, frozen=True):
    """Words that reached an agent since its last turn."""

    by: str
    text: str
    question: bool
    said: int = 0
    """Number of these words, from 1, among all that this agent has heard."""
    asks: tuple[Question, ...] = ()
    """The parts of the question that were understood."""
    greets: bool = False
    direct: bool = False
    """True if they are addressed to this agent alone."""
    due: bool = True
    """True if an answer is expected."""
    guess: str = ""
    """Question by which to ask back."""


class Knowledge(msgspec.Struct):
    """One owner's knowledge beside its colors, learned from events."""

    turn: int = 0
    """The turn of the newest event that the owner may know."""
    fixed: Coloring = {}
    private: bool = False
    """True if nobody else knows the points of its nodes."""
    known: dict[str, Known] = {}
    """Other owners' boundary nodes, as reported."""
    asked: dict[str, Asked] = {}
    """Requests for own nodes, for the next move."""
    granted: dict[str, Asked] = {}
    """Requests that were met, while they hold."""
    answered: dict[str, int] = {}
    """Requests to it ("b2 red") that it met or declined, and how often."""
    refused: Coloring = {}
    """Other owners' nodes that are locked, as they answered when asked."""
    requests: dict[str, int] = {}
    """Requests to others ("h5 = red"), and how often each was made."""
    reported: dict[str, Coloring] = {}
    """Neighbor to the boundary colors last reported to it."""
    heard: tuple[Heard, ...] = ()
    awaits: frozenset[str] = frozenset()
    """Owners that were asked for something, and have had no turn since."""
    settled: float | None = None
    """The penalty at the end of the last own turn in which no request was in the way."""
    bounds: dict[str, KnownBound] = {}
    """Neighbor to its bound on the own boundary with it."""
    bounded: dict[str, Bound] = {}
    """Neighbor to the bound that it was told last."""
    moved: int = 0
    """The last own turn."""

    def take_in(self, problem: Problem, name: str, by: str, meant: Meant, colors: Coloring, turn: int) -> None:
        """Learn from a message to the owner `name`; `colors` has those of its nodes."""
        self.known.update({node: Known(color, turn) for node, color in meant.report.items()})
        self.asked.update({node: Asked(by, avoid=avoid) for node, avoid in meant.avoid.items()})
        self.asked.update({node: Asked(by, color) for node, color in meant.request.items()})
        self.asked.update({node: Asked(by, colors[node]) for node in meant.keep if node in colors})
        if meant.costs and by in problem.neighbors[name]:
            self.bounds[by] = KnownBound(self.bound_with(problem, name, by, meant.costs), turn)

    def bound_with(self, problem: Problem, name: str, by: str, costs: Iterable[Cost]) -> Bound:
        """Return a neighbor's bound on the boundary of the owner `name`, with more costs."""
        known = self.bounds[by].bound if by in self.bounds else nothing_known(problem, problem.boundary(name, by))
        return known.with_costs(problem, costs)


class Owner(Knowledge):
    """One owner's private state."""

    hearings: int = 0
    """Number of words that it has heard."""
    satisfied: bool = False
    obliging: bool = False
    """True once it has used up a request in this turn."""
    history: list[bool] = []
    past: list[Coloring] = []
    sent: int = 0

    def asks(self, to: str, colors: Coloring) -> None:
        """Count a request for each of these colors, and wait for the other's next turn."""
        for node, color in colors.items():
            wish = assign({node: color})
            self.requests[wish] = self.requests.get(wish, 0) + 1
        self.awaits |= {to}

    def copy(self) -> "Owner":
        return Owner(**self._fields(Owner))

    def knowledge(self) -> dict[str, Any]:
        """Copy the fields that an observation shares."""
        return self._fields(Knowledge)

    def _fields(self, kind: type[Knowledge]) -> dict[str, Any]:
        values = ((name, getattr(self, name)) for name in kind.__struct_fields__)
        return {name: value.copy() if isinstance(value, dict | list) else value for name, value in values}


class Observation(Knowledge, frozen=True, kw_only=True):  # type: ignore[misc]  # an owner learns, a view does not
    """One owner's view. In the director's overview `name` is empty, and colors and locks are everybody's."""

    name: str
    problem: Problem
    snap: float
    colors: Coloring
    flags: dict[str, bool]
    """Owner to its satisfaction flag, which everybody sees."""
    history: tuple[bool, ...] = ()
    """Own flags, turn by turn."""
    offers: tuple[Offer, ...] = ()
    """Offers made by or to this owner, in order."""
    held: Coloring = {}
    """Own nodes that keep their color because it was promised until it is withdrawn; they count as locked."""
    alg: Literal["greedy", "maxsum"] = "greedy"
    """Algorithm of step 3."""
    mode: Mode = "llm_u"
    """Mode of talk of an owner with a model."""
    past: tuple[Coloring, ...] = ()
    """Own colors, turn by turn."""
    left: int | None = None
    """Messages that it may still send; None is as many as it likes."""
    temper: Temper = "fair"
    question: str = ""
    """The open question, once the game is decided."""
    unsure: str = ""
    """Own newest words, if those who heard them asked back."""

    @property
    def believed(self) -> Coloring:
        """Reported colors, without their age."""
        return {node: known.color for node, known in self.known.items()}

    @property
    def around(self) -> Coloring:
        """Reported and own colors."""
        return {**self.believed, **self.colors}

    @property
    def is_colored(self) -> bool:
        """True if every own node has a color."""
        return len(self.colors) == len(self.problem.clusters[self.name])

    @property
    def locked(self) -> Coloring:
        """Own nodes that are locked, and not just kept by a promise."""
        return {node: color for node, color in self.fixed.items() if node not in self.held}

    def promised_to(self, node: str) -> set[str]:
        """Return the owners that hold a promise about an own node."""
        held = [o for o in self.offers if o.running and (node in o.due(self.name) or node in o.barred(self.name))]
        return {offer.other(self.name) for offer in held}

    @property
    def threshold(self) -> float:
        """Least gain at which exact search takes over: `snap`, in proportion where a conflict costs less than 10."""
        return self.snap * min(1.0, self.problem.conflict_penalty / 10)

    @property
    def told_bounds(self) -> list[Bound]:
        """Bounds that neighbors told of the own boundaries, without their age."""
        return [known.bound for known in self.bounds.values()]

    def has_news(self, *names: str) -> bool:
        """Return True if one of these neighbors sent a bound since the last own turn, or there was no such turn."""
        return not self.moved or any(self.bounds[name].turn >= self.moved for name in names)

    @property
    def together(self) -> bool:
        """True if a neighbor decided at the same time, by the turn of its report."""
        return any(known.turn == self.moved for known in self.known.values())


def concerning(event: Event, name: str, observe: Callable[[str], Observation]) -> str:
    """Write an event for an owner: as it was understood, which is shorter than the words."""
    body, by = event.data, event.agent
    if isinstance(body, Gathered) and by == name:
        return f"{body.speaker}: {body.meant.sentence()}"
    if by == name:
        return ""
    match body:
        case Reported(to, colors) if to in (name, "") and colors:
            return f"{by} has {spell(colors)}{_clashes(observe(name), colors)}"
        case Addressed(to, question=True, asks=asks) if to in (name, ""):
            return (
                f"{by} asks you: {' '.join(each.sentence() for each in asks)}" if asks else f"{by} asks you something"
            )
        case Requested(to) | Refused(to) | Proposed(to=to) | Dropped(to) if to == name:
            return sentence(event, name)
        case OfferChanged(number) | Honored(number) if any(o.number == number for o in observe(name).offers):
            return sentence(event, name)
    return ""


def _clashes(seen: Observation, reported: dict[str, str]) -> str:
    """Name the own nodes that these colors clash with."""
    pairs = [pair for pair in seen.problem.conflicts({**seen.colors, **reported}) if len({*pair} & {*reported}) == 1]
    found = [f"{n} with your {o}" for n, o in ((u, v) if u in reported else (v, u) for u, v in pairs)]
    return f": clashes {', '.join(found)}" if found else ""
