"""Messages between a host and the Playbill of a player who joins, over a WebSocket.

Text frames hold one message as JSON, with its type in the field "type". Binary frames hold whole batches of events: the
lines of the player's own partial recording, after its header. `docs/protocol.md` describes the exchange.
"""

from typing import Any, Literal

import msgspec

from core.recording.header import Header
from core.text import unsafe

VERSION = 1
"""Version of the protocol."""
MAX_COMMAND_CHARACTERS = 4000
"""Maximum number of characters of a command."""
MAX_CHAT_CHARACTERS = 500
"""Maximum number of characters of a line of chat."""


class ProtocolError(Exception):
    """The other side does not follow the protocol."""


class Message(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """A message of the protocol."""


# -- from a player


class Hello(Message, frozen=True):
    """First message of a player: the token, and the newest event that an earlier connection has brought."""

    token: str
    version: int = VERSION
    known: int = 0
    """Number of the newest known event."""


class Ready(Message, frozen=True):
    """The player is ready for the game to start, or is no longer ready."""

    ready: bool


class Act(Message, frozen=True):
    """A command of the player's seat."""

    id: int
    """Number of the command, counted by the player; a command that is sent again is not performed again."""
    at: int
    """Number of the newest event that the player knew."""
    command: str


class Say(Message, frozen=True):
    """A line of chat, for the people at the table."""

    text: str


class Pong(Message, frozen=True):
    """Answer to `Ping`."""

    n: int


# -- from the host


class Place(msgspec.Struct, frozen=True):
    """One seat of the table."""

    name: str
    kind: Literal["host", "remote", "bot"]
    here: bool = True
    ready: bool = True
    delay: int | None = None
    """Milliseconds to the player and back; None if they are not known."""


class Table(Message, frozen=True):
    """Seats with their players. Sent first, and after every change."""

    scene: str
    host: str
    """Seat of the host; "" if the host only watches."""
    seat: str
    """The player's own seat; "" for a spectator."""
    places: tuple[Place, ...]
    spectators: int


class Welcome(Message, frozen=True):
    """The game has begun: the header of the player's own partial recording."""

    header: Header
    known: int
    """Number of the player's newest known event, after which the log continues; 0 for none."""


class Waiting(Message, frozen=True):
    """Agents that the run waits for, if the player may know them."""

    names: tuple[str, ...]
    left: float = 0.0
    """Seconds until the default action is taken for the player; 0 if there is no limit, or the player is not asked."""


class Ack(Message, frozen=True):
    """Answer to `Act`."""

    id: int
    why: str = ""
    """Reason why the command was rejected; empty if it was accepted."""


class Said(Message, frozen=True):
    """A line of chat."""

    n: int
    """Number of the line."""
    name: str
    text: str


class Chat(Message, frozen=True):
    """State of the chat. Sent first, and when the chat opens or closes."""

    lines: tuple[Said, ...]
    """The newest lines."""
    closed: str = ""
    """Reason why the player cannot write now; empty if the player can."""


class Replaced(Message, frozen=True):
    """The host has put a bot into a player's seat, or has given the seat back."""

    seat: str
    policy: str
    """The bot; empty if the seat is a player's again."""


class Paused(Message, frozen=True):
    """The host has paused the game, or continues it. Time limits stop during a pause."""

    paused: bool


class Saved(Message, frozen=True):
    """The host leaves and has saved the game. When the host continues it, the same tokens are valid."""


class Ping(Message, frozen=True):
    """Ask for a `Pong`, which measures the delay of the connection."""

    n: int


class Release(Message, frozen=True):
    """The host releases the whole log: its header, and then binary frames with its lines."""

    header: Header
    nonce: str
    """Nonce of the commitment to the header."""


class Closed(Message, frozen=True):
    """The host closes the connection, with the reason; joining again is useless."""

    why: str


FromPlayer = Hello | Ready | Act | Say | Pong
FromHost = Table | Welcome | Waiting | Ack | Said | Chat | Replaced | Paused | Saved | Ping | Release | Closed
_from_player = msgspec.json.Decoder(FromPlayer)
_from_host = msgspec.json.Decoder(FromHost)
encode = msgspec.json.Encoder().encode


def _checked(decoder: msgspec.json.Decoder[Any], text: str) -> Any:
    try:
        message = decoder.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise ProtocolError(str(error)) from error
    if unsafe(msgspec.to_builtins(message)) is not None:
        raise ProtocolError("a text holds control characters")
    return message


def from_player(text: str) -> FromPlayer:
    """Parse a player's message. Raises ProtocolError."""
    message: FromPlayer = _checked(_from_player, text)
    if isinstance(message, Act) and len(message.command) > MAX_COMMAND_CHARACTERS:
        raise ProtocolError(f"a command has more than {MAX_COMMAND_CHARACTERS} characters")
    if isinstance(message, Say) and len(message.text) > MAX_CHAT_CHARACTERS:
        raise ProtocolError(f"a line of chat has more than {MAX_CHAT_CHARACTERS} characters")
    return message


def from_host(text: str) -> FromHost:
    """Parse a host's message. Raises ProtocolError."""
    message: FromHost = _checked(_from_host, text)
    return message
