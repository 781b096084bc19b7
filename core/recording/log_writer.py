"""Keeping the log: committed events as lines, digested and written, in one piece while nobody asks for them."""

from collections.abc import Callable, Sequence
from hashlib import sha256

from core.engine.events import Event
from core.recording.line_format import encode, encode_lines, stable

Write = Callable[[bytes], None]


class LogWriter:
    """Takes the batches of a log as they are committed, and makes lines of them when it is told to settle: those of one
    moment at once."""

    def __init__(self, first: bytes, write: Write | None) -> None:
        """Take the log's first line, as equal runs share it, and what writes lines, if anything does."""
        self._sha = sha256(first)
        self._write = write
        self._waiting: list[Event] = []
        """Of one moment: they share their time."""

    def take(self, batch: Sequence[Event]) -> None:
        """Keep a batch, of the same moment as those that wait."""
        self._waiting += batch

    def settle(self) -> None:
        """Digest and write all that was taken."""
        if self._waiting:
            events, self._waiting = self._waiting, []
            lines = encode_lines(events)
            if self._write is not None:
                self._write(lines)
            self._sha.update(b"\n" + _shared(lines, events)[:-1])

    def fold(self, event: Event) -> None:
        """Take an event that has been written before."""
        self._sha.update(b"\n" + stable(encode(event)))

    def digest(self) -> str:
        """Give the digest of all that was taken."""
        self.settle()
        return self._sha.hexdigest()


def _shared(lines: bytes, events: Sequence[Event]) -> bytes:
    """The part of the lines that equal runs share: all before the time, which is the same in all of them. After it
    stands nothing but what calls to models took."""
    if b'"spent":' in lines:  # which the words of an event may hold as well
        return b"".join([stable(line) + b"\n" for line in lines[:-1].split(b"\n")])
    return lines.replace(b',"t":%b}\n' % encode(events[0].t), b"\n")
