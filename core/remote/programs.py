"""The host of programs: it plays one game after another at one port, with the same tokens."""

import os
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from core.engine.agents import Agent
from core.engine.events import Event
from core.engine.simulator import Notice
from core.engine.simulator import Waiting as WaitingSignal
from core.recording.header import Header
from core.remote.command_seat import CommandSeat
from core.remote.guests import Guest
from core.remote.host import Host
from core.remote.host_settings import HostSettings
from core.remote.policies import MCP, REMOTE, TOKEN, is_awaited, port_of
from core.remote.remote_seat import RemoteSeat, patience_of_programs
from core.remote.wire import listen

OVER = "the game is over"


class Programs(Host):
    """Hosts the seats of one game after another, for a run that no other host serves."""

    def __init__(self, header: Header, games: int = 1, tell: Callable[[Notice], None] = lambda notice: None) -> None:
        """Prepare the host; `begin` opens its port.

        Args:
            header: The first game.
            games: Number of all games.
            tell: Called with a line for each new remote player, with the address to connect to.

        Raises:
            UserError: The game cannot be hosted.
        """
        self._seats: dict[str, str] = {}
        """Label of each seat that is open in this game: its policy, and its position among seats with this policy."""
        self._game, self._games = 0, games
        self._tell = tell
        self._tokens = [token.strip() for token in os.environ.get(TOKEN, "").split(",") if token.strip()]
        """Tokens that the user chose, for the first players who connect."""
        self._announced: set[str] = set()
        self._last: dict[str, RemoteSeat] = {}
        """The last seat of each player, who may wait for the next game."""
        self._ports: set[int] = set()
        super().__init__(header, HostSettings.fresh(patience=patience_of_programs(), release=False))

    def _admits(self, name: str, policy: str) -> bool:
        return name in self._seats

    def _label(self, name: str) -> str:
        return self._seats[name]

    def _find(self, token: str) -> Guest | None:
        return self._guests.find(token, idle=True)

    async def begin(self, header: Header, agents: Mapping[str, Agent], past: Sequence[Event] = ()) -> None:
        """Begin a game, or continue it after `past`, with the seats that no other host has opened. Raises UserError."""
        seats = {name: agent for name, agent in agents.items() if isinstance(agent, RemoteSeat) and not agent.is_open}
        self._game, self._seats = self._game + 1, {}
        for policy in dict.fromkeys(header.cast[name] for name in seats):
            same = [name for name in seats if header.cast[name] == policy]
            self._seats.update({name: f"{policy} {place}" for place, name in enumerate(same, 1)})
        self._last.update({self._seats[name]: seat for name, seat in seats.items()})
        self._projector, self._waiting, self._asked = None, WaitingSignal(()), ()
        self.recast(header)
        await self._open_ports([port_of(header.cast[name]) for name in seats])
        self.start(agents, past)
        for name, seat in seats.items():
            seat.game, seat.more = self._game, self._game < self._games
            self._introduce(name, header.cast[name], seat)

    async def _open_ports(self, wanted: Sequence[int]) -> None:
        """Listen at the ports that policies name, or at any free port if they name none."""
        named = [port for port in dict.fromkeys(wanted) if port and port not in self._ports]
        if not self._ports:
            self.settings = replace(self.settings, port=named[0] if named else 0)
            self.listen()
            self._ports.add(self.settings.port)
            await self.open()
        for port in named:
            if port not in self._ports:
                await self._port.accept_at(listen(port, "Cannot host"))
                self._ports.add(port)

    def _introduce(self, name: str, policy: str, seat: RemoteSeat) -> None:
        """Report the address and the token of a new player; a command gets them when it starts."""
        guest, label = self._guests.get(name), self._seats[name]
        assert guest is not None
        base = f"http://{self.settings.address}:{port_of(policy) or self.settings.port}"
        if isinstance(seat, CommandSeat):
            seat.address, seat.token = f"{base}/mcp", guest.token
        elif label not in self._announced and is_awaited(policy):
            self._announced.add(label)
            guest.token = self._tokens.pop(0) if self._tokens else guest.token
            where = f"by MCP at {base}/mcp" if policy.startswith(MCP) else f"at {base}"
            join = f"   or playbill join {self.address} {guest.token}" if policy == REMOTE else ""
            self._tell(Notice(name, f"waiting for {name} {where}, token {guest.token}{join}"))

    async def end(self) -> None:
        """End a game: send the rest of its log."""
        await self.dismiss(OVER)
        for _, connection in self._guests.connections():
            await connection.close()

    async def leave(self) -> None:
        """Stop listening, and tell waiting programs that no game follows."""
        for seat in self._last.values():
            seat.more = False
        if self._ports:
            self._ports = set()
            await self.stop()
