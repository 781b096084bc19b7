"""Time on a stage: replays go on, the playhead moves, moments are marked and found."""

from functools import partial
from typing import Any

from core.errors import UserError
from core.text import one_line
from tui import bookmarks
from tui.choices import remember
from tui.choosing import Pick
from tui.log_view import END
from tui.state.beats import Beats
from tui.state.replay_speed import ReplaySpeed
from tui.state.requests import PickFrom
from tui.state.shown import Shown
from tui.tempo import PACE

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
LATEST = 1 / 30
"""Seconds by which steps of a replay may be late and are still made up for."""


class Playback(Shown):
    """Moves the playhead, by itself or by a key."""

    def __init__(self, *args: Any, speed: float = 1.0, playing: bool = True, **rest: Any) -> None:
        super().__init__(*args, **rest)
        self.speed = speed
        self.playing = playing and self.live is None
        """True while a replay goes on."""
        self.beats = Beats()
        self.replay_speed = ReplaySpeed()
        self._next_at = 0.0
        """When the replay goes on."""

    # -- by itself

    def replay(self, now: float) -> None:
        """Show the steps that are due, each for as long as it took, within what an eye can follow."""
        view = self.view
        if view.at_now:
            self.playing, self._next_at = self.follow is not None or bool(view.expected), 0.0
            return
        if now < self._next_at:
            return
        least = 0.25 if view.pane.pace == 1 else PACE * view.pane.pace
        due = max(self._next_at, now - LATEST)
        self.replay_speed.add(now, due - self._next_at if self._next_at else 0.0)
        n = view.n
        while due <= now and n < view.known:
            n += 1
            while n < view.known and not view.events[n - 1].end and not self._beat(n):
                n += 1
            took = view.events[n].t - view.events[n - 1].t if n < view.known else 0.0
            due += max(min(2.0, max(least, took)) / self.speed, self._beat(n))
        self._next_at = due
        view.go(n)
        self.beats.put(view.events[n - 1], view, self._beat(n))
        if view.at_now and self.follow is None and not view.expected:
            self.playing = False

    def _beat(self, n: int) -> float:
        return self.beats.seconds(self.view.events[n - 1], self.view, self.tempo, self.speed)

    def replay_due(self) -> float | None:
        """When the replay goes on; None if it does not."""
        return self._next_at if self.playing and not self.view.at_now else None

    # -- the playhead

    def go(self, n: int) -> None:
        """Stop the replay, and go to an event."""
        self.playing = False
        self.view.go(n)

    def go_events(self, count: int) -> None:
        """Go so many events on or back; while the inspector is open, decisions."""
        self.playing = False
        if self.why:
            self._go_decision(count)
        else:
            self.view.go_events(count)

    def _go_decision(self, direction: int) -> None:
        decisions = self.view.pane.decisions()
        ahead = [n for n in decisions if (n > self.view.n if direction > 0 else n < self.view.n)]
        if ahead:
            self.view.go(ahead[0] if direction > 0 else ahead[-1])

    def go_round(self, count: int) -> None:
        """Go so many rounds on or back."""
        self.playing = False
        self.view.go_round(count)

    def jump(self, share: float) -> None:
        """Go on or back by a share of the run."""
        self.go(self.view.n + round(max(self.view.known, self.view.expected) * share))

    def go_to(self, text: str) -> None:
        """Go to a moment that was typed."""
        self.playing = False
        try:
            self.view.seek(text)
        except UserError as error:
            self.tell(str(error), "bad")

    def go_notable(self, direction: int) -> None:
        """Go to the next or previous marked event."""
        self.playing = False
        if not self.view.go_notable(direction):
            self.tell(f"nothing notable that way{' so far' if self.view.expected else ''}", "dim")

    def now(self) -> None:
        """Go to the newest event."""
        self.view.go(END)

    def toggle_play(self) -> None:
        """Play or pause a replay; hold a run, or let it go on."""
        view = self.view
        if self.my_turn and not self.paused:
            self.tell("it is your turn: the game waits for you, and nothing goes on that could be paused", "dim")
        elif self.live is not None and view.ended is None and view.at_now:
            control = self.live.control
            (control.resume if control.paused else control.pause)()
            self.touch()
        elif self.goes_on:
            view.go(view.known)
        else:
            if view.at_now and view.ended is not None:
                view.go(0)
            self.playing, self._next_at = not self.playing, 0.0

    def step(self) -> None:
        """Play one turn of a paused run."""
        if self.live is not None and self.live.control.paused:
            self.live.control.step()

    # -- settings

    def change_speed(self, by: int) -> None:
        """Change the speed of a replay, or the pace at which bots play."""
        index = min(range(len(SPEEDS)), key=lambda i: abs(SPEEDS[i] - self.speed))
        self.speed = SPEEDS[max(0, min(len(SPEEDS) - 1, index + by))]
        if self.live is not None:
            self.tempo.speed = self.speed
            self.tell(f"bots play at {self.speed:g} times the usual pace, from now on", "accent")
            self._remember(pace=self.speed)

    def change_motion(self) -> None:
        """Show spinners and beats, or nothing that moves."""
        motion = self.tempo.motion = not self.tempo.motion
        self.tell(
            "spinners and beats are shown" if motion else "nothing moves: what happens is there at once", "accent"
        )
        self._remember(motion=motion)

    def change_spoilers(self) -> None:
        """In a replay, hide what comes after the playhead, or show it."""
        if self.live is not None:
            self.tell("what comes is not known yet; {spoilers} is for replays", "dim")
            return
        free = self.view.spoiler_free = not self.view.spoiler_free
        words = "spoiler-free: nothing is shown of what comes; {spoilers} shows it" if free else "what comes is shown"
        self.tell(words, "accent")
        self.touch()
        self._remember(spoiler_free=free)

    def _remember(self, **changes: bool | float) -> None:
        try:
            remember(**changes)
        except UserError as error:
            self.tell(str(error), "bad")

    # -- bookmarks and notes

    def mark(self) -> None:
        """Put a bookmark at the playhead, or take it away again."""
        view = self.view
        if not view.n:
            self.tell("nothing has happened yet that could be marked", "dim")
        elif view.n in view.bookmarks:
            self.tell(f"no bookmark at event {view.n} any more", "accent")
            self._keep({n: words for n, words in view.bookmarks.items() if n != view.n})
        else:
            self.tell(f"bookmark at event {view.n}; {{previous-bookmark}} and {{next-bookmark}} go to them", "accent")
            self._keep({**view.bookmarks, view.n: ""})

    def note(self, words: str) -> None:
        """Keep words with a bookmark at the playhead."""
        view = self.view
        self.tell(f"noted at event {view.n}; {{notes}} lists what you noted, and it is not in the log", "accent")
        self._keep({**view.bookmarks, view.n: one_line(words)})

    def list_notes(self) -> None:
        """List notes and bookmarks, as far as anything is shown there; picking one goes there."""
        view = self.view
        kept = [(n, words) for n, words in view.bookmarks.items() if n <= view.horizon]
        if not kept:
            self.tell("nothing is noted yet; {note} notes something where you are", "dim")
            return
        picks = [
            Pick(f"{view.pane.unit} {view.events[n - 1].turn}, event {n}", words or "a bookmark", partial(view.go, n))
            for n, words in kept
        ]
        self.request(PickFrom("your notes", picks))

    def _keep(self, marked: bookmarks.Bookmarks) -> None:
        view = self.view
        view.bookmarks = dict(sorted(marked.items()))
        self.touch()
        try:
            bookmarks.keep(view.header, view.bookmarks)
        except UserError as error:
            self.tell(str(error), "bad")

    def go_bookmark(self, direction: int) -> None:
        """Go to the next or previous bookmark."""
        self.playing = False
        if not self.view.go_bookmark(direction):
            self.tell("no bookmark that way; {bookmark} puts one where you are", "dim")
        elif words := self.view.bookmarks.get(self.view.n):
            self.tell(f"noted: {words}", "accent")

    # -- two runs

    def go_difference(self) -> None:
        """Go to the first event that differs between two runs."""
        self.playing = False
        if self.beside is None:
            self.tell("there is one run here; {beside} puts the one beside it that a branch has left", "dim")
        elif n := self.beside.fork(self.view):
            self.view.go(n)
        elif any(self.beside.difference):
            self.view.go(self.view.known)
        else:
            self.tell(self.beside.words(), "dim")
