"""The whole log that a host releases after the game, and its checks by a player who knows a part of it."""

from pathlib import Path
from typing import NamedTuple

from core.engine.events import Event
from core.recording.file import Recorder
from core.recording.header import Header
from core.recording.line_format import encode_lines
from core.recording.reader import Reader
from core.recording.verification import digest
from core.remote.projection import AudienceLog, Projector, commit, public_header
from core.remote.protocol import ProtocolError


class ReleasedGame(NamedTuple):
    """A whole game that its host has released."""

    header: Header
    events: list[Event]
    path: Path | None


class Release:
    """Takes the lines of a released log, and checks it at its end."""

    def __init__(self, header: Header, nonce: str, partial: Header) -> None:
        """Begin with the whole header. Raises ProtocolError if it is not the one that the host committed to."""
        assert partial.partial
        if commit(header, nonce) != partial.partial.commitment:
            raise ProtocolError("the released header is not that of this game")
        self.header = header
        self._partial = partial
        self._reader = Reader("the released game")
        self._reader.feed(header.encode() + b"\n")
        self._events: list[Event] = []

    def take(self, lines: bytes) -> bool:
        """Take lines. Returns True at the end of the log. Raises UserError for a line that is not an event."""
        self._events += self._reader.feed(lines)
        return self._reader.ended is not None

    def finish(self, known: str, path: Path | None) -> ReleasedGame:
        """Check the log, and write it to a file.

        Args:
            known: Digest of the player's own partial log.
            path: File for the whole log; None for none.

        Raises:
            ProtocolError: The log was changed, or is not the log that the player saw.
            UserError: The file cannot be written.
        """
        ended = self._reader.ended
        assert ended is not None
        assert self._partial.partial
        if digest(self.header, self._events[:-1]) != ended.digest:
            raise ProtocolError("the released log was changed")
        own = self._partial.partial
        header = public_header(self.header, own.seat, self._partial.seed, own.commitment, everything=own.everything)
        log = AudienceLog(header)
        projector, batch = Projector(self.header, [log]), list[Event]()
        for event in self._events:
            batch.append(event)
            if event.end:
                projector.take(batch)
                batch = []
        if log.digest != known:
            raise ProtocolError("the released log is not what was seen of this game")
        if path is not None:
            recorder = Recorder.create(path, self.header)
            recorder.write(encode_lines(self._events))
            recorder.close()
        return ReleasedGame(self.header, self._events, path)
