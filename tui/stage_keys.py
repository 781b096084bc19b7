"""The stage's keys: what belongs to the transport, what works everywhere, and what the footer shows of it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tui.screens.stage import StageScreen


class Move(NamedTuple):
    """A key's deed. `past_only` keys belong to the scene while the person is to move."""

    do: Callable[["StageScreen"], None]
    past_only: bool = True


def _playhead(move: Callable[["StageScreen"], None]) -> Move:
    """A move of the playhead stops a replay."""

    def do(stage: "StageScreen") -> None:
        stage.playing = False
        move(stage)

    return Move(do)


def _event(count: int) -> Move:
    def do(stage: "StageScreen") -> None:
        if stage.has_class("why"):
            stage.go_decision(count)
        else:
            stage.view.go_events(count)

    return _playhead(do)


def _jump(share: float) -> Move:
    return _playhead(lambda stage: stage.view.go(stage.view.n + round(stage.view.known * share)))


def _back_a_round(stage: "StageScreen") -> None:
    stage.playing = False
    stage.view.go_round(-1)


MOVES: dict[str, Move] = {
    "space": Move(lambda stage: stage.toggle_play()),
    ".": Move(lambda stage: stage.one_turn()),
    "left": _event(-1),
    "right": _event(1),
    "[": Move(_back_a_round, past_only=False),
    "]": _playhead(lambda stage: stage.view.go_round(1)),
    "shift+left": _jump(-0.1),
    "shift+right": _jump(0.1),
    "home": _playhead(lambda stage: stage.view.go(0)),
    "g": _playhead(lambda stage: stage.view.go(0)),
    "end": Move(lambda stage: stage.view.go(stage.view.known), past_only=False),
    "G": _playhead(lambda stage: stage.view.go(stage.view.known)),
    "<": Move(lambda stage: stage.change_speed(-1), past_only=False),
    ">": Move(lambda stage: stage.change_speed(1), past_only=False),
    "n": Move(lambda stage: stage.go_notable(1)),
    "N": Move(lambda stage: stage.go_notable(-1)),
    ":": Move(lambda stage: stage.ask_for("go"), past_only=False),
    "/": Move(lambda stage: stage.ask_for("search"), past_only=False),
    "m": Move(lambda stage: stage.write(), past_only=False),
    "i": Move(lambda stage: stage.inspect(), past_only=False),
    "v": Move(lambda stage: stage.change_eyes(), past_only=False),
    "h": Move(lambda stage: stage.hint(), past_only=False),
    "?": Move(lambda stage: stage.action_help(), past_only=False),
    "q": Move(lambda stage: stage.action_back()),
}


def footer_keys(stage: "StageScreen") -> list[tuple[str, str]]:
    """The keys of what has the focus."""
    if stage.focused is not None and stage.focused.id == "words":
        return [("enter", "send"), ("esc", "board"), ("tab", "next")]
    if stage.focused is not None and stage.focused.id == "dock":
        return [("↑↓", "scroll"), ("tab", "next"), ("esc", "board")]
    if stage.has_class("why"):
        return [("←→", "decision"), ("i", "close"), ("v", "eyes"), ("esc", "back")]
    if stage.acting:
        own = [(key.shown, key.label) for key in stage.view.pane.own_keys()]
        return [*own, ("i", "why"), ("[", "look back"), ("h", "hint"), ("^q", "leave")]
    keys = [("space", "pause" if stage.playing and stage.live is None else "play"), ("←→", "event"), ("[ ]", "round")]
    keys += [("n", "notable"), ("<>", "speed"), ("v", "eyes"), ("i", "why")]
    if stage.live is not None and stage.view.ended is None:
        keys.insert(0, ("end", "now"))
    return [*keys, ("esc", "leave")]
