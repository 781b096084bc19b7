"""The table of a hosted game before it starts: seats, players, and the commands to join with."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.events import Key, Resize

from core.errors import UserError
from core.remote.client import Client
from core.remote.host import Host
from core.remote.projection import PUBLIC
from core.remote.protocol import Place
from tui.glyphs import cells
from tui.key_signs import footer, sign_of
from tui.keys import KEYS, current
from tui.lines import Lines, Words
from tui.pick_list import Pick
from tui.screens.base import PlaybillScreen, bindings, stroke
from tui.screens.help import HelpScreen
from tui.shared_table import GuestSide, HostSide, SharedTable
from tui.sizes import SMALLEST
from tui.styles import Line, clip, pad, spread

if TYPE_CHECKING:
    from collections.abc import Callable

    from tui.app import Playbill
    from tui.state.stage import StageState

HERE, AWAY = "● here", "○ not here yet"
CHAT_ROWS = 6
"""Most rows of the chat, with its title."""
ABOUT_HOST = (
    "Give each remote player the line at their name: they type it in a terminal where Playbill is installed. The token "
    "in it is the right to the seat; whoever uses it later takes the seat over.",
    "The game starts when everybody is here and you press Enter. A remote player sees only what their seat may know.",
)
ABOUT_GUEST = (
    "The game starts when the host starts it. You can leave and join again with the same line at any time.",
    "What you may know of the game is recorded, so that you can watch it again. With --no-record, and in a browser, it "
    "is not.",
)


class TableScreen(PlaybillScreen["StageState | UserError"]):
    """Lists the seats. Its result is the stage of the game, or an error."""

    places = ("everywhere", "table")
    app: "Playbill"
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
        self._news = ("", "")

    def compose(self) -> ComposeResult:
        yield Lines(id="header", ground="shade")
        yield Lines(id="table")
        yield Lines(id="chat", follow=True)
        with Horizontal(id="input-row"):
            yield Lines(id="prompt", ground="shade")
            yield Words(self._send, id="words")
        yield Lines(id="told")
        yield Lines(id="footer")
        yield Lines(id="notice")

    def on_mount(self) -> None:
        self.watch(self.app, "theme", self.paint, init=False)
        self.paint()

    def on_resize(self, event: Resize) -> None:
        self.set_class(not self.has_room, "small")
        self.paint()

    # -- for the two kinds of tables

    def heading(self) -> tuple[str, str]:
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
        """List the ids of the keys that mean something now."""
        raise NotImplementedError

    # -- the picture

    def paint(self) -> None:
        """Draw the table."""
        if not (self.is_mounted and self.children):  # the app may have ended meanwhile
            return
        width, height = self.app.size
        if not self.has_room:
            words = f"Playbill needs {SMALLEST[0]}x{SMALLEST[1]}; this is {width}x{height}"
            self._lines("notice").show([*[()] * (height // 2), ((words.center(width)[:width], "accent"),)])
            return
        left, right = self.heading()
        header: Line = ((" Playbill  ", "bold accent"), (left, "fg"))
        self._lines("header").show([spread(header, ((f"{right} ", "mid"),), width)])
        self._lines("table").show([(), *self._rows(width), (), *self.below()])
        self._lines("told").show([((f" {clip(self._news[0], width - 2)}", self._news[1]),)])
        self._paint_chat(width)
        keys = [(sign_of(KEYS[name].keys[0]), self.label(name)) for name in (*self.possible(), "table-chat")]
        keys = [("enter", "send"), ("esc", "back to the table")] if self.is_writing else keys
        self._lines("footer").show([footer(keys, width, relabel=self.relabel)])

    def _paint_chat(self, width: int) -> None:
        rows = self.people.chat_rows(width) if self.people.chat.lines else []
        title: Line = (("─ ", "line"), ("Chat ", "bold mid"), ("─" * max(0, width - 7), "line"))
        shown = [title, *rows[1 - CHAT_ROWS :]] if rows else []
        chat = self._lines("chat")
        chat.styles.height = len(shown)
        chat.show(shown)
        self.people.chat.read()
        self._lines("prompt").show([((" › ", "accent" if self.is_writing else "dim"),)])
        sign = current().sign("table-chat")
        placeholder = "to the people at the table" if self.is_writing else f"{sign} chats with the people at the table"
        words = self.query_one(Words)
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

    def _lines(self, name: str) -> Lines:
        return self.query_one(f"#{name}", Lines)

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
        return isinstance(self.focused, Words)

    def action_chat(self) -> None:
        """Write to the people at the table."""
        self.set_focus(self.query_one(Words))

    def _send(self, text: str) -> None:
        """Send a line, and go on writing; an empty one ends that."""
        if not text.strip():
            self.set_focus(None)
        elif why := self.people.write(text):
            self.tell(why, "bad")
        else:
            self.query_one(Words).value = ""
        self.paint()

    # -- keys

    def tell(self, text: str, style: str) -> None:
        self._news = (text, style)
        self.paint()

    async def press(self, event: Key) -> None:
        self._news = ("", "")
        await super().press(event)
        self.paint()

    def action_move(self, by: int) -> None:
        """Move the cursor."""
        self._cursor = min(max(0, self._cursor + by), len(self.seats()) - 1)

    def action_help(self) -> None:
        """Show the page of help."""
        keys = [(current().sign(name), KEYS[name].about) for name in self.keys]
        self.app.push_screen(HelpScreen("the table", list(self.about), keys))

    def action_leave(self) -> None:
        """Leave the input, or the table for the lobby or the shell."""
        if self.is_writing:
            self.set_focus(None)
            return
        self.leaving = True
        self.dismiss(None)

    def palette_commands(self) -> Iterable[Pick]:
        for name in self.possible():
            press = partial(self.app.post_message, stroke(current().keys(name)[0]))
            yield Pick(self.label(name).capitalize(), KEYS[name].about, press, current().sign(name))


class HostTable(TableScreen):
    """The host's table: the lines to join with, and the start."""

    BINDINGS: ClassVar = [
        *bindings({"table-start": "start", "table-bot": "change_kind", "table-copy": "copy"}),
        Binding("ctrl+c", "copy", show=False),
    ]
    about = ABOUT_HOST
    keys = ("table-start", "table-bot", "table-copy", "table-chat")

    def __init__(self, host: Host, begin: "Callable[[], StageState]") -> None:
        """Show the host's table; `begin` makes the stage of the started game."""
        super().__init__(HostSide(host))
        self._host, self._begin = host, begin

    def on_mount(self) -> None:
        self._host.changed = self.paint
        self._open()

    @work
    async def _open(self) -> None:
        await self._host.open()

    def heading(self) -> tuple[str, str]:
        missing = sum(not (place.here and place.ready) for place in self.seats())
        right = f"waiting for {missing} player{'s' * (missing != 1)}" if missing else "everybody is here"
        return f"{self._host.header.scene} · hosted by you at {self._host.address}", right

    def seats(self) -> Sequence[Place]:
        return self._host.places()

    def about_seat(self, place: Place) -> tuple[str, str, str]:
        if place.kind == "host":
            return "you, the host", HERE, ""
        if place.kind == "bot":
            return "bot", self._host.policy(place.name), ""
        state = f"{HERE}{', ready' if place.ready else ', not ready'}" if place.here else AWAY
        return "remote", state, _delay(place) if place.here else self._host.invitations[place.name]

    def below(self) -> list[Line]:
        lines: list[tuple[str, str]] = []
        if link := self._host.links.get(self.chosen.name):
            lines.append((f"{self.chosen.name} in a browser", link))
        if line := self._host.invitations.get(PUBLIC):
            turns = self._host.settings.spectators
            late = f", {turns} turns late" if turns else ""
            lines.append((f"Spectators: {self._host.spectators}{late}", line))
        return [row for about, text in lines for row in (((f"   {about}", "mid"),), ((f"      {text}", "fg"),))]

    def possible(self) -> list[str]:
        remote = ["table-copy"] if self.chosen.name in self._host.invitations else []
        may_change = self.chosen.name in self._host.invitations or not self._host.resumes
        kinds = ["table-bot"] if self.chosen.kind != "host" and may_change else []
        return [*(["table-start"] if self._host.all_ready else []), *kinds, *remote]

    def label(self, name: str) -> str:
        if name == "table-bot":
            place = self.chosen
            return f"a bot for {place.name}" if place.kind == "remote" else f"open {place.name}'s seat"
        return super().label(name)

    def action_start(self) -> None:
        """Start the game once everybody is ready."""
        if not self._host.all_ready:
            away = next(place for place in self.seats() if not (place.here and place.ready))
            self.tell(f"{away.name} is not ready yet; b puts a bot into the seat", "accent")
            return
        try:
            self.dismiss(self._begin())
        except UserError as error:
            self.tell(str(error), "bad")

    def action_change_kind(self) -> None:
        """Put a bot into the seat under the cursor, or open the seat for a remote player."""
        place = self.chosen
        if place.kind == "host":
            self.tell("this is your own seat", "dim")
            return
        try:
            self._host.reseat(place.name)
        except UserError as error:
            self.tell(str(error), "bad")

    def action_copy(self) -> None:
        """Copy the line for the seat under the cursor."""
        if line := self._host.invitations.get(self.chosen.name):
            self.app.copy_to_clipboard(line)
            self.tell(f"copied: {line}", "accent")
        else:
            self.tell("nobody joins in this seat", "dim")


