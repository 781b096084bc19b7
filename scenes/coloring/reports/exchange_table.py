"""A recording as a table: a row an exchange, from the wish to its outcome."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields

from core.engine.events import Event, Said
from core.recording.header import Header
from core.tables import csv_table
from scenes.coloring.events import Colored, Flagged, Locked
from scenes.coloring.negotiation.offers import OfferChanged, Proposed
from scenes.coloring.problem.graph import Coloring
from scenes.coloring.talk.heard_words import Hearings
from scenes.coloring.talk.speech import Addressed, Read, Refused, Requested, Unclear


@dataclass
class Exchange:
    """A row: something that one owner wanted of another, asked for or put as an offer."""

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
        match event.data:
            case Said():
                self.said = event
            case Addressed(to=to) | Requested(to=to) | Proposed(to=to):
                self._begin(event, to)
            case Unclear(notes):
                begun = self.by_words.get(self.said.n, []) if self.said else []
                for each in begun or [self._add(event, "")]:
                    each.not_understood = "; ".join(notes)
            case Read(said=said):
                for each in self.by_words.get(self._hearings.event(event.agent, said), []):
                    each.readings[event.agent] = event.data.model.sentence()
                    each.model_understood = "; ".join(f"{name}: {text}" for name, text in each.readings.items())
                    each.misread = int(bool(each.misread) or event.data.differs)
            case OfferChanged() | Refused() | Colored() | Locked() | Flagged():
                self._settle(event)

    def _begin(self, event: Event, to: str) -> None:
        """Begin the exchange of words, a request or an offer."""
        new = self._add(event, to)
        match event.data:
            case Requested(_, colors, avoid, keep):
                new.kind, new.want = "request", colors | {n: self.colors[n] for n in keep if n in self.colors}
                new.avoid = avoid
                new.wanted = event.data.sentence().partition(": ")[2]
            case Proposed(number, _, give, want, avoid):
                new.kind, new.offer, new.want, new.avoid, new.agreed = "offer", number, want, avoid, "open"
                new.wanted = Proposed(0, "", {}, want, avoid).offer("", 0).terms()
                new.given = Proposed(0, "", give, {}).offer("", 0).terms()

    def _add(self, event: Event, to: str) -> Exchange:
        words = self.said.data.text if self.said and isinstance(self.said.data, Said) else ""
        new = Exchange(event.turn, event.n, event.agent, to, words=words)
        self.all.append(new)
        if self.said:
            self.by_words.setdefault(self.said.n, []).append(new)
        return new

    def _settle(self, event: Event) -> None:
        """Note how the exchanges came out that an event decides."""
        pending = (each for each in self.all if each.kind == "request" and each.to == event.agent and not each.agreed)
        match event.data:
            case OfferChanged(number, state, why):
                for each in self.all:
                    if each.kind == "offer" and each.offer == number:
                        self._change(each, event.turn, state, why)
            case Refused(to, colors):
                for each in pending:
                    if each.by == to and each.want.keys() & colors.keys():
                        each.why = "locked"
            case Colored(colors) | Locked(colors):
                self.colors = self.colors | colors
                self._check_kept(event.turn)
            case Flagged():
                for each in pending:
                    each.decided = event.turn
                    each.agreed = "yes" if each.met(self.colors) else "no"

    def _check_kept(self, turn: int) -> None:
        for each in self.all:
            agreed = each.kind == "request" and each.agreed == "yes"
            if agreed and each.until is None and not each.met(self.colors):
                each.until = turn

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
