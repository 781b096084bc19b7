"""History for the coloring stage: logs, chat, flags and penalties, each with the number of its event."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from core.engine.events import Asked, Body, Defaulted, Event, Prompted, Said
from scenes.coloring import events as e
from scenes.coloring.negotiation.offers import Dropped, Honored, OfferChanged, Proposed
from scenes.coloring.problem.graph import color_letters
from scenes.coloring.problem.penalty import judge
from scenes.coloring.scene import ColoringScene
from scenes.coloring.talk import speech
from tui.panes.kit import Points, Row
from tui.styles import Line

T = TypeVar("T")
PUBLIC_ACTS = (
    *(speech.Reported, speech.Requested, speech.Refused, Proposed, OfferChanged, Honored, Dropped),
    *(e.Oscillated, e.GaveUp, e.Hopeless),
)
"""Event types of an agent's public acts, apart from messages and its flag."""


class ChatLine(NamedTuple):
    """A message; without a speaker, a note to the person about words that were not understood."""

    n: int
    speaker: str
    to: tuple[str, ...]
    text: str


class GrantedRequest(NamedTuple):
    """A change of color that granted another agent's request."""

    n: int
    agent: str
    node: str
    was: str
    color: str
    to: str


class Note(NamedTuple):
    """A note next to a message or name from event n on, for perspectives that may see that event."""

    n: int
    text: str


class Ledger:
    """History for the stage; append-only, so the state at any moment is a prefix."""

    def __init__(self, names: Iterable[str]) -> None:
        names = tuple(names)
        self.chat: list[ChatLine] = []
        self.logs: dict[str, list[Row]] = {name: [] for name in names}
        self.acts: dict[str, list[int]] = {name: [] for name in names}
        """Event numbers of an agent's public acts."""
        self.flags: dict[str, list[tuple[int, bool]]] = {name: [] for name in names}
        self.claims: dict[str, list[Note]] = {name: [] for name in names}
        """False claims of an agent; an empty note where its next decision clears them."""
        self.defaulted: dict[str, list[tuple[int, bool]]] = {name: [] for name in names}
        """(event, True) where an agent's decision or its words were a default, (event, False) at its next decision."""
        self.lies: dict[int, list[Note]] = {}
        """False claims in messages, by the message's event."""
        self.options: list[Event] = []
        """Events with counterfactual options or constraints, for perspectives that may see them."""
        self.gifts: list[GrantedRequest] = []
        self.bargaining: list[Event] = []
        """Requests, reports, offers and answers, which show each owner's conduct."""
        self.decisions: list[int] = []
        self.changed: dict[int, frozenset[str]] = {}
        self.penalties = {name: Points() for name in ("", *names)}
        """Penalty over time, as the director ("") and as each owner knows it."""
        self._turns = dict.fromkeys(names, 0)
        self._aloud = (0, 0)
        """Newest event that belongs to a message, and the message's own event."""

    def take(self, event: Event, scene: ColoringScene) -> None:
        n, agent, body = event.n, event.agent, event.data
        if agent and self._turns[agent] != event.turn:
            self._begin(event)
        match body:
            case Said(text, to):
                self.chat.append(ChatLine(n, agent, to, text))
                self._aloud = (n, n)
            case speech.Offered() | speech.Compatible():
                self.options.append(event)
            case Defaulted() | speech.Unworded():
                self.defaulted[agent].append((n, True))
            case speech.Unclear():
                self.chat.append(ChatLine(n, "", (), body.sentence()))
            case e.Flagged(satisfied):
                flags = self.flags[agent]
                if not flags or flags[-1][1] != satisfied:
                    self.acts[agent].append(n)
                flags.append((n, satisfied))
                self.decisions.append(n)
            case e.FalseClaim():
                self._take_false_claim(event, body)
            case e.Colored():
                self._take_colors(event, body, scene)
        if agent and not isinstance(body, Said | Prompted):
            self._log(event, scene)
        if isinstance(body, speech.Requested | speech.Reported | speech.Refused | Proposed | OfferChanged):
            self.bargaining.append(event)
        if isinstance(body, PUBLIC_ACTS):
            self.acts[agent].append(n)
        if isinstance(body, e.Posed | e.Locked | e.Colored | speech.Reported | speech.Gathered):
            self._measure(n, scene)

    def _take_false_claim(self, event: Event, body: e.FalseClaim) -> None:
        n, truth = event.n, body.truth.replace("its penalty is", "penalty").replace("it is", "is")
        self.claims[event.agent].append(Note(n, f"✗ says {body.claim}, {truth}"))
        if self._aloud[0] == n - 1:
            self._aloud = (n, self._aloud[1])
            self.lies.setdefault(self._aloud[1], []).append(Note(n, f"{body.claim}: {body.truth}"))

    def _take_colors(self, event: Event, body: e.Colored, scene: ColoringScene) -> None:
        """Record the changed nodes, and as gifts the changes that granted a request."""
        self.changed[event.n] = frozenset(body.colors)
        asked = scene.state.owners[event.agent].asked
        for node, color in body.colors.items():
            if node in body.was and node in asked and asked[node].met_by(color):
                self.gifts.append(GrantedRequest(event.n, event.agent, node, body.was[node], color, asked[node].by))

    def _begin(self, event: Event) -> None:
        """Start an agent's next decision: clear the notes on its last one."""
        agent = event.agent
        self._turns[agent] = event.turn
        if self.claims[agent] and self.claims[agent][-1].text:
            self.claims[agent].append(Note(event.n, ""))
        if self.defaulted[agent] and self.defaulted[agent][-1][1]:
            self.defaulted[agent].append((event.n, False))

    def _log(self, event: Event, scene: ColoringScene) -> None:
        match event.data:
            case speech.Reported(to, colors):
                for name in [to] if to else scene.state.problem.neighbors[event.agent]:
                    if colors:
                        self._append(name, event, "·", "mid", f"read {event.agent}: {color_letters(colors)}")
            case speech.Requested(to) as body:
                asks = body.sentence().replace(f"asked {to}:", "asks:")
                self._append(to, event, "·", "mid", f"{event.agent} {asks}")
                self._append(event.agent, event, "·", "mid", body.sentence())
            case speech.Offered() as body if not body.helpful:
                pass
            case body:
                mark, style = _mark(body)
                self._append(event.agent, event, mark, style, body.sentence())

    def _append(self, name: str, event: Event, mark: str, style: str, text: str) -> None:
        line: Line = ((f"{event.turn:>3} ", "dim"), (f"{mark} ", style), (text, style))
        self.logs[name].append(Row(line, event.n))

    def _measure(self, n: int, scene: ColoringScene) -> None:
        problem = scene.state.problem
        self.penalties[""].add(n, problem.conflict_penalty * len(problem.conflicts(scene.state.colors)))
        for name in problem.clusters:
            seen = scene.observe(name)
            self.penalties[name].add(n, judge(problem, name, seen.colors, seen.believed).penalty)


