"""The host of a game: one port, a token for each remote seat, and for each player only the events that it may know."""

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from socket import gethostname

from aiohttp import web
from msgspec.structs import replace

from core.engine.agents import Agent
from core.engine.capabilities import Large, capability
from core.engine.casting import MAX_SEED, set_up
from core.engine.config import RESUMABLE
from core.engine.events import Event, RunEnded
from core.engine.registry import find_scene
from core.engine.simulator import Signal
from core.engine.simulator import Waiting as WaitingSignal
from core.errors import UserError
from core.recording.header import Header
from core.recording.line_format import encode_lines
from core.remote.chat import TableChat, about_replacement
from core.remote.connection import Connection
from core.remote.guests import Guest, Guests
from core.remote.host_settings import HostSettings
from core.remote.join_port import JoinPort
from core.remote.plain_http import PlainHttp
from core.remote.policies import REMOTE, is_awaited
from core.remote.projection import PUBLIC, AudienceLog, Projector, commit, public_header
from core.remote.protocol import (
    Act,
    Closed,
    FromPlayer,
    Hello,
    Paused,
    Place,
    Pong,
    ProtocolError,
    Ready,
    Release,
    Saved,
    Say,
    Table,
    Waiting,
)
from core.remote.remote_seat import RemoteSeat
from core.remote.seat_control import REPLACED, SeatControl
from core.remote.wire import listen
from core.text import one_line

ANYWHERE = ("0.0.0.0", "::")
"""Addresses that mean all addresses of a machine; players then join by the machine's name."""
FAREWELL = 2.0
"""Seconds for sending queued messages and events when the host leaves."""


