"""The end of a game on the stage: the result, its turning points, a review of moves, and games to play next."""

import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from core.engine.capabilities import Mark, Reviewed, capability
from core.engine.config import RESUMABLE
from core.engine.recap import mentions
from tui.log_view import END, Marked
from tui.panes import results
from tui.panes.drawing import SIGNS
from tui.state.daily import DailyEnd, daily_end
from tui.state.leaving import Leaving
from tui.state.playback import Playback
from tui.state.requests import Copy
from tui.state.review import Review
from tui.state.runs import Runs
from tui.state.shown import StageFields
from tui.styles import Span, clip
from tui.view import View

MAX_TURNING_POINTS = 3
"""Largest number of turning points."""
LOW_HEIGHT = 24
"""Height of the terminal in rows below which one turning point fewer is shown."""


BAD_FIRST: tuple[Mark, ...] = ("lost", "bad", "missed", "set", "good")
"""Markers in the order of turning points."""


class TurningPoint(NamedTuple):
    """A turning point: an event, its sign and text, and the event after which Enter plays on."""

    n: int
    sign: Span
    text: str
    after: int


class NextChoice(NamedTuple):
    """A choice of what to do next: a row that is chosen by Enter, its key or a click."""

    name: str
    """Id in the key table."""
    label: str
    about: str
    do: Callable[[], None]


class Ending:
    """The rows of the end screen, which replaces the board once a game is over, and the selected row."""

    def __init__(self, stage: StageFields, playback: Playback, runs: Runs, leaving: Leaving) -> None:
        self.stage, self.playback, self.runs, self.leaver = stage, playback, runs, leaving
        self.shown = False
        """True while the end screen covers the board."""
        self.was_shown = False
        """True after the end screen has been shown automatically."""
        self.at = 0
        self.opened = 0.0
        """Time at which the end screen was shown."""
        self.review = Review(stage.view, runs.usual_seat)
        self.points: list[TurningPoint] = []
        self.daily: DailyEnd | None = None
        """The end of a daily deal; None for another game."""
        self._asked: TurningPoint | None = None
        """The turning point from which the person is asked to play on."""
        self.scrolled = 0
        """Number of rows of the result that are scrolled out of sight."""

    @property
    def due(self) -> bool:
        """True if a run played here has ended, and the person is looking at its end and not typing."""
        over = (
            self.stage.goes_on is False
            and self.stage.live is not None
            and self.stage.view.at_now
            and not self.stage.leaving
        )
        busy = self.stage.asking or self.stage.why or (self.stage.focus == "words" and self.stage.text)
        return over and not self.was_shown and not busy and not self.stage.covered

    def open(self) -> None:
        """Show the end screen.

        Everything is revealed, unless people who must not see it may continue the game.
        """
        if not is_open(self.stage.view):
            self.stage.view.perspective = ""
        if (self.review.view, self.review.seat) != (self.stage.view, self.runs.usual_seat):
            self.review = Review(self.stage.view, self.runs.usual_seat)
        self.was_shown = self.shown = True
        self.daily = daily_end(self.stage.view)
        self.opened, self.scrolled = time.monotonic(), 0
        self.stage.playing = False
        self.stage.focus = "board"
        self._refresh()
        self.at = 0
        if self.stage.live is not None and self.stage.view.seat and not self.review.done:
            self.toggle_review()

    def _refresh(self) -> None:
        """List the turning points: the reviewed moves that cost most, and the marked events.

        Marked events come first after a win. The selection stays on its row, unless it is the first.
        """
        view, selected = self.stage.view, self.point
        worst = [TurningPoint(each.n, ("╳", "bad"), each.words, each.n - 1) for each in self.review.worst()]
        marked = [
            TurningPoint(n, SIGNS[mark], view.pane.caption(view.events[n - 1]).words, n)
            for n, mark, _ in turning_points(view)
        ]
        has_won = view.ended is not None and view.person in view.ended.winners
        points = [*marked, *worst] if has_won else [*worst, *marked]
        choice = self.at - len(self.points)
        self.points = points[: MAX_TURNING_POINTS - (self.stage.space.height < LOW_HEIGHT)]
        if selected and self.at:
            self.at = self.points.index(selected) if selected in self.points else 0
        elif self.at:
            self.at = choice + len(self.points)
        self.stage.touch()

    @property
    def point(self) -> TurningPoint | None:
        """The selected turning point; None if another row is selected."""
        return self.points[self.at] if self.at < len(self.points) else None

    def choice(self, name: str) -> NextChoice | None:
        """Return the choice with an id of the key table; None if there is none."""
        return next((choice for choice in self.choices if choice.name == name), None)

    def close(self) -> None:
        """Show the board again."""
        self.stop_review()
        self.shown = False
        self.stage.focus = "board"
        self.stage.touch()

    def show(self) -> None:
        """Show the end screen on request. From inside a replay go to the end first, unless the result is hidden."""
        if self.stage.view.ended is None:
            self.stage.tell("the game is not over yet", "dim")
        elif self.stage.view.spoiler_free and not self.stage.view.at_now:
            self.stage.tell(
                "spoiler-free: the result is hidden until the end. {last-event} goes there, then {ending} shows it",
                "dim",
            )
        else:
            self.playback.go(END)
            self.open()

    def look_at_point(self) -> None:
        """Show the board at the selected turning point."""
        if point := self.point:
            self.close()
            self.stage.view.go_step(point.n)

    def move(self, by: int) -> None:
        """Select another row."""
        self.at = (self.at + by) % (len(self.points) + len(self.choices))
        self.stage.touch()

    def do_row(self, row: int) -> None:
        """Carry out a row: ask whether to play on from a turning point, or do its choice."""
        stage, points = self.stage, self.points
        self.at = row
        if row >= len(points):
            self.choices[row - len(points)].do()
            return
        if stage.view.header.is_partial:
            self.look_at_point()
            return
        self._asked = points[row]
        when = f"{stage.view.pane.traits.unit} {stage.view.events[points[row].n - 1].turn}"
        stage.asking = "play on"
        stage.tell(f"play on from {when} in a new game, as {self.runs.usual_seat}? y yes, any other key no", "accent")

    def answer(self, yes: bool) -> None:
        """Play on from the selected turning point if the person said yes."""
        self.stage.asking = ""
        if yes and self._asked:
            self.runs.play_on(self._asked.after, self.runs.usual_seat)

    @property
    def choices(self) -> list[NextChoice]:
        """Choices of what to do next."""
        header = self.stage.view.header
        own, seed = header.cast, header.seed
        again = self.runs.play_again
        watch = NextChoice("watch-again", "watch it", "from the start", self.runs.watch_again)
        leave = NextChoice("leave-end", "leave", "back to where you came from", self.leaver.ask_to_leave)
        if header.is_partial:  # only the host can start another game with these players
            about = "with everything that was hidden; the host has released it"
            whole = (
                [NextChoice("whole-game", "the whole game", about, self.runs.watch_whole)] if self.runs.released else []
            )
            return [*whole, watch, leave]
        out = [
            *self._daily_choices(),
            NextChoice(
                "rematch", "rematch", f"the same options and seats, seed {seed + 1}", partial(again, seed=seed + 1)
            ),
            NextChoice("same-seed", "same seed again", f"seed {seed}", partial(again, seed=seed)),
        ]
        if harder := self.stage.view.head.config.harder:
            changes = ", ".join(f"{name} {value}" for name, value in harder.items() if header.config.get(name) != value)
            do = partial(again, seed=seed + 1, other=harder)
            out.insert(-1, NextChoice("harder", "a harder one", f"{changes}, seed {seed + 1}", do))
        if seat := self.runs.other_seat:
            name, human = clip(seat, 26), "human" in own.values()
            about = f"you as {name}, seed {seed}" if human else f"yours is {name}"
            out.append(
                NextChoice("other-seat", "other seat" if human else "take a seat", about, self.runs.sit_elsewhere)
            )
        return [*out, watch, leave]

    def _daily_choices(self) -> list[NextChoice]:
        if (daily := self.daily) is None:
            return []
        about = (
            "copies your result on one line"
            if not daily.again
            else "copies your result; a repeated game does not count"
        )
        out = [NextChoice("share", "share", about, partial(self._share, daily.text))]
        if deal := daily.following:
            about = f"{deal.scene}; {daily.progress}"
            out.append(NextChoice("next-daily", "next daily", about, partial(self.runs.play_daily, deal, daily.found)))
        return out

    def _share(self, text: str) -> None:
        self.stage.request(Copy(text))
        self.stage.tell(f"copied: {text}", "accent")

    # -- the review

    def toggle_review(self) -> None:
        """Start, continue or stop judging the person's moves; list all of them if they are judged."""
        review = self.review
        if review.running:
            self.stop_review()
        elif review.done:
            review.listed, self.scrolled = not review.listed, 0
            self.stage.touch()
        elif review.moves() and not review.closed:
            review.running = True
            self.stage.start("review", self._judge())

    def explain_losses(self) -> None:
        """Show how the losses of the reviewed moves are computed."""
        self.stage.tell(f"losses: {capability(self.stage.view.scene, Reviewed).figures}", "mid")

    def stop_review(self) -> None:
        """Stop judging. It can be continued later."""
        if self.review.running:
            self.review.running = False
            self.stage.stop("review")
            self.stage.touch()

    async def _judge(self) -> None:
        review = self.review
        async for _ in review.judge():
            self._refresh()
        review.running = False
        self._refresh()