class GuestTable(TableScreen):
    """A guest's table: seats, players, and the own readiness."""

    BINDINGS: ClassVar = [*bindings({"table-ready": "ready"})]
    about = ABOUT_GUEST
    keys = ("table-ready", "table-chat")

    def __init__(self, client: Client, begin: "Callable[[], StageState]") -> None:
        """Show the table of a client; `begin` makes the stage once the game has begun."""
        super().__init__(GuestSide(client))
        self._client, self._begin = client, begin

    def on_mount(self) -> None:
        self._client.changed = self._update
        self._client.connect()

    def _update(self) -> None:
        client = self._client
        if self.leaving:
            return
        if client.closed:
            self.leaving = True
            self.dismiss(UserError(client.closed))
        elif client.header is not None:
            self.leaving = True
            try:
                stage = self._begin()
                stage.talk.draft = self.query_one(Words).value if self.is_writing else None
                self.dismiss(stage)
            except UserError as error:
                self.dismiss(error)
        else:
            self.paint()

    def heading(self) -> tuple[str, str]:
        table = self._client.table
        if table is None or self._client.trouble:
            return "joining a game", f"connecting{f': {self._client.trouble}' if self._client.trouble else ''}"
        by = f" · hosted by {table.host}" if table.host else ""
        missing = sum(not (place.here and place.ready) for place in table.places)
        waiting = f"waiting for {missing} player{'s' * (missing != 1)}" if missing else "waiting for the host to start"
        return f"{table.scene}{by}", waiting

    def seats(self) -> Sequence[Place]:
        return self._client.table.places if self._client.table else ()

    def about_seat(self, place: Place) -> tuple[str, str, str]:
        own = self._client.table is not None and place.name == self._client.table.seat
        kind = "you" if own else "the host" if place.kind == "host" else place.kind
        ready = "" if place.kind != "remote" else ", ready" if place.ready else ", not ready"
        return kind, f"{HERE}{ready}" if place.here else AWAY, _delay(place)

    def below(self) -> list[Line]:
        table = self._client.table
        return [((f"   Spectators {table.spectators}", "mid"),)] if table and table.spectators else []

    def possible(self) -> list[str]:
        return ["table-ready"] if self._client.table and self._client.table.seat else []

    def label(self, name: str) -> str:
        return "not ready" if self._is_ready() else "ready"

    def _is_ready(self) -> bool:
        table = self._client.table
        return table is not None and any(place.name == table.seat and place.ready for place in table.places)

    def action_move(self, by: int) -> None:
        if self.seats():
            super().action_move(by)

    def action_ready(self) -> None:
        """Say that the game may start, or that it may not yet."""
        self._client.ready(not self._is_ready())


def _delay(place: Place) -> str:
    return f"{place.delay} ms" if place.delay is not None else ""
