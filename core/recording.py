"""Recordings: a header line, then one event a line (JSON Lines, UTF-8), gzipped if the name ends in .gz.

Killed at any byte, a recording opens: what follows the last `end` mark is dropped. Anything else that is wrong is an
error with its line number.
"""

import gzip
import zlib
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from io import FileIO
from os import SEEK_END, fstat, getpid
from pathlib import Path
from typing import IO

from core.config import RESUMABLE
from core.errors import UserError
from core.events import Event
from core.header import Header
from core.lines import MAX_LINE
from core.reader import Reader

Report = Callable[[str, float], None]
"""Is told what is being done, in words, and how much of it is done, from 0 to 1."""
MAX_BYTES = 8 * 2**30
"""Bytes of a whole recording, unpacked."""


def unheard(words: str, share: float) -> None:
    """Take a report that nobody waits for."""


def _fresh(path: Path) -> FileIO:
    """A new file, in a folder that is made if need be. Raises OSError."""
    try:
        return FileIO(path, "xb")
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        return FileIO(path, "xb")


class Recorder:
    """Appends to a recording. One `write` a batch goes to the system at once: a killed process loses nothing."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    @classmethod
    def create(cls, path: Path, header: Header) -> "Recorder":
        """Raises UserError if the file exists or cannot be made."""
        try:
            file = _fresh(path)
        except FileExistsError as error:
            raise UserError(f"{path} exists already; name another file with --record.") from error
        except OSError as error:
            raise UserError(f"{path} cannot be written: {error.strerror}; name another file with --record.") from error
        lock(file, path)
        file.write(header.encode() + b"\n")
        return cls(file)

    @classmethod
    def reopen(cls, recording: "Recording", header: Header) -> "Recorder":
        """Go on writing in place, where `Recording.resume_at` says; the header may have a new limit."""
        path = recording.path
        if path.suffix == ".gz":
            raise UserError(f"{path} is packed; unpack it first: gunzip {path}")
        try:
            file = path.open("r+b", buffering=0)
        except OSError as error:
            raise UserError(f"{path} cannot be written: {error.strerror}.") from error
        lock(file, path)
        if header != recording.header:
            rest = file.read(recording.resume_at).partition(b"\n")[2]
            fresh = path.with_name(f".{path.name}.{getpid()}")
            fresh.write_bytes(header.encode() + b"\n" + rest)
            fresh.replace(path)
            file.close()
            file = path.open("r+b", buffering=0)
            lock(file, path)
            file.seek(0, SEEK_END)
        else:
            file.seek(recording.resume_at)
            file.truncate()
        return cls(file)

    def write(self, batch: bytes) -> None:
        if len(batch) > MAX_LINE and max(map(len, batch.split(b"\n"))) > MAX_LINE:
            raise ValueError("an event is longer than a recording's line may be")
        view = memoryview(batch)
        while view:
            view = view[self._file.write(view) :]

    def close(self) -> None:
        self._file.close()


def lock(file: IO[bytes], path: Path) -> None:
    """Mark a recording as being written, where the system can. Raises UserError if somebody else writes it."""
    try:
        import fcntl
    except ImportError:  # Windows has no flock; there, two writers are the users' to avoid
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise UserError(f"{path} is still being played by another Playbill; stop that one first.") from error


def chunks(path: Path, size: int = 2**20) -> Iterator[tuple[bytes, float]]:
    """A recording's bytes, unpacked, and how much of the file is read with them. Raises UserError for what cannot be
    read."""
    if not path.exists():
        names = [p.name for p in path.parent.glob("*.jsonl*")] if path.parent.is_dir() else []
        near = get_close_matches(path.name, [name for name in names if not name.endswith(".journal")], n=1)
        raise UserError(f"There is no file {path}{f'; did you mean {near[0]}?' if near else '.'}")
    if not path.is_file():
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
    """A recording, read whole."""

    def __init__(self, path: Path, header: Header, events: list[Event], reader: Reader) -> None:
        self.path = path
        self.header = header
        self.events = events
        self.ended = reader.ended
        self.dropped = reader.loose
        """Bytes after the last whole batch, which a killed process left behind."""
        self.resumable = reader.ended is None or reader.ended.reason in RESUMABLE
        self.past = events[:-1] if reader.ended is not None and self.resumable else events
        """The events that a resumed run starts from."""
        self.resume_at = reader.before_end if self.past is not events else reader.taken
        """The byte at which it goes on writing."""

    @classmethod
    def read(cls, path: Path) -> "Recording":
        """Raises UserError, with the line where there is one."""
        reader = Reader(path.name)
        events: list[Event] = []
        for chunk, _ in chunks(path):
            events += reader.feed(chunk)
        return cls(path, reader.finish(), events, reader)
