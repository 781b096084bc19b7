"""A recording as a table: a row an exchange, from what was wanted to what came of it."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.engine.events import Event, Said
from core.recording.header import Header
from core.tables import csv_table
from scenes.coloring.events import Colored, Flagged, Locked
from scenes.coloring.negotiation.offers import OfferChanged, Proposed
from scenes.coloring.problem.graph import Coloring
from scenes.coloring.talk.heard_words import Hearings
from scenes.coloring.talk.speech import Addressed, Read, Refused, Requested, Unclear

EXCHANGES = (
    *("turn", "event", "by", "to", "kind", "offer", "words", "wanted", "given", "not_understood"),
    *("model_understood", "misread", "decided", "agreed", "why", "kept", "until"),
)


class _Exchange:
    """One thing that somebody wanted of somebody: asked for, or put as an offer."""

    def __init__(self, event: Event, to: str, words: str) -> None:
        self.event, self.to, self.words = event, to, words
        self.kind, self.wanted, self.given = "words", "", ""
        self.number = 0
        self.want: Coloring = {}
        self.avoid: Mapping[str, tuple[str, ...]] = {}
        self.unclear = ""
        self.model: dict[str, str] = {}
        self.misread = False
        self.decided: int | None = None
        self.agreed = ""
        self.why = ""
        self.kept = ""
        self.until: int | None = None

    def met(self, colors: Coloring) -> bool:
        has = all(colors.get(node) == color for node, color in self.want.items())
        return has and all(colors.get(node) not in barred for node, barred in self.avoid.items())

    def row(self) -> dict[str, Any]:
        return {
            "turn": self.event.turn,
            "event": self.event.n,
            "by": self.event.agent,
            "to": self.to,
            "kind": self.kind,
            "offer": self.number or None,
            "words": self.words,
            "wanted": self.wanted,
            "given": self.given,
            "not_understood": self.unclear,
            "model_understood": "; ".join(f"{name}: {told}" for name, told in self.model.items()),
            "misread": int(self.misread) if self.model else None,
            "decided": self.decided,
            "agreed": self.agreed,
            "why": self.why,
            "kept": self.kept,
            "until": self.until,
        }


def exchanges(header: Header, events: Sequence[Event]) -> str:
    """Requests, offers, and words of a person's that came to neither.

    `wanted` is what the words were understood to want; `model_understood` what a model took from a person's words, and
    `misread` whether that is something else. `agreed` is yes, no or open; of a request, whether the colors after the
    other's next turn meet it. `kept` is yes while that holds at the end, else no, `until` the turn that broke it.
    """
    table = _Table()
    for event in events:
        table.take(event)
    return csv_table(EXCHANGES, (each.row() for each in table.finished()))


class _Table:
    """A fold over the events."""

    def __init__(self) -> None:
        self.all: list[_Exchange] = []
        self.colors: Coloring = {}
        self.said: Event | None = None
        """The words that what follows belongs to."""
        self._hearings = Hearings()
        self.by_words: dict[int, list[_Exchange]] = {}
        """Event of words to the exchanges that they began."""

    def take(self, event: Event) -> None:
        if self.said and (event.agent, event.turn) != (self.said.agent, self.said.turn):
            self.said = None
        self._hearings.take(event)
        match event.data:
            case Said():
                self.said = event
            case Addressed(to=to):
                self._add(event, to).kind = "words"
            case Requested(to, colors, avoid, keep):
                new = self._add(event, to)
                new.kind, new.want = "request", colors | {n: self.colors[n] for n in keep if n in self.colors}
                new.avoid = avoid
                new.wanted = event.data.sentence().partition(": ")[2]
            case Proposed(number, to, give, want, avoid):
                new = self._add(event, to)
                new.kind, new.number, new.want, new.avoid = "offer", number, want, avoid
                new.wanted = Proposed(0, "", {}, want, avoid).offer("", 0).terms()
                new.given = Proposed(0, "", give, {}).offer("", 0).terms()
                new.agreed = "open"
            case OfferChanged(number, state, why):
                self._settle(event, number, state, why)
            case Unclear(notes):
                told = self.by_words.get(self.said.n, []) if self.said else []
                for each in told or [self._add(event, "")]:
                    each.unclear = "; ".join(notes)
            case Read(said=said):
                for each in self.by_words.get(self._hearings.event(event.agent, said), []):
                    each.model[event.agent] = event.data.model.sentence()
                    each.misread |= event.data.differs
            case Refused(to, colors):
                for each in self._pending(event.agent):
                    if each.event.agent == to and each.want.keys() & colors.keys():
                        each.why = "locked"
            case Colored(colors) | Locked(colors):
                self.colors = self.colors | colors
                self._check_kept(event)
            case Flagged():
                for each in self._pending(event.agent):
                    each.decided = event.turn
                    each.agreed = "yes" if each.met(self.colors) else "no"

    def _add(self, event: Event, to: str) -> _Exchange:
        words = self.said.data.text if self.said and isinstance(self.said.data, Said) else ""
        new = _Exchange(event, to, words)
        self.all.append(new)
        if self.said:
            self.by_words.setdefault(self.said.n, []).append(new)
        return new

    def _pending(self, owner: str) -> list[_Exchange]:
        return [each for each in self.all if each.kind == "request" and each.to == owner and not each.agreed]

    def _settle(self, event: Event, number: int, state: str, why: str) -> None:
        for each in self.all:
            if each.kind == "offer" and each.number == number:
                if state in ("accepted", "refused", "withdrawn", "expired"):
                    each.decided, each.agreed, each.why = event.turn, "yes" if state == "accepted" else "no", why
                elif state == "broken":
                    each.kept, each.until, each.why = "no", event.turn, why
                else:
                    each.kept = "yes"

    def _check_kept(self, event: Event) -> None:
        for each in self.all:
            if each.kind == "request" and each.agreed == "yes" and each.until is None and not each.met(self.colors):
                each.until = event.turn

    def finished(self) -> list[_Exchange]:
        """All but words that became a request or an offer, which have a row of their own."""
        out = []
        for each in self.all:
            if each.kind == "words" and any(other.kind != "words" for other in self._of_same_words(each)):
                continue
            if each.kind == "request":
                each.agreed = each.agreed or "open"
                each.kept = "" if each.agreed != "yes" else "yes" if each.until is None else "no"
            out.append(each)
        return out

    def _of_same_words(self, one: _Exchange) -> list[_Exchange]:
        return next((told for told in self.by_words.values() if one in told), [])
