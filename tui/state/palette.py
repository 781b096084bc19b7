"""The palette of a stage: all that can be done now, each with its key."""

from collections.abc import Iterator
from functools import partial

from tui import keymap
from tui.choosing import Pick
from tui.state.keyboard import Keyboard
from tui.state.playback import SPEEDS
from tui.state.seat import FEW

PALETTE = (
    ("hint", "Hint", "what a good player would do"),
    ("meanwhile", "Since your last turn", "what happened"),
    ("write", "Write", "words, or a command"),
    ("now", "Back to now", ""),
    ("play", "Pause", ""),
    ("play", "Go on", ""),
    ("step", "One turn", "of the paused run"),
    ("ending", "The end", "how it came out, what comes next"),
    ("go-to", "Go to …", "an event (188) or a turn (t12)"),
    ("start", "Go to the start", ""),
    ("next-mark", "Next notable event", ""),
    ("previous-mark", "Previous notable event", ""),
    ("search", "Search the log", ""),
    ("branch", "Branch here", "play on from here otherwise"),
    ("beside", "Beside the run it left", "two runs on one time axis"),
    ("beside", "The other run", "at the same moment"),
    ("difference", "First difference", "of the two runs"),
    ("intervene", "Intervene", "change the world from outside"),
    ("why", "Why: the inspector", "the decision and its reasons"),
    ("eyes", "Whose eyes", "through whom you look"),
    ("bookmark", "Bookmark here", "or none any more"),
    ("note", "Note something here", "for yourself alone"),
    ("notes", "Your notes", "and bookmarks"),
    ("next-bookmark", "Next bookmark", ""),
    ("previous-bookmark", "Previous bookmark", ""),
    ("slower", "Pace: slower", ""),
    ("faster", "Pace: faster", ""),
    ("guess", "Guess along", "your move before theirs is shown"),
    ("spoilers", "Spoiler-free, or not", "what comes is hidden, or shown"),
)
"""Keys by name, as the palette calls them, in its order."""


class Palette(Keyboard):
    """Lists what can be done now."""

    def commands(self) -> Iterator[Pick]:
        """List what can be done now, what one plays with first."""
        for name, label, about in PALETTE:
            if not self.broken and self.can(name) and self._called(name, label):
                yield Pick(label, about, partial(self._command, name), keymap.current().shown(name))
            if name == "eyes" and self.may_choose_eyes and len(self.view.header.cast) <= FEW:
                for whose in self.perspectives:
                    about = "what they know" if whose else ""
                    yield Pick(f"Eyes of {whose}" if whose else "All eyes", about, partial(self.pick_eyes, whose))
        yield from (pick._replace(label=f"Export: {pick.label[0].lower()}{pick.label[1:]}") for pick in self.exports())
        what = "no spinners and no beats" if self.tempo.motion else "spinners and beats"
        yield Pick("Motion", f"show {what}; remembered", self.change_motion)
        yield Pick("Help", "the rules and the keys", partial(self._command, "help"), keymap.current().shown("help"))
        yield Pick("Leave", "it is kept if it is recorded", self.ask_to_leave)

    def _called(self, name: str, label: str) -> bool:
        """True if a key that does one of two things is called so now."""
        if name == "play":
            goes = self.playing or (self.goes_on and self.view.at_now and not self.paused)
            stands = not self.playing and (not self.goes_on or self.paused)
            return goes if label == "Pause" else stands
        if name == "beside":
            return (self.beside is not None) == (label == "The other run")
        return True

    def _command(self, name: str) -> None:
        self.news = ("", "")
        self.do(name)
        self.touch()

    def can(self, name: str) -> bool:
        """True if this can be done now."""
        view, goes_on = self.view, self.goes_on
        match name:
            case "hint":
                return self.my_turn
            case "meanwhile" | "write":
                return self.plays
            case "now" | "next-mark":
                return not view.at_now
            case "step":
                return self.paused
            case "ending":
                return view.ended is not None and view.at_now
            case "start" | "previous-mark" | "branch" | "bookmark" | "note":
                return view.n > 0
            case "beside":
                return self.beside is not None or self.may_stand_beside
            case "difference":
                return self.beside is not None
            case "intervene":
                return goes_on and bool(view.pane.interventions)
            case "notes" | "next-bookmark" | "previous-bookmark":
                return bool(view.bookmarks)
            case "slower":
                return self.speed > SPEEDS[0]
            case "faster":
                return self.speed < SPEEDS[-1]
            case "guess":
                return self.live is None
            case "spoilers":
                return self.live is None and self.beside is None
        return True
