"""Keys of a stage by id: what each does, when it can, and what footer and palette say of it."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tui.choosing import Pick
from tui.key_signs import sign_of
from tui.keys import KEYS, PLACES, current
from tui.log_view import END
from tui.state.navigation import Navigation
from tui.state.playback import SPEEDS
from tui.state.seat import FEW

IN_WORDS = ("next-part", "previous-part", "back", "help", "discard", "next-step")
"""Keys that mean the same while something is written."""
OVER_THE_END = ("back", "help", "export", "hint", "quit")
"""Keys that leave the end on the screen."""
LOOKS_BACK = "[ looks back, and {} then"
"""How keys of the past are reached from a seat."""


class Commands(Navigation):
    """Does what a key means."""

    def __init__(self, *args: Any, **rest: Any) -> None:
        super().__init__(*args, **rest)
        self._commands: dict[str, Callable[[], object]] = {
            "next-step": self.guide.pass_over,
            "discard": self.discard,
            "now": self.now,
            "play": self.toggle_play,
            "step": self.step,
            "ending": self.show_ending,
            "beside": self.turn,
            "difference": self.go_difference,
            "previous-event": partial(self.go_events, -1),
            "next-event": partial(self.go_events, 1),
            "look-back": partial(self.go_round, -1),
            "look-on": partial(self.go_round, 1),
            "intervene": self.begin_intervening,
            "next-mark": partial(self.go_notable, 1),
            "previous-mark": partial(self.go_notable, -1),
            "branch": self.branch,
            "why": self.inspect,
            "eyes": self.change_eyes,
            "guess": self.guess,
            "slower": partial(self.change_speed, -1),
            "faster": partial(self.change_speed, 1),
            "back": self.back,
            "leave": self.back,
            "write": self.write,
            "hint": self.hint,
            "meanwhile": self.recap,
            "search": partial(self.ask_for, "search"),
            "go-to": partial(self.ask_for, "go"),
            "spoilers": self.change_spoilers,
            "bookmark": self.mark,
            "previous-bookmark": partial(self.go_bookmark, -1),
            "next-bookmark": partial(self.go_bookmark, 1),
            "note": self.begin_note,
            "notes": self.list_notes,
            "export": self.export,
            "start": partial(self.go, 0),
            "last-event": partial(self.go, END),
            "jump-back": partial(self.jump, -0.1),
            "jump-on": partial(self.jump, 0.1),
            "next-part": partial(self.walk, 1),
            "previous-part": partial(self.walk, -1),
            "help": self.help,
            "next-call": partial(self.choose_call, 1),
            "previous-call": partial(self.choose_call, -1),
            "open-cut": self.open_cut,
            "copy": self.copy,
            "look-at": self.look_at_point,
            "review": self.toggle_review,
        }

    # -- a key

    @property
    def closed(self) -> bool:
        """True while no key means anything: not shown yet, being left, broken, or in too small a terminal."""
        return not (self.ready and self.space.fits) or self.leaving or bool(self.broken)

    def before_key(self, key: str, character: str) -> bool:
        """Prepare for a key: end what lasts until the next one. True if the key is used up by that."""
        if self.broken and key in ("escape", "q"):
            self.leave()
        if self.closed:
            return not key.startswith("ctrl+")
        self.news = ("", "")
        self.beats.cut(self.view)
        self.hinted = self.view.pane.take_hint()
        self.guide.press(key, character)
        if self.asks and self.focus != "words":
            return self._answer_key(key, character)
        fresh = self.ending.shown and time.monotonic() - self.ending.opened < self.tempo.pace
        return fresh and (character.isprintable() or key == "enter")  # it was meant for the game

    def _answer_key(self, key: str, character: str) -> bool:
        """Answer a question. A player who goes on has answered whether to leave."""
        if self.asking == "leave" and key not in ("y", "escape"):
            self.asking = ""
            return False
        self.answer(character == "y")
        return True

    def press(self, key: str) -> bool:
        """Give a key to the scene, or to the list that has the focus. False if it means nothing there."""
        seat, pane = self.acting, self.view.pane
        if seat and key == "enter" and self.hinted:
            self.hint()
            return True
        if (seat and self.view.n and self.scene_takes(key)) or self.look(lambda pane: pane.look(key)):
            return True
        if self.focus == "dock":
            if self.scroll("dock", key):
                return True
            if seat and len(key) == 1 and key in pane.letters:
                self.focus = "board"
                self.place_focus()
                return self.scene_takes(key) or self.look(lambda pane: pane.look(key))
        begins = seat and pane.writes_first and key not in pane.letters and not self._stage_has(key)
        if begins and len(key) == 1 and key.strip():
            self.finish(key)
            return True
        return False

    def _stage_has(self, key: str) -> bool:
        return any(self.can(name) is not False for name in current().named(key, ("everywhere", "stage")))

    def explain(self, key: str) -> None:
        """Say why a key did nothing."""
        if self.closed or self.focus == "words":
            return
        names = [*current().named(key, ("everywhere", "stage", "time"))]
        if name := next((name for name in names if self.can(name) is None), ""):
            self.do(name)
            if not self.news[0]:
                self.tell(f"{key}: nothing to do now. {KEYS[name].label}: {KEYS[name].about}", "dim")
        elif names:
            reach = LOOKS_BACK.format(key) if self.acting else f"not {PLACES['stage']} now"
            self.tell(f"{key} is for {KEYS[names[0]].label or KEYS[names[0]].about}: {reach}", "dim")
        elif key in self.view.pane.letters and self.view.seat:
            over = self.view.at_now or self.view.ended is not None
            self.tell(f"{key} belongs to the game: {'not possible now' if over else '{now} goes back to it'}", "dim")
        else:
            self.tell(f"{key} has no meaning here; {{help}} lists the keys", "dim")

    def do(self, name: str) -> None:
        """Do what a key of the table means."""
        if self.ending.shown and KEYS[name].where != "end" and name not in OVER_THE_END:
            self.close_ending()
        if choice := self.ending.choice(name):
            choice.do()
        else:
            self._commands[name]()

    # -- what is possible

    def can(self, name: str) -> bool | None:
        """True if a key does something now, None if it can only say why not, False if it belongs to something else."""
        where = KEYS[name].where
        if self.closed:
            return False
        if self.focus == "words":
            return name in IN_WORDS and (name != "next-step" or self.guide.step is not None)
        if where == "why":
            return self.why and not self.ending.shown and self._can(name)
        if where == "end":
            return self.ending.shown and self._can(name)
        in_seat = self.acting and not (self.why or self.ending.shown)
        if where == "time" and in_seat and not (name == "play" and self.paused):
            return False
        return self._can(name) or None

    def _can(self, name: str) -> bool:
        view, live = self.view, self.live
        match name:
            case "next-step":
                return self.guide.step is not None
            case "discard":
                return bool(self.text or self.early.of(view.seat))
            case "hint":
                return self.my_turn
            case "meanwhile" | "write":
                return self.plays
            case "now" | "next-mark" | "last-event" | "jump-on":
                return not view.at_now
            case "play":
                return self.paused or not self.my_turn
            case "step":
                return self.paused
            case "ending":
                return view.ended is not None
            case "start" | "previous-mark" | "branch" | "bookmark" | "note" | "jump-back":
                return view.n > 0
            case "beside":
                return self.beside is not None or self.may_stand_beside
            case "difference":
                return self.beside is not None
            case "intervene":
                return self.goes_on and bool(view.pane.interventions)
            case "notes" | "next-bookmark" | "previous-bookmark":
                return bool(view.bookmarks)
            case "slower":
                return self.speed > SPEEDS[0]
            case "faster":
                return self.speed < SPEEDS[-1]
            case "guess":
                return live is None and bool(view.eyes)
            case "spoilers":
                return live is None and self.beside is None
            case "next-call" | "previous-call":
                return self.inspector.has_calls(view)
            case "open-cut":
                return self.inspector.is_cut
            case "look-at":
                return self.ending.point is not None
            case "review":
                return bool(self.ending.review.words())
        return KEYS[name].where != "end" or self.ending.choice(name) is not None

    # -- what is written of it

    def label(self, name: str) -> str:
        """The label of a key now."""
        view = self.view
        match name:
            case "play" if self.goes_on:
                return "now" if not view.at_now else "go on" if self.paused else "pause"
            case "play":
                return "pause" if self.playing else "play"
            case "spoilers" if view.spoiler_free:
                return "spoilers"
            case "step":
                return f"one {view.pane.unit}"
            case "beside" if self.beside is not None:
                return self.beside.name(self.beside.other(view))
            case "discard" if self.text:
                return "throw the draft away" if self.focus != "words" else "throw away"
            case "back":
                inside = self.focus != "board" or self.ending.shown or self.why
                return "board" if inside else "end the tour" if self.guide.step is not None else "leave"
        choice = self.ending.choice(name)
        return choice.label if choice else KEYS[name].label

    def _group(self, name: str) -> str:
        group = KEYS[name].group
        return "round" if group == "turn" and self.view.round > 1 else self.view.pane.unit if group == "turn" else group

    def footer(self) -> list[tuple[str, str]]:
        """List keys and labels: those of what has the focus, then those of the table."""
        if self.asks and self.focus != "words":
            return [("y", "yes"), ("any other key", "no")]
        names = [name for name in KEYS if KEYS[name].label and name != "hint" and self.can(name)]
        inner = [name for name in names if KEYS[name].where in ("why", "end")]
        first = ("next-step", "discard", *(("now",) if self.goes_on else ()))
        first += ("play", "step", *(("ending",) if self.view.at_now else ()), "beside", "difference")
        head = [name for name in names if name in first]
        rest = [name for name in names if name not in (*first, *inner, "now", "ending")]
        if self.ending.shown:
            head, rest = [], ["back"]
        elif self.why:
            head, rest = (
                head[: head[:1] == ["now"]],
                [*(name for name in rest if name in ("eyes", "back")), *head, *rest],
            )
        listed: dict[str, str] = {}
        for key, label in (*self._written(head), *self._own_keys(), *self._written([*inner, *rest])):
            listed.setdefault(key, label)
        return [*listed.items()]

    def _written(self, names: list[str]) -> Iterator[tuple[str, str]]:
        """Write keys with their labels, neighbours of one group together."""
        i = 0
        while i < len(names):
            group = KEYS[names[i]].group
            same = [name for name in names[i:] if group and KEYS[name].group == group] or [names[i]]
            label = self._group(names[i]) if len(same) > 1 else self.label(names[i])
            signs = [sign_of(KEYS[name].keys[0]) for name in same]
            yield ("" if group in ("event", "speed") else " ").join(signs), label
            i += len(same)

    def _own_keys(self) -> list[tuple[str, str]]:
        """Keys of the scene, or of what has the focus."""
        pane = self.view.pane
        own = [(key.shown, key.label) for key in pane.own_keys()] if self.acting else []
        looks = [(key.shown, key.label) for key in pane.look_keys()]
        if self.focus == "words":
            passes = self.my_turn and not self.text and pane.silence()
            does = {"": "pass" if passes else "send", "search": "find", "note": "keep"}.get(self.asking, "go")
            return [("enter", does)]
        if self.ending.shown:
            return [("↑↓", "choose"), ("enter", "play on" if self.ending.point else "do it")]
        if self.why:
            return [("←→", "decision"), ("tab", "part"), ("↑↓", "scroll")]
        if self.focus != "dock":
            return [*own, *(each for each in looks if each not in own)]
        scroll = [] if any("↑" in key for key, _ in looks) else [("↑↓", "scroll")]
        letters = {*pane.letters}
        return [*scroll, *looks, *(each for each in own if {*each[0].replace("space", " ")} - {"–"} <= letters)]

    def commands(self) -> Iterator[Pick]:
        """List what can be done now, for the palette."""
        keys = current()
        for key, label in self._own_keys() if self.acting and not self.broken else ():
            if len(key) == 1:
                yield Pick(label[:1].upper() + label[1:], "in the game", partial(self._press_picked, key), key)
        for name, entry in KEYS.items():
            if name in self._commands and entry.label and not self.broken and self._possible(name):
                label = self.label(name)
                do = partial(self._pick, name)
                yield Pick(label[:1].upper() + label[1:], entry.about, do, keys.sign(name))
            if name == "eyes" and self.may_choose_eyes and len(self.view.header.cast) <= FEW:
                for whose in self.perspectives:
                    about = "what they know" if whose else ""
                    yield Pick(f"Eyes of {whose}" if whose else "All eyes", about, partial(self.pick_eyes, whose))
        yield from (pick._replace(label=f"Export: {pick.label[0].lower()}{pick.label[1:]}") for pick in self.exports())
        moving = "no spinners and no beats" if self.tempo.motion else "spinners and beats"
        yield Pick("Motion", f"show {moving}; remembered", self.change_motion)
        yield Pick("Help", KEYS["help"].about, partial(self._pick, "help"), keys.sign("help"))
        yield Pick("Leave", "it is kept if it is recorded", self.ask_to_leave)

    def _possible(self, name: str) -> bool:
        return (
            name not in ("back", "next-part")
            and KEYS[name].where in ("stage", "time", "everywhere")
            and self._can(name)
        )

    def _press_picked(self, key: str) -> None:
        self.news = ("", "")
        self.press(key)
        self.touch()

    def _pick(self, name: str) -> None:
        self.news = ("", "")
        self.do(name)
        self.touch()
