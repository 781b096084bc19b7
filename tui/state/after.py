"""What a stage does once its game is over: it shows the end, reviews moves, and leads on to other games."""

import time
from functools import partial
from typing import Any

from tui.log_view import END
from tui.state.ending import TURNS, Choice, Ending, is_open
from tui.state.runs import Runs
from tui.styles import clip

LOW = 24
"""Rows of a terminal below which there is one turning point less."""


class After(Runs):
    """Shows the end of a game in place of the board."""

    def __init__(self, *args: Any, **rest: Any) -> None:
        super().__init__(*args, **rest)
        self.ending = Ending(self.view, self.usual_seat)

    @property
    def ending_due(self) -> bool:
        """True if a run that was played here has ended, and the person looks at it and is writing nothing."""
        over = self.goes_on is False and self.live is not None and self.view.at_now and not self.leaving
        busy = self.asking or self.why or (self.focus == "words" and self.text)
        return over and not self.ending.came and not busy and not self.covered

    def open_ending(self) -> None:
        """Show the end. Everything is revealed, unless the game may go on with somebody at the table."""
        if not is_open(self.view):
            self.view.eyes = ""
        if (self.ending.review.view, self.ending.review.seat) != (self.view, self.usual_seat):
            self.ending = Ending(self.view, self.usual_seat)
        ending = self.ending
        ending.came = ending.shown = True
        ending.opened, ending.at = time.monotonic(), 0
        ending.choices = self._choices()
        self.playing = False
        self.focus = "board"
        self._refresh_ending()

    def _refresh_ending(self) -> None:
        self.ending.refresh(TURNS - (self.space.height < LOW))
        self.touch()

    def close_ending(self) -> None:
        """Show the board again."""
        self.stop_review()
        self.ending.shown = False
        self.focus = "board"
        self.touch()

    def show_ending(self) -> None:
        """Show the end on request; from the middle of a replay, go there, unless that would tell how it comes out."""
        if self.view.ended is None:
            self.tell("the game is not over yet", "dim")
        elif self.view.spoiler_free and not self.view.at_now:
            self.tell("the end would tell how it comes out: {last-event} goes there, then {ending}", "dim")
        else:
            self.go(END)
            self.open_ending()

    def look_at_point(self) -> None:
        """Show the board at the turning point that is selected."""
        if point := self.ending.point:
            self.close_ending()
            self.view.go_step(point.n)

    def move_in_ending(self, by: int) -> None:
        """Select another row of the end."""
        self.ending.move(by)
        self.touch()

    def do_ending(self, row: int) -> None:
        """Do a row: play on from a turning point, or do what may come next."""
        points = self.ending.points
        if row < len(points):
            self.play_on(points[row].after, self.usual_seat)
        else:
            self.ending.choices[row - len(points)].do()

    def _choices(self) -> list[Choice]:
        header = self.view.header
        own, seed = header.cast, header.seed
        again = self.play_again
        out = [
            Choice("rematch", "rematch", f"the same options and seats, seed {seed + 1}", partial(again, seed=seed + 1)),
            Choice("same-seed", "same seed again", f"seed {seed}", partial(again, seed=seed)),
        ]
        if harder := self.view.head.config.harder:
            changes = ", ".join(f"{name} {value}" for name, value in harder.items() if header.config.get(name) != value)
            do = partial(again, seed=seed + 1, other=harder)
            out.insert(1, Choice("harder", "a harder one", f"{changes}, seed {seed + 1}", do))
        if seat := self.other_seat:
            name, human = clip(seat, 26), "human" in own.values()
            about = f"you as {name}, seed {seed}" if human else f"yours is {name}"
            out.append(Choice("other-seat", "other seat" if human else "take a seat", about, self.sit_elsewhere))
        out.append(Choice("watch-again", "watch it", "from the start", self.watch_again))
        return [*out, Choice("leave-end", "leave", "back to where you came from", self.ask_to_leave)]

    # -- the review

    def toggle_review(self) -> None:
        """Begin, go on with, or stop judging the person's moves."""
        review = self.ending.review
        if review.running:
            self.stop_review()
        elif review.moves() and not review.closed:
            review.running = True
            self.start("review", self._judge())

    def stop_review(self) -> None:
        """Stop judging; it can go on later."""
        if self.ending.review.running:
            self.ending.review.running = False
            self.stop("review")
            self.touch()

    async def _judge(self) -> None:
        review = self.ending.review
        async for _ in review.judge():
            self._refresh_ending()
        review.running = False
        self._refresh_ending()
