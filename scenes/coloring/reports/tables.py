"""A recording as tables: a row per turn and owner, a row per exchange, answers, and the posed problem."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from core.engine.events import Acted, Event, Said, SecondReading
from core.errors import UserError
from core.intents.corpus import disagreements
from core.recording.header import Header
from core.tables import csv_table
from scenes.coloring.events import Colored, FalseClaim, Flagged, Judged, Locked, Oscillated, Posed, Valued
from scenes.coloring.files.dimacs import write_dimacs
from scenes.coloring.files.problem_file import write_json
from scenes.coloring.files.pydcop import write_pydcop
from scenes.coloring.files.stated import Stated
from scenes.coloring.negotiation.offers import OfferChanged, Proposed
from scenes.coloring.problem.graph import Coloring, Problem
from scenes.coloring.questionnaire import SCALE, Answered
from scenes.coloring.reports.commitments_table import commitments
from scenes.coloring.talk.language import utterance
from scenes.coloring.talk.meant import Hearings
from scenes.coloring.talk.speech import Addressed, Bounded, Read, Refused, Requested, Unclear


def posed_in(events: Sequence[Event]) -> tuple[Problem, Coloring]:
    """Return the problem with everybody's points, and all locks. Raises UserError if the run never got a problem."""
    problem: Problem | None = None
    locks: Coloring = {}
    for event in events:
        match event.data:
            case Posed(told):
                problem = told
            case Valued(points) if problem:
                problem = problem.valued(points)
            case Locked(colors):
                locks = locks | colors
    if problem is None:
        raise UserError("The recording ends before the problem was posed, so nothing can be made of it.")
    return problem, locks


TURNS = (
    *("turn", "owner", "policy", "changes", "penalty", "satisfied", "conflicts", "uncolored", "score"),
    *("messages", "requests", "refusals", "offers", "accepted", "kept", "broken", "bounds"),
    *("false_claims", "misreadings", "oscillates", "seconds", "thinking"),
)


def turns(header: Header, events: Sequence[Event]) -> str:
    """Write a row for each turn and owner: its actions, and the state after them.

    `seconds` is how long the turn took; `thinking` how long a person took to its first step in it. `misreadings` are
    words of a person's that a model understood otherwise than the rules.
    """
    return csv_table(TURNS, _rows(header, events))


def _rows(header: Header, events: Sequence[Event]) -> Iterator[dict[str, Any]]:
    problem, colors = posed_in(events)
    held: list[Event] = []
    before = 0.0
    for event in events:
        if held and event.turn != held[0].turn:
            yield from _turn(header, problem, colors, held, before)
            before = held[-1].t
            held = []
        if isinstance(event.data, Colored):
            colors = colors | event.data.colors
        if event.turn:
            held.append(event)
        else:
            before = event.t
    if held:
        yield from _turn(header, problem, colors, held, before)


def _turn(
    header: Header, problem: Problem, colors: Coloring, events: Sequence[Event], before: float
) -> Iterator[dict[str, Any]]:
    """Yield the rows of one turn, with the colors at its end; owners that decided at once share its seconds."""
    for owner in dict.fromkeys(e.agent for e in events if isinstance(e.data, Flagged | Acted | Said)):
        own = [event for event in events if event.agent == owner]
        data = [event.data for event in own]
        count = Counter(map(type, data))
        states = Counter(each.state for each in data if isinstance(each, OfferChanged))
        judged = [each for each in data if isinstance(each, Judged)]
        flags = [each.satisfied for each in data if isinstance(each, Flagged)]
        yield {
            "turn": events[0].turn,
            "owner": owner,
            "policy": header.cast.get(owner, ""),
            "changes": sum(len(each.colors) for each in data if isinstance(each, Colored)),
            "penalty": judged[-1].penalty if judged else None,
            "satisfied": int(flags[0]) if flags else None,
            "conflicts": len(problem.conflicts(colors)),
            "uncolored": len(problem.nodes) - len(colors),
            "score": problem.score(colors),
            "messages": count[Said],
            "requests": count[Requested],
            "refusals": count[Refused] + states["refused"],
            "offers": count[Proposed],
            **{state: states[state] for state in ("accepted", "kept", "broken")},
            "bounds": count[Bounded],
            "false_claims": count[FalseClaim],
            "misreadings": sum(each.differs for each in data if isinstance(each, Read)),
            "oscillates": int(count[Oscillated] > 0),
            "seconds": _seconds(before, events[-1].t),
            "thinking": _thinking(own, before) if header.cast.get(owner) == "human" else None,
        }


