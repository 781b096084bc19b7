"""An owner's knowledge, its observation, and sentences for its recap."""

from collections.abc import Callable, Iterable
from typing import Any, Literal

import msgspec

from core.engine.events import Event
from core.engine.recap import sentence
from scenes.coloring.negotiation.offers import Dropped, Honored, Offer, OfferChanged, Proposed
from scenes.coloring.problem.graph import Coloring, Problem, assign, color_letters, join_or
from scenes.coloring.solvers.bound import Bound, Cost, nothing_known
from scenes.coloring.talk.speech import Addressed, Gathered, Meant, Question, Refused, Reported, Requested

Mode = Literal["rb", "llm_u", "llm_c", "llm_f"]
"""Talk mode of owners with a model (spec 000): rule-based words, costs, constraints, or free text."""
Temper = Literal["accommodating", "fair", "stubborn", "tit-for-tat"]
"""Bargaining style (see `negotiation.bargaining`)."""


class Known(msgspec.Struct, frozen=True):
    """A reported boundary color, and the turn of the report."""

    color: str
    turn: int


class KnownBound(msgspec.Struct, frozen=True):
    """A neighbor's bound on the shared boundary, and the turn in which it was sent."""

    bound: Bound
    turn: int


class Asked(msgspec.Struct, frozen=True):
    """An open request for one own node: a color, or colors to avoid."""

    by: str
    color: str | None = None
    avoid: tuple[str, ...] = ()

    def met_by(self, color: str) -> bool:
        return color == self.color if self.color is not None else color not in self.avoid

    def wish(self, node: str) -> str:
        """Write the request briefly: "b2 red", or "b2 not red or blue"."""
        return f"{node} {self.color or f'not {join_or(self.avoid)}'}"


class Heard(msgspec.Struct, frozen=True):
    """A message that an owner has received since its last turn."""

    by: str
    text: str
    question: bool
    asks: tuple[Question, ...] = ()
    """Questions in the message that were understood."""
    greets: bool = False
    direct: bool = False
    """True if the message is addressed to this owner alone."""
    due: bool = True
    """True if an answer is expected."""
    guess: str = ""
    """Question with which to ask the speaker back; empty if the message was clear."""


class Knowledge(msgspec.Struct):
    """One owner's knowledge, learned from events, apart from its own colors."""

    turn: int = 0
    """Turn of the newest event that the owner may know."""
    fixed: Coloring = {}
    private: bool = False
    """True if nobody else knows the points of its nodes."""
    known: dict[str, Known] = {}
    """Reported colors of other owners' boundary nodes."""
    asked: dict[str, Asked] = {}
    """Requests for own nodes, to be decided on in the next move."""
    granted: dict[str, Asked] = {}
    """Requests that this owner met and still fulfills."""
    answered: dict[str, int] = {}
    """Number of times that this owner met or declined each request ("b2 red")."""
    refused: Coloring = {}
    """Colors of others' locked nodes, as their owners reported them."""
    requests: dict[str, int] = {}
    """Number of times that this owner made each request to others ("h5 = red")."""
    reported: dict[str, Coloring] = {}
    """Boundary colors last reported to each neighbor."""
    heard: tuple[Heard, ...] = ()
    awaits: frozenset[str] = frozenset()
    """Owners that were asked for something and have had no turn since."""
    settled: float | None = None
    """Penalty at the end of the last own turn that closed no request."""
    bounds: dict[str, KnownBound] = {}
    """Bound on this owner's boundary that each neighbor has sent."""
    bounded: dict[str, Bound] = {}
    """Bound that this owner last sent to each neighbor."""
    moved: int = 0
    """Number of this owner's last turn."""

    def take_in(self, problem: Problem, name: str, by: str, meant: Meant, colors: Coloring, turn: int) -> None:
        """Update from a message by the owner `by` to the owner `name`; `colors` are the colors of `name`'s nodes."""
        self.known.update({node: Known(color, turn) for node, color in meant.report.items()})
        self.asked.update({node: Asked(by, avoid=avoid) for node, avoid in meant.avoid.items()})
        self.asked.update({node: Asked(by, color) for node, color in meant.request.items()})
        self.asked.update({node: Asked(by, colors[node]) for node in meant.keep if node in colors})
        if meant.costs and by in problem.neighbors[name]:
            self.bounds[by] = KnownBound(self.bound_with(problem, name, by, meant.costs), turn)

    def bound_with(self, problem: Problem, name: str, by: str, costs: Iterable[Cost]) -> Bound:
        """Return the bound of the neighbor `by` on the boundary of the owner `name`, with further costs."""
        known = self.bounds[by].bound if by in self.bounds else nothing_known(problem, problem.boundary(name, by))
        return known.with_costs(problem, costs)


