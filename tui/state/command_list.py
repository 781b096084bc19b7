"""The commands of a stage with their labels, as footer and palette list them."""

from collections.abc import Callable, Iterator
from functools import partial

from core.text import capitalized
from tui.key_signs import sign_of
from tui.keys import KEYS, current
from tui.panes.seat import scene_keys
from tui.pick_list import Pick
from tui.state.command_table import COMMANDS
from tui.state.commands import Commands
from tui.state.parts import StageParts
from tui.state.seat import MAX_STEPPED_PERSPECTIVES

FIRST = ("next-step", "retry", "play", "step", "beside", "difference")
"""Commands that the footer lists before the keys of the focused part."""


class CommandList:
    """Lists the commands that are possible now."""

    def __init__(self, stage: StageParts, keys: Commands) -> None:
        self.stage, self.keys = stage, keys

    def label(self, name: str) -> str:
        """Return the current label of a command."""
        view = self.stage.view
        match name:
            case "play" if self.stage.goes_on:
                return "now" if not view.at_now else "go on" if self.stage.paused else "pause"
            case "play":
                return "pause" if self.stage.playing else "play"
            case "spoilers" if view.spoiler_free:
                return "spoilers"
            case "step":
                return f"one {view.pane.traits.unit}"
            case "beside" if self.stage.beside is not None:
                return self.stage.beside.name(self.stage.beside.other(view))
            case "chat" if self.stage.table is not None and self.stage.table.chat.unread:
                return f"{KEYS[name].label} ({self.stage.table.chat.unread} new)"
            case "next-step" if self.stage.runs.puzzle is not None:
                return "next puzzle"
            case "discard" if self.stage.text:
                return "discard the draft" if self.stage.focus != "words" else "discard"
            case "back":
                inside = self.stage.focus != "board" or self.stage.ending.shown or self.stage.why
                return "board" if inside else self.stage.guide.closing if self.stage.guide.step is not None else "leave"
        choice = self.stage.ending.choice(name)
        return choice.label if choice else KEYS[name].label

    def footer(self) -> list[tuple[str, str]]:
        """List keys with labels: first those of the focused part, then those of the key table."""
        if self.stage.asks and self.stage.focus != "words":
            return [("y", "yes"), ("any other key", "no")]
        head, rest = self._order([name for name in KEYS if KEYS[name].label and name != "hint" and self.keys.can(name)])
        listed: dict[str, str] = {}
        for key, label in (*self._written(head), *self._own_keys(), *self._written(rest)):
            listed.setdefault(key, label)
        return [*listed.items()]

    def _order(self, names: list[str]) -> tuple[list[str], list[str]]:
        """Split commands into those before the keys of the focused part, and those after them."""
        stage = self.stage
        first = {
            **dict.fromkeys(FIRST, True),
            **dict.fromkeys(("previous-event", "next-event", "look-back", "look-on"), not stage.acting),
            "discard": stage.focus == "words" or bool(stage.queue.of(stage.view.seat)),
            "now": stage.goes_on,
            "ending": stage.view.at_now,
        }
        unread = [name for name in names if name == "chat" and stage.table is not None and stage.table.chat.unread]
        inner = [name for name in names if KEYS[name].where in ("why", "end")]
        if stage.ending.shown:
            return unread, [*inner, "back"]
        head = [*unread, *(name for name in names if first.get(name))]
        rest = [name for name in names if name not in (*head, *inner, "now", "ending", "discard")]
        if stage.why:
            nearest = [name for name in rest if name in ("perspective", "back")]
            return [name for name in head[:1] if name == "now"], [*inner, *nearest, *head, *rest]
        return head, [*inner, *rest]

    def _group(self, name: str) -> str:
        group, view = KEYS[name].group, self.stage.view
        return group if group != "turn" else "round" if view.round > 1 else view.pane.traits.unit

    def _written(self, names: list[str]) -> Iterator[tuple[str, str]]:
        """Yield keys with their labels; neighbors of one group are joined."""
        i = 0
        while i < len(names):
            group = KEYS[names[i]].group
            same = [name for name in names[i:] if group and KEYS[name].group == group] or [names[i]]
            label = self._group(names[i]) if len(same) > 1 else self.label(names[i])
            signs = [sign_of(KEYS[name].keys[0]) for name in same]
            yield ("" if group in ("event", "speed") else " ").join(signs), label
            i += len(same)

    def _own_keys(self) -> list[tuple[str, str]]:
        """Return the keys of the scene, or of the part that has the focus."""
        pane = self.stage.view.pane
        own = [(key.shown, key.label) for key in pane.keys(True)] if self.stage.acting else []
        looks = [(key.shown, key.label) for key in pane.keys(False)]
        if self.stage.focus == "words":
            passes = self.stage.my_turn and not self.stage.text and pane.command("")
            does = {"": "pass" if passes else "send", "search": "find", "note": "keep", "chat": "send"}.get(
                self.stage.asking, "go"
            )
            return [("enter", does)]
        if self.stage.ending.shown:
            plays_on = "look" if self.stage.view.header.is_partial else "play on"
            return [("↑↓", "choose"), ("enter", plays_on if self.stage.ending.point else "do it")]
        if self.stage.why:
            return [("←→", "decision"), ("tab", "part"), ("↑↓", "scroll")]
        if self.stage.focus != "dock":
            return [*own, *(each for each in looks if each not in own)]
        scroll = [] if any("↑" in key for key, _ in looks) else [("↑↓", "scroll")]
        taken = {*scene_keys(pane)}
        return [*scroll, *looks, *(each for each in own if {*each[0].replace("space", " ")} - {"–"} <= taken)]

    def palette(self) -> Iterator[Pick]:
        """List the commands that are possible now, for the palette."""
        stage = self.stage
        for key, label in self._own_keys() if stage.acting and not stage.broken else ():
            if len(key) == 1 and not self.keys.is_on_key(key):
                do = partial(self._pick, self.keys.press, key)
                yield Pick(capitalized(label), "key of the scene", do, key)
        for name, entry in KEYS.items():
            if name in COMMANDS and entry.label and not stage.broken and self._possible(name):
                do = partial(self._pick, self.keys.do, name)
                yield Pick(capitalized(self.label(name)), entry.about, do, current().sign(name))
            if name == "perspective":
                yield from self._perspectives()
        for pick in stage.runs.exports():
            yield pick._replace(label=f"Export: {pick.label[0].lower()}{pick.label[1:]}")
        moving = "no spinners and no pauses" if stage.tempo.motion else "spinners, and pauses at important events"
        yield Pick("Motion", f"show {moving}; remembered", stage.playback.change_motion)
        yield Pick("Help", KEYS["help"].about, partial(self._pick, self.keys.do, "help"), current().sign("help"))
        yield Pick("Leave", "a recorded game can be resumed", stage.leaver.ask_to_leave)

    def _perspectives(self) -> Iterator[Pick]:
        seat = self.stage.seat
        if seat.may_choose_perspective and len(self.stage.view.header.cast) <= MAX_STEPPED_PERSPECTIVES:
            yield Pick("Full view", "", partial(seat.pick_perspective, ""))
            for name in seat.perspectives[1:]:
                yield Pick(f"View of {name}", "what this player knows", partial(seat.pick_perspective, name))

    def _possible(self, name: str) -> bool:
        return (
            name not in ("back", "next-part")
            and KEYS[name].where in ("stage", "time", "hosted", "everywhere")
            and self.keys.possible(name)
        )

    def _pick(self, act: Callable[[str], object], name: str) -> None:
        """Act on a row of the palette."""
        self.stage.news = ("", "")
        act(name)
        self.stage.touch()