def _thinking(own: Sequence[Event], before: float) -> float | None:
    """Return the seconds before a person's first action; None without one."""
    first = next((event.t for event in own if isinstance(event.data, Acted)), -1.0)
    return _seconds(before, first)


def _seconds(before: float, after: float) -> float | None:
    """Return the seconds between two times; None if a time was not recorded."""
    return round(after - before, 3) if before >= 0 and after >= 0 else None


@dataclass
class Exchange:
    """A row: a request or an offer of one owner to another, or words that led to neither."""

    turn: int
    event: int
    by: str
    to: str
    kind: str = "words"
    offer: int | None = None
    words: str = ""
    wanted: str = ""
    given: str = ""
    not_understood: str = ""
    model_understood: str = ""
    misread: int | None = None
    decided: int | None = None
    agreed: str = ""
    why: str = ""
    kept: str = ""
    until: int | None = None
    want: Coloring = field(default_factory=dict)
    avoid: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    readings: dict[str, str] = field(default_factory=dict)
    """Owner to the reading of its model."""

    def met(self, colors: Coloring) -> bool:
        has = all(colors.get(node) == color for node, color in self.want.items())
        return has and all(colors.get(node) not in barred for node, barred in self.avoid.items())


EXCHANGES = tuple(each.name for each in fields(Exchange))[:-3]


def exchanges(header: Header, events: Sequence[Event]) -> str:
    """Write a row for each request, each offer, and each message of a person that led to neither.

    `wanted` is what the words were understood to want; `model_understood` what a model took from a person's words, and
    `misread` whether that is something else. `agreed` is yes, no or open; of a request, whether the colors after the
    other's next turn meet it. `kept` is yes while that holds at the end, else no, `until` the turn that broke it.
    """
    table = _Table()
    for event in events:
        table.take(event)
    return csv_table(EXCHANGES, ({name: getattr(each, name) for name in EXCHANGES} for each in table.finished()))


