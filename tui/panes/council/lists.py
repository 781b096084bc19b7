"""Lists of a meeting: the transcript, the agenda as a track, and the legend."""

from collections.abc import Mapping

from core.engine.events import Event, Said
from core.engine.scene import Scene
from core.social.events import Announced
from scenes.council.events import (
    Accepted,
    Amended,
    AmendmentMoved,
    Briefed,
    MotionOpened,
    Offered,
    Positioned,
    PromiseJudged,
    Resolved,
    VotingOpened,
)
from scenes.council.observation import CHAIR, CouncilSeen
from tui.glyphs import cells
from tui.log_view import LogView
from tui.panes.council.hall import sign
from tui.panes.kit import Row, shortened
from tui.styles import Line, Span, clip, narrowed, width_of, wrap

FACTS = (
    AmendmentMoved,
    Amended,
    Said,
    Announced,
    MotionOpened,
    Positioned,
    VotingOpened,
    Resolved,
    Offered,
    Accepted,
    PromiseJudged,
    Briefed,
)
"""Events in the transcript."""
RECENT = 300
"""Events that the transcript shows, up to the playhead."""


class Ledger:
    """History for the stage; append-only, so that any moment is a prefix."""

    def __init__(self) -> None:
        self.facts: list[Event] = []
        self.curve: list[tuple[int, float]] = []
        """Number of members for the motion."""
        self._for: set[str] = set()

    def take(self, event: Event, scene: Scene) -> None:
        match event.data:
            case MotionOpened():
                self._for = set()
            case Positioned(position):
                self._for = self._for - {event.agent} | ({event.agent} if position.score > 0 else set())
        if isinstance(event.data, FACTS):
            self.facts.append(event)
        if not self.curve or self.curve[-1][1] != len(self._for):
            self.curve.append((event.n, float(len(self._for))))


def transcript(ledger: Ledger, view: LogView, width: int) -> list[Row]:
    """List speech, whispers and results that the perspective knows; a click on a row goes there."""
    facts = [event for event in ledger.facts if event.n <= view.n and view.may_see(event)][-RECENT:]
    return [Row(line, event.n) for event in facts for line in _told(event, view.seat, width)]


def _told(event: Event, seat: str, width: int) -> list[Line]:
    match event.data:
        case Said(text, to):
            style = "bold accent" if event.agent == seat else "bold mid" if event.agent == CHAIR else "bold hi"
            whom: Line = ((" → ", "dim"), (clip(", ".join(to), 12), "bold hi")) if to else ()
            head: Line = ((f" {clip(event.agent, 12)}", style), *whom, ("  ", ""))
            return _wrapped(head, text, width, "mid" if to else "fg")
        case Announced(text):
            return _wrapped(((" ", ""),), text, width, "accent")
        case MotionOpened():
            return [(), *_wrapped(((" ", ""),), event.data.sentence(), width, "bold hi")]
        case Resolved(passed=passed):
            mark: Span = (" ✓ ", "good") if passed else (" ✗ ", "bad")
            return _wrapped((mark,), event.data.sentence(), width, "bold hi")
        case Positioned(position, was):
            if was is None:
                return []
            words = f"{event.agent} {event.data.sentence()}"
            return _wrapped((("   ", ""), sign(position), (" ", "")), words, width, "dim")
        case AmendmentMoved() | Amended():
            return _wrapped((("   § ", "accent"),), f"{event.agent} {event.data.sentence()}", width, "fg")
        case _:
            broken = isinstance(event.data, PromiseJudged) and not event.data.kept
            words = f"{event.agent} {event.data.sentence()}".strip()
            return _wrapped((("   ", ""),), words, width, "bad" if broken else "dim")


def _wrapped(head: Line, words: str, width: int, style: str) -> list[Line]:
    lead = width_of(head)
    first, *rest = shortened(wrap(words, max(10, width - lead - 1)))
    return [(*head, (first, style)), *(((" " * lead, ""), (row, style)) for row in rest)]


def track(seen: CouncilSeen, width: int) -> Line:
    """The agenda: what was decided, what is before the council, what is to come.

    A motion whose words have no room is its number: those of the one before the council stand below.
    """
    count = len(seen.agenda)
    words = {i: str(i) for i in range(1, count + 1)}
    left = width - width_of(_stops(seen, words))
    coming, decided = range(seen.motion + 1, count + 1), range(seen.motion - 1, 0, -1)
    for i in (*coming, *decided, seen.motion):
        if i in words and (more := cells(seen.agenda[i - 1]) - cells(words[i])) <= left:
            words[i], left = seen.agenda[i - 1], left - more
    return _stops(seen, words)


def _stops(seen: CouncilSeen, words: Mapping[int, str]) -> Line:
    results = {each.motion: each for each in seen.results}
    spans: list[Span] = [(" ", "")]
    for i, told in words.items():
        if (result := results.get(i)) is not None:
            sign: Span = ("✓ ", "good") if result.passed else ("✗ ", "bad")
            spans += [sign, (told, "mid"), (f" {result.yes}:{result.no}", "dim")]
        elif i == seen.motion:
            spans += [("▸ ", "bold accent"), (told, "bold hi")]
        else:
            spans += [("· ", "dim"), (told, "dim")]
        spans.append((" ━ " if i < len(words) else "", "line"))
    return tuple(spans)


def amendment(seen: CouncilSeen, width: int, asked: bool) -> Line:
    """Write what is added to the motion, or is moved to be; to who is `asked` for words, how that is done."""
    if seen.amended:
        return (("    § ", "accent"), (clip(seen.amended.text, width - 8), "hi"))
    if seen.moved:
        return (
            ("    § ", "dim"),
            (clip(f"{seen.moved.name} moves: {seen.moved.text}; who seconds?", width - 8), "mid"),
        )
    if asked and seen.phase == "debate":
        return (("    § ", "dim"), (clip("amend … would add to it, once another member seconds it", width - 8), "dim"))
    return ()


def legend(seen: CouncilSeen, width: int) -> Line:
    """Count the stated positions; so the signs explain themselves."""
    scores = [each.now.score for each in seen.positions.values()]
    silent = len(seen.members) - len(scores)
    counts: Line = (
        (" ─ ", "good"),
        (f"for {sum(score > 0 for score in scores)}   ", "fg"),
        ("│ ", "mid"),
        (f"open {scores.count(0)}   ", "fg"),
        ("╳ ", "bad"),
        (f"against {sum(score < 0 for score in scores)}   ", "fg"),
        *((("· ", "dim"), (f"silent {silent}   ", "mid")) if silent else ()),
    )
    signs: list[tuple[int, Line]] = [
        (1, (("▲▼", "accent"), (" moved   ", "dim"))),
        (2, (("●", "accent"), (" has the floor", "dim"))),
    ]
    return narrowed([(0, counts), *signs], width)
