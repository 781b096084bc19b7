"""Keys of a stage: what a key does, whether its command is possible, and why it did nothing."""

import time

from tui.keys import KEYS, current
from tui.panes.seat import scene_keys
from tui.state.command_table import COMMANDS
from tui.state.parts import StageParts

WHILE_TYPING = ("next-part", "previous-part", "back", "help", "discard", "next-step")
"""Commands whose keys also work while text is being typed."""
OVER_THE_END = ("back", "help", "export", "hint", "quit")
"""Commands that do not close the end screen."""


class Commands:
    """Carries out the command that a key stands for."""

    def __init__(self, stage: StageParts) -> None:
        self.stage = stage

    @property
    def closed(self) -> bool:
        """True while no key has a meaning: the stage is not shown yet, closing or broken, or the terminal too small."""
        return not (self.stage.ready and self.stage.space.fits) or self.stage.leaving or bool(self.stage.broken)

    def before_key(self, key: str, character: str) -> bool:
        """Prepare for a key: end messages and pauses. Returns True if the key is used up."""
        if self.stage.broken and key in ("escape", "q"):
            self.stage.leaver.leave()
        if self.closed:
            return not key.startswith("ctrl+")
        self.stage.news = ("", "")
        self.stage.beats.show_rest(self.stage.view)
        self.stage.hinted = self.stage.seat.take_hint()
        self.stage.guide.press(key, character)
        if self.stage.asks and self.stage.focus != "words":
            return self._answer_key(key, character)
        fresh = self.stage.ending.shown and time.monotonic() - self.stage.ending.opened < self.stage.tempo.pace
        # a key just after the end appeared was meant for the game
        return fresh and (character.isprintable() or key == "enter")

    def _answer_key(self, key: str, character: str) -> bool:
        """Answer a question by a key. Returns True if the key is used up."""
        if self.stage.asking == "play on":
            self.stage.ending.answer(character == "y")
            return True
        if self.stage.asking != "leave":
            self.stage.seat.answer(character == "y")
            return True
        self.stage.asking = ""
        if character == "y":
            self.stage.leaver.leave()
        return key in ("y", "escape")

    def press(self, key: str) -> bool:
        """Pass a key to the scene, or to the list that has the focus. Returns False if it has no meaning there."""
        seat, pane = self.stage.acting, self.stage.view.pane
        if seat and key == "enter" and self.stage.hinted:
            self.stage.seat.hint()
            return True
        if self.stage.seat.pane_takes(lambda pane: pane.press(key)):
            return True
        if self.stage.focus == "dock":
            if self.stage.scroll("dock", key):
                return True
            if seat and len(key) == 1 and key in scene_keys(pane):
                self.stage.focus = "board"
                return self.stage.seat.pane_takes(lambda pane: pane.press(key))
        begins = seat and pane.traits.writes_first and key not in scene_keys(pane) and not self.is_on_key(key)
        if begins and len(key) == 1 and key.strip():
            self.stage.seat.finish(key)
            return True
        return False

    def is_on_key(self, key: str) -> bool:
        """Return True if a key has a command of the stage now."""
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
        if self.stage.ending.shown and KEYS[name].where != "end" and name not in OVER_THE_END:
            self.stage.ending.close()
        if choice := self.stage.ending.choice(name):
            choice.do()
        else:
            COMMANDS[name].do(self.stage)

    def can(self, name: str) -> bool | None:
        """Return True if a command is possible now, else None or False.

        None means that the command only explains why it is impossible, False that its key has another meaning.
        """
        where = KEYS[name].where
        if self.closed or (where == "hosted" and self.stage.table is None):
            return False
        if self.stage.focus == "words":
            return name in WHILE_TYPING and (name not in ("next-step", "discard") or self.possible(name))
        if where == "why":
            return self.stage.why and not self.stage.ending.shown and self.possible(name)
        if where == "end":
            return self.stage.ending.shown and self.possible(name)
        in_seat = self.stage.acting and not (self.stage.why or self.stage.ending.shown)
        if where == "time" and in_seat and not (name == "play" and self.stage.paused):
            return False
        return self.possible(name) or None

    def possible(self, name: str) -> bool:
        """Return True if a command is possible now, whatever has the focus."""
        if command := COMMANDS.get(name):
            return command.can(self.stage)
        return KEYS[name].where != "end" or self.stage.ending.choice(name) is not None
