"""The host's table before a hosted game starts."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.binding import Binding

from core.errors import UserError
from core.remote.host import Host
from core.remote.projection import PUBLIC
from core.remote.protocol import Place
from tui.screens.base import bindings
from tui.screens.table import AWAY, HERE, TableScreen, delay_of
from tui.shared_table import HostSide
from tui.styles import Line

if TYPE_CHECKING:
    from tui.state.stage import StageState

ABOUT_HOST = (
    "Give each remote player the command at their name. They type it in a terminal where Playbill is installed. The "
    "token in it is the right to the seat; whoever uses it later takes the seat over.",
    "The game starts when everybody is here and you press Enter. A remote player sees only what their seat may know.",
)


class HostTable(TableScreen):
    """The host's table: the command with which each player joins, and the start of the game."""

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

    def about_game(self) -> tuple[str, str]:
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
        return "remote", state, delay_of(place) if place.here else self._host.invitations[place.name]

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
            self.tell("nobody can join in this seat", "dim")
