"""The stage's keys: what each means in each state of a stage."""

from collections.abc import Callable
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from textual.events import Key

from core.errors import UserError
from tui.choices import remember
from tui.key_names import NAMES
from tui.screens.inspector import OWN
from tui.screens.stage.acts import answer, begin, give, looked, say_focus, tell_meanwhile, walk
from tui.screens.stage.again import branch, guess
from tui.screens.stage.beside import go_difference, turn
from tui.screens.stage.ending import show_end
from tui.screens.stage.eyes import change_eyes
from tui.screens.stage.keeping import export, go_bookmark, list_notes, mark
from tui.screens.stage.person import discard, hint, open_input, write
from tui.view import END

if TYPE_CHECKING:
    from tui.screens.stage.screen import StageScreen


SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)


class Mode(Enum):
    """What a stage is about, as far as keys go."""

    CLOSED = auto()
    """It is not on the screen yet, or being left, or broken, or the terminal is too small for it: keys mean nothing."""
    ASKED = auto()
    """A question is to be answered with yes or no."""
    WORDS = auto()
    """The input has the focus: keys are text."""
    OVER = auto()
    """The end is shown."""
    WHY = auto()
    """The inspector is open."""
    SEAT = auto()
    """A person sits here, at now: letters, digits and arrows belong to the scene."""
    TIME = auto()
    """In the past, or without a seat: they belong to the transport."""


def mode_of(stage: "StageScreen") -> Mode:
    if not (stage.ready and stage.is_attached and stage.has_room) or stage.leaving or stage.broken:
        return Mode.CLOSED
    if stage.focused is stage.words:
        return Mode.WORDS
    if stage.asking in ("eyes", "leave", "sure"):
        return Mode.ASKED
    if stage.has_class("over"):
        return Mode.OVER
    if stage.has_class("why"):
        return Mode.WHY
    return Mode.SEAT if stage.acting else Mode.TIME


def key_mode(stage: "StageScreen") -> tuple[str, str]:
    """How the keymap reads keys, and which ones are taken: a scene's own, or those of what lies over the board."""
    match mode_of(stage):
        case Mode.SEAT:
            return "seat", stage.view.pane.letters
        case Mode.TIME:
            return "time", ""
        case Mode.OVER:
            return "time", stage.ending.letters
        case Mode.WHY:
            return "time", OWN
    return "words", ""


def press(stage: "StageScreen", event: Key) -> bool:
    """Do what a key means as things stand. False leaves it to the app, or to the widget that has the focus."""
    mode = mode_of(stage)
    if stage.broken and event.key in ("escape", "q"):
        stage.leave()
    if mode is Mode.CLOSED:
        return not event.key.startswith("ctrl+")
    stage.news = ("", "")
    stage.beats.cut()
    stage.hinted = stage.view.pane.take_hint()
    if stage.guide.saw(event):
        return True
    if mode is Mode.WORDS:
        move = MOVES.get(event.key)
        return _do(stage, move if move and len(event.key) > 1 and move.name in ANYWHERE else None)
    if mode is Mode.ASKED and stage.asking == "leave" and event.key not in ("y", "escape"):
        stage.asking = ""  # whoever goes on playing has answered
        mode = mode_of(stage)
    if mode is Mode.ASKED:
        answer(stage, event.character == "y")
        return True
    if mode is Mode.OVER:
        return stage.ending.takes(event) or _leave_end(stage, event)
    if mode is Mode.WHY:
        taken = stage.inspector.takes(event, stage.view, stage.inspecting)
        stage.repaint()
        return taken or _do(stage, _move(event))
    key = event.character if event.is_printable and event.character else event.key
    if mode is Mode.SEAT and event.key == "enter" and stage.hinted:
        return _do(stage, MOVES["h"])
    if mode is Mode.SEAT and stage.view.n and _scene_takes(stage, key):
        return True
    if mode is Mode.SEAT and event.key == "space" and stage.paused:
        return _do(stage, MOVES["space"])
    if looked(stage, lambda pane: pane.look(key)):
        return True
    dock = stage.pane_of("dock")
    if stage.focused is dock and dock.scroll_by_key(event.key):
        return True
    if mode is Mode.SEAT and stage.focused is dock and len(key) == 1 and key in stage.view.pane.letters:
        stage.set_focus(stage.board)
        say_focus(stage)
        if _scene_takes(stage, key) or looked(stage, lambda pane: pane.look(key)):
            return True
    move = _move(event, past_only=mode is Mode.TIME)
    return _do(stage, move) or (mode is Mode.SEAT and open_input(stage, event))


