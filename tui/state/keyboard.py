"""Keys of a stage: what each means in each mode."""

from collections.abc import Callable
from enum import Enum, auto
from functools import partial
from typing import Any

from tui.key_names import NAMES
from tui.log_view import END
from tui.state.after import After
from tui.state.inspector import OWN
from tui.state.requests import Copy, ShowPage


class Mode(Enum):
    """What keys mean."""

    CLOSED = auto()
    """Nothing: the stage is not shown yet, being left, broken, or the terminal is too small."""
    ASKED = auto()
    """An answer to a question, yes or no."""
    WORDS = auto()
    """Text for the input."""
    OVER = auto()
    """The end is shown."""
    WHY = auto()
    """The inspector is open."""
    SEAT = auto()
    """A person sits here, at the newest event: letters, digits and arrows belong to the scene."""
    TIME = auto()
    """In the past, or without a seat: they belong to the transport."""


ANYWHERE = ("next-part", "previous-part", "back", "help", "discard")
"""Keys that mean the same everywhere, and are no text."""
OVER_THE_END = ("back", "help", "export", "hint")
"""Keys that leave the end on the screen."""


class Keyboard(After):
    """Does what a key means."""

    def __init__(self, *args: Any, **rest: Any) -> None:
        super().__init__(*args, **rest)
        self._deeds: dict[str, Callable[[], object]] = {
            "left": partial(self.go_events, -1),
            "right": partial(self.go_events, 1),
            "next-part": partial(self.walk, 1),
            "previous-part": partial(self.walk, -1),
            "back": self.back,
            "discard": self.discard,
            "help": self.help,
            "write": self.write,
            "why": self.inspect,
            "eyes": self.change_eyes,
            "hint": self.hint,
            "meanwhile": self.recap,
            "search": partial(self.ask_for, "search"),
            "go-to": partial(self.ask_for, "go"),
            "look-back": partial(self.go_round, -1),
            "bookmark": self.mark,
            "note": self.begin_note,
            "notes": self.list_notes,
            "previous-bookmark": partial(self.go_bookmark, -1),
            "next-bookmark": partial(self.go_bookmark, 1),
            "export": self.export,
            "now": self.now,
            "slower": partial(self.change_speed, -1),
            "faster": partial(self.change_speed, 1),
            "play": self.toggle_play,
            "step": self.step,
            "look-on": partial(self.go_round, 1),
            "jump-back": partial(self.jump, -0.1),
            "jump-on": partial(self.jump, 0.1),
            "start": partial(self.go, 0),
            "last-event": partial(self.go, END),
            "next-mark": partial(self.go_notable, 1),
            "previous-mark": partial(self.go_notable, -1),
            "branch": self.branch,
            "beside": self.turn,
            "difference": self.go_difference,
            "intervene": self.begin_intervening,
            "ending": self.show_ending,
            "spoilers": self.change_spoilers,
            "guess": self.guess,
            "leave": self.back,
        }
        self._names = {key: name for name in self._deeds for key in NAMES[name].keys}

    # -- keys

    @property
    def mode(self) -> Mode:
        """What keys mean now."""
        if not (self.ready and self.space.fits) or self.leaving or self.broken:
            return Mode.CLOSED
        if self.focus == "words":
            return Mode.WORDS
        if self.asking in ("eyes", "leave", "sure"):
            return Mode.ASKED
        if self.ending.shown:
            return Mode.OVER
        if self.why:
            return Mode.WHY
        return Mode.SEAT if self.acting else Mode.TIME

    @property
    def key_mode(self) -> tuple[str, str]:
        """How the keymap reads keys, and the keys that belong to the scene or to the part over the board."""
        match self.mode:
            case Mode.SEAT:
                return "seat", self.view.pane.letters
            case Mode.TIME:
                return "time", ""
            case Mode.OVER:
                return "time", self.ending.letters
            case Mode.WHY:
                return "time", OWN
        return "words", ""

    def press(self, key: str, character: str = "") -> bool:
        """Do what a key means. False leaves it to the app, or to the widget that has the focus."""
        mode = self.mode
        if self.broken and key in ("escape", "q"):
            self.leave()
        if mode is Mode.CLOSED:
            return not key.startswith("ctrl+")
        self.news = ("", "")
        self.beats.cut(self.view)
        self.hinted = self.view.pane.take_hint()
        if self.guide.press(key, character):
            return True
        if mode is Mode.WORDS:
            name = self._names.get(key, "")
            return len(key) > 1 and name in ANYWHERE and self.do(name)
        if mode is Mode.ASKED and self.asking == "leave" and key not in ("y", "escape"):
            self.asking = ""  # a player who goes on has answered
            mode = self.mode
        if mode is Mode.ASKED:
            self.answer(character == "y")
            return True
        if mode is Mode.OVER:
            return self.press_ending(key, character) or self._leave_end(key, character)
        if mode is Mode.WHY:
            return self._press_inspector(key, character) or self.do(self._name(key, character))
        return self._press_board(mode, key, character)

    def _press_board(self, mode: Mode, key: str, character: str) -> bool:
        written = character if character and character.isprintable() else key
        seat = mode is Mode.SEAT
        if seat and key == "enter" and self.hinted:
            return self.do("hint")
        if seat and self.view.n and self.scene_takes(written):
            return True
        if seat and key == "space" and self.paused:
            return self.do("play")
        if self.look(lambda pane: pane.look(written)):
            return True
        if self.focus == "dock":
            if self.scroll("dock", key):
                return True
            if seat and len(written) == 1 and written in self.view.pane.letters:
                self.focus = "board"
                self.place_focus()
                if self.scene_takes(written) or self.look(lambda pane: pane.look(written)):
                    return True
        return self.do(self._name(key, character, past=not seat)) or (seat and self._open_input(written, character))

    def _leave_end(self, key: str, character: str) -> bool:
        """Do what a key does on the board, which is shown again; but help lies over the end as well."""
        name = self._name(key, character)
        if name and name not in OVER_THE_END:
            self.close_ending()
        return self.do(name)

    def _press_inspector(self, key: str, character: str) -> bool:
        taken = self.scroll("inspector", key) or self.inspector.press(key, character, self.view)
        if character == "y":
            name, text = self.inspector.copied()
            self.request(Copy(text))
            self.tell(f"{name} copied", "accent")
            taken = True
        self.touch()
        return taken

    def _open_input(self, sign: str, character: str) -> bool:
        """Begin to write with a sign that means nothing on the board, in a scene where people mostly write."""
        pane = self.view.pane
        begins = pane.writes_first and bool(character.strip()) and sign == character and sign not in pane.letters
        if begins:
            self.finish(sign)
        return begins

    def _name(self, key: str, character: str, *, past: bool = True) -> str:
        """The name of what a key does; "" for a key of the past, where that belongs to the scene."""
        name = self._names.get(key) or self._names.get(character, "")
        of_time = bool(name) and (NAMES[name].where == "time" or name in ("left", "right"))
        return "" if of_time and not past else name

    def do(self, name: str) -> bool:
        """Do what has this name in the table of keys. False without a name."""
        if name:
            self._deeds[name]()
        return bool(name)

    # -- one step

    def walk(self, direction: int) -> None:
        """Give the keys to the next part: board, each tab of the dock, input; or the inspector's next page."""
        if self.why and self.focus != "words":
            self.inspector.next_part(direction)
            self.touch()
            return
        if self.asking:
            self.end_asking()
        count = len(self.tabs)
        here: int | str = self.tab if self.focus == "dock" else "words" if self.focus == "words" else "board"
        stops: list[int | str] = ["board", *range(count), *(["words"] if self.acting or here == "words" else [])]
        target = stops[(stops.index(here) + direction) % len(stops)]
        if isinstance(target, int):
            self.open_tab(target)
        else:
            self.focus = "words" if target == "words" else "board"

    def open_tab(self, tab: int) -> None:
        """Show a tab of the dock, and give it the keys."""
        self.tab, self.tab_before = tab, None
        self.focus = "dock"

    def inspect(self) -> None:
        """Open or close the inspector."""
        self.why = not self.why
        if not self.why:
            self.focus = "board"
        self.touch()

    def back(self) -> None:
        """Close what is open, then go back to the board, then leave."""
        if self.asking:
            self.end_asking()
        elif self.ending.shown:
            self.close_ending()
        elif self.why:
            self.inspect()
        elif self.focus != "board":
            if self.tab_before is not None and self.focus == "dock":
                self.tab, self.tab_before = self.tab_before, None
            self.focus = "board"
        elif self.guide.step is not None:
            self.guide.end()
            self.tell("the tour is put away, and the game goes on; esc again leaves", "accent")
        else:
            self.ask_to_leave()

    def seek(self, n: int) -> None:
        """Go to an event that was clicked on the track."""
        self.go(n)

    def help(self) -> None:
        """Show the rules and the keys."""
        pane = self.view.pane
        own = (*(pane.own_keys() if self.acting else ()), *pane.look_keys())
        told = self.live.addresses.values() if self.live is not None else ()
        self.request(ShowPage(pane.title(), [*told, *pane.help()], own, general=True))
