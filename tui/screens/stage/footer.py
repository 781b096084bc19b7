"""What the footer of a stage shows: the keys of what has the focus, as the app knows them."""

from typing import TYPE_CHECKING

from tui.panes.generic import ScenePane
from tui.screens.stage.beside import may_stand_beside
from tui.screens.stage.keys import Mode, mode_of

if TYPE_CHECKING:
    from tui.screens.stage.screen import StageScreen


def footer_keys(stage: "StageScreen") -> list[tuple[str, str]]:
    """The keys of what has the focus; on a tour, the one that goes on before them."""
    return [*([("^n", "next step")] if stage.guide.step is not None else []), *_footer_keys(stage)]


def _footer_keys(stage: "StageScreen") -> list[tuple[str, str]]:
    live = stage.live is not None and stage.view.ended is None
    now = [("end", "now")] if live and not stage.view.at_now else []
    throws = stage.words.value or stage.early.of(stage.view.seat)
    if stage.focused is not None and stage.focused.id == "words":
        says_nothing = stage.my_turn and not stage.words.value and stage.view.pane.silence()
        does = {"": "pass" if says_nothing else "send", "search": "find", "note": "keep"}.get(stage.asking, "go")
        drop = [("^u", "throw away")] if throws else []
        return [("enter", does), *drop, ("esc", "board"), ("tab", "next")]
    if mode_of(stage) is Mode.ASKED:
        return [("y", "yes"), ("any other key", "no")]
    if stage.has_class("over"):
        return stage.ending.footer()
    if stage.has_class("why"):
        return [*now, *stage.inspector.footer(stage.view)]
    if stage.focused is not None and stage.focused.id == "dock":
        looks = [(key.shown, key.label) for key in stage.view.pane.look_keys()]
        scroll = [] if any("↑" in key for key, _ in looks) else [("↑↓", "scroll")]
        own = _letters(stage.view.pane) if stage.acting else []
        return [*scroll, *looks, *own, ("tab", "next"), ("esc", "board")]
    if stage.acting:
        own = [(key.shown, key.label) for key in stage.view.pane.own_keys()]
        goes_on = [("space", "go on")] if stage.paused and " " not in stage.view.pane.letters else []
        own = [
            *goes_on,
            *([("^u", "throw the draft away" if stage.words.value else "throw it away")] if throws else []),
            *own,
        ]
        return [*own, ("i", "why"), ("[", "look back"), ("^q", "leave")]
    paused = stage.live is not None and stage.live.control.paused
    going = not paused if live else stage.playing
    pane = stage.view.pane
    looks = [(key.shown, key.label) for key in pane.look_keys()]
    play = [] if now else [("space", "pause" if going else "play")]
    play += [("e", "the end")] if stage.view.ended is not None and stage.view.at_now else []
    keys = [*now, *play, *_about_two(stage), *([(".", f"one {pane.unit}")] if live and paused else [])]
    keys += [("←→", "event"), ("[ ]", "round" if stage.view.round > 1 else pane.unit), *looks]
    keys += [*([("x", "intervene")] if live and pane.interventions else []), ("n", "notable")]
    keys += [*([("P", "guess")] if stage.live is None and stage.view.eyes else []), ("b", "branch")]
    spoilers = [("S", "spoilers" if stage.view.spoiler_free else "spoiler-free")] if stage.live is None else []
    kept = [("{ }", "bookmarks")] if stage.view.bookmarks else []
    rest = [("M", "mark"), *kept, ("E", "export")]
    return [*keys, ("v", "eyes"), ("<>", "speed"), ("i", "why"), ("esc", "leave"), *spoilers, *rest]


def _about_two(stage: "StageScreen") -> list[tuple[str, str]]:
    """Of two runs, the keys that go between them; of a branch, the one that puts its parent beside it."""
    if stage.beside is not None:
        return [("B", stage.beside.name(stage.beside.other(stage.view))), ("D", "difference")]
    return [("B", "beside parent")] if may_stand_beside(stage) else []


def _letters(pane: ScenePane) -> list[tuple[str, str]]:
    """The scene's keys that reach the board from the dock as well: those that are letters or digits."""
    own = [(key.shown, key.label) for key in pane.own_keys()]
    return [(keys, label) for keys, label in own if {*keys.replace("space", " ").replace("–", "")} <= {*pane.letters}]
