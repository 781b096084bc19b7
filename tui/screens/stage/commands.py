"""What the palette offers on a stage: all that is possible just now, each with its key."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from tui import keymap
from tui.screens.picker import Pick
from tui.screens.stage import keys
from tui.screens.stage.beside import may_stand_beside
from tui.screens.stage.eyes import FEW, may_choose, names_of, pick_eyes
from tui.screens.stage.keeping import offers

if TYPE_CHECKING:
    from tui.screens.stage.screen import StageScreen

Possible = Callable[["StageScreen"], bool]


class Offer(NamedTuple):
    """A deed of the stage, as the palette names it, and when it is possible."""

    name: str
    label: str
    about: str
    possible: Possible


def _always(stage: "StageScreen") -> bool:
    return True


def _plays(stage: "StageScreen") -> bool:
    return bool(stage.view.seat) and stage.live is not None and stage.view.ended is None


def _goes(stage: "StageScreen") -> bool:
    """Whether the run still goes on."""
    return stage.live is not None and stage.view.ended is None


OFFERS = (
    Offer("hint", "Hint", "what a good player would do", lambda stage: stage.my_turn),
    Offer("meanwhile", "Since your last turn", "what happened", _plays),
    Offer("write", "Write", "words, or a command", _plays),
    Offer("now", "Back to now", "", lambda stage: not stage.view.at_now),
    Offer(
        "play", "Pause", "", lambda stage: stage.playing or (_goes(stage) and stage.view.at_now and not stage.paused)
    ),
    Offer("play", "Go on", "", lambda stage: not stage.playing and (not _goes(stage) or stage.paused)),
    Offer("step", "One turn", "of the paused run", lambda stage: stage.paused),
    Offer(
        "ending",
        "The end",
        "how it came out, what comes next",
        lambda stage: stage.view.ended is not None and stage.view.at_now,
    ),
    Offer("go-to", "Go to …", "an event (188) or a turn (t12)", _always),
    Offer("start", "Go to the start", "", lambda stage: stage.view.n > 0),
    Offer("next-mark", "Next notable event", "", lambda stage: not stage.view.at_now),
    Offer("previous-mark", "Previous notable event", "", lambda stage: stage.view.n > 0),
    Offer("search", "Search the log", "", _always),
    Offer("branch", "Branch here", "play on from here otherwise", lambda stage: stage.view.n > 0),
    Offer("beside", "Beside the run it left", "two runs on one time axis", may_stand_beside),
    Offer("beside", "The other run", "at the same moment", lambda stage: stage.beside is not None),
    Offer("difference", "First difference", "of the two runs", lambda stage: stage.beside is not None),
    Offer(
        "intervene",
        "Intervene",
        "change the world from outside",
        lambda stage: _goes(stage) and bool(stage.view.pane.interventions),
    ),
    Offer("why", "Why: the inspector", "the decision and its reasons", _always),
    Offer("eyes", "Whose eyes", "through whom you look", _always),
    Offer("bookmark", "Bookmark here", "or none any more", lambda stage: stage.view.n > 0),
    Offer("note", "Note something here", "for yourself alone", lambda stage: stage.view.n > 0),
    Offer("notes", "Your notes", "and bookmarks", lambda stage: bool(stage.view.bookmarks)),
    Offer("next-bookmark", "Next bookmark", "", lambda stage: bool(stage.view.bookmarks)),
    Offer("previous-bookmark", "Previous bookmark", "", lambda stage: bool(stage.view.bookmarks)),
    Offer("slower", "Pace: slower", "", lambda stage: stage.speed > keys.SPEEDS[0]),
    Offer("faster", "Pace: faster", "", lambda stage: stage.speed < keys.SPEEDS[-1]),
    Offer("guess", "Guess along", "your move before theirs is shown", lambda stage: stage.live is None),
    Offer(
        "spoilers",
        "Spoiler-free, or not",
        "what comes is hidden, or shown",
        lambda stage: stage.live is None and stage.beside is None,
    ),
)


def commands(stage: "StageScreen") -> Iterator[Pick]:
    """List them, what one plays with first."""
    for name, label, about, possible in OFFERS:
        if not stage.broken and possible(stage):
            yield _pick(stage, name, label, about)
        if name == "eyes" and may_choose(stage) and len(stage.view.header.cast) <= FEW:
            for whose in names_of(stage):
                told = f"Eyes of {whose}" if whose else "All eyes"
                yield Pick(told, "what they know" if whose else "", partial(pick_eyes, stage, whose))
    yield from (pick._replace(label=f"Export: {pick.label[0].lower()}{pick.label[1:]}") for pick in offers(stage))
    told = "no spinners and no beats" if stage.app.motion else "spinners and beats"
    yield Pick("Motion", f"show {told}; remembered", partial(keys.change_motion, stage))
    yield _pick(stage, "help", "Help", "the rules and the keys")
    yield Pick("Leave", "it is kept if it is recorded", stage.back_out)


def _pick(stage: "StageScreen", name: str, label: str, about: str) -> Pick:
    deed = keys.DEEDS[name]
    return Pick(label, about, lambda: _do(stage, deed), keymap.current().shown(name))


def _do(stage: "StageScreen", deed: keys.Deed) -> None:
    stage.news = ("", "")
    with stage.guarded():
        deed(stage)
    stage.repaint()