def _leave_end(stage: "StageScreen", event: Key) -> bool:
    """All other keys do what they do on the board, which is shown again; but help lies over the end as well."""
    move = _move(event)
    if move is not None and move.name not in ("back", "help", "export", "hint"):
        stage.ending.close()
    return _do(stage, move)


def _scene_takes(stage: "StageScreen", key: str) -> bool:
    """Whether a key is the scene's: a move, or the beginning of a command that is finished in the input."""
    if stage.focused is stage.pane_of("dock"):
        return False
    command = stage.view.pane.press(key)
    if command and command.endswith(" "):
        begin(stage, command)
    elif command:
        give(stage, command)
    elif command is not None:
        stage.repaint()
    return command is not None


def _move(event: Key, *, past_only: bool = True) -> "Move | None":
    move = MOVES.get(event.key) or MOVES.get(event.character or "")
    return None if move is None or (move.past_only and not past_only) else move


def _do(stage: "StageScreen", move: "Move | None") -> bool:
    if move is not None:
        move.do(stage)
    return move is not None


Deed = Callable[["StageScreen"], object]


class Move(NamedTuple):
    """A key's deed. `past_only` keys belong to the scene while the person is to move."""

    do: Deed
    name: str
    past_only: bool


def ask_for(stage: "StageScreen", what: str) -> None:
    stage.asking = what
    stage.draft = stage.words.value
    stage.add_class("asking")
    pane = stage.view.pane
    hints = {
        "search": pane.search_hint or "search the log: Enter finds the next",
        "go": f"go to an event (188) or a {pane.unit} (t12)",
        "intervene": pane.interventions,
        "note": "a note for yourself, at the playhead: Enter keeps it beside the run",
    }
    stage.words.placeholder = hints[what]
    stage.words.value = ""
    stage.set_focus(stage.words)


def begin_note(stage: "StageScreen") -> None:
    """Ask for a note; one that is there is mended."""
    if stage.view.n:
        ask_for(stage, "note")
        stage.words.value = stage.view.bookmarks.get(stage.view.n, "")
    else:
        stage.tell("nothing has happened yet that could be noted", "dim")


def intervene(stage: "StageScreen") -> None:
    if not stage.view.pane.interventions:
        stage.tell("there is nothing to set from outside in this scene", "dim")
    elif stage.live is None or stage.live.replayed or stage.view.ended is not None:
        stage.tell(
            f"this run is recorded; what if? {{branch}} branches here: {stage.view.pane.branching or '--intervene …'}",
            "accent",
        )
    else:
        ask_for(stage, "intervene")
        stage.words.value = stage.refused
        stage.words.cursor_position = len(stage.refused)


def toggle_play(stage: "StageScreen") -> None:
    if stage.my_turn and not stage.paused:
        stage.tell("it is your turn: the game waits for you, and nothing goes on that could be paused", "dim")
    elif stage.live is not None and stage.view.ended is None and stage.view.at_now:
        control = stage.live.control
        (control.resume if control.paused else control.pause)()
        stage.repaint()
    elif stage.live is not None and stage.view.ended is None:
        stage.view.go(stage.view.known)
    else:
        if stage.view.at_now and stage.view.ended is not None:
            stage.view.go(0)
        stage.playing = not stage.playing


def one_turn(stage: "StageScreen") -> None:
    """While a run is paused, let it play one turn."""
    if stage.live is not None and stage.live.control.paused:
        stage.live.control.step()


def change_speed(stage: "StageScreen", by: int) -> None:
    index = min(range(len(SPEEDS)), key=lambda i: abs(SPEEDS[i] - stage.speed))
    stage.speed = SPEEDS[max(0, min(len(SPEEDS) - 1, index + by))]
    if stage.live is not None:
        stage.app.tempo = stage.speed
        stage.tell(f"bots play at {stage.speed:g} times the usual pace, from now on", "accent")
        keep(stage, pace=stage.speed)


def change_motion(stage: "StageScreen") -> None:
    """Nothing moves any more that is no event, or it does again; the choice is remembered."""
    stage.app.motion = not stage.app.motion
    stage.words.cursor_blink = stage.app.motion
    stage.tell(
        "spinners and beats are shown" if stage.app.motion else "nothing moves: what happens is there at once", "accent"
    )
    keep(stage, motion=stage.app.motion)