class _Table:
    """A fold over the events."""

    def __init__(self) -> None:
        self.all: list[Exchange] = []
        self.colors: Coloring = {}
        self.said: Event | None = None
        """The newest words, while their speaker's turn lasts."""
        self._hearings = Hearings()
        self.by_words: dict[int, list[Exchange]] = {}
        """Event of words to the exchanges that they began."""

    def take(self, event: Event) -> None:
        if self.said and (event.agent, event.turn) != (self.said.agent, self.said.turn):
            self.said = None
        self._hearings.take(event)
        self._begin(event)
        self._settle(event)

    def _begin(self, event: Event) -> None:
        """Add rows for words, requests and offers, and what was understood of them."""
        match event.data:
            case Said():
                self.said = event
            case Addressed(to=to):
                self._add(event, to)
            case Requested(to, colors, avoid, keep):
                new = self._add(event, to)
                new.kind, new.avoid = "request", avoid
                new.want = colors | {node: self.colors[node] for node in keep if node in self.colors}
                new.wanted = event.data.sentence().partition(": ")[2]
            case Proposed(number, to, give, want, avoid):
                new = self._add(event, to)
                new.kind, new.offer, new.want, new.avoid, new.agreed = "offer", number, want, avoid, "open"
                new.wanted = Proposed(0, "", {}, want, avoid).offer("", 0).terms()
                new.given = Proposed(0, "", give, {}).offer("", 0).terms()
            case Unclear(notes):
                begun = self.by_words.get(self.said.n, []) if self.said else []
                for each in begun or [self._add(event, "")]:
                    each.not_understood = "; ".join(notes)
            case Read(said=said):
                for each in self.by_words.get(self._hearings.event(event.agent, said), []):
                    each.readings[event.agent] = event.data.model.sentence()
                    each.model_understood = "; ".join(f"{name}: {text}" for name, text in each.readings.items())
                    each.misread = int(bool(each.misread) or event.data.differs)

    def _settle(self, event: Event) -> None:
        """Note what became of requests and offers."""
        match event.data:
            case OfferChanged(number, state, why):
                for each in self.all:
                    if each.kind == "offer" and each.offer == number:
                        self._change(each, event.turn, state, why)
            case Refused(to, colors):
                for each in self._pending(event.agent):
                    if each.by == to and each.want.keys() & colors.keys():
                        each.why = "locked"
            case Colored(colors) | Locked(colors):
                self.colors = self.colors | colors
                for each in self.all:
                    kept = each.kind == "request" and each.agreed == "yes" and each.until is None
                    if kept and not each.met(self.colors):
                        each.until = event.turn
            case Flagged():
                for each in self._pending(event.agent):
                    each.decided = event.turn
                    each.agreed = "yes" if each.met(self.colors) else "no"

    def _add(self, event: Event, to: str) -> Exchange:
        words = self.said.data.text if self.said and isinstance(self.said.data, Said) else ""
        new = Exchange(event.turn, event.n, event.agent, to, words=words)
        self.all.append(new)
        if self.said:
            self.by_words.setdefault(self.said.n, []).append(new)
        return new

    def _pending(self, name: str) -> list[Exchange]:
        """List the requests that an owner has not decided on."""
        return [each for each in self.all if each.kind == "request" and each.to == name and not each.agreed]

    def _change(self, offer: Exchange, turn: int, state: str, why: str) -> None:
        if state in ("accepted", "refused", "withdrawn", "expired"):
            offer.decided, offer.agreed, offer.why = turn, "yes" if state == "accepted" else "no", why
        elif state == "broken":
            offer.kept, offer.until, offer.why = "no", turn, why
        else:
            offer.kept = "yes"

    def finished(self) -> list[Exchange]:
        """Return the rows, without words that became a request or an offer with a row of its own."""
        became = {n for n, begun in self.by_words.items() if any(each.kind != "words" for each in begun)}
        left_out = {id(each) for n in became for each in self.by_words[n] if each.kind == "words"}
        for each in self.all:
            if each.kind == "request":
                each.agreed = each.agreed or "open"
                each.kept = "" if each.agreed != "yes" else "yes" if each.until is None else "no"
        return [each for each in self.all if id(each) not in left_out]


def solve(header: Header, events: Sequence[Event]) -> str:
    """Export the problem solved by every algorithm. Only this needs numpy."""
    from scenes.coloring.reports.algorithm_table import compare

    return compare(header, events, *posed_in(events))


def answers(header: Header, events: Sequence[Event]) -> str:
    """Export the person's answers to the questionnaire, one row per question."""
    rows = (
        {"question": body.number, "statement": body.statement, "answer": body.score, "of": SCALE}
        for body in (event.data for event in events)
        if isinstance(body, Answered)
    )
    return csv_table(("question", "statement", "answer", "of"), rows)


def _problem_file(write: Callable[[Stated], str]) -> Callable[[Header, Sequence[Event]], str]:
    """Export the problem as it was posed, whichever way it was made. Raises UserError where the run never got one."""

    def export(header: Header, events: Sequence[Event]) -> str:
        posed, locks = posed_in(events)
        option = header.config["problem"]
        names = option["names"] if isinstance(option, Mapping) else {}
        return write(Stated.of(posed, locks).model_copy(update={"names": names}))

    return export


NOUNS = {"mine": "h", "yours": "b", "third": "a"}
"""Letters of nodes in the corpus of talk, where H writes to B."""


def to_label(header: Header, events: Sequence[Event]) -> str:
    """Export the messages that rules and reader understood differently, for a person to label."""
    problem, _ = posed_in(events)
    names = {tag: [f"{letter}{number}" for number in range(1, 6)] for tag, letter in NOUNS.items()}
    found = (event.data for event in events if isinstance(event.data, SecondReading))
    readings = ((utterance(problem, each.speaker, each.to, each.text), each) for each in found)
    return disagreements(readings, {**names, "color": ("red", "green", "blue")})


EXPORTS: Mapping[str, Callable[[Header, Sequence[Event]], str]] = {
    "solve": solve,
    "problem": _problem_file(write_json),
    "dimacs": _problem_file(write_dimacs),
    "pydcop": _problem_file(write_pydcop),
    "turns": turns,
    "exchanges": exchanges,
    "commitments": commitments,
    "answers": answers,
    "disagreements": to_label,
}
