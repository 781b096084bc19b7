"""Format of an event's line: encoding as JSON, strict decoding, and the part that enters the digest."""

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256

import msgspec

from core.engine.events import Audience, Body, Event
from core.engine.model_tally import Spent
from core.engine.shared_events import SHARED


class UnknownKind(Exception):
    """Raised for an event of a kind that neither the scene nor the engine defines."""


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    n: int
    turn: int
    kind: str
    agent: str
    audience: Audience
    data: msgspec.Raw
    t: float
    end: str = ""
    spent: Spent | None = None


MAX_LINE = 16 * 2**20
"""Largest number of bytes in a line."""
encode = msgspec.json.Encoder().encode
"""Encode one event as a JSON line, without the newline."""
encode_lines = msgspec.json.Encoder().encode_lines
"""Encode events as JSON lines, each with its newline."""


def stable(line: bytes) -> bytes:
    """Return the part of a line that is the same in equal runs: everything before `t`."""
    return line[: line.rindex(b',"t":')]


class Codec:
    """Decodes lines to events of the engine and of one scene."""

    def __init__(self, bodies: Iterable[type[Body]]) -> None:
        self._bodies = {body.kind: msgspec.json.Decoder(body) for body in (*SHARED, *bodies)}
        self._line = msgspec.json.Decoder(_Line)

    def decode(self, line: bytes) -> Event:
        """Decode a line. Raises msgspec.DecodeError or UnknownKind."""
        raw = self._line.decode(line)
        body = self._bodies.get(raw.kind)
        if body is None:
            raise UnknownKind(f"there is no event kind {raw.kind!r}")
        data = body.decode(raw.data)
        return Event(raw.n, raw.turn, raw.kind, raw.agent, raw.audience, data, raw.end, raw.t, raw.spent)


Write = Callable[[bytes], None]


class LogWriter:
    """Collects batches of events, and encodes those with the same time together."""

    def __init__(self, first: bytes, write: Write | None) -> None:
        """Start a log.

        Args:
            first: The header line, without the fields that differ between equal runs.
            write: Called with encoded lines; None to compute only the digest.
        """
        self._sha = sha256(first)
        self._write = write
        self._waiting: list[Event] = []
        """Events not yet encoded; they all have the same time."""

    def take(self, batch: Sequence[Event]) -> None:
        """Add a batch. Its time must be that of the events not yet encoded."""
        self._waiting += batch

    def settle(self) -> None:
        """Encode, digest and write all collected events."""
        if self._waiting:
            events, self._waiting = self._waiting, []
            lines = encode_lines(events)
            if self._write is not None:
                self._write(lines)
            self._sha.update(b"\n" + _shared(lines, events)[:-1])

    def fold(self, event: Event) -> None:
        """Add an event of an earlier session to the digest."""
        self._sha.update(b"\n" + stable(encode(event)))

    def digest(self) -> str:
        """Return the digest of all events so far."""
        self.settle()
        return self._sha.hexdigest()


def _shared(lines: bytes, events: Sequence[Event]) -> bytes:
    """Return the part of lines that is the same in equal runs: everything before the time.

    The events share one time. Only the usage of models comes after it.
    """
    if b'"spent":' in lines:  # the text of an event may contain this as well
        return b"".join([stable(line) + b"\n" for line in lines[:-1].split(b"\n")])
    return lines.replace(b',"t":%b}\n' % encode(events[0].t), b"\n")
