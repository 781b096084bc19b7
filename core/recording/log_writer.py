"""Writes and digests committed events as lines, lazily and in batches."""

from collections.abc import Callable, Sequence
from hashlib import sha256

from core.engine.events import Event
from core.recording.line_format import encode, encode_lines, stable

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
