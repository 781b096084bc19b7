"""Playback: a replay runs, the playhead moves, and moments are marked and searched."""

from functools import partial

from core.text import one_line
from tui import bookmarks
from tui.log_view import END
from tui.pick_list import Pick
from tui.preferences import PACE, save_choices
from tui.state.requests import PickFrom
from tui.state.shown import StageFields

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
MAX_CATCH_UP_SECONDS = 1 / 30
"""Largest delay in seconds that a replay makes up for."""
MEASURED_SECONDS = 1.0
"""Seconds over which the speed of a replay is measured."""
REACHED_SHARE = 0.9
"""Share of the chosen speed from which it counts as reached."""


class ReplaySpeed:
    """The speed that a replay reaches if the machine is too slow for the chosen one."""

    def __init__(self) -> None:
        self.share = 1.0
        """Share of the chosen speed over the last second; 1 if the speed is reached."""
        self._since = 0.0
        self._lost = 0.0

    def add(self, now: float, lost: float) -> None:
        """Add the seconds by which the replay has fallen behind."""
        span = now - self._since
        if span > MEASURED_SECONDS:
            share = max(0.0, 1 - self._lost / span) if span < 2 * MEASURED_SECONDS else 1.0
            self.share = share if share < REACHED_SHARE else 1.0
            self._since, self._lost = now, 0.0
        self._lost += lost


