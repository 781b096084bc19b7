"""Sources of a stage whose table is shared over a network: a game that is hosted here, or joined elsewhere."""

from collections.abc import AsyncIterator
from pathlib import Path

from core.engine.control import Control, ThinkingCancelled
from core.engine.events import Event
from core.engine.simulator import Signal, Waiting
from core.errors import UserError
from core.recording.file import Recording
from core.recording.header import Header
from core.remote import protocol
from core.remote.client import MAX_NEWS, Client
from core.remote.host import Host
from core.remote.policies import REMOTE
from core.trust.grants import NO_GRANTS, Grants
from tui.shared_table import GuestSide, HostSide
from tui.source import LiveRun, Source

HOST_LEFT = "the host has left and saved the game; once it goes on, join again with the same line"


class HostedRun(LiveRun):
    """A run that is played here, whose events go to remote players as well."""

    def __init__(
        self,
        host: Host,
        header: Header,
        record: Path | None,
        past: Recording | None = None,
        grants: Grants = NO_GRANTS,
    ) -> None:
        """Start the host's game. Raises UserError."""
        self._host = host
        super().__init__(header, record, past, grants)
        host.start(self.run.agents, self.past)
        host.is_saved = self.path is not None
        self.table = HostSide(host)
        self.run.control.changed = lambda: host.pause(self.run.control.paused)
        titles = {name: f"waiting for {name}" if name else "spectators" for name in host.invitations}
        self.addresses = {name: f"{titles[name]}: {line}" for name, line in host.invitations.items()}
        host.changed = lambda: self.changed()

    def has_connected(self, name: str) -> bool:
        return self._host.is_here(name) or self._host.policy(name) != REMOTE

    def _hear(self, signal: Signal) -> None:
        self._host.hear(signal)
        super()._hear(signal)

    async def batches(self) -> AsyncIterator[list[Event]]:
        async for batch in super().batches():
            self._host.take(batch)
            yield batch


class JoinedGame(Source):
    """A game that another Playbill hosts, with the events that this seat may know."""

    is_guest = True

    def __init__(self, client: Client) -> None:
        """Show the game of a client that the host has welcomed."""
        assert client.header is not None
        super().__init__(client.header, client.path, (), Control())
        self._client = client
        self._trouble = ""
        self.table = GuestSide(client)
        client.changed = self._update

    @property
    def people(self) -> tuple[str, ...]:
        return self.header.people

    def has_connected(self, name: str) -> bool:
        table = self._client.table
        return table is None or all(place.here for place in table.places if place.name == name)

    def submit(self, name: str, command: str) -> None:
        self._client.act(command)

    def _update(self) -> None:
        """Update from the connection's state."""
        client = self._client
        self.rejected, client.rejected = [*self.rejected, *client.rejected], []
        self.notices, client.news = [*self.notices, *client.news][-MAX_NEWS:], []
        if client.trouble != self._trouble:
            self._trouble = client.trouble
            broken = f"connection lost ({client.trouble}); trying again"
            self.notices.append(broken if client.trouble else "connected again")
        if client.released is not None and self.released is None:
            self.released = client.released
            self.notices.append("the host has released the whole game: {whole-game} shows it")
        if client.table is not None:
            places = client.table.places
            self.addresses = {place.name: f"{place.name} is away" for place in places if place.kind == "remote"}
        self.changed()

    async def batches(self) -> AsyncIterator[list[Event]]:
        """Yield the batches that arrive, at this player's own pace.

        Raises UserError if the host closes the game before its end.
        """
        self._update()
        try:
            while arrived := await self.control.race(self._client.next(), restartable=False):
                if isinstance(arrived, protocol.Waiting):
                    self.waiting = Waiting(arrived.names)
                    self.changed()
                    continue
                await self.control.wait_while_paused()
                yield arrived
                if self.control.stopping:
                    return
        except ThinkingCancelled:
            return
        finally:
            await self._client.close()
        if self._client.saved:
            self.notices.append(HOST_LEFT)
            self.changed()
        if self._client.ended is None:
            raise UserError(f"the game is closed: {self._client.closed}")
