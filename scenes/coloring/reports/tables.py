"""Tables of a recording: turns by owner, exchanges, and the problem."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from core.engine.events import Acted, Event, Said
from core.errors import UserError
from core.intents.disagreements import disagreements
from core.recording.header import Header
from core.tables import Column, EventTable
from scenes.coloring.events import Colored, FalseClaim, Flagged, Judged, Locked, Oscillated, Posed, Valued
from scenes.coloring.files.dimacs import write_dimacs
from scenes.coloring.files.problem_file import write_json
from scenes.coloring.files.problem_spec import ProblemSpec
from scenes.coloring.files.pydcop import write_pydcop
from scenes.coloring.negotiation.offers import OfferChanged, Proposed
from scenes.coloring.problem.graph import Coloring, Problem
from scenes.coloring.reports.commitments_table import COMMITMENT, commitments
from scenes.coloring.talk.language import utterance
from scenes.coloring.talk.speech import Addressed, Bounded, Refused, Requested, Unclear


def problem_and_locks(events: Sequence[Event]) -> tuple[Problem, Coloring]:
    """Return the problem with all owners' points and all locks. Raises UserError if the run has no problem."""
    problem: Problem | None = None
    locks: Coloring = {}
    for event in events:
        match event.data:
            case Posed(posed):
                problem = posed
            case Valued(points) if problem:
                problem = problem.with_points(points)
            case Locked(colors):
                locks = locks | colors
    if problem is None:
        raise UserError("The recording ends before the problem was posed, so nothing can be made of it.")
    return problem, locks


def _turn_rows(header: Header, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    log = list(events)
    problem, colors = problem_and_locks(log)
    held: list[Event] = []
    before = 0.0
    for event in log:
        if held and event.turn != held[0].turn:
            yield from _rows_of_turn(header, problem, colors, held, before)
            before = held[-1].t
            held = []
        if isinstance(event.data, Colored):
            colors = colors | event.data.colors
        if event.turn:
            held.append(event)
        else:
            before = event.t
    if held:
        yield from _rows_of_turn(header, problem, colors, held, before)


def _rows_of_turn(
    header: Header, problem: Problem, colors: Coloring, events: Sequence[Event], before: float
) -> Iterator[dict[str, Any]]:
    """Yield the rows of one turn, with the colors at its end. Owners that decided at once share the turn's seconds."""
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
            "oscillates": int(count[Oscillated] > 0),
            "seconds": _seconds(before, events[-1].t),
            "thinking": _thinking_seconds(own, before) if header.cast.get(owner) == "human" else None,
        }


def _thinking_seconds(own: Sequence[Event], before: float) -> float | None:
    """Return the seconds before a human's first action in a turn; None if there is none."""
    first = next((event.t for event in own if isinstance(event.data, Acted)), -1.0)
    return _seconds(before, first)


def _seconds(before: float, after: float) -> float | None:
    """Return the seconds between two times; None if either is missing."""
    return round(after - before, 3) if before >= 0 and after >= 0 else None


@dataclass
class Exchange:
    """A row of the exchanges table: a request, an offer, or words that led to neither."""

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
    decided: int | None = None
    agreed: str = ""
    why: str = ""
    kept: str = ""
    until: int | None = None
    want: Coloring = field(default_factory=dict)
    avoid: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def met(self, colors: Coloring) -> bool:
        has = all(colors.get(node) == color for node, color in self.want.items())
        return has and all(colors.get(node) not in barred for node, barred in self.avoid.items())


