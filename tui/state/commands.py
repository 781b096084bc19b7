"""Commands of a stage by id: what they do, when they are possible, and their labels."""

import time
from collections.abc import Callable, Iterator
from functools import partial

from tui.key_signs import sign_of
from tui.keys import KEYS, current
from tui.log_view import END
from tui.panes.seat import scene_keys
from tui.pick_list import Pick
from tui.state.ending import Ending
from tui.state.highlights import Highlights
from tui.state.leaving import Leaving
from tui.state.navigation import Navigation
from tui.state.playback import SPEEDS, Playback
from tui.state.runs import Runs
from tui.state.seat import MAX_STEPPED_PERSPECTIVES, Seat
from tui.state.shown import StageFields
from tui.state.table_talk import TableTalk

WHILE_TYPING = ("next-part", "previous-part", "back", "help", "discard", "next-step")
"""Commands whose keys also work while text is being typed."""
OVER_THE_END = ("back", "help", "export", "hint", "quit")
"""Commands that do not close the end screen."""


class Commands:
    """Carries out the command that a key stands for."""

    def __init__(
        self,
        stage: StageFields,
        playback: Playback,
        seat: Seat,
        runs: Runs,
        ending: Ending,
        highlights: Highlights,
        navigation: Navigation,
        leaving: Leaving,
        talk: TableTalk,
    ) -> None:
        self.stage, self.playback, self.seat, self.runs = stage, playback, seat, runs
        self.ending, self.navigation, self.leaver = ending, navigation, leaving
        self._commands: dict[str, Callable[[], object]] = {
            "next-step": self.runs.pass_over,
            "retry": self.runs.try_again,
            "discard": self.seat.discard,
            "now": self.playback.now,
            "play": self.playback.toggle_play,
            "step": self.playback.step,
            "ending": self.ending.show,
            "beside": self.runs.switch_run,
            "difference": self.playback.go_difference,
            "previous-event": partial(self.playback.go_events, -1),
            "next-event": partial(self.playback.go_events, 1),
            "look-back": partial(self.playback.go_round, -1),
            "look-on": partial(self.playback.go_round, 1),
            "intervene": self.seat.begin_intervening,
            "next-mark": partial(self.playback.go_notable, 1),
            "previous-mark": partial(self.playback.go_notable, -1),
            "highlights": highlights.start,
            "branch": self.runs.branch,
            "take-seat": self.runs.take_seat,
            "why": self.navigation.inspect,
            "perspective": self.seat.change_perspective,
            "guess": self.runs.guess,
            "slower": partial(self.playback.change_speed, -1),
            "faster": partial(self.playback.change_speed, 1),
            "back": self.navigation.back,
            "leave": self.navigation.back,
            "write": self.seat.write,
            "hint": self.seat.hint,
            "meanwhile": self.seat.recap,
            "search": partial(self.seat.ask_for, "search"),
            "go-to": partial(self.seat.ask_for, "go"),
            "spoilers": self.playback.change_spoilers,
            "bookmark": self.playback.mark,
            "previous-bookmark": partial(self.playback.go_bookmark, -1),
            "next-bookmark": partial(self.playback.go_bookmark, 1),
            "note": self.seat.begin_note,
            "notes": self.playback.list_notes,
            "chat": talk.open,
            "host": talk.manage,
            "export": self.runs.export,
            "start": partial(self.playback.go, 0),
            "last-event": partial(self.playback.go, END),
            "jump-back": partial(self.playback.jump, -0.1),
            "jump-on": partial(self.playback.jump, 0.1),
            "next-part": partial(self.navigation.walk, 1),
            "previous-part": partial(self.navigation.walk, -1),
            "help": self.navigation.help,
            "next-call": partial(self.navigation.choose_call, 1),
            "previous-call": partial(self.navigation.choose_call, -1),
            "open-cut": self.navigation.open_cut,
            "copy": self.navigation.copy,
            "look-at": self.ending.look_at_point,
            "review": self.ending.toggle_review,
            "figures": self.ending.explain_losses,
        }

    # -- keys

    @property
    def closed(self) -> bool:
        """True while no key has a meaning: the stage is not shown yet, closing or broken, or the terminal too small."""
        return not (self.stage.ready and self.stage.space.fits) or self.stage.leaving or bool(self.stage.broken)

    def before_key(self, key: str, character: str) -> bool:
        """Prepare for a key: end messages and pauses. Returns True if the key is used up."""
        if self.stage.broken and key in ("escape", "q"):
            self.leaver.leave()
        if self.closed:
            return not key.startswith("ctrl+")
        self.stage.news = ("", "")
        self.stage.beats.show_rest(self.stage.view)
        self.stage.hinted = self.seat.take_hint()
        self.stage.guide.press(key, character)
        if self.stage.asks and self.stage.focus != "words":
            return self._answer_key(key, character)
        fresh = self.ending.shown and time.monotonic() - self.ending.opened < self.stage.tempo.pace
        # a key just after the end appeared was meant for the game
        return fresh and (character.isprintable() or key == "enter")

    def _answer_key(self, key: str, character: str) -> bool:
        """Answer a question by a key. Returns True if the key is used up."""
        if self.stage.asking == "play on":
            self.ending.answer(character == "y")
            return True
        if self.stage.asking != "leave":
            self.seat.answer(character == "y")
            return True
        self.stage.asking = ""
        if character == "y":
            self.leaver.leave()
        return key in ("y", "escape")

    def press(self, key: str) -> bool:
        """Pass a key to the scene, or to the list that has the focus. Returns False if it has no meaning there."""
        seat, pane = self.stage.acting, self.stage.view.pane
        if seat and key == "enter" and self.stage.hinted:
            self.seat.hint()
            return True
        if self.seat.pane_takes(lambda pane: pane.press(key)):
            return True
        if self.stage.focus == "dock":
            if self.stage.scroll("dock", key):
                return True
            if seat and len(key) == 1 and key in scene_keys(pane):
                self.stage.focus = "board"
                return self.seat.pane_takes(lambda pane: pane.press(key))
        begins = seat and pane.traits.writes_first and key not in scene_keys(pane) and not self._stage_has(key)
        if begins and len(key) == 1 and key.strip():
            self.seat.finish(key)
            return True
        return False

    def _stage_has(self, key: str) -> bool:
        return any(self.can(name) is not False for name in current().ids_on_key(key, ("everywhere", "stage", "hosted")))

    def explain(self, key: str) -> None:
        """Say why a key did nothing."""
        if self.closed or self.stage.focus == "words":
            return
        hosted = ("hosted",) if self.stage.table is not None else ()
        names = [*current().ids_on_key(key, ("everywhere", "stage", "time", *hosted))]
        if name := next((name for name in names if self.can(name) is None), ""):
            self.do(name)
            if not self.stage.news[0]:
                self.stage.tell(f"{key}: nothing to do now. {KEYS[name].label}: {KEYS[name].about}", "dim")
        elif names:
            purpose = KEYS[names[0]].label or KEYS[names[0]].about
            how = "for the past; {look-back} looks back" if self.stage.acting else "not possible now"
            self.stage.tell(f"{key} ({purpose}) is {how}", "dim")
        elif key in scene_keys(self.stage.view.pane) and self.stage.view.seat:
            over = self.stage.view.at_now or self.stage.view.ended is not None
            self.stage.tell(
                f"{key} belongs to the game: {'not possible now' if over else '{now} goes back to it'}", "dim"
            )
        else:
            self.stage.tell(f"{key} has no meaning here; {{help}} lists the keys", "dim")

    def do(self, name: str) -> None:
        """Carry out a command of the key table."""
        if self.ending.shown and KEYS[name].where != "end" and name not in OVER_THE_END:
            self.ending.close()
        if choice := self.ending.choice(name):
            choice.do()
        else:
            self._commands[name]()

    # -- possible commands

    def can(self, name: str) -> bool | None:
        """Return True if a command is possible now, else None or False.

        None means that the command only explains why it is impossible, False that its key has another meaning.
        """
        where = KEYS[name].where
        if self.closed or (where == "hosted" and self.stage.table is None):
            return False
        if self.stage.focus == "words":
            return name in WHILE_TYPING and (name not in ("next-step", "discard") or self._can(name))
        if where == "why":
            return self.stage.why and not self.ending.shown and self._can(name)
        if where == "end":
            return self.ending.shown and self._can(name)
        in_seat = self.stage.acting and not (self.stage.why or self.ending.shown)
        if where == "time" and in_seat and not (name == "play" and self.stage.paused):
            return False
        return self._can(name) or None

    def _can(self, name: str) -> bool:
        view, live = self.stage.view, self.stage.live
        match name:
            case "next-step":
                return self.stage.guide.step is not None
            case "retry":
                return self.runs.puzzle is not None and not self.stage.guide.hides_hints
            case "discard":
                return bool(self.stage.text or self.stage.queue.of(view.seat))
            case "hint":
                return self.stage.my_turn
            case "meanwhile" | "write":
                return self.stage.plays
            case "now" | "next-mark" | "last-event" | "jump-on":
                return not view.at_now
            case "play":
                return self.stage.paused or (view.known > 0 and not self.stage.my_turn)
            case "step":
                return self.stage.paused
            case "ending":
                return view.ended is not None
            case "start" | "previous-mark" | "branch" | "bookmark" | "note" | "jump-back":
                return view.n > 0
            case "take-seat":
                return live is not None and not view.header.is_partial and bool(view.pane.traits.free_seats(view))
            case "beside":
                return self.stage.beside is not None or self.runs.may_stand_beside
            case "difference":
                return self.stage.beside is not None
            case "intervene":
                return self.stage.goes_on and bool(view.pane.traits.interventions)
            case "host":
                return self.stage.table is not None and self.stage.table.is_host and view.ended is None
            case "notes" | "next-bookmark" | "previous-bookmark":
                return bool(view.bookmarks)
            case "slower":
                return self.stage.speed > SPEEDS[0]
            case "faster":
                return self.stage.speed < SPEEDS[-1]
            case "highlights":
                return view.known > 0 and self.stage.beside is None and (live is None or not view.at_now)
            case "guess":
                return live is None and bool(view.perspective)
            case "spoilers":
                return live is None and self.stage.beside is None
            case "next-call" | "previous-call":
                return self.stage.inspector.has_calls(view)
            case "open-cut":
                return self.stage.inspector.has_cut_text
            case "look-at":
                return self.ending.point is not None
            case "review":
                return bool(self.ending.review.words())
            case "figures":
                return bool(self.ending.review.worst())
        return KEYS[name].where != "end" or self.ending.choice(name) is not None

    # -- footer and palette

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
            case "next-step" if self.runs.puzzle is not None:
                return "next puzzle"
            case "discard" if self.stage.text:
                return "discard the draft" if self.stage.focus != "words" else "discard"
            case "back":
                inside = self.stage.focus != "board" or self.ending.shown or self.stage.why
                return "board" if inside else self.stage.guide.closing if self.stage.guide.step is not None else "leave"
        choice = self.ending.choice(name)
        return choice.label if choice else KEYS[name].label

    def _group(self, name: str) -> str:
        group = KEYS[name].group
        return (
            "round"
            if group == "turn" and self.stage.view.round > 1
            else self.stage.view.pane.traits.unit
            if group == "turn"
            else group
        )

    def footer(self) -> list[tuple[str, str]]:
        """List keys with labels: first those of the focused part, then those of the key table."""
        if self.stage.asks and self.stage.focus != "words":
            return [("y", "yes"), ("any other key", "no")]
        names = [name for name in KEYS if KEYS[name].label and name != "hint" and self.can(name)]
        inner = [name for name in names if KEYS[name].where in ("why", "end")]
        throws = self.stage.focus == "words" or bool(self.stage.queue.of(self.stage.view.seat))
        first = ("next-step", "retry", *(("discard",) if throws else ()), *(("now",) if self.stage.goes_on else ()))
        first += ("play", "step", *(("ending",) if self.stage.view.at_now else ()), "beside", "difference")
        if not self.stage.acting:
            first += ("previous-event", "next-event", "look-back", "look-on")
        unread = ["chat"] if self.stage.table is not None and self.stage.table.chat.unread and self.can("chat") else []
        head = [*unread, *(name for name in names if name in first)]
        rest = [name for name in names if name not in (*first, *unread, *inner, "now", "ending", "discard")]
        if self.ending.shown:
            head, rest = unread, ["back"]
        elif self.stage.why:
            head, rest = (
                head[: head[:1] == ["now"]],
                [*(name for name in rest if name in ("perspective", "back")), *head, *rest],
            )
        listed: dict[str, str] = {}
        for key, label in (*self._written(head), *self._own_keys(), *self._written([*inner, *rest])):
            listed.setdefault(key, label)
        return [*listed.items()]

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
        if self.ending.shown:
            plays_on = "look" if self.stage.view.header.is_partial else "play on"
            return [("↑↓", "choose"), ("enter", plays_on if self.ending.point else "do it")]
        if self.stage.why:
            return [("←→", "decision"), ("tab", "part"), ("↑↓", "scroll")]
        if self.stage.focus != "dock":
            return [*own, *(each for each in looks if each not in own)]
        scroll = [] if any("↑" in key for key, _ in looks) else [("↑↓", "scroll")]
        taken = {*scene_keys(pane)}
        return [*scroll, *looks, *(each for each in own if {*each[0].replace("space", " ")} - {"–"} <= taken)]

    def commands(self) -> Iterator[Pick]:
        """List the commands that are possible now, for the palette."""
        keys = current()
        for key, label in self._own_keys() if self.stage.acting and not self.stage.broken else ():
            if len(key) == 1 and not self._stage_has(key):
                yield Pick(label[:1].upper() + label[1:], "key of the scene", partial(self._press_picked, key), key)
        for name, entry in KEYS.items():
            if name in self._commands and entry.label and not self.stage.broken and self._possible(name):
                label = self.label(name)
                do = partial(self._pick, name)
                yield Pick(label[:1].upper() + label[1:], entry.about, do, keys.sign(name))
            if (
                name == "perspective"
                and self.seat.may_choose_perspective
                and len(self.stage.view.header.cast) <= MAX_STEPPED_PERSPECTIVES
            ):
                for seat in self.seat.perspectives:
                    about = "what this player knows" if seat else ""
                    yield Pick(
                        f"View of {seat}" if seat else "Full view", about, partial(self.seat.pick_perspective, seat)
                    )
        yield from (
            pick._replace(label=f"Export: {pick.label[0].lower()}{pick.label[1:]}") for pick in self.runs.exports()
        )
        moving = "no spinners and no pauses" if self.stage.tempo.motion else "spinners, and pauses at important events"
        yield Pick("Motion", f"show {moving}; remembered", self.playback.change_motion)
        yield Pick("Help", KEYS["help"].about, partial(self._pick, "help"), keys.sign("help"))
        yield Pick("Leave", "a recorded game can be resumed", self.leaver.ask_to_leave)

    def _possible(self, name: str) -> bool:
        return (
            name not in ("back", "next-part")
            and KEYS[name].where in ("stage", "time", "hosted", "everywhere")
            and self._can(name)
        )

    def _press_picked(self, key: str) -> None:
        self.stage.news = ("", "")
        self.press(key)
        self.stage.touch()

    def _pick(self, name: str) -> None:
        self.stage.news = ("", "")
        self.do(name)
        self.stage.touch()
