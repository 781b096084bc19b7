"""The format of a line: an event as JSON, its strict decoding, the part that equal runs share, and their digest."""

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256

import msgspec

from core.engine.events import SHARED, Audience, Body, Event
from core.engine.model_tally import Spent


class UnknownKind(Exception):
    """An event of a kind that neither the scene nor the engine knows."""


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
"""Most bytes of a line."""
encode = msgspec.json.Encoder().encode
"""One event as one JSON line, without the newline."""
encode_lines = msgspec.json.Encoder().encode_lines
"""Events as JSON lines, each with its newline."""


def stable(line: bytes) -> bytes:
    """Return the part of a line that equal runs share: everything before `t`."""
    return line[: line.rindex(b',"t":')]


class Codec:
    """Decodes lines to events of the shared kinds and of one scene."""

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
    """Collects batches of a log, and encodes those of one moment together when it settles."""

    def __init__(self, first: bytes, write: Write | None) -> None:
        """Start with the log's first line, as equal runs share it; `write` takes lines, if given."""
        self._sha = sha256(first)
        self._write = write
        self._waiting: list[Event] = []
        """Events of one moment: they share their time."""

    def take(self, batch: Sequence[Event]) -> None:
        """Add a batch of the same moment as those that wait."""
        self._waiting += batch

    def settle(self) -> None:
        """Encode, digest and write everything that waits."""
        if self._waiting:
            events, self._waiting = self._waiting, []
            lines = encode_lines(events)
            if self._write is not None:
                self._write(lines)
            self._sha.update(b"\n" + _shared(lines, events)[:-1])

    def fold(self, event: Event) -> None:
        """Digest an event that was written before."""
        self._sha.update(b"\n" + stable(encode(event)))

    def digest(self) -> str:
        """Return the digest of everything so far."""
        self.settle()
        return self._sha.hexdigest()


def _shared(lines: bytes, events: Sequence[Event]) -> bytes:
    """Return the part of lines that equal runs share: everything before the time, which is equal in all of them.

    Only model usage stands after the time.
    """
    if b'"spent":' in lines:  # which the words of an event may hold as well
        return b"".join([stable(line) + b"\n" for line in lines[:-1].split(b"\n")])
    return lines.replace(b',"t":%b}\n' % encode(events[0].t), b"\n")
