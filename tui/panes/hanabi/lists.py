"""Hanabi's lists as the perspective may see them up to the playhead: moves, talk, discards, and notes."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from core.engine.events import Defaulted, Event, Noted, Said
from core.engine.shared_events import SHARED
from scenes.hanabi.actions import SLOTS
from scenes.hanabi.events import Clued, Dealt, Discarded, Drew, Played, Shuffled
from scenes.hanabi.scene import HanabiScene
from themes.palettes import Palette
from tui.keys import with_keys
from tui.log_view import LogView
from tui.panes.drawing import cut_rows, name_of, notice
from tui.panes.hanabi.facts import Facts, slots
from tui.panes.hanabi.score import pile
from tui.panes.kit import Points, Row
from tui.panes.lists import up_to
from tui.styles import Line, Span, clip, fit, width_of, wrap

TABLE = (Shuffled, Dealt, Drew, Played, Discarded, Clued)
"""Event types about cards and clues; the scene's other events are talk."""
SPEECH_VERBS = {"support": "supports", "modify": "modifies", "alternative": "would rather"}
HIDDEN_WORDS = re.compile(r"(\[\d+ words? hidden[^\]]*\])")
MAX_MESSAGE_LENGTH = 20_000
"""Maximum characters of a message that are wrapped; the rest is ignored."""


class MoveLine(NamedTuple):
    """A row of the list of moves."""

    n: int
    turn: int
    agent: str
    text: str
    style: str
    note: str = ""
    tone: str = ""


class Ledger:
    """History for the stage; append-only, so the state at any moment is a prefix."""

    def __init__(self) -> None:
        self.moves: list[MoveLine] = []
        self.talk: list[Event] = []
        self.notes: list[Event] = []
        self.score = Points()
        self.score.add(0, 0)
        self._proposer = ""
        """Player of the open proposal."""
        self._last_default_turn = -1
        """Turn of the last default action."""

    def take(self, event: Event, scene: HanabiScene) -> None:
        body = event.data
        if isinstance(body, Played | Discarded | Clued):
            self.moves.append(self._move(event, scene))
            if event.agent == self._proposer:
                self.talk.append(event)
                self._proposer = ""
            self.score.add(event.n, scene.kept)
        elif isinstance(body, Defaulted):
            self._last_default_turn = event.turn
        elif isinstance(body, Noted):
            self.notes.append(event)
        elif isinstance(body, Said) or (event.agent and not isinstance(body, (*SHARED, *TABLE))):
            self._proposer = event.agent if event.kind == "proposed" else self._proposer
            if not isinstance(getattr(body, "words", ""), int):  # an int is a number of hidden words, not talk
                self.talk.append(event)

    def _move(self, event: Event, scene: HanabiScene) -> MoveLine:
        body, note, tone = event.data, "", ""
        if self._last_default_turn == event.turn:
            note, tone = "! default", "bad"
        match body:
            case Clued(to=to, name=name, says=says, touched=touched):
                hand = list(reversed(scene.hands[to]))
                text, style, tone = f"clues {name} {says}", "mid", tone or "dim"
                note = note or f"→ {slots(sorted(hand.index(order) for order in touched))}"
            case Played(label=label, fits=True, card=card):
                text, style = f"plays {label}", "good"
                if scene.kept == scene.variant.count or card % 5 == 4:
                    note, tone = "◆ perfect" if scene.kept == scene.variant.count else "◆ complete", "good"
            case Played(label=label, card=card):
                text, style, tone = f"plays {label}", "bad", "bad"
                note = f"╳ strike{', critical lost' if scene.is_lost(card) else ''}"
            case Discarded(label=label, card=card):
                text, style = f"discards {label}", "fg"
                if scene.is_lost(card):
                    style, note, tone = "bad", "! critical lost", "bad"
            case _:
                raise AssertionError(body)
        return MoveLine(event.n, event.turn, event.agent, text, style, note, tone)

    def adjacent_move(self, n: int, step: int) -> int:
        """Return the event of the move before (-1) or after (1) the move at event n; 0 if there is none."""
        at = len(self.moves_at(n)) + (step if step > 0 else step - 1) - (step > 0)
        return self.moves[at].n if 0 <= at < len(self.moves) else 0

    def moves_at(self, n: int) -> Sequence[MoveLine]:
        return up_to(self.moves, n)


def paint_move(move: MoveLine, view: LogView, column: int = 0) -> Line:
    """Draw a row of the list; notes start at `column` if it is given."""
    line: Line = ((f"{move.turn:>3} ", "dim"), name_of(view, move.agent), (f" {move.text}", move.style))
    return (*line, (" " * max(3, column - width_of(line)), ""), (move.note, move.tone)) if move.note else line


