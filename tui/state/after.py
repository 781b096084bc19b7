"""The end of a game on the stage: the result, a review of moves, and the next games."""

import time
from functools import partial

from tui.log_view import END
from tui.state.ending import TURNS, Choice, Ending, is_open
from tui.state.leaving import Leaving
from tui.state.playback import Playback
from tui.state.runs import Runs
from tui.state.shown import Shown
from tui.styles import clip

LOW = 24
"""Rows of a terminal below which there is one turning point less."""


class After:
    """Shows the end of a game in place of the board."""

    def __init__(self, stage: Shown, playback: Playback, runs: Runs, leaving: Leaving) -> None:
        self.stage, self.playback, self.runs, self.leaver = stage, playback, runs, leaving
        self.ending = Ending(stage.view, runs.usual_seat)

    @property
    def ending_due(self) -> bool:
        """True if a run that was played here has ended, and the person looks at it and is writing nothing."""
        over = (
            self.stage.goes_on is False
            and self.stage.live is not None
            and self.stage.view.at_now
            and not self.stage.leaving
        )
        busy = self.stage.asking or self.stage.why or (self.stage.focus == "words" and self.stage.text)
        return over and not self.ending.came and not busy and not self.stage.covered

    def open_ending(self) -> None:
        """Show the end. Everything is revealed, unless the game may go on with somebody at the table."""
        if not is_open(self.stage.view):
            self.stage.view.eyes = ""
        if (self.ending.review.view, self.ending.review.seat) != (self.stage.view, self.runs.usual_seat):
            self.ending = Ending(self.stage.view, self.runs.usual_seat)
        ending = self.ending
        ending.came = ending.shown = True
        ending.opened, ending.at = time.monotonic(), 0
        ending.choices = self._choices()
        self.stage.playing = False
        self.stage.focus = "board"
        self._refresh_ending()

    def _refresh_ending(self) -> None:
        self.ending.refresh(TURNS - (self.stage.space.height < LOW))
        self.stage.touch()

    def close_ending(self) -> None:
        """Show the board again."""
        self.stop_review()
        self.ending.shown = False
        self.stage.focus = "board"
        self.stage.touch()

    def show_ending(self) -> None:
        """Show the end on request; from the middle of a replay, go there, unless that would tell how it comes out."""
        if self.stage.view.ended is None:
            self.stage.tell("the game is not over yet", "dim")
        elif self.stage.view.spoiler_free and not self.stage.view.at_now:
            self.stage.tell("the end would tell how it comes out: {last-event} goes there, then {ending}", "dim")
        else:
            self.playback.go(END)
            self.open_ending()

    def look_at_point(self) -> None:
        """Show the board at the turning point that is selected."""
        if point := self.ending.point:
            self.close_ending()
            self.stage.view.go_step(point.n)

    def move_in_ending(self, by: int) -> None:
        """Select another row of the end."""
        self.ending.move(by)
        self.stage.touch()

    def do_ending(self, row: int) -> None:
        """Do a row: ask whether to play on from a turning point, or do what may come next."""
        stage, points = self.stage, self.ending.points
        self.ending.at = row
        if row >= len(points):
            self.ending.choices[row - len(points)].do()
            return
        when = f"{stage.view.pane.traits.unit} {stage.view.events[points[row].n - 1].turn}"
        stage.asking = "play on"
        stage.tell(f"play a new game on from {when}, as {self.runs.usual_seat}? y yes, any other key no", "accent")

    def answer(self, yes: bool) -> None:
        """Play on from the selected turning point, if the person said yes."""
        self.stage.asking = ""
        if yes and (point := self.ending.point):
            self.runs.play_on(point.after, self.runs.usual_seat)

    def _choices(self) -> list[Choice]:
        header = self.stage.view.header
        own, seed = header.cast, header.seed
        again = self.runs.play_again
        out = [
            Choice("rematch", "rematch", f"the same options and seats, seed {seed + 1}", partial(again, seed=seed + 1)),
            Choice("same-seed", "same seed again", f"seed {seed}", partial(again, seed=seed)),
        ]
        if harder := self.stage.view.head.config.harder:
            changes = ", ".join(f"{name} {value}" for name, value in harder.items() if header.config.get(name) != value)
            do = partial(again, seed=seed + 1, other=harder)
            out.insert(1, Choice("harder", "a harder one", f"{changes}, seed {seed + 1}", do))
        if seat := self.runs.other_seat:
            name, human = clip(seat, 26), "human" in own.values()
            about = f"you as {name}, seed {seed}" if human else f"yours is {name}"
            out.append(Choice("other-seat", "other seat" if human else "take a seat", about, self.runs.sit_elsewhere))
        out.append(Choice("watch-again", "watch it", "from the start", self.runs.watch_again))
        return [*out, Choice("leave-end", "leave", "back to where you came from", self.leaver.ask_to_leave)]

    # -- the review

    def toggle_review(self) -> None:
        """Begin, go on with, or stop judging the person's moves."""
        review = self.ending.review
        if review.running:
            self.stop_review()
        elif review.moves() and not review.closed:
            review.running = True
            self.stage.start("review", self._judge())

    def stop_review(self) -> None:
        """Stop judging; it can go on later."""
        if self.ending.review.running:
            self.ending.review.running = False
            self.stage.stop("review")
            self.stage.touch()

    async def _judge(self) -> None:
        review = self.ending.review
        async for _ in review.judge():
            self._refresh_ending()
        review.running = False
        self._refresh_ending()