def change_spoilers(stage: "StageScreen") -> None:
    """In a replay, hide what comes after the playhead, or show it; the choice is remembered."""
    if stage.live is not None:
        stage.tell("what comes is not known yet; {spoilers} is for replays", "dim")
        return
    free = stage.view.spoiler_free = not stage.view.spoiler_free
    stage.tell(
        "spoiler-free: nothing is shown of what comes; {spoilers} shows it" if free else "what comes is shown", "accent"
    )
    stage.repaint()
    keep(stage, spoiler_free=free)


def keep(stage: "StageScreen", **changes: bool | float) -> None:
    """A choice, for the next time."""
    try:
        remember(**changes)
    except UserError as error:
        stage.tell(str(error), "bad")


def inspect(stage: "StageScreen") -> None:
    """Open or close the inspector. A hidden board loses the focus, so it is given back."""
    stage.toggle_class("why")
    if not stage.has_class("why"):
        stage.call_after_refresh(stage.set_focus, stage.board)
    stage.repaint()


def go_decision(stage: "StageScreen", direction: int) -> None:
    decisions = stage.view.pane.decisions()
    ahead = [n for n in decisions if (n > stage.view.n if direction > 0 else n < stage.view.n)]
    if ahead:
        stage.view.go(ahead[0] if direction > 0 else ahead[-1])
    stage.playing = False


def go_notable(stage: "StageScreen", direction: int) -> None:
    stage.playing = False
    if not stage.view.go_notable(direction):
        stage.tell(f"nothing notable that way{' so far' if stage.view.expected else ''}", "dim")


def _playhead(move: Callable[["StageScreen"], None]) -> Deed:
    """A move of the playhead stops a replay."""

    def do(stage: "StageScreen") -> None:
        stage.playing = False
        move(stage)

    return do


def _event(count: int) -> Deed:
    def do(stage: "StageScreen") -> None:
        if stage.has_class("why"):
            go_decision(stage, count)
        else:
            stage.view.go_events(count)

    return _playhead(do)


def _jump(share: float) -> Deed:
    return _playhead(
        lambda stage: stage.view.go(stage.view.n + round(max(stage.view.known, stage.view.expected) * share))
    )


DEEDS: dict[str, Deed] = {
    "left": _event(-1),
    "right": _event(1),
    "next-part": lambda stage: walk(stage, 1),
    "previous-part": lambda stage: walk(stage, -1),
    "back": lambda stage: stage.back(),
    "discard": discard,
    "help": lambda stage: stage.help(),
    "write": write,
    "why": inspect,
    "eyes": change_eyes,
    "hint": hint,
    "meanwhile": tell_meanwhile,
    "search": lambda stage: ask_for(stage, "search"),
    "go-to": lambda stage: ask_for(stage, "go"),
    "look-back": _playhead(lambda stage: stage.view.go_round(-1)),
    "bookmark": mark,
    "note": lambda stage: begin_note(stage),
    "notes": list_notes,
    "previous-bookmark": lambda stage: go_bookmark(stage, -1),
    "next-bookmark": lambda stage: go_bookmark(stage, 1),
    "export": export,
    "now": lambda stage: stage.view.go(END),
    "slower": lambda stage: change_speed(stage, -1),
    "faster": lambda stage: change_speed(stage, 1),
    "play": toggle_play,
    "step": one_turn,
    "look-on": _playhead(lambda stage: stage.view.go_round(1)),
    "jump-back": _jump(-0.1),
    "jump-on": _jump(0.1),
    "start": _playhead(lambda stage: stage.view.go(0)),
    "last-event": _playhead(lambda stage: stage.view.go(END)),
    "next-mark": lambda stage: go_notable(stage, 1),
    "previous-mark": lambda stage: go_notable(stage, -1),
    "branch": branch,
    "beside": turn,
    "difference": go_difference,
    "intervene": intervene,
    "ending": show_end,
    "spoilers": change_spoilers,
    "guess": guess,
    "leave": lambda stage: stage.back(),
}
"""What the stage does, by the names of `tui.key_names`."""
MOVES: dict[str, Move] = {
    key: Move(deed, name, NAMES[name].where == "time" or name in ("left", "right"))
    for name, deed in DEEDS.items()
    for key in NAMES[name].keys
}
ANYWHERE = ("next-part", "previous-part", "back", "help", "discard")
"""What has keys that mean the same everywhere, and are no text."""
