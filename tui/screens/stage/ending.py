"""The end of a game, in place of the board: how it came out, what turned it, and what may come next."""

import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from textual.events import Key

from core.engine.config import LIMITS, RESUMABLE
from tui.cli.wording import troubles
from tui.outcome import outcome, person_of
from tui.panes.kit import heading
from tui.panes.transport import SIGNS
from tui.screens.stage.acts import ask_to_leave
from tui.screens.stage.again import other_seat, play_again, play_on, usual_seat, watch_again
from tui.screens.stage.review import REVIEW, Review
from tui.styles import Line, Span, clip, more_lines, pad, width_of, wrap, wrap_line
from tui.view import Marked, View

if TYPE_CHECKING:
    from tui.screens.stage.screen import StageScreen

TURNS = 3
"""Turning points, at most."""
HARDER = "+"
"""The key of a harder game: none that meant something to the one that is over."""
LOW = 24
"""Rows of a terminal below which there is one less."""


Shown = tuple[Line, int]
"""A line, and what a click on it selects; -1 for nothing."""
GAP: Shown = ((), -1)


class Point(NamedTuple):
    """A row that Enter plays on from: an event, its sign, what is told of it, and after which event to play on."""

    n: int
    sign: Span
    told: str
    after: int


class Choice(NamedTuple):
    """A row that Enter, its key or a click does."""

    key: str
    label: str
    about: str
    do: Callable[["StageScreen"], None]


