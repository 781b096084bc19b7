"""Coup's lists as the perspective may see them up to the playhead: history in words, talk, and notes."""

from bisect import bisect_right

from core.engine.capabilities import Mark, Told, capability
from core.engine.events import Acted, Defaulted, Event, Planned, Said, Thought
from core.engine.scene import Scene
from scenes.coup.events import PUBLIC, Answered, Blocked, Challenged, Declared, Kept, Lost, Passed, Unheard
from scenes.coup.observation import Note
from scenes.coup.scene import CoupScene
from scenes.coup.wording import Sentence, TurnWords, turns
from tui.log_view import LogView
from tui.panes.coup.cards import verdict
from tui.panes.kit import Row, statement
from tui.styles import Line, Span, clip, width_of, wrap

SIGNS: dict[Mark, Span] = {"bad": ("╳ ", "bad"), "lost": ("! ", "bad"), "good": ("◆ ", "good")}
DECISIVE = (Acted, Answered, Blocked, Challenged, Declared, Defaulted, Kept, Lost, Passed, Planned, Thought, Unheard)
"""Event types that count as a decision; a perspective may see only one of a decision's events."""


class Ledger:
    """History for the stage; append-only, so the state at any moment is a prefix."""

    def __init__(self) -> None:
        self.facts: list[int] = []
        """Event number of each fact in `CoupScene.history`, in the same order."""
        self.talk: list[Event] = []
        self.curve: list[tuple[int, float]] = []
        """(event, number of live cards in the game) at each change."""
        self.decisions: list[int] = []
        """Number of the last event of each decision."""
        self._deciding: dict[str, int] = {}
        """Last event of each decision in the current step, by player."""
        self._marks: dict[int, Mark] = {}

    def take(self, event: Event, scene: Scene) -> None:
        assert isinstance(scene, CoupScene)
        if isinstance(event.data, (*PUBLIC, Said)):
            self.facts.append(event.n)
            if mark := capability(scene, Told).notable(event):
                self._marks[event.n] = mark
        if isinstance(event.data, Said):
            self.talk.append(event)
        live = float(2 * len(scene.names) - sum(map(len, scene.game.lost)))
        if not self.curve or live != self.curve[-1][1]:
            self.curve.append((event.n if self.curve else 0, live))

        self._decide(event)

    def _decide(self, event: Event) -> None:
        """Record a step's decisions, but not their consequences, such as a forced loss of a card."""
        body, name = event.data, event.agent
        forced = isinstance(body, Lost) and bool(self._deciding) and name not in self._deciding
        if name and isinstance(body, DECISIVE) and not forced:
            self._deciding[name] = event.n
        if event.end:
            self.decisions += sorted(self._deciding.values())
            self._deciding = {}

    def sign(self, n: int) -> Span:
        """Return the mark of an event; its text is empty if there is none."""
        mark = self._marks.get(n)
        return SIGNS.get(mark, ("", "")) if mark else ("", "")


