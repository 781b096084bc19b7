"""The footer of a stage: the keys of the part that has them, as the app knows them."""

from tui.panes.generic import ScenePane
from tui.screens.base import PlaybillScreen
from tui.state.keyboard import Mode
from tui.state.stage import StageState
from tui.strokes import HELP, HINT, footer
from tui.widgets.part import Part

Keys = list[tuple[str, str]]


class KeyFooter(Part):
    """As many keys as fit, then hint and help."""

    def paint(self) -> None:
        state, screen = self.state, self.screen
        right = HINT + HELP if state.mode is Mode.SEAT else HELP
        assert isinstance(screen, PlaybillScreen)
        self.show([footer(footer_keys(state), state.space.width, right, screen.relabel)])


def footer_keys(state: StageState) -> Keys:
    """List the keys; on a tour, the one that goes on before them."""
    return [*([("^n", "next step")] if state.guide.step is not None else []), *_keys(state)]


def _keys(state: StageState) -> Keys:
    now = [("end", "now")] if state.goes_on and not state.view.at_now else []
    if state.focus == "words":
        return _input_keys(state)
    if state.mode is Mode.ASKED:
        return [("y", "yes"), ("any other key", "no")]
    if state.ending.shown:
        return state.ending.footer()
    if state.why:
        return [*now, *state.inspector.footer(state.view)]
    if state.focus == "dock":
        return _dock_keys(state)
    return _seat_keys(state) if state.acting else _time_keys(state, now)


def _throws(state: StageState) -> bool:
    return bool(state.text or state.early.of(state.view.seat))


def _input_keys(state: StageState) -> Keys:
    says_nothing = state.my_turn and not state.text and state.view.pane.silence()
    does = {"": "pass" if says_nothing else "send", "search": "find", "note": "keep"}.get(state.asking, "go")
    drop = [("^u", "throw away")] if _throws(state) else []
    return [("enter", does), *drop, ("esc", "board"), ("tab", "next")]


def _dock_keys(state: StageState) -> Keys:
    looks = [(key.shown, key.label) for key in state.view.pane.look_keys()]
    scroll = [] if any("↑" in key for key, _ in looks) else [("↑↓", "scroll")]
    own = _letters(state.view.pane) if state.acting else []
    return [*scroll, *looks, *own, ("tab", "next"), ("esc", "board")]


def _seat_keys(state: StageState) -> Keys:
    pane = state.view.pane
    goes_on = [("space", "go on")] if state.paused and " " not in pane.letters else []
    drop = [("^u", "throw the draft away" if state.text else "throw it away")] if _throws(state) else []
    own = [(key.shown, key.label) for key in pane.own_keys()]
    return [*goes_on, *drop, *own, ("i", "why"), ("[", "look back"), ("^q", "leave")]


def _time_keys(state: StageState, now: Keys) -> Keys:
    view, pane, live = state.view, state.view.pane, state.goes_on
    going = not state.paused if live else state.playing
    looks = [(key.shown, key.label) for key in pane.look_keys()]
    play = [] if now else [("space", "pause" if going else "play")]
    play += [("e", "the end")] if view.ended is not None and view.at_now else []
    keys = [*now, *play, *_about_two(state), *([(".", f"one {pane.unit}")] if live and state.paused else [])]
    keys += [("←→", "event"), ("[ ]", "round" if view.round > 1 else pane.unit), *looks]
    keys += [*([("x", "intervene")] if live and pane.interventions else []), ("n", "notable")]
    keys += [*([("P", "guess")] if state.live is None and view.eyes else []), ("b", "branch")]
    spoilers = [("S", "spoilers" if view.spoiler_free else "spoiler-free")] if state.live is None else []
    kept = [("{ }", "bookmarks")] if view.bookmarks else []
    rest = [("M", "mark"), *kept, ("E", "export")]
    return [*keys, ("v", "eyes"), ("<>", "speed"), ("i", "why"), ("esc", "leave"), *spoilers, *rest]


def _about_two(state: StageState) -> Keys:
    """Of two runs, the keys that go between them; of a branch, the one that puts its parent beside it."""
    if state.beside is not None:
        return [("B", state.beside.name(state.beside.other(state.view))), ("D", "difference")]
    return [("B", "beside parent")] if state.may_stand_beside else []


def _letters(pane: ScenePane) -> Keys:
    """The scene's keys that reach the board from the dock as well: those that are letters or digits."""
    own = [(key.shown, key.label) for key in pane.own_keys()]
    return [(keys, label) for keys, label in own if {*keys.replace("space", " ").replace("–", "")} <= {*pane.letters}]
