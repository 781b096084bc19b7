"""The guests of a hosted game: their tokens and their open connections."""

import base64
import hmac
import time
from collections.abc import Iterator, Mapping

from core.remote.connection import QUEUED, REQUESTS, REQUESTS_AT_ONCE, Allowance, Connection
from core.remote.projection import PUBLIC
from core.remote.protocol import Ack, FromHost
from core.remote.remote_seat import RemoteSeat

SPECTATORS = 100
"""Most connections of spectators."""
ASKED = 120.0
"""Seconds for which a program counts as here after a request."""


class Guest:
    """A remote seat, or the place of the spectators."""

    def __init__(self, name: str, token: str) -> None:
        self.name = name
        self.token = token
        self.seated = True
        """False while a host plays a game without this guest."""
        self.connections: list[Connection] = []
        """Open connections; a seat has one at most."""
        self.allowance = Allowance()
        self.requests = Allowance(REQUESTS, REQUESTS_AT_ONCE)
        self._asked = -ASKED
        """Time of the last request of a program that only asks."""
        self.ready = False
        self.seat: RemoteSeat | None = None
        """The agent in the seat, once the game runs."""
        self.bot = ""
        """Policy of the bot that plays in place of the player; empty if there is none."""
        self._acks: dict[int, Ack] = {}
        """Answers to the newest commands, in case they are sent again."""

    @property
    def is_here(self) -> bool:
        """True if somebody is connected, or a program has asked of late."""
        return bool(self.connections) or time.monotonic() - self._asked < ASKED

    @property
    def delay(self) -> int | None:
        """Milliseconds to the player and back; None if they are not known."""
        return self.connections[-1].delay if self.connections else None

    @property
    def is_full(self) -> bool:
        """True if there are as many spectators as may be."""
        return self.name == PUBLIC and len(self.connections) >= SPECTATORS

    def ask(self) -> bool:
        """Note a request of a program that only asks. Returns True if it was not here before."""
        came, self._asked = not self.is_here, time.monotonic()
        self.ready = self.ready or came
        return came

    def act(self, id: int, at: int, command: str) -> Ack:
        """Carry out a command, once, and return the answer."""
        if self.seat is None:
            return Ack(id, "you have no seat in the game")
        if id not in self._acks:
            self._acks[id] = Ack(id, self.seat.submit(command, at))
            while len(self._acks) > QUEUED:
                del self._acks[next(iter(self._acks))]
        return self._acks[id]

    def connect(self, connection: Connection, known: int) -> None:
        """Add a connection. A player who knows nothing yet counts its commands anew."""
        self.connections.append(connection)
        self.ready = True
        if known == 0:
            self._acks = {}


class Guests:
    """All guests by name; "" is the place of spectators."""

    def __init__(self, secret: str) -> None:
        """Make no guests yet; all tokens follow from the secret."""
        self._secret = secret
        self._guests: dict[str, Guest] = {}
        self._known: dict[str, Guest] = {}
        """All guests that ever had a seat, by label."""

    def derive(self, purpose: str) -> str:
        """Return 256 bits, in hexadecimal, that follow from the secret."""
        return hmac.new(self._secret.encode(), purpose.encode(), "sha256").hexdigest()

    def token(self, name: str) -> str:
        """Return a token: 80 bits, in groups of four characters."""
        text = base64.b32encode(bytes.fromhex(self.derive(f"seat:{name}"))[:10]).decode()
        return "-".join(text[at : at + 4] for at in range(0, 16, 4))

    def seat(self, labels: Mapping[str, str]) -> None:
        """Seat exactly these guests. A label stands for the same guest, with the same token, at every seat."""
        self._guests = {}
        for guest in self._known.values():
            guest.seated = False
        for name, label in labels.items():
            guest = self._known.setdefault(label, Guest(name, self.token(label)))
            guest.name, guest.seated, self._guests[name] = name, True, guest

    def find(self, token: str, *, idle: bool = False) -> Guest | None:
        """Find the guest of a token, in the same time whichever it is; with `idle`, one without a seat now as well."""
        sent = token.strip().upper().encode("utf-8", "surrogatepass")
        guests = self._known.values() if idle else self
        found = [each for each in guests if hmac.compare_digest(each.token.upper().encode(), sent)]
        return found[0] if found else None

    def get(self, name: str) -> Guest | None:
        """Return a guest; None for a seat that is played at the host."""
        return self._guests.get(name)

    def of(self, name: str) -> Guest:
        """Return the guest of a seat."""
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