def is_open(view: View) -> bool:
    """Return True if people who must not see everything may continue the game."""
    return bool(view.perspective) and view.ended is not None and view.ended.reason in RESUMABLE


def headline(view: View) -> str:
    """Write the result in one line, by what may be shown."""
    traits = view.pane.traits
    is_hidden = view.header.is_partial or (is_open(view) and not traits.open_headline)
    return results.headline(view) if is_hidden or traits.headline is None else traits.headline(view)


def turning_points(view: View) -> list[Marked]:
    """Return the most important marks, the worst first, or for a winner the best first.

    Marks about the person have priority, then rare kinds, then later marks; a turn has at most one.
    """
    assert view.ended is not None
    person = view.person
    seen = [mark for mark in view.marks if view.may_see_mark(mark)]
    count = Counter(mark.mark for mark in seen)

    def rank(mark: Marked) -> tuple[bool, int, int]:
        event = view.events[mark.n - 1]
        is_own = bool(person) and (event.agent == person or mentions(event.data, person))
        return not is_own, count[mark.mark], -mark.n

    best: dict[int, Marked] = {}
    for mark in sorted(seen, key=rank):
        best.setdefault(view.events[mark.n - 1].turn, mark)
    order = BAD_FIRST[::-1] if person in view.ended.winners else BAD_FIRST
    return sorted(list(best.values())[:MAX_TURNING_POINTS], key=lambda mark: (order.index(mark.mark), mark.n))