class History:
    """Public history turn by turn; the director also sees the truth of claims."""

    def __init__(self, scene: CoupScene, ledger: Ledger, perspective: str) -> None:
        self._scene = scene
        self._ledger = ledger
        self._true = {} if perspective else {claim.n: claim.true for claim in scene.claims}
        self.turns: list[TurnWords] = turns(scene.history)

    def _spans(self, sentence: Sentence, last: bool) -> Line:
        n = self._ledger.facts[sentence.at]
        sign = self._ledger.sign(n)
        style = sign[1] if sign[1] == "bad" else "fg" if last else "mid"
        return (*((sign,) if sign[0] else ()), (sentence.text, style), *_tight(verdict(self._true.get(n))))

    def _sentences(self, turn: TurnWords) -> list[tuple[Line, int]]:
        """Return a turn's sentences with their events, without talk, which has its own tab."""
        history, facts = self._scene.history, self._ledger.facts
        last = turn is self.turns[-1]
        moves = [each for each in turn.sentences if not isinstance(history[each.at].data, Said)]
        return [(self._spans(sentence, last), facts[sentence.at]) for sentence in moves]

    def folded(self, width: int) -> list[Row]:
        """List the sentences, each on rows of its own."""
        out: list[Row] = []
        for turn in self.turns:
            lead: Span = (f"{turn.action or '':>3} ", "dim")
            for line, n in self._sentences(turn):
                for row in _wrap(line, width - 4):
                    out.append(Row((lead, *row), n))
                    lead = ("    ", "")
        return out

    def flowing(self, width: int) -> list[Row]:
        """List the sentences of a turn one after the other, in as few rows as possible."""
        out: list[Row] = []
        for turn in self.turns:
            row: Line = ((f"{turn.action or '':>3} ", "dim"),)
            at = 0
            for line, n in self._sentences(turn):
                if at and width_of(row) + width_of(line) + 2 > width:
                    out.append(Row(row, at))
                    row, at = (("    ", ""),), 0
                row = (*row, ("; " if at else "", "mid"), *line)
                at = n
            if at:
                out.append(Row(row, at))
        return out or [Row(((" Nobody has moved yet", "dim"),), 0)]


def _tight(line: Line) -> Line:
    """Drop the first character of each span: a verdict then has one space before it, not two."""
    return tuple((text[1:], style) for text, style in line)


def _wrap(line: Line, width: int) -> list[Line]:
    """Wrap a sentence of a few spans; spans stay whole if they fit."""
    out: list[Line] = [()]
    for text, style in line:
        if width_of(out[-1]) + width_of(((text, style),)) <= width:
            out[-1] = (*out[-1], (text, style))
            continue
        rows = wrap(text, width - 2 if len(out) > 1 else width)
        first, *rest = rows if not out[-1] or text.startswith(" ") else wrap(text, width - width_of(out[-1]))
        if out[-1] and not text.startswith(" "):
            out[-1] = (*out[-1], (first, style))
        else:
            out = [*out[:-1], ((first, style),)] if not out[-1] else [*out, (("  ", ""), (first, style))]
        out += [(("  ", ""), (row, style)) for row in rest]
    return out


def talk(ledger: Ledger, view: LogView, width: int) -> list[Line]:
    """Draw the talk up to the playhead."""
    out: list[Line] = []
    for event in ledger.talk[: bisect_right(ledger.talk, view.n, key=lambda each: each.n)]:
        assert isinstance(event.data, Said)
        if view.may_see(event):
            out += statement(event.agent, event.data.text, width, event.agent == view.seat)
    return out or [((" Nothing said yet", "dim"),)]


def notes(scene: CoupScene, perspective: str, width: int) -> list[Line]:
    """Draw the notes of the perspective's player; of all players if `perspective` is empty."""
    out: list[Line] = []
    for name in (perspective,) if perspective else scene.names:
        noted = scene.notes.get(name, ())
        owner: Line = () if perspective else ((f"{clip(name, 12)}: ", "mid"),)
        out += [row for note in noted for row in _note(note, owner, width)]
    return out or [((" No notes yet" if not perspective or scene.notes else " No notes", "dim"),)]


def _note(note: Note, owner: Line, width: int) -> list[Line]:
    what = f"{'' if note.holds else 'no '}{note.card}"
    head: Line = ((" ", ""), *owner, (clip(note.suspect, 12), "bold hi"), (f" {what:<14}", "fg"))
    head = (*head, (f"{note.confidence:<7}", "good" if note.confidence == "high" else "mid"))
    room = width - width_of(head) - 1
    rows = wrap(note.reason, room if room >= 18 else width - 6)
    if room >= 18:
        lead = " " * (width_of(head) + 1)
        return [(*head, (f" {rows[0]}", "mid")), *(((lead, ""), (row, "mid")) for row in rows[1:3])]
    return [head, *((("     ", ""), (row, "mid")) for row in rows[:3])]
