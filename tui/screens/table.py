"""The table of a hosted game before it starts: seats, players, and the commands to join with."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal

from core.remote.protocol import Place
from tui.glyphs import cells
from tui.key_signs import sign_of
from tui.keys import KEYS, current
from tui.lines import LineInput, Lines
from tui.pick_list import Pick
from tui.screens.base import bindings, stroke
from tui.screens.framed import FramedScreen
from tui.screens.help import HelpScreen
from tui.shared_table import SharedTable
from tui.styles import Line, clip, pad, spread

if TYPE_CHECKING:
    from core.errors import UserError  # noqa: F401  the result's type
    from tui.state.stage import StageState  # noqa: F401  as well

HERE, AWAY = "● here", "○ not here yet"
CHAT_ROWS = 6
"""Most rows of the chat, with its title."""


class TableScreen(FramedScreen["StageState | UserError"]):
    """Lists the seats. Its result is the stage of the game, or an error."""

    places = ("everywhere", "table")
    AUTO_FOCUS = ""
    BINDINGS: ClassVar = [
        *bindings({"up": "move(-1)", "down": "move(1)", "back": "leave", "help": "help", "table-chat": "chat"}),
    ]
    about: Sequence[str] = ()
    keys: Sequence[str] = ()
    """Ids of the table's own keys."""

    def __init__(self, table: SharedTable) -> None:
        super().__init__()
        self.people = table
        self._cursor = 0

    def body(self) -> ComposeResult:
        yield Lines(id="table")
        yield Lines(id="chat", follow=True)
        with Horizontal(id="input-row"):
            yield Lines(id="prompt", ground="shade")
            yield LineInput(self._send, id="words")

    def on_mount(self) -> None:
        self.paint()

    # -- for the two kinds of tables

    def about_game(self) -> tuple[str, str]:
        """Return the left and the right part of the header."""
        raise NotImplementedError

    def seats(self) -> Sequence[Place]:
        """List the seats."""
        raise NotImplementedError

    def about_seat(self, place: Place) -> tuple[str, str, str]:
        """Return the kind of player in a seat, the seat's state, and a command or link for it."""
        raise NotImplementedError

    def below(self) -> list[Line]:
        """Return the rows below the seats."""
        return []

    def possible(self) -> list[str]:
        """List the ids of the keys that can be used now."""
        raise NotImplementedError

    # -- the picture

    def draw(self, width: int) -> None:
        self.lines("table").show([(), *self._rows(width), (), *self.below()])
        self._paint_chat(width)

    def heading(self, width: int) -> Line:
        left, right = self.about_game()
        return spread(((" Playbill  ", "bold accent"), (left, "fg")), ((f"{right} ", "mid"),), width)

    def footer_keys(self) -> list[tuple[str, str]]:
        if self.is_writing:
            return [("enter", "send"), ("esc", "back to the table")]
        return [(sign_of(KEYS[name].keys[0]), self.label(name)) for name in (*self.possible(), "table-chat")]

    def _paint_chat(self, width: int) -> None:
        rows = self.people.chat_rows(width) if self.people.chat.lines else []
        title: Line = (("─ ", "line"), ("Chat ", "bold mid"), ("─" * max(0, width - 7), "line"))
        shown = [title, *rows[1 - CHAT_ROWS :]] if rows else []
        chat = self.lines("chat")
        chat.styles.height = len(shown)
        chat.show(shown)
        self.people.chat.read()
        self.lines("prompt").show([((" › ", "accent" if self.is_writing else "dim"),)])
        sign = current().sign("table-chat")
        placeholder = "to the people at the table" if self.is_writing else f"{sign} chats with the people at the table"
        words = self.query_one(LineInput)
        words.placeholder, words.cursor_blink = placeholder, self.app.tempo.motion

    def _rows(self, width: int) -> list[Line]:
        seats = list(self.seats())
        kinds = [self.about_seat(place) for place in seats]
        names = min(12, max((cells(place.name) for place in seats), default=0))
        wide = min(16, max((cells(kind) for kind, _, _ in kinds), default=0))
        rows: list[Line] = []
        for at, (place, (kind, state, more)) in enumerate(zip(seats, kinds, strict=True)):
            here = self._cursor == at
            row: Line = (
                (" ▸ " if here else "   ", "accent"),
                (pad(clip(place.name, names), names), "bold hi"),
                (f"   {pad(clip(kind, wide), wide)}   ", "mid"),
                (state, "good" if place.here else "accent"),
            )
            used = 9 + names + wide + cells(state)
            if more and used + 2 + cells(more) <= width:
                rows.append((*row, (f"  {more}", "fg")))
            else:
                rows.append(row)
                rows += [((f"      {more}", "fg"),)] if more else []
        return rows

    def label(self, name: str) -> str:
        """Return the label of a key in the footer."""
        return KEYS[name].label

    @property
    def chosen(self) -> Place:
        """The seat under the cursor."""
        seats = self.seats()
        return seats[min(self._cursor, len(seats) - 1)]

    # -- chat

    @property
    def is_writing(self) -> bool:
        """True while the input has the keys."""
        return isinstance(self.focused, LineInput)

    def action_chat(self) -> None:
        """Write to the people at the table."""
        self.set_focus(self.query_one(LineInput))

    def _send(self, text: str) -> None:
        """Send a line and keep the input open; an empty line closes it."""
        if not text.strip():
            self.set_focus(None)
        elif why := self.people.write(text):
            self.tell(why, "bad")
        else:
            self.query_one(LineInput).value = ""
        self.paint()

    # -- keys

    def action_move(self, step: int) -> None:
        """Move the cursor."""
        self._cursor = min(max(0, self._cursor + step), len(self.seats()) - 1)

    def action_help(self) -> None:
        """Show the page of help."""
        keys = [(current().sign(name), KEYS[name].about) for name in self.keys]
        self.app.push_screen(HelpScreen("the table", list(self.about), keys))

    def action_leave(self) -> None:
        """Leave the input, or else the table, for the lobby or the shell."""
        if self.is_writing:
            self.set_focus(None)
            return
        self.leaving = True
        self.dismiss(None)

    def palette_commands(self) -> Iterable[Pick]:
        for name in self.possible():
            press = partial(self.app.post_message, stroke(current().keys(name)[0]))
            yield Pick(self.label(name).capitalize(), KEYS[name].about, press, current().sign(name))


def delay_of(place: Place) -> str:
    """Write the delay of a player's connection; empty if it is not known."""
    return f"{place.delay} ms" if place.delay is not None else ""