class Playback:
    """Moves the playhead, in a replay or by a key."""

    def __init__(self, stage: StageFields) -> None:
        self.stage = stage
        self.replay_speed = ReplaySpeed()
        self._next_at = 0.0
        """Time at which the replay shows the next step."""

    # -- replay

    def replay(self, now: float) -> None:
        """Show the steps that are due. Each lasts as long as in the game, within a range that people can follow."""
        view = self.stage.view
        if view.at_now:
            self.stage.playing, self._next_at = self.stage.follow is not None or bool(view.expected), 0.0
            return
        if now < self._next_at:
            return
        least = 0.25 if view.pane.traits.pace == 1 else PACE * view.pane.traits.pace
        due = max(self._next_at, now - MAX_CATCH_UP_SECONDS)
        self.replay_speed.add(now, due - self._next_at if self._next_at else 0.0)
        n = view.n
        while due <= now and n < view.known:
            n += 1
            while n < view.known and not view.events[n - 1].end and not self._beat(n):
                n += 1
            took = view.events[n].t - view.events[n - 1].t if n < view.known else 0.0
            due += max(min(2.0, max(least, took)) / self.stage.speed, self._beat(n))
        self._next_at = due
        view.go(n)
        self.stage.beats.start(view.events[n - 1], view, self._beat(n))
        if view.at_now and self.stage.follow is None and not view.expected:
            self.stage.playing = False

    def _beat(self, n: int) -> float:
        return self.stage.beats.seconds(
            self.stage.view.events[n - 1], self.stage.view, self.stage.tempo, self.stage.speed
        )

    def replay_due(self) -> float | None:
        """Return the time at which the replay shows the next step; None if it is not running."""
        return self._next_at if self.stage.playing and not self.stage.view.at_now else None

    # -- the playhead

    def go(self, n: int) -> None:
        """Stop the replay, and go to an event."""
        self.stage.playing = False
        self.stage.view.go(n)

    def go_events(self, count: int) -> None:
        """Go a number of events on or back; while the inspector is open, to the next or previous decision."""
        self.stage.playing = False
        if self.stage.why:
            self._go_decision(count)
        else:
            self.stage.view.go_events(count)

    def _go_decision(self, direction: int) -> None:
        decisions = self.stage.view.pane.decisions()
        ahead = [n for n in decisions if (n > self.stage.view.n if direction > 0 else n < self.stage.view.n)]
        if ahead:
            self.stage.view.go(ahead[0] if direction > 0 else ahead[-1])

    def go_round(self, count: int) -> None:
        """Go a number of rounds on or back."""
        self.stage.playing = False
        self.stage.view.go_round(count)

    def jump(self, share: float) -> None:
        """Go on or back by a share of the run."""
        self.go(self.stage.view.n + round(max(self.stage.view.known, self.stage.view.expected) * share))

    def go_to(self, text: str) -> None:
        """Go to a moment that the user typed."""
        self.stage.playing = False
        with self.stage.reporting():
            self.stage.view.seek(text)

    def go_notable(self, direction: int) -> None:
        """Go to the next or previous marked event."""
        self.stage.playing = False
        if not self.stage.view.go_notable(direction):
            self.stage.tell(f"no marked event that way{' so far' if self.stage.view.expected else ''}", "dim")

    def now(self) -> None:
        """Go to the newest event."""
        self.stage.view.go(END)

    def toggle_play(self) -> None:
        """Play or pause a replay; pause or resume a run."""
        view = self.stage.view
        if self.stage.my_turn and not self.stage.paused:
            self.stage.tell("nothing to pause: the game is waiting for you", "dim")
        elif self.stage.live is not None and view.ended is None and view.at_now:
            control = self.stage.live.control
            (control.resume if control.paused else control.pause)()
            self.stage.touch()
        elif self.stage.goes_on:
            view.go(view.known)
        else:
            if view.at_now and view.ended is not None and not self.stage.playing:
                view.go(0)
            self.stage.playing, self._next_at = not self.stage.playing, 0.0

    def step(self) -> None:
        """Play one turn of a paused run."""
        if self.stage.live is not None and self.stage.live.control.paused:
            self.stage.live.control.step()

    # -- settings

    def change_speed(self, step: int) -> None:
        """Change the speed of a replay, or of the bots in a game."""
        index = min(range(len(SPEEDS)), key=lambda i: abs(SPEEDS[i] - self.stage.speed))
        self.stage.speed = SPEEDS[max(0, min(len(SPEEDS) - 1, index + step))]
        if self.stage.live is not None:
            self.stage.tempo.speed = self.stage.speed
            self.stage.tell(f"bots now play at {self.stage.speed:g} times the usual speed", "accent")
            self._remember(pace=self.stage.speed)

    def change_motion(self) -> None:
        """Turn animations and beats on or off."""
        motion = self.stage.tempo.motion = not self.stage.tempo.motion
        self.stage.tell(
            "motion is on: spinners, and pauses at important events"
            if motion
            else "motion is off: no spinners and no pauses",
            "accent",
        )
        self._remember(motion=motion)

    def change_spoilers(self) -> None:
        """In a replay, hide or show everything after the playhead."""
        if self.stage.live is not None:
            self.stage.tell("{spoilers} is for replays", "dim")
            return
        free = self.stage.view.spoiler_free = not self.stage.view.spoiler_free
        words = (
            "spoiler-free: everything after the playhead is hidden; {spoilers} shows it"
            if free
            else "everything is shown, also after the playhead"
        )
        self.stage.tell(words, "accent")
        self.stage.touch()
        self._remember(spoiler_free=free)

    def _remember(self, **changes: bool | float) -> None:
        with self.stage.reporting():
            save_choices(**changes)

    # -- bookmarks and notes

    def mark(self) -> None:
        """Set or remove a bookmark at the playhead."""
        view = self.stage.view
        if not view.n:
            self.stage.tell("there is nothing to bookmark yet", "dim")
        elif view.n in view.bookmarks:
            self.stage.tell(f"bookmark at event {view.n} removed", "accent")
            self._keep({n: words for n, words in view.bookmarks.items() if n != view.n})
        else:
            self.stage.tell(
                f"bookmark set at event {view.n}; {{previous-bookmark}} and {{next-bookmark}} go to bookmarks", "accent"
            )
            self._keep({**view.bookmarks, view.n: ""})

    def note(self, words: str) -> None:
        """Store a note with a bookmark at the playhead."""
        view = self.stage.view
        self.stage.tell(f"note saved at event {view.n}; {{notes}} lists your notes, which are not in the log", "accent")
        self._keep({**view.bookmarks, view.n: one_line(words)})

    def list_notes(self) -> None:
        """List the notes and bookmarks that may be shown; picking one goes there."""
        view = self.stage.view
        kept = [(n, words) for n, words in view.bookmarks.items() if n <= view.horizon]
        if not kept:
            self.stage.tell("no notes yet; {note} writes one at the playhead", "dim")
            return
        picks = [
            Pick(
                f"{view.pane.traits.unit} {view.events[n - 1].turn}, event {n}",
                words or "a bookmark",
                partial(view.go, n),
            )
            for n, words in kept
        ]
        self.stage.request(PickFrom("your notes", picks))

    def _keep(self, marked: bookmarks.Bookmarks) -> None:
        view = self.stage.view
        view.bookmarks = dict(sorted(marked.items()))
        self.stage.touch()
        with self.stage.reporting():
            bookmarks.write(view.header, view.bookmarks)

    def go_bookmark(self, direction: int) -> None:
        """Go to the next or previous bookmark."""
        self.stage.playing = False
        if not self.stage.view.go_bookmark(direction):
            self.stage.tell("no bookmark that way; {bookmark} sets one at the playhead", "dim")
        elif words := self.stage.view.bookmarks.get(self.stage.view.n):
            self.stage.tell(f"noted: {words}", "accent")

    # -- two runs

    def go_difference(self) -> None:
        """Go to the first event that differs between two runs."""
        self.stage.playing = False
        if self.stage.beside is None:
            self.stage.tell("only one run is open; {beside} shows a branch beside its parent", "dim")
        elif n := self.stage.beside.fork(self.stage.view):
            self.stage.view.go(n)
        elif any(self.stage.beside.difference):
            self.stage.view.go(self.stage.view.known)
        else:
            self.stage.tell(self.stage.beside.words(), "dim")