def moves(ledger: Ledger, view: LogView, deciding: Sequence[str]) -> list[Row]:
    """List all moves up to the playhead, and the players to move."""
    made = ledger.moves_at(view.n)
    rows = [Row(paint_move(move, view, 26), move.n) for move in made]
    if deciding:
        is_over = view.event is None or view.event.end == "turn" or (bool(made) and made[-1].turn == view.turn)
        turn = (f"{view.turn + is_over:>3} ", "dim")
        rows.append(Row((turn, (", ".join(deciding), "bold hi"), (" …", "dim"))))
    return rows or [*map(Row, notice("Nobody has moved yet"))]


def talk(ledger: Ledger, view: LogView, width: int, *, hang: bool) -> list[Line]:
    """List the talk up to the playhead; with `hang`, words are below their speaker."""
    heard = (event for event in up_to(ledger.talk, view.n) if view.may_see(event))
    silent = "Nothing said yet" if view.ended is None or not view.at_now else "Nothing was said"
    return [line for event in heard for line in _said(view, event, width, hang)] or notice(silent)


def _said(view: LogView, event: Event, width: int, hang: bool) -> list[Line]:
    """Draw a row with the speaker and the kind of words, and then the words."""
    does, words = _speech(event)
    head: Line = ((" ", ""), name_of(view, event.agent), (f" {does}" if does else "", "mid"))
    lead = 4 if hang else max(16 if does else 7, width_of(head) + 2)
    cut = cut_rows(wrap(words[:MAX_MESSAGE_LENGTH], max(10, width - lead - 1)))
    lines: list[Line] = [((" " * lead, ""), *_redacted(row)) for row in cut]
    return [head, *lines] if hang else [(*fit(head, lead), *lines[0][1:]), *lines[1:]]


def _speech(event: Event) -> tuple[str, str]:
    """Return the kind of a message and its words, after the move that it names."""
    body = event.data
    if isinstance(body, Said):
        return f"to {', '.join(body.to)}" if body.to else "", body.text
    if isinstance(body, Played | Discarded | Clued):
        return "decides", body.sentence()
    words = getattr(body, "words", getattr(body, "reasons", None))
    if not isinstance(words, str):
        return "", body.sentence()
    stance, move = getattr(body, "stance", ""), getattr(body, "move", "")
    does = SPEECH_VERBS.get(stance, stance) or ("proposes" if move else "")
    return does, ": ".join(part for part in (move, words) if part)


def _redacted(text: str) -> Line:
    parts = HIDDEN_WORDS.split(text)
    return tuple((part, "accent" if i % 2 else "fg") for i, part in enumerate(parts) if part)


def discards(facts: Facts, palette: Palette, width: int) -> list[Line]:
    """Draw one row per color: discards, cards that must be kept, and the highest rank if it is below 5."""
    piles: list[Line] = [((" ", ""), *pile(facts, palette, suit)) for suit in range(len(facts.variant.suits))]
    column = max(map(width_of, piles)) + 3
    out: list[Line] = []
    for suit, row in enumerate(piles):
        keep = " ".join(facts.variant.labels_of(facts.known.critical & 0b11111 << 5 * suit))
        kept: Line = (("keep ", "mid"), (keep, "bold fg"), ("  ", "")) if keep else ()
        out.append((*fit(row, column), *kept, *_end(facts, suit)))
    return out


def _end(facts: Facts, suit: int) -> list[Span]:
    rank, useless = facts.seen.stacks[suit], facts.known.useless
    if rank == 5:
        return [("✓ complete", "good")]
    end = next((reach for reach in range(rank, 5) if useless >> 5 * suit + reach & 1), 5)
    return [(f"! ends at {end}", "bad")] if end < 5 else []


def notes(ledger: Ledger, view: LogView, facts: Facts) -> list[Line]:
    """List the clues on the perspective's own cards with their turns, and the players' notes."""
    seen, out = facts.seen, list[Line]()
    for slot, held in enumerate(seen.hands[seen.seat] if seen.seat >= 0 else ()):
        given = [
            f"{facts.variant.clues[move.clue]} {clip(seen.names[move.seat], 12)} t{move.turn}"
            for move in seen.history
            if held.order in move.touched
        ]
        if given:
            out.append(((f" {SLOTS[slot]}  ", "bold hi"), (" · ".join(given), "fg")))
    for event in filter(view.may_see, up_to(ledger.notes, view.n)):
        who = "" if event.agent == view.perspective else f"{clip(event.agent, 12)}: "
        out.append(((f"{event.turn:>3} ", "dim"), (f"{who}{event.data.sentence().removeprefix('notes: ')}", "fg")))
    everybody = with_keys("No notes; {perspective} shows each seat's view")
    return out or notice("No clue has touched your cards yet" if seen.seat >= 0 else everybody)