def _mark(body: Body) -> tuple[str, str]:
    """Return the sign of a log line, and its style."""
    match body:
        case e.Judged(satisfied=True) | e.Flagged(satisfied=True):
            return "✓", "good"
        case e.Judged() | e.Flagged() | e.FalseClaim() | speech.Caught():
            return "✗", "bad"
        case speech.Unworded() | Defaulted():
            return "!", "bad"
        case Asked() if body.failed or body.error:
            return ("!", "bad") if body.failed else ("✗", "mid")
        case e.Clashed():
            return "╳", "bad"
        case e.Oscillated():
            return "~", "accent"
    return "·", "mid"


def latest(items: Sequence[tuple[int, T]], n: int, default: T) -> T:
    """Return the newest value up to event n; `default` if there is none."""
    i = bisect_right(items, n, key=lambda item: item[0])
    return items[i - 1][1] if i else default


def summaries(bodies: Sequence[Body]) -> list[str]:
    """Summarize the acts of one turn: the last color of each node, without nodes that returned to their first color."""
    colors, was = dict[str, str](), dict[str, str]()
    for body in bodies:
        if isinstance(body, e.Colored):
            was |= {node: color for node, color in body.was.items() if node not in colors}
            colors |= body.colors
    changed = {node: color for node, color in colors.items() if was.get(node) != color} or colors
    kept = {node: color for node, color in was.items() if changed.get(node, color) != color}
    colored = [e.Colored(changed, kept).sentence()] if changed else []
    return [*colored, *(body.sentence() for body in bodies if not isinstance(body, e.Colored))]