class Ending:
    """What the end screen shows of a stage, and what is selected there."""

    def __init__(self, stage: "StageScreen") -> None:
        self.stage = stage
        self.shown = False
        """Whether it came by itself already."""
        self._at = 0
        self._opened = 0.0
        self.review = Review(stage)
        self._points: list[Point] = []
        self._choices: list[Choice] = []
        self._rows: list[int] = []
        """What each line on the screen selects; -1 for nothing."""

    # -- it comes, and goes

    def due(self) -> bool:
        """Whether a run that was played here is over, and whoever played looks at it, and is writing nothing."""
        stage = self.stage
        over = stage.live is not None and stage.view.ended is not None and stage.view.at_now and not stage.leaving
        busy = stage.asking or stage.has_class("why") or (stage.focused is stage.words and stage.words.value)
        return over and not self.shown and not busy and stage.app.screen is stage

    def open(self) -> None:
        """At the end. Everything is revealed, unless the game may go on from there with somebody at the table."""
        stage, view = self.stage, self.stage.view
        assert view.ended is not None
        self.shown = True
        self._opened = time.monotonic()
        if not is_open(view):
            view.eyes = ""
        self.refresh()
        self._choices = choices(stage)
        self._at = 0
        stage.playing = False
        stage.set_focus(None)
        stage.add_class("over")
        stage.repaint()

    def refresh(self) -> None:
        """Say what turned the game: moves of one's own that cost most, once they are reviewed, and what is marked."""
        view = self.stage.view
        worst = [Point(each.n, ("╳", "bad"), each.told, each.n - 1) for each in self.review.worst()][:TURNS]
        marked = [Point(n, SIGNS[mark], view.pane.mark(view.events[n - 1]), n) for n, mark, _ in turning_points(view)]
        most = TURNS - (self.stage.app.size.height < LOW)
        self._points = sorted([*worst, *marked][:most])
        self.stage.repaint()

    def close(self) -> None:
        stage = self.stage
        self.review.stop()
        stage.remove_class("over")
        stage.call_after_refresh(stage.set_focus, stage.board)
        stage.repaint()

    # -- keys and clicks

    def takes(self, event: Key) -> bool:
        """Whether a key was for this screen. What was meant for the game just now is lost on it."""
        if time.monotonic() - self._opened < self.stage.app.pace:
            return event.is_printable or event.key == "enter"
        count = len(self._points) + len(self._choices)
        moves = {"up": -1, "shift+tab": -1, "down": 1, "tab": 1}
        chosen = next((choice for choice in self._choices if choice.key == event.character), None)
        if event.key in moves:
            self._at = (self._at + moves[event.key]) % count
            self.stage.repaint()
        elif event.key == "enter":
            self._do(self._at)
        elif event.character == REVIEW:
            self.review.toggle()
        elif event.character == "g" and self._at < len(self._points):
            self.stage.view.pane.go(self._points[self._at].n)
        elif chosen:
            chosen.do(self.stage)
        return event.key in moves or event.key == "enter" or event.character in ("g", REVIEW) or chosen is not None

    def click(self, y: int) -> bool:
        """Whether a row does something; then it is done."""
        does = 0 <= y < len(self._rows) and self._rows[y] >= 0
        if does:
            self._do(self._rows[y])
        return does

    def _do(self, row: int) -> None:
        if row < len(self._points):
            play_on(self.stage, self._points[row].after, usual_seat(self.stage))
        else:
            self._choices[row - len(self._points)].do(self.stage)

    @property
    def letters(self) -> str:
        """The keys of what may come next."""
        return "".join(choice.key for choice in self._choices)

    # -- what is shown

    def paint(self, width: int) -> None:
        """What may come next gives way to how it came out, then free lines do, then the ends of what turned it."""
        pane = self.stage.pane_of("ending")
        rows = (pane.size.height or 19) - 1  # below the headline
        facts = self._facts(width)
        points, flowing = self._point_rows(width, rows), self._flowing(width)
        lean, dense = facts[bool(facts) and not facts[0] :], [fact for fact in facts if fact]
        spare = rows - len(dense) - len(flowing) - len([row for row in self._point_rows(width, 0) if row != GAP])
        tight = [row for row in (*self._point_rows(width, spare), *flowing) if row != GAP]
        ways = [(told, [GAP, *points, *then]) for then in (self._choice_rows(width), flowing) for told in (facts, lean)]
        ways += [(dense, tight), (_cut(dense, rows - len(tight)), tight)]
        facts, below = next((way for way in ways if len(way[0]) + len(way[1]) <= rows), ways[-1])
        board = self._board(rows - len(below) - len(facts))
        above = [_headline(self.stage.view, width), *facts, *board]
        self._rows = [-1] * len(above) + [row for _, row in below]
        pane.show([*above, *(line for line, _ in below)])

    def _facts(self, width: int) -> list[Line]:
        """How it came out; rows that are too long go on in the next one."""
        view = self.stage.view
        facts = list(_open_words(view, width) if is_open(view) else view.pane.ending(width))
        facts = [*_doubts(view, width), *facts]
        return [
            row
            for fact in facts
            for row in (wrap_line(fact, width - 1, gaps=True) if width_of(fact) > width else [fact])
        ]

    def _board(self, room: int) -> list[Line]:
        """The world as it came out, in plain text, if all of it fits."""
        view = self.stage.view
        rows = [] if is_open(view) else view.scene.board("").splitlines()
        return [(), *(((f"   {row}", "mid"),) for row in rows)] if 0 < len(rows) < room else []

    def _point_rows(self, width: int, spare: int) -> list[Shown]:
        """What turned it, each in a row, and in more as long as there are any to spare."""
        view = self.stage.view
        told = self.review.words()
        if not self._points and not told:
            return []
        out: list[Shown] = [(heading("Turning points", told or "Enter plays on, g looks", width), -1)]
        wide = len(f"{view.pane.unit} {view.last_turn}") + 2
        for i, point in enumerate(self._points):
            here = i == self._at
            rows = wrap(point.told, width - wide - 7)
            if len(rows) - 1 > spare:
                rows = [clip(point.told, width - wide - 7)]
            spare -= len(rows) - 1
            when = pad(f"{view.pane.unit} {view.events[point.n - 1].turn}", wide)
            lead: Line = ((" ▸ " if here else "   ", "accent"), point.sign, (f" {when} ", "mid"))
            for row in rows:
                out.append(((*lead, (row, "bold hi" if here else "fg")), i))
                lead = ((" " * width_of(lead), ""),)
        return [*out, GAP]

    def _flowing(self, width: int) -> list[Shown]:
        """What may come next, one after the other; of the one that is chosen, what it is about. Keys and clicks on them
        do it."""
        chosen = self._at - len(self._points)
        about = self._choices[chosen].about if chosen >= 0 else "↑↓ Enter"
        rows: list[Line] = [()]
        for i, choice in enumerate(self._choices):
            sign, style = ("▸", "bold hi") if i == chosen else (" ", "fg")
            told: Line = ((f" {sign}", "accent"), (f"{choice.key} ", "bold accent"), (f"{choice.label} ", style))
            if width_of((*rows[-1], *told)) > width:
                rows.append(())
            rows[-1] = (*rows[-1], *told)
        return [(heading("What next", about, width), -1), *((row, -1) for row in rows)]

    def _choice_rows(self, width: int) -> list[Shown]:
        out: list[Shown] = [(heading("What next", "↑↓ Enter", width), -1)]
        for i, choice in enumerate(self._choices, len(self._points)):
            here = i == self._at
            lead: Line = ((" ▸ " if here else "   ", "accent"), (f"{choice.key}  ", "bold accent"))
            label = (pad(choice.label, 17), "bold hi" if here else "fg")
            out.append(((*lead, label, (choice.about, "mid")), i))
        return out

    def footer(self) -> list[tuple[str, str]]:
        point = self._at < len(self._points)
        does = [("enter", "play on"), ("g", "look")] if point else [("enter", "do it")]
        keys = [("↑↓", "choose"), *does, ("esc", "board")]
        keys += [(REVIEW, "review")] if self.review.words() else []
        return [*keys, *((choice.key, choice.label) for choice in self._choices)]