def _exchange_rows(header: Header, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    table = _ExchangeRows()
    for event in events:
        table.take(event)
    return ({name: getattr(each, name) for name in EXCHANGE} for each in table.finished())


class _ExchangeRows:
    """Collects the rows of the exchanges table from the events."""

    def __init__(self) -> None:
        self.all: list[Exchange] = []
        self.colors: Coloring = {}
        self.said: Event | None = None
        """The latest words, during their speaker's turn."""
        self.by_words: dict[int, list[Exchange]] = {}
        """Exchanges that words started, by the words' event number."""

    def take(self, event: Event) -> None:
        if self.said and (event.agent, event.turn) != (self.said.agent, self.said.turn):
            self.said = None
        self._add_exchange(event)
        self._record_outcome(event)

    def _add_exchange(self, event: Event) -> None:
        """Add rows for words, requests and offers, and record which words were not understood."""
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

    def _record_outcome(self, event: Event) -> None:
        """Record the outcome of requests and offers."""
        match event.data:
            case OfferChanged(number, state, why):
                for each in self.all:
                    if each.kind == "offer" and each.offer == number:
                        self._apply_offer_state(each, event.turn, state, why)
            case Refused(to, colors):
                for each in self._undecided_requests(event.agent):
                    if each.by == to and each.want.keys() & colors.keys():
                        each.why = "locked"
            case Colored(colors) | Locked(colors):
                self.colors = self.colors | colors
                for each in self.all:
                    kept = each.kind == "request" and each.agreed == "yes" and each.until is None
                    if kept and not each.met(self.colors):
                        each.until = event.turn
            case Flagged():
                for each in self._undecided_requests(event.agent):
                    each.decided = event.turn
                    each.agreed = "yes" if each.met(self.colors) else "no"

    def _add(self, event: Event, to: str) -> Exchange:
        words = self.said.data.text if self.said and isinstance(self.said.data, Said) else ""
        new = Exchange(event.turn, event.n, event.agent, to, words=words)
        self.all.append(new)
        if self.said:
            self.by_words.setdefault(self.said.n, []).append(new)
        return new

    def _undecided_requests(self, name: str) -> list[Exchange]:
        """Return the requests that an owner has not decided on."""
        return [each for each in self.all if each.kind == "request" and each.to == name and not each.agreed]

    def _apply_offer_state(self, offer: Exchange, turn: int, state: str, why: str) -> None:
        if state in ("accepted", "refused", "withdrawn", "expired"):
            offer.decided, offer.agreed, offer.why = turn, "yes" if state == "accepted" else "no", why
        elif state == "broken":
            offer.kept, offer.until, offer.why = "no", turn, why
        else:
            offer.kept = "yes"

    def finished(self) -> list[Exchange]:
        """Return the rows, without rows for words that became a request or an offer, which has another row."""
        became = {n for n, begun in self.by_words.items() if any(each.kind != "words" for each in begun)}
        left_out = {id(each) for n in became for each in self.by_words[n] if each.kind == "words"}
        for each in self.all:
            if each.kind == "request":
                each.agreed = each.agreed or "open"
                each.kept = "" if each.agreed != "yes" else "yes" if each.until is None else "no"
        return [each for each in self.all if id(each) not in left_out]


def algorithms_export(header: Header, events: Sequence[Event]) -> str:
    """Export the results of every algorithm on the problem; no other export of coloring needs numpy."""
    from scenes.coloring.reports.algorithm_table import compare

    return compare(header, events, *problem_and_locks(events))


def _problem_file(write: Callable[[ProblemSpec], str]) -> Callable[[Header, Sequence[Event]], str]:
    """Return an exporter of the problem in one file format. It raises UserError if the run has no problem."""

    def export(header: Header, events: Sequence[Event]) -> str:
        posed, locks = problem_and_locks(events)
        option = header.config["problem"]
        names = option["names"] if isinstance(option, Mapping) else {}
        return write(ProblemSpec.of(posed, locks).model_copy(update={"names": names}))

    return export


LETTER_BY_TAG = {"mine": "h", "yours": "b", "third": "a"}
"""Letter of each tag's nodes in the talk corpus, in which H writes to B."""


def messages_to_label(header: Header, events: Sequence[Event]) -> str:
    """Export messages that the rules and the model understood differently, for a person to label."""
    problem, _ = problem_and_locks(events)
    names = {tag: [f"{letter}{number}" for number in range(1, 6)] for tag, letter in LETTER_BY_TAG.items()}
    nouns = {**names, "color": ("red", "green", "blue")}
    return disagreements(events, lambda each: utterance(problem, each.speaker, each.to, each.text), nouns)


OWNER = Column(str, "owner of nodes")
EXCHANGE = {
    "turn": Column(int, "turn of the run"),
    "event": Column(int, "number of the event that began the exchange"),
    "by": Column(str, "agent that asked, offered or wrote"),
    "to": Column(str, "agent that it addressed"),
    "kind": Column(str, "request, offer, or words that led to neither"),
    "offer": Column(int, "number of the offer"),
    "words": Column(str, "message that made the request or offer"),
    "wanted": Column(str, "colors that were asked for"),
    "given": Column(str, "colors that the offer gives in return"),
    "not_understood": Column(str, "notes on words that were not understood"),
    "decided": Column(int, "turn in which the receiver decided"),
    "agreed": Column(str, "yes, no or open; of a request, whether the receiver's next colors meet it"),
    "why": Column(str, "reason given for a refusal or a breach"),
    "kept": Column(str, "yes if the agreement still holds at the end, else no; empty if there was none"),
    "until": Column(int, "turn in which the agreement was broken"),
}
TABLES = {
    "owner_turns": EventTable(
        "a turn of an owner",
        {
            "turn": Column(int, "turn of the run"),
            "owner": OWNER,
            "policy": Column(str, "policy of the owner"),
            "changes": Column(int, "nodes that changed color"),
            "penalty": Column(float, "penalty of the owner's conflicts, after the turn, according to its knowledge"),
            "satisfied": Column(int, "1 if the owner is satisfied, else 0"),
            "conflicts": Column(int, "edges with one color at both ends, after the turn"),
            "uncolored": Column(int, "nodes without a color, after the turn"),
            "score": Column(float, "points of all colors, after the turn"),
            "messages": Column(int, "messages of the owner"),
            "requests": Column(int, "requests that the owner made"),
            "refusals": Column(int, "requests and offers that the owner refused"),
            "offers": Column(int, "offers that the owner made"),
            "accepted": Column(int, "offers that the owner accepted"),
            "kept": Column(int, "agreements that were kept, at the end of this turn"),
            "broken": Column(int, "agreements that the owner broke in this turn"),
            "bounds": Column(int, "bounds on others' colors that the owner sent or stated"),
            "false_claims": Column(int, "claims of the owner that the state contradicts"),
            "oscillates": Column(int, "1 if the owner's flag or colors began to go back and forth, else 0"),
            "seconds": Column(float, "seconds that the turn took; empty if it was not recorded"),
            "thinking": Column(float, "seconds before a person's first action in the turn"),
        },
        _turn_rows,
    ),
    "exchanges": EventTable("a request, an offer, or a person's message that led to neither", EXCHANGE, _exchange_rows),
    "commitments": EventTable("a pair of owners with promises", COMMITMENT, commitments),
}

EXPORTS: Mapping[str, Callable[[Header, Sequence[Event]], str]] = {
    "solve": algorithms_export,
    "problem": _problem_file(write_json),
    "dimacs": _problem_file(write_dimacs),
    "pydcop": _problem_file(write_pydcop),
    "turns": TABLES["owner_turns"].csv,
    **{name: TABLES[name].csv for name in ("exchanges", "commitments")},
    "disagreements": messages_to_label,
}
