"""What the coloring stage remembers of the events: logs, chat, flags and penalties, each with its event's number."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from core.events import Body, Event, Said
from core.scene import Scene
from scenes.coloring.events import (
    Clashed,
    Colored,
    FalseClaim,
    Flagged,
    Judged,
    Locked,
    Offered,
    Oscillated,
    Posed,
    Reported,
    Requested,
    Unclear,
    spell,
)
from scenes.coloring.rules import judge
from scenes.coloring.scene import ColoringScene
from tui.styles import Line

T = TypeVar("T")


class Words(NamedTuple):
    """Something said, or (with no speaker) a note to the person about what was not understood."""

    n: int
    speaker: str
    to: tuple[str, ...]
    text: str


class Entry(NamedTuple):
    """A line of an agent's log."""

    n: int
    line: Line


class Ledger:
    """Append-only, so that any moment is a prefix."""

    def __init__(self, names: Iterable[str]) -> None:
        names = tuple(names)
        self.chat: list[Words] = []
        self.logs: dict[str, list[Entry]] = {name: [] for name in names}
        self.flags: dict[str, list[tuple[int, bool]]] = {name: [] for name in names}
        self.claims: dict[str, list[tuple[int, str]]] = {name: [] for name in names}
        self.decisions: list[int] = []
        self.changed: dict[int, frozenset[str]] = {}
        self.curves: dict[str, list[tuple[int, float]]] = {name: [] for name in ("", *names)}
        """(event, penalty) wherever it changed, as the director ("") and as each owner knows it."""

    def take(self, event: Event, scene: Scene) -> None:
        assert isinstance(scene, ColoringScene)
        n, agent, body = event.n, event.agent, event.data
        match body:
            case Said(text, to):
                self.chat.append(Words(n, agent, to, text))
            case Unclear():
                self.chat.append(Words(n, "", (), body.sentence()))
            case Flagged(satisfied):
                self.flags[agent].append((n, satisfied))
                self.claims[agent].append((n, ""))
                self.decisions.append(n)
            case FalseClaim(claim, truth):
                self.claims[agent].append((n, f"says {claim}, {truth.replace('its penalty is', 'penalty')}"))
            case Colored(colors):
                self.changed[n] = frozenset(colors)
        if agent and not isinstance(body, Said):
            self._log(event, scene)
        if isinstance(body, Posed | Locked | Colored | Reported):
            self._measure(n, scene)

    def _log(self, event: Event, scene: ColoringScene) -> None:
        match event.data:
            case Reported(to, colors):
                for name in [to] if to else scene.problem.neighbors[event.agent]:
                    if colors:
                        self._append(name, event, "·", "mid", f"read {event.agent}: {spell(colors)}")
            case Requested(to) as body:
                asks = body.sentence().replace(f"asked {to}:", "asks:")
                self._append(to, event, "·", "mid", f"{event.agent} {asks}")
                self._append(event.agent, event, "·", "mid", body.sentence())
            case Offered() as body if not body.helpful:
                pass
            case body:
                mark, style = _mark(body)
                self._append(event.agent, event, mark, style, body.sentence())

    def _append(self, name: str, event: Event, mark: str, style: str, text: str) -> None:
        line = ((f"{event.turn:>3} ", "dim"), (f"{mark} ", style), (text, style))
        self.logs[name].append(Entry(event.n, line))

    def _measure(self, n: int, scene: ColoringScene) -> None:
        problem = scene.problem
        self._point("", n, problem.conflict_penalty * len(problem.conflicts(scene.colors)))
        for name in problem.clusters:
            seen = scene.observe(name)
            self._point(name, n, judge(problem, name, seen.colors, seen.believed).penalty)

    def _point(self, name: str, n: int, value: float) -> None:
        curve = self.curves[name]
        if not curve or curve[-1][1] != value:
            curve.append((n, value))


def _mark(body: Body) -> tuple[str, str]:
    """The sign of a log line, and its style."""
    match body:
        case Judged(satisfied=True) | Flagged(satisfied=True):
            return "✓", "good"
        case Judged() | Flagged() | FalseClaim():
            return "✗", "bad"
        case Clashed():
            return "╳", "bad"
        case Oscillated():
            return "~", "accent"
    return "·", "mid"


def latest(items: Sequence[tuple[int, T]], n: int, default: T) -> T:
    """The value that held at event n."""
    i = bisect_right(items, n, key=lambda item: item[0])
    return items[i - 1][1] if i else default
