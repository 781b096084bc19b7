"""Hanabi's lists as the perspective may see them up to the playhead: moves, talk, discards, and notes."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from core.engine.events import SHARED, Defaulted, Event, Noted, Said
from core.engine.scene import Scene
from scenes.hanabi.actions import SLOTS
from scenes.hanabi.events import Clued, Dealt, Discarded, Drew, Played, Shuffled
from scenes.hanabi.scene import HanabiScene
from themes.palettes import Palette
from tui.keys import with_keys
from tui.log_view import LogView
from tui.panes.drawing import cut_rows
from tui.panes.hanabi.facts import Facts, slots
from tui.panes.hanabi.score import pile
from tui.panes.kit import Row
from tui.styles import Line, Span, clip, fit, width_of, wrap

TABLE = (Shuffled, Dealt, Drew, Played, Discarded, Clued)
"""Event types about cards and clues; the scene's other events are talk."""
DOES = {"support": "supports", "modify": "modifies", "alternative": "would rather"}
HIDDEN = re.compile(r"(\[\d+ words? hidden[^\]]*\])")
LONGEST = 20_000
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
        self.curve: list[tuple[int, float]] = [(0, 0.0)]
        self._proposer = ""
        """Player of the open proposal."""
        self._last_default_turn = -1
        """Turn of the last default action."""

    def take(self, event: Event, scene: Scene) -> None:
        assert isinstance(scene, HanabiScene)
        body = event.data
        if isinstance(body, Played | Discarded | Clued):
            self.moves.append(self._move(event, scene))
            if event.agent == self._proposer:
                self.talk.append(event)
                self._proposer = ""
            if scene.kept != self.curve[-1][1]:
                self.curve.append((event.n, float(scene.kept)))
        elif isinstance(body, Defaulted):
            self._last_default_turn = event.turn
        elif isinstance(body, Noted):
            self.notes.append(event)
        elif isinstance(body, Said) or (event.agent and not isinstance(body, (*SHARED, *TABLE))):
            self._proposer = event.agent if event.kind == "proposed" else self._proposer
            if not isinstance(getattr(body, "words", ""), int):  # an int is a number of hidden words, not talk
                self.talk.append(event)

    def _move(self, event: Event, scene: HanabiScene) -> MoveLine:
        n, turn, agent, body = event.n, event.turn, event.agent, event.data
        note, tone = ("! default", "bad") if self._last_default_turn == turn else ("", "")
        match body:
            case Clued(to=to, name=name, says=says, touched=touched):
                hand = list(reversed(scene.hands[to]))
                note = note or f"→ {slots(sorted(hand.index(order) for order in touched))}"
                return MoveLine(n, turn, agent, f"clues {name} {says}", "mid", note, tone or "dim")
            case Played(label=label, fits=True, card=card):
                if scene.kept == scene.variant.count:
                    note, tone = "◆ perfect", "good"
                elif card % 5 == 4:
                    note, tone = "◆ complete", "good"
                return MoveLine(n, turn, agent, f"plays {label}", "good", note, tone)
            case Played(label=label, card=card):
                lost = ", critical lost" if scene.is_lost(card) else ""
                return MoveLine(n, turn, agent, f"plays {label}", "bad", f"╳ strike{lost}", "bad")
            case Discarded(label=label, card=card):
                if scene.is_lost(card):
                    return MoveLine(n, turn, agent, f"discards {label}", "bad", "! critical lost", "bad")
                return MoveLine(n, turn, agent, f"discards {label}", "fg", note, tone)
        raise AssertionError(body)

    def beside(self, n: int, by: int) -> int:
        """Return the event of the move before (-1) or after (1) the move at event n; 0 if there is none."""
        at = len(self.moves_at(n)) + (by if by > 0 else by - 1) - (by > 0)
        return self.moves[at].n if 0 <= at < len(self.moves) else 0

    def moves_at(self, n: int) -> list[MoveLine]:
        return self.moves[: bisect_right(self.moves, n, key=lambda move: move.n)]


def paint_move(move: MoveLine, you: str, column: int = 0) -> Line:
    """Draw a row of the list; notes start at `column` if it is given."""
    head: Line = (
        (f"{move.turn:>3} ", "dim"),
        (clip(move.agent, 12), "bold accent" if move.agent == you else "bold hi"),
    )
    line: Line = (*head, (f" {move.text}", move.style))
    return (*line, (" " * max(3, column - width_of(line)), ""), (move.note, move.tone)) if move.note else line


def moves(ledger: Ledger, view: LogView, deciding: Sequence[str]) -> list[Row]:
    """List all moves up to the playhead, and the players to move."""
    made = ledger.moves_at(view.n)
    rows = [Row(paint_move(move, view.seat, 26), move.n) for move in made]
    if deciding:
        turn = view.turn + (
            view.event is None or view.event.end == "turn" or (bool(made) and made[-1].turn == view.turn)
        )
        rows.append(Row(((f"{turn:>3} ", "dim"), (", ".join(deciding), "bold hi"), (" …", "dim"))))
    return rows or [Row(((" Nobody has moved yet", "dim"),))]


def talk(ledger: Ledger, view: LogView, width: int, *, hang: bool) -> list[Line]:
    """List the talk up to the playhead; with `hang`, words are below their speaker."""
    out: list[Line] = []
    for event in ledger.talk:
        if event.n > view.n:
            break
        if view.may_see(event):
            out += _said(event, width, hang, event.agent == view.seat)
    silent = "Nothing said yet" if view.ended is None or not view.at_now else "Nothing was said"
    return out or [((f" {silent}", "dim"),)]


def _said(event: Event, width: int, hang: bool, mine: bool) -> list[Line]:
    """Draw a row with the speaker and the kind of words, and then the words."""
    does, words = _speech(event)
    head: Line = (
        (f" {clip(event.agent, 12)}", "bold accent" if mine else "bold hi"),
        (f" {does}" if does else "", "mid"),
    )
    lead = 4 if hang else max(16 if does else 7, width_of(head) + 2)
    cut = cut_rows(wrap(words[:LONGEST], max(10, width - lead - 1)))
    lines: list[Line] = [((" " * lead, ""), *_redacted(row)) for row in cut]
    if hang:
        return [head, *lines]
    return [(*head, (" " * (lead - width_of(head)), ""), *lines[0][1:]), *lines[1:]]


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
    does = DOES.get(stance, stance) or ("proposes" if move else "")
    return does, ": ".join(part for part in (move, words) if part)


def _redacted(text: str) -> Line:
    parts = HIDDEN.split(text)
    return tuple((part, "accent" if i % 2 else "fg") for i, part in enumerate(parts) if part)


def discards(facts: Facts, palette: Palette) -> list[Line]:
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
    reach = rank
    while reach < 5 and not useless >> 5 * suit + reach & 1:
        reach += 1
    if rank == 5:
        return [("✓ complete", "good")]
    return [(f"! ends at {reach}", "bad")] if reach < 5 else []


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
    for event in ledger.notes:
        if event.n <= view.n and view.may_see(event):
            who = "" if event.agent == view.perspective else f"{clip(event.agent, 12)}: "
            out.append(((f"{event.turn:>3} ", "dim"), (f"{who}{event.data.sentence().removeprefix('notes: ')}", "fg")))
    nothing = (
        "No clue has touched your cards yet"
        if seen.seat >= 0
        else with_keys("No notes; {perspective} shows what each seat was told")
    )
    return out or [((f" {nothing}", "dim"),)]
