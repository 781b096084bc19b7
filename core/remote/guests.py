"""The guests of a hosted game: their tokens and their open connections."""

import base64
import hmac
import time
from collections.abc import Iterator, Mapping

from core.remote.connection import QUEUED, REQUESTS, REQUESTS_AT_ONCE, Connection, RateLimiter
from core.remote.projection import PUBLIC
from core.remote.protocol import Ack, FromHost
from core.remote.remote_seat import RemoteSeat

MAX_SPECTATORS = 100
"""Maximum number of connections of spectators."""
PRESENCE_SECONDS = 120.0
"""Seconds after a request during which a program counts as present."""


class Guest:
    """The player of a remote seat, or all spectators together."""

    def __init__(self, name: str, token: str) -> None:
        self.name = name
        self.token = token
        self.seated = True
        """False while a host plays a game without this guest."""
        self.connections: list[Connection] = []
        """Open connections; a seat has one at most."""
        self.allowance = RateLimiter()
        self.requests = RateLimiter(REQUESTS, REQUESTS_AT_ONCE)
        self._asked = -PRESENCE_SECONDS
        """Time of the last request of a program without a connection."""
        self.ready = False
        self.seat: RemoteSeat | None = None
        """The agent in the seat, once the game runs."""
        self.bot = ""
        """Policy of the bot that plays in place of the player; empty if there is none."""
        self._acks: dict[int, Ack] = {}
        """Answers to the newest commands, in case they are sent again."""

    @property
    def is_here(self) -> bool:
        """True if somebody is connected, or a program has sent a request recently."""
        return bool(self.connections) or time.monotonic() - self._asked < PRESENCE_SECONDS

    @property
    def delay(self) -> int | None:
        """Milliseconds to the player and back; None if they are not known."""
        return self.connections[-1].delay if self.connections else None

    @property
    def is_full(self) -> bool:
        """True if no more spectators may connect."""
        return self.name == PUBLIC and len(self.connections) >= MAX_SPECTATORS

    def ask(self) -> bool:
        """Note a request of a program without a connection. Returns True if the program was not present before."""
        came, self._asked = not self.is_here, time.monotonic()
        self.ready = self.ready or came
        return came

    def act(self, id: int, at: int, command: str) -> Ack:
        """Perform a command, unless it was performed already, and return the answer."""
        if self.seat is None:
            return Ack(id, "you have no seat in the game")
        if id not in self._acks:
            self._acks[id] = Ack(id, self.seat.submit(command, at))
            while len(self._acks) > QUEUED:
                del self._acks[next(iter(self._acks))]
        return self._acks[id]

    def connect(self, connection: Connection, known: int) -> None:
        """Add a connection. The commands of a player without known events are numbered from the start again."""
        self.connections.append(connection)
        self.ready = True
        if known == 0:
            self._acks = {}


class Guests:
    """All guests by name; "" is the guest that stands for all spectators."""

    def __init__(self, secret: str) -> None:
        """Start without guests; all tokens will be derived from the secret."""
        self._secret = secret
        self._guests: dict[str, Guest] = {}
        self._known: dict[str, Guest] = {}
        """All guests that ever had a seat, by label."""

    def derive(self, purpose: str) -> str:
        """Derive 256 bits, in hexadecimal, from the secret."""
        return hmac.new(self._secret.encode(), purpose.encode(), "sha256").hexdigest()

    def token(self, name: str) -> str:
        """Return a token: 80 bits, in groups of four characters."""
        text = base64.b32encode(bytes.fromhex(self.derive(f"seat:{name}"))[:10]).decode()
        return "-".join(text[at : at + 4] for at in range(0, 16, 4))

    def seat(self, labels: Mapping[str, str]) -> None:
        """Seat exactly these guests. A label identifies a guest, whose token is the same in every seat."""
        self._guests = {}
        for guest in self._known.values():
            guest.seated = False
        for name, label in labels.items():
            guest = self._known.setdefault(label, Guest(name, self.token(label)))
            guest.name, guest.seated, self._guests[name] = name, True, guest

    def find(self, token: str, *, idle: bool = False) -> Guest | None:
        """Find the guest of a token, in constant time; with `idle`, also a guest without a seat in this game."""
        sent = token.strip().upper().encode("utf-8", "surrogatepass")
        guests = self._known.values() if idle else self
        found = [each for each in guests if hmac.compare_digest(each.token.upper().encode(), sent)]
        return found[0] if found else None

    def get(self, name: str) -> Guest | None:
        """Return the guest of a seat; None for a seat that is played at the host."""
        return self._guests.get(name)

    def of(self, name: str) -> Guest:
        """Return the guest of a remote seat."""
        return self._guests[name]

    def send(self, name: str, message: FromHost) -> None:
        """Send a message to all connections of a guest."""
        for connection in self._guests[name].connections:
            connection.send(message)

    def __iter__(self) -> Iterator[Guest]:
        return iter(self._guests.values())

    def __contains__(self, name: str) -> bool:
        return name in self._guests

    def connections(self) -> Iterator[tuple[str, Connection]]:
        """Yield all connections with the names of their guests."""
        for guest in self:
            for connection in tuple(guest.connections):
                yield guest.name, connection