class Host:
    """Serves one game to its remote players and spectators."""

    def __init__(self, header: Header, settings: HostSettings) -> None:
        """Prepare the table.

        Args:
            header: The game; its cast may change until it starts (`recast`).
            settings: Settings of the host. With those of an earlier session, tokens stay the same.

        Raises:
            UserError: The game cannot be hosted.
        """
        self.header = header
        self.settings = settings
        self.resumes = False
        """True for a game that is continued; its seats cannot change."""
        bots = {name: policy for name, policy in header.cast.items() if not is_awaited(policy)}
        self._bots = {name: policy for name, policy in bots.items() if policy != "human"}
        self.changed: Callable[[], None] = lambda: None
        """Callback for when somebody comes, goes, is ready or chats."""
        self.routes: list[web.RouteDef] = []
        """Web pages at the same port."""
        self.visitors: Callable[[], int] = lambda: 0
        """Function that returns the number of visitors of these pages."""
        self.address = ""
        """Address for players: HOST:PORT."""
        self._guests = Guests(settings.secret)
        kind = find_scene(header.scene)
        self.seats = SeatControl(self._guests, kind)
        during = kind.free_chat if settings.chat is None else settings.chat
        self.chat = TableChat(self._guests, self.own_seat, during=during, spectators=settings.spectators_chat)
        self._salt = int(self._guests.derive("salt")[:15], 16) % MAX_SEED
        self._projector: Projector | None = None
        self._waiting = WaitingSignal(())
        self._asked: tuple[str, ...] = ()
        """Agents that were asked together, until all have answered."""
        self._lines: list[bytes] = []
        """Lines of the whole log, batch by batch."""
        self._release: Release | None = None
        self._ended: RunEnded | None = None
        self.is_saved = False
        """True if the game is recorded, so that it can be continued after a stop."""
        self.recast(header)

    # -- the table, before the game

    def recast(self, header: Header) -> None:
        """Change the cast before the game starts. Raises UserError for a game that cannot be hosted."""
        scene, _ = set_up(header)
        if capability(scene, Large).long_opening(header.seed) is not None:
            raise UserError(f"This {header.scene} game is too large to be hosted.")
        self.header = header
        names = [name for name, policy in header.cast.items() if self._admits(name, policy)]
        if self.settings.spectators is not None:
            names.append(PUBLIC)
        for name in names:
            self._header_for(name, "")
        self._guests.seat({name: self._label(name) for name in names})

    def _header_for(self, name: str, commitment: str) -> Header:
        """Return the header for a seat or for spectators. Raises UserError for a game that cannot be hosted."""
        everything = name == PUBLIC and self.settings.spectators_see_all
        return public_header(self.header, name, self._salt, commitment, everything=everything)

    def _admits(self, name: str, policy: str) -> bool:
        """Return True if the player of a seat connects to this host."""
        return is_awaited(policy)

    def _label(self, name: str) -> str:
        """Return the label of a guest, which has the same token in every game of this host."""
        return name

    def reseat(self, name: str) -> None:
        """Put a bot into a remote seat, or open a bot's seat for a remote player. Raises UserError.

        Once the game has begun, its recording has fixed the remote seats, so a bot there plays in the player's name.
        """
        if name in self._guests and (self.started or self.resumes):
            guest = self._guests.of(name)
            self.seats.replace(guest)
            self.chat.note(about_replacement(name, guest.bot))
            self._tell_table()
            return
        if self.started or self.resumes:
            raise UserError("In a game that is continued, only the seats of remote players can change.")
        bot = self._bots.get(name, "rules")
        cast = {**self.header.cast, name: bot if is_awaited(self.header.cast[name]) else REMOTE}
        if name in self._guests:
            self._guests.send(name, Closed(REPLACED))
        self.recast(replace(self.header, cast=cast))
        self._tell_table()

    def token(self, name: str) -> str:
        """Return the token of a seat, or of spectators ("")."""
        return self._guests.token(name)

    @property
    def nonce(self) -> str:
        """Nonce of the commitment to the header."""
        return self._guests.derive("nonce")

    def admits(self, token: str) -> bool:
        """Return True if a token is that of a seat or of spectators."""
        return self._guests.find(token) is not None

    @property
    def links(self) -> dict[str, str]:
        """The address in a browser for each remote seat, and for spectators (""); empty without pages."""
        return {name: f"http://{self.address}/#{guest.token}" for name, guest in self._named() if self.routes}

    @property
    def invitations(self) -> dict[str, str]:
        """The command to type for each remote seat, and for spectators ("")."""
        return {name: f"playbill join {self.address} {guest.token}" for name, guest in self._named()}

    def _named(self) -> Iterator[tuple[str, Guest]]:
        return ((guest.name, guest) for guest in self._guests)

    def places(self) -> tuple[Place, ...]:
        """List the seats with the presence of their players."""
        return tuple(self._place(name, policy) for name, policy in self.header.cast.items())

    def _place(self, name: str, policy: str) -> Place:
        guest = self._guests.get(name)
        if guest is None or guest.bot:
            return Place(name, "host" if policy == "human" else "bot")
        return Place(name, "remote", guest.is_here, guest.ready, guest.delay)

    def policy(self, name: str) -> str:
        """Return the policy that plays a seat now."""
        guest = self._guests.get(name)
        return (guest.bot if guest else "") or self.header.cast[name]

    @property
    def own_seat(self) -> str:
        """Seat of the person at the host; "" if the host only watches."""
        return next(iter(self.header.people), "")

    def connections(self, name: str) -> Sequence[Connection]:
        """Return the open connections of a seat, or of spectators."""
        guest = self._guests.get(name)
        return tuple(guest.connections) if guest else ()

    def is_here(self, name: str) -> bool:
        """Return True if the player of a remote seat is connected."""
        guest = self._guests.get(name)
        return guest is not None and guest.is_here

    @property
    def spectators(self) -> int:
        """Number of spectators."""
        return len(self.connections(PUBLIC))

    @property
    def all_ready(self) -> bool:
        """True if every remote player is connected and ready."""
        return all(place.here and place.ready for place in self.places())

    async def gather(self) -> None:
        """Wait until every remote player is connected and ready."""
        arrived = asyncio.Event()
        self.changed = arrived.set
        while not self.all_ready:
            await arrived.wait()
            arrived.clear()

    @property
    def started(self) -> bool:
        return self._projector is not None

    # -- the game

    def start(self, agents: Mapping[str, Agent], past: Sequence[Event] = ()) -> None:
        """Begin the game, or continue it after `past`."""
        commitment = commit(self.header, self.nonce)
        logs = [AudienceLog(self._header_for(name, commitment)) for name, _ in self._named()]
        self._projector = Projector(self.header, logs)
        for name, guest in self._named():
            log, agent = self._projector.logs[name], agents.get(name)
            if isinstance(agent, RemoteSeat):
                agent.seat(lambda log=log: log.n, self.settings.patience)  # type: ignore[misc]
                self.seats.begin(guest, agent)
        batch: list[Event] = []
        for event in past:
            batch.append(event)
            if event.end:
                self._fold(batch)
                batch = []
        for name, connection in self._guests.connections():
            connection.welcome(self._projector.logs[name])
        self.chat.game_begins()
        self._tell_table()

    def pause(self, paused: bool) -> None:
        """Pause or continue the game for all players: notify them, and stop or restart their time limits."""
        self.seats.pause(paused)
        for name, connection in self._guests.connections():
            connection.send(self._waiting_of(name))

    def take(self, batch: Sequence[Event]) -> None:
        """Send the events of a step to all who may know them."""
        self._fold(batch)
        last = batch[-1].data
        if isinstance(last, RunEnded):
            self._ended = last
            self.chat.game_ends()
        if isinstance(last, RunEnded) and last.reason not in RESUMABLE and self.settings.release:
            self._release = Release(self.header, self.nonce)
        for _, connection in self._guests.connections():
            connection.wake()
            if self._release is not None:
                connection.release(self._release, self._lines)

    def _fold(self, batch: Sequence[Event]) -> None:
        """Project the events of a step, and keep their lines if the whole log may be released."""
        assert self._projector is not None
        self._projector.take(batch)
        if self.settings.release:
            self._lines.append(encode_lines(batch))

    def hear(self, signal: Signal) -> None:
        """Send the names of deciding agents. A group stays listed until all have answered, to hide who was fast."""
        if isinstance(signal, WaitingSignal):
            if not signal.names or not {*signal.names} <= {*self._asked}:
                self._asked = signal.names
            self._waiting = signal
            for name, connection in self._guests.connections():
                connection.send(self._waiting_of(name))

    def _waiting_of(self, name: str) -> Waiting:
        if name == PUBLIC and self.settings.spectators:
            return Waiting(())  # the list would reveal turns that spectators may not see yet
        asked = (each for each in self._asked if not self._waiting.secret or each == name)
        names = tuple(each for each in asked if each != name or name in self._waiting.names)
        return Waiting(names, self.seats.left(name) if name in names else 0.0)

    def _log(self, name: str) -> AudienceLog | None:
        return self._projector.logs[name] if self._projector else None

    def _visible_lines(self, name: str, known: int) -> bytes:
        """Return the lines of a guest's log after event `known`, as far as the guest may see them now."""
        log = self._log(name)
        return b"".join(log[at] for at in range(log.after(known), self._visible(log))) if log else b""

    def _visible(self, log: AudienceLog) -> int:
        """Return the number of batches that an audience may see now; spectators see them later."""
        delay = self.settings.spectators
        return len(log) if log.name != PUBLIC or not delay or log.is_final else log.until_turn(log.turn - delay)

    # -- connections

    def listen(self) -> None:
        """Open the port. Raises UserError."""
        self._listening = listen(self.settings.port, "Cannot host", self.settings.address)
        self.settings = replace(self.settings, port=self._listening.getsockname()[1])
        address = self.settings.address
        if address in ANYWHERE:
            address = gethostname()
        self.address = f"{f'[{address}]' if ':' in address else address}:{self.settings.port}"

    async def open(self) -> None:
        """Accept players at the port."""
        programs = PlainHttp(self._find, self._serve, self._tell_table, self._visible_lines)
        self._port = JoinPort(self._guests, self._find, self._serve, self._handle)
        await self._port.open(self._listening, self.routes, programs)

    def _find(self, token: str) -> Guest | None:
        """Find the guest of a token, unless a bot plays in its seat."""
        guest = self._guests.find(token)
        return None if guest is None or guest.bot else guest

    async def stop(self) -> None:
        """Stop listening at once."""
        await self._port.close()

    async def close(self, why: str) -> None:
        """Close all connections once their queues are sent, and stop listening."""
        await self.dismiss(why)
        await self.stop()

    async def dismiss(self, why: str) -> None:
        """Close all connections once their queues are sent."""
        goes_on = self.is_saved and self._ended is not None and self._ended.reason in RESUMABLE
        for _, connection in self._guests.connections():
            if goes_on:
                connection.send(Saved())
            connection.send(Closed(why))
        deadline = time.monotonic() + FAREWELL
        while any(self._guests.connections()) and time.monotonic() < deadline:
            await asyncio.sleep(0.02)

    async def _serve(self, guest: Guest, connection: Connection, known: int) -> None:
        """Seat a connection, and send it all events until it ends. The newest connection of a seat takes over."""
        if guest.name != PUBLIC:
            for other in guest.connections:
                other.send(Closed("somebody else has joined with your token and plays on"))
            guest.connections = []
        guest.connect(connection, known)
        if (log := self._log(guest.name)) is not None:
            connection.welcome(log)
            connection.send(self._waiting_of(guest.name))
        connection.send(Paused(self.seats.is_paused))
        if self._release is not None:
            connection.release(self._release, self._lines)
        self._tell_table()
        connection.send(self.chat.state_for(guest.name))
        try:
            await connection.write(lambda: self._log(guest.name), self._visible)
        finally:
            self._leave(guest, connection)

    def _handle(self, guest: Guest, connection: Connection, message: FromPlayer) -> None:
        if connection not in guest.connections:
            return  # somebody else has taken over
        match message:
            case Ready(ready):
                guest.ready = ready
                self._tell_table()
            case Act(id, at, command):
                connection.send(guest.act(id, at, one_line(command)))
            case Say(text):
                self.chat.hear(guest.name, text)
                self.changed()
            case Pong(n):
                if connection.pong(n):
                    self._tell_table()
            case Hello():
                raise ProtocolError("hello was said already")

    def _leave(self, guest: Guest, connection: Connection) -> None:
        if connection in guest.connections:
            guest.connections.remove(connection)
            self._tell_table()

    def _tell_table(self) -> None:
        """Send the list of seats to all connections."""
        places, host = self.places(), self.own_seat
        for name, connection in self._guests.connections():
            connection.send(Table(self.header.scene, host, name, places, self.spectators))
        self.changed()
