"""Recordings on disk: a header line, then one event per line (JSON Lines, UTF-8), gzipped if the name ends in .gz.

A recording of a killed process can be opened: bytes after the last `end` mark are dropped. Other damage is an error
with its line number.
"""

import gzip
import zlib
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from io import FileIO
from os import fstat
from pathlib import Path
from stat import S_ISREG
from typing import IO

from core.engine.config import RESUMABLE
from core.engine.events import Event
from core.errors import UserError
from core.files import creation_errors, lock, replacement, write_all
from core.recording.header import Header
from core.recording.line_format import MAX_LINE
from core.recording.reader import Reader, fingerprint
from core.trust.visitor import refuse_visitor

Report = Callable[[str, float], None]
"""Function called with a description of the work and its progress from 0 to 1."""
MAX_BYTES = 8 * 2**30
"""Largest size of a recording in bytes, unpacked."""


def ignore_progress(words: str, share: float) -> None:
    """Ignore a progress report."""


def _create_file(path: Path) -> FileIO:
    """Create a file, and its folder if needed. Raises OSError."""
    try:
        return FileIO(path, "xb")
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        return FileIO(path, "xb")


class Recorder:
    """Writes a recording, batch by batch, so that a killed process loses no finished step."""

    def __init__(self, file: IO[bytes], path: Path) -> None:
        self._file = file
        self._path = path

    @classmethod
    def create(cls, path: Path, header: Header) -> "Recorder":
        """Create a recording. Raises UserError if the file exists or cannot be created."""
        refuse_visitor()
        with creation_errors(path, "name another file with --record"):
            file = _create_file(path)
        lock(file, path)
        recorder = cls(file, path)
        try:
            recorder.write(header.encode() + b"\n")
        except BaseException:
            path.unlink()
            file.close()
            raise
        return recorder

    @classmethod
    def claim(cls, recording: "Recording") -> "Recorder":
        """Lock a recording to continue it in place. Call `go_on` next.

        Raises:
            UserError: Another process is writing the file, or has changed it.
        """
        path = recording.path
        if path.suffix == ".gz":
            raise UserError(f"{path} is packed; unpack it first: gunzip {path}")
        try:
            file = path.open("r+b", buffering=0)
        except OSError as error:
            raise UserError(f"{path} cannot be written: {error.strerror}.") from error
        try:
            lock(file, path)
            if _digest(file) != recording.digest:
                raise UserError(f"{path} was continued by another Playbill meanwhile; open it again.")
        except BaseException:
            file.close()
            raise
        return cls(file, path)

    def go_on(self, recording: "Recording", header: Header) -> None:
        """Move to the end of the events to keep; write the header if its limits have changed. Raises StorageError."""
        self._file.seek(0)
        if header != recording.header:
            rest = (self._file.read(recording.resume_at) or b"").partition(b"\n")[2]
            locked = replacement(self._path, header.encode() + b"\n" + rest)
            self._file.close()
            self._file = locked
        else:
            self._file.seek(recording.resume_at)
            self._file.truncate()

    @classmethod
    def reopen(cls, recording: "Recording", header: Header) -> "Recorder":
        """Claim a recording and move to its end."""
        recorder = cls.claim(recording)
        recorder.go_on(recording, header)
        return recorder

    def write(self, batch: bytes) -> None:
        """Append whole lines. Raises StorageError."""
        if len(batch) > MAX_LINE and max(map(len, batch.split(b"\n"))) > MAX_LINE:
            raise ValueError("an event is longer than a recording's line may be")
        write_all(self._file, self._path, batch)

    def close(self) -> None:
        self._file.close()


def _digest(file: IO[bytes]) -> bytes:
    """Return the digest of a file's bytes, to compare with `Reader.digest`."""
    sha = fingerprint()
    while piece := file.read(2**20):
        sha.update(piece)
    return sha.digest()


def chunks(path: Path, size: int = 2**20) -> Iterator[tuple[bytes, float]]:
    """Yield a recording's unpacked bytes in chunks, each with the share of the file read. Raises UserError."""
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError) as error:
        names = [p.name for p in path.parent.glob("*.jsonl*")] if path.parent.is_dir() else []
        near = get_close_matches(path.name, [name for name in names if not name.endswith(".journal")], n=1)
        raise UserError(f"There is no file {path}{f'; did you mean {near[0]}?' if near else '.'}") from error
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}.") from error
    if not S_ISREG(mode):
        raise UserError(f"{path} is not a file; name a recording (.jsonl).")
    total = 0
    try:
        with path.open("rb") as packed, gzip.open(packed) if path.suffix == ".gz" else packed as file:
            whole = fstat(packed.fileno()).st_size
            while chunk := file.read(size):
                total += len(chunk)
                if total > MAX_BYTES:
                    raise UserError(f"{path.name} unpacks to more than {MAX_BYTES // 2**30} GiB.")
                yield chunk, min(1.0, packed.tell() / whole)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise UserError(f"{path.name} is not a whole gzip file ({error}).") from error
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}.") from error


class Recording:
    """A recording that was read completely."""

    def __init__(self, path: Path, header: Header, events: list[Event], reader: Reader) -> None:
        self.path = path
        self.header = header
        self.events = events
        self.ended = reader.ended
        self.dropped = reader.loose
        """Number of bytes after the last whole batch, left by a killed process."""
        self.resumable = not header.is_partial and (reader.ended is None or reader.ended.reason in RESUMABLE)
        self.past = events[:-1] if reader.ended is not None and self.resumable else events
        """Events that a resumed run starts with."""
        self.resume_at = reader.before_end if self.past is not events else reader.taken
        """Byte offset at which a resumed run continues to write."""
        self.digest = reader.digest
        """Digest of the bytes read, to detect later changes of the file."""

    @classmethod
    def read(cls, path: Path) -> "Recording":
        """Read a recording. Raises UserError, with the line number if there is one."""
        reader = Reader(path.name)
        events: list[Event] = []
        for chunk, _ in chunks(path):
            events += reader.feed(chunk)
        return cls(path, reader.finish(), events, reader)