class Owner(Knowledge):
    """One owner's private state."""

    satisfied: bool = False
    obliging: bool = False
    """True once the owner has closed a request in this turn."""
    history: list[bool] = []
    past: list[Coloring] = []
    sent: int = 0

    def count_requests(self, to: str, colors: Coloring) -> None:
        """Count a request for each of these colors, and wait until the owner `to` has had a turn."""
        for node, color in colors.items():
            wish = assign({node: color})
            self.requests[wish] = self.requests.get(wish, 0) + 1
        self.awaits |= {to}

    def copy(self) -> "Owner":
        return Owner(**self._fields(Owner))

    def knowledge(self) -> dict[str, Any]:
        """Return copies of the fields that an observation takes over."""
        return self._fields(Knowledge)

    def _fields(self, kind: type[Knowledge]) -> dict[str, Any]:
        values = ((name, getattr(self, name)) for name in kind.__struct_fields__)
        return {name: value.copy() if isinstance(value, dict | list) else value for name, value in values}


class Observation(Knowledge, frozen=True, kw_only=True):  # type: ignore[misc]  # an owner learns, a view does not
    """One owner's view. The director's view has an empty `name`, and all owners' colors and locks."""

    name: str
    problem: Problem
    snap: float
    colors: Coloring
    flags: dict[str, bool]
    """Satisfaction flag of each owner, which is public."""
    history: tuple[bool, ...] = ()
    """This owner's satisfaction flags, turn by turn."""
    offers: tuple[Offer, ...] = ()
    """Offers made by or to this owner, oldest first."""
    held: Coloring = {}
    """Own nodes that keep their color because of a lasting promise; they count as locked."""
    alg: Literal["greedy", "maxsum"] = "greedy"
    """Algorithm that chooses colors in step 3."""
    mode: Mode = "llm_u"
    """Talk mode of a model owner."""
    past: tuple[Coloring, ...] = ()
    """This owner's colors, turn by turn."""
    left: int | None = None
    """Number of messages that this owner may still send; None if there is no limit."""
    temper: Temper = "fair"
    unsure: str = ""
    """This owner's newest message, if its listeners asked back."""

    @property
    def believed(self) -> Coloring:
        """Reported colors, whatever their age."""
        return {node: known.color for node, known in self.known.items()}

    @property
    def around(self) -> Coloring:
        """Reported colors, and this owner's own colors."""
        return {**self.believed, **self.colors}

    @property
    def is_colored(self) -> bool:
        """True if every own node has a color."""
        return len(self.colors) == len(self.problem.clusters[self.name])

    @property
    def locked(self) -> Coloring:
        """Own locked nodes, without nodes that only a promise binds."""
        return {node: color for node, color in self.fixed.items() if node not in self.held}

    def promised_to(self, node: str) -> set[str]:
        """Return the owners to whom this owner promised a color of the node."""
        held = [
            o for o in self.offers if o.running and (node in o.due(self.name) or node in o.forbidden_colors(self.name))
        ]
        return {offer.other(self.name) for offer in held}

    @property
    def threshold(self) -> float:
        """Minimum gain for which exact search takes over: `snap`, scaled down if a conflict costs less than 10."""
        return self.snap * min(1.0, self.problem.conflict_penalty / 10)

    @property
    def known_bounds(self) -> list[Bound]:
        """Neighbors' bounds on this owner's boundaries, whatever their age."""
        return [known.bound for known in self.bounds.values()]

    def has_news(self, *names: str) -> bool:
        """Return True if one of these neighbors sent a bound since this owner's last turn, or it has had no turn."""
        return not self.moved or any(self.bounds[name].turn >= self.moved for name in names)

    @property
    def together(self) -> bool:
        """True if a neighbor decided at the same time, by the turn of its report."""
        return any(known.turn == self.moved for known in self.known.values())


def sentence_about(event: Event, name: str, observe: Callable[[str], Observation]) -> str:
    """Write an event for an owner's recap; a message is written as the owner understood it."""
    body, by = event.data, event.agent
    if isinstance(body, Gathered) and by == name:
        return f"{body.speaker}: {body.meant.sentence()}"
    if by == name:
        return ""
    match body:
        case Reported(to, colors) if to in (name, "") and colors:
            return f"{by} has {color_letters(colors)}{_clashes_text(observe(name), colors)}"
        case Addressed(to, question=True, asks=asks) if to in (name, ""):
            return (
                f"{by} asks you: {' '.join(each.sentence() for each in asks)}" if asks else f"{by} asks you something"
            )
        case Requested(to) | Refused(to) | Proposed(to=to) | Dropped(to) if to == name:
            return sentence(event, name)
        case OfferChanged(number) | Honored(number) if any(o.number == number for o in observe(name).offers):
            return sentence(event, name)
    return ""


def _clashes_text(seen: Observation, reported: dict[str, str]) -> str:
    """Name the own nodes that clash with these colors."""
    pairs = [pair for pair in seen.problem.conflicts({**seen.colors, **reported}) if len({*pair} & {*reported}) == 1]
    found = [f"{n} with your {o}" for n, o in ((u, v) if u in reported else (v, u) for u, v in pairs)]
    return f": clashes {', '.join(found)}" if found else ""
