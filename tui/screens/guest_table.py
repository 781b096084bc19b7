"""A guest's table before a hosted game starts."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from core.errors import UserError
from core.remote.client import Client
from core.remote.protocol import Place
from tui.lines import LineInput
from tui.screens.base import bindings
from tui.screens.table import AWAY, HERE, TableScreen, delay_of
from tui.shared_table import GuestSide
from tui.styles import Line

if TYPE_CHECKING:
    from tui.state.stage import StageState

ABOUT_GUEST = (
    "The game starts when the host starts it. You can leave and join again with the same line at any time.",
    "What you may know of the game is recorded, so that you can watch it again. With --no-record, and in a browser, it "
    "is not.",
)


class GuestTable(TableScreen):
    """A guest's table: the seats, the players, and whether the guest is ready."""

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
                stage.talk.draft = self.query_one(LineInput).value if self.is_writing else None
                self.dismiss(stage)
            except UserError as error:
                self.dismiss(error)
        else:
            self.paint()

    def about_game(self) -> tuple[str, str]:
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
        return kind, f"{HERE}{ready}" if place.here else AWAY, delay_of(place)

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

    def action_move(self, step: int) -> None:
        if self.seats():
            super().action_move(step)

    def action_ready(self) -> None:
        """Tell the host that the guest is ready, or no longer ready."""
        self._client.ready(not self._is_ready())
