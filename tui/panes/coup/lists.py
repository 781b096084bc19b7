"""Coup's lists as the perspective may see them up to the playhead: history in words, and notes."""

from core.engine.capabilities import Mark
from core.engine.events import Acted, Defaulted, Event, Planned, Said, Thought
from scenes.coup.events import PUBLIC_EVENTS, Answered, Blocked, Challenged, Declared, Kept, Lost, Passed, Unheard
from scenes.coup.observation import Note
from scenes.coup.scene import CoupScene
from scenes.coup.wording import Sentence, TurnWords, turns
from tui.log_view import LogView
from tui.panes.coup.cards import verdict
from tui.panes.drawing import notice
from tui.panes.kit import Points, Row
from tui.styles import Line, Span, clip, hang, width_of, wrap

SIGNS: dict[Mark, Span] = {"bad": ("╳ ", "bad"), "lost": ("! ", "bad"), "good": ("◆ ", "good")}
DECISIVE = (Acted, Answered, Blocked, Challenged, Declared, Defaulted, Kept, Lost, Passed, Planned, Thought, Unheard)
"""Event types that count as a decision. Of the events of one decision, a perspective may see only one."""


class Ledger:
    """History for the stage; append-only, so the state at any moment is a prefix."""

    def __init__(self) -> None:
        self.facts: list[int] = []
        """Event number of each fact in `CoupScene.history`, in the same order."""
        self.live_cards = Points()
        self.decisions: list[int] = []
        """Number of the last event of each decision."""
        self._deciding: dict[str, int] = {}
        """Last event of each decision in the current step, by player."""

    def take(self, event: Event, scene: CoupScene) -> None:
        if isinstance(event.data, (*PUBLIC_EVENTS, Said)):
            self.facts.append(event.n)
        self.live_cards.add(event.n if self.live_cards else 0, 2 * len(scene.names) - sum(map(len, scene.game.lost)))
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


class History:
    """Public history turn by turn; the director also sees the truth of claims."""

    def __init__(self, view: LogView, scene: CoupScene, ledger: Ledger) -> None:
        self._scene = scene
        self._facts = ledger.facts
        self._signs = {marked.n: SIGNS[marked.mark] for marked in view.marks if marked.mark in SIGNS}
        self._true = {} if view.perspective else {claim.n: claim.true for claim in scene.claims}
        self.turns: list[TurnWords] = turns(scene.history)

    def _spans(self, sentence: Sentence, last: bool) -> Line:
        """Draw a sentence with the sign of its event, and the truth of a claim."""
        n = self._facts[sentence.at]
        sign = self._signs.get(n, ("", ""))
        style = "bad" if sign[1] == "bad" else "fg" if last else "mid"
        return (*((sign,) if sign[0] else ()), (sentence.text, style), *verdict(self._true.get(n), gap=1))

    def _sentences(self, turn: TurnWords) -> list[tuple[Line, int]]:
        """Return a turn's sentences with their events, without talk, which has its own tab."""
        history, last = self._scene.history, turn is self.turns[-1]
        moves = [each for each in turn.sentences if not isinstance(history[each.at].data, Said)]
        return [(self._spans(sentence, last), self._facts[sentence.at]) for sentence in moves]

    def in_separate_rows(self, width: int) -> list[Row]:
        """List the sentences, each starting in a new row."""
        out: list[Row] = []
        for turn in self.turns:
            lead: Span = (f"{turn.action or '':>3} ", "dim")
            for line, n in self._sentences(turn):
                for row in _wrap(line, width - 4):
                    out.append(Row((lead, *row), n))
                    lead = ("    ", "")
        return out

    def in_few_rows(self, width: int) -> list[Row]:
        """List the sentences of a turn one after the other, in as few rows as possible."""
        out: list[Row] = []
        for turn in self.turns:
            row: Line = ((f"{turn.action or '':>3} ", "dim"),)
            at = 0
            for line, n in self._sentences(turn):
                if at and width_of(row) + width_of(line) + 2 > width:
                    out.append(Row(row, at))
                    row, at = (("    ", ""),), 0
                row, at = (*row, ("; " if at else "", "mid"), *line), n
            if at:
                out.append(Row(row, at))
        return out or [*map(Row, notice("Nobody has moved yet"))]


def _wrap(line: Line, width: int) -> list[Line]:
    """Wrap a sentence of a few spans; spans stay whole if they fit, and further rows are indented."""
    out: list[Line] = [()]
    for text, style in line:
        if width_of(out[-1]) + width_of(((text, style),)) <= width:
            out[-1] = (*out[-1], (text, style))
            continue
        if out[-1] and text.startswith(" "):
            out.append((("  ", ""),))
        first, *rest = wrap(text, width - width_of(out[-1]))
        out[-1] = (*out[-1], (first, style))
        out += [(("  ", ""), (row, style)) for row in rest]
    return out


def notes(scene: CoupScene, perspective: str, width: int) -> list[Line]:
    """Draw the notes of the perspective's player; of all players if `perspective` is empty."""
    out: list[Line] = []
    for name in (perspective,) if perspective else scene.names:
        owner: Line = () if perspective else ((f"{clip(name, 12)}: ", "mid"),)
        out += [row for note in scene.notes.get(name, ()) for row in _note(note, owner, width)]
    return out or notice("No notes yet" if not perspective or scene.notes else "No notes")


def _note(note: Note, owner: Line, width: int) -> list[Line]:
    what = f"{'' if note.holds else 'no '}{note.card}"
    head: Line = ((" ", ""), *owner, (clip(note.suspect, 12), "bold hi"), (f" {what:<14}", "fg"))
    head = (*head, (f"{note.confidence:<7}", "good" if note.confidence == "high" else "mid"))
    room = width - width_of(head) - 1
    if room >= 18:
        return hang((*head, (" ", "")), wrap(note.reason, room)[:3], "mid")
    return [head, *((("     ", ""), (row, "mid")) for row in wrap(note.reason, width - 6)[:3])]