def _cut(facts: list[Line], room: int) -> list[Line]:
    """So many rows; what is below is counted."""
    if len(facts) <= room:
        return facts
    more: Line = ((f"   {more_lines(len(facts) - room + 1)}", "dim"),)
    return [*facts[: room - 1], more] if room > 0 else []


def is_open(view: View) -> bool:
    """Whether the game may go on from here, with somebody who must not see everything."""
    return bool(view.eyes) and view.ended is not None and view.ended.reason in RESUMABLE


def _open_words(view: View, width: int) -> list[Line]:
    assert view.ended is not None
    limit = view.ended.reason if view.ended.reason in LIMITS else ""
    told = "nothing is revealed, for the game can go on: the lobby opens it again"
    more = f"; with more room: playbill resume {view.path.name} -o {limit}=…" if limit and view.path else ""
    return [(), *(((f"   {row}", "fg"),) for row in wrap(told + more, width - 4))]


def _doubts(view: View, width: int) -> list[Line]:
    """Which policies mostly did not play themselves, where any did not."""
    assert view.ended is not None
    doubtful = {policy: view.ended.models[policy] for policy in view.ended.fell_back}
    told = [row for line in troubles(doubtful) for row in wrap(line, width - 4)]
    return [(), *(((f"   {row}", "bad"),) for row in told)] if told else []


def turning_points(view: View) -> list[Marked]:
    """The marks that say most, in order: of the rarest kinds, the later first, and one a turn."""
    seen = [mark for mark in view.marks if view.may_see_mark(mark)]
    count = Counter(mark.mark for mark in seen)
    best: dict[int, Marked] = {}
    for mark in sorted(seen, key=lambda mark: (count[mark.mark], -mark.n)):
        best.setdefault(view.events[mark.n - 1].turn, mark)
    return sorted(list(best.values())[:TURNS])


def choices(stage: "StageScreen") -> list[Choice]:
    """What may come next."""
    header = stage.view.header
    own, seed = header.cast, header.seed
    out = [
        Choice("r", "rematch", f"the same options and seats, seed {seed + 1}", partial(play_again, seed=seed + 1)),
        Choice("s", "same seed again", f"seed {seed}", partial(play_again, seed=seed)),
    ]
    if harder := type(stage.view.head).harder(stage.view.head.config):
        told = ", ".join(f"{name} {value}" for name, value in harder.items() if header.config.get(name) != value)
        again = partial(play_again, seed=seed + 1, other=harder)
        out.insert(1, Choice(HARDER, "a harder one", f"{told}, seed {seed + 1}", again))
    if told := other_seat(stage):
        about = f"you as {clip(told, 26)}, seed {seed}" if "human" in own.values() else f"yours is {clip(told, 26)}"
        out.append(Choice("o", "other seat" if "human" in own.values() else "take a seat", about, _sit_elsewhere))
    watch = Choice("w", "watch it", "from the start", watch_again)
    return [*out, watch, Choice("l", "leave", "back to where you came from", ask_to_leave)]


def _sit_elsewhere(stage: "StageScreen") -> None:
    cast, to = dict(stage.view.header.cast), other_seat(stage)
    for name in [name for name, policy in cast.items() if policy == "human"]:
        cast[name] = cast[to]
    play_again(stage, stage.view.header.seed, {**cast, to: "human"})


def show_end(stage: "StageScreen") -> None:
    """The end screen, at the end."""
    if stage.view.ended is None:
        stage.tell("the game is not over yet", "dim")
    elif not stage.view.at_now:
        stage.tell("the end is shown at the end: {last-event} goes there", "dim")
    else:
        stage.ending.open()


def _headline(view: View, width: int) -> Line:
    assert view.ended is not None
    ended = view.ended
    told = clip(outcome(ended.reason, ended.winners, ended.scores, view.seat or person_of(view.header.cast)), width - 4)
    left: Line = (("▌", "accent"), (f"{told} ", "bold accent"))
    return (*left, ("─" * (width - width_of(left)), "line"))
