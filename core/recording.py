"""Recordings: a header line, then one event a line (JSON Lines, UTF-8), gzipped if the name ends in .gz.

Killed at any byte, a recording opens: what follows the last `end` mark is dropped. Anything else that is wrong is an
error with its line number.
"""

import gzip
import zlib
from collections.abc import Iterator
from os import SEEK_END, getpid
from pathlib import Path
from typing import IO, Any

import msgspec
from msgspec.structs import replace

from core.errors import UserError, did_you_mean
from core.events import Codec, Event, RunEnded, UnknownKind
from core.scene import find_scene
from core.text import is_safe

FORMAT, VERSION = "playbill", 1
MAX_LINE = 16 * 2**20
"""Bytes a line."""
MAX_DEPTH = 64
"""Levels of nesting in a line."""
MAX_BYTES = 8 * 2**30
"""Bytes of a whole recording, unpacked."""
RESUMABLE = ("stop", "max_turns")


class Parent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a branch left its parent."""

    digest: str
    n: int


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All that a run is made from, fully resolved; `cast` is in seat order."""

    format: str = FORMAT
    version: int = VERSION
    scene: str
    seed: int
    config: dict[str, Any]
    cast: dict[str, str]
    playbill: str
    created: str
    parent: Parent | None = None

    def encode(self) -> bytes:
        return msgspec.json.encode(self)

    def stable(self) -> bytes:
        """The header without what may differ between equal runs."""
        return replace(self, created="").encode()


class Recorder:
    """Appends to a recording. One `write` a batch goes to the system at once: a killed process loses nothing."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    @classmethod
    def create(cls, path: Path, header: Header) -> "Recorder":
        """Raises UserError if the file exists or cannot be made."""
        try:
            if path.exists():
                raise UserError(f"{path} exists already; name another file with --record.")
            path.parent.mkdir(parents=True, exist_ok=True)
            file = path.open("xb", buffering=0)
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


class Reader:
    """Takes a recording's bytes as they come, and gives whole batches of events."""

    def __init__(self, name: str) -> None:
        self.header: Header | None = None
        self.ended: RunEnded | None = None
        self.taken = 0
        """Bytes up to the last `end` mark."""
        self.before_end = 0
        """Bytes up to the batch that holds `run_ended`, if there is one."""
        self._name = name
        self._rest = b""
        self._line = 0
        self._pending: list[Event] = []
        self._pending_bytes = 0
        self._codec: Codec
        self._last = (0, 0)

    def feed(self, data: bytes) -> list[Event]:
        """Events of the batches that `data` completes. Raises UserError."""
        lines = (self._rest + data).split(b"\n")
        self._rest = lines.pop()
        if len(self._rest) > MAX_LINE:
            raise self._wrong(f"is longer than {MAX_LINE // 2**20} MiB", self._line + 1)
        out: list[Event] = []
        for line in lines:
            self._line += 1
            self._pending_bytes += len(line) + 1
            if self.header is None:
                self._read_header(line)
                self.taken = self.before_end = self._pending_bytes
                self._pending_bytes = 0
                continue
            self._pending.append(self._read_event(line))
            if self._pending[-1].end:
                out += self._pending
                if isinstance(self._pending[-1].data, RunEnded):
                    self.ended = self._pending[-1].data
                self._pending = []
                self.before_end = self.taken
                self.taken += self._pending_bytes
                self._pending_bytes = 0
        return out

    @property
    def loose(self) -> int:
        """Bytes after the last `end` mark."""
        return self._pending_bytes + len(self._rest)

    def finish(self) -> Header:
        """No more data comes. Raises UserError if not even the header arrived whole."""
        if self.header is None:
            raise self._wrong("no whole header line" if self._rest else "the file is empty", 1)
        return self.header

    def _wrong(self, what: str, line: int | None = None) -> UserError:
        return UserError(f"{self._name}: line {line or self._line}: {what}.")

    def _check(self, line: bytes) -> None:
        if len(line) > MAX_LINE:
            raise self._wrong(f"is longer than {MAX_LINE // 2**20} MiB")
        if _depth_over(line, MAX_DEPTH):
            raise self._wrong(f"is nested more than {MAX_DEPTH} levels deep")
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise self._wrong(f"is not UTF-8 (byte {error.start})") from error
        if (not line.isascii() and not is_safe(text)) or (b"\\" in line and not _all_safe(line)):
            raise self._wrong("holds terminal escapes or control characters, which Playbill never writes")

    def _read_header(self, line: bytes) -> None:
        try:
            self._check(line)
            told = msgspec.json.decode(line)
            if not isinstance(told, dict) or told.get("format") != FORMAT:
                raise self._wrong("is not the header of a Playbill recording")
            if told.get("version") != VERSION:
                raise self._wrong(
                    f"is a recording of version {told.get('version')}, and this Playbill reads version {VERSION}"
                )
            self.header = msgspec.convert(told, Header)
        except msgspec.DecodeError as error:
            raise self._wrong(f"is not the header of a Playbill recording ({error})") from error
        try:
            self._codec = Codec(find_scene(self.header.scene).bodies)
        except UserError as error:
            raise UserError(f"{self._name}: line 1: {error}") from error

    def _read_event(self, line: bytes) -> Event:
        self._check(line)
        try:
            event = self._codec.decode(line)
        except (msgspec.DecodeError, UnknownKind) as error:
            raise self._wrong(f"is not an event of this scene ({error})") from error
        n, turn = self._last
        if self.ended is not None:
            raise self._wrong("follows the end of the run")
        if event.n != n + 1:
            raise self._wrong(f"event {n + 1} should be here, and event {event.n} is")
        if event.turn < turn:
            raise self._wrong(f"turn {event.turn} comes after turn {turn}")
        if event.t < 0:
            raise self._wrong(f"its time is {event.t}, before the start")
        if event.end not in ("", "step", "turn"):
            raise self._wrong(f'"end" is {event.end!r}, and can only be "step" or "turn"')
        self._last = (event.n, event.turn)
        names = set(self.header.cast) if self.header else set()
        audience = event.audience if isinstance(event.audience, tuple) else ()
        if event.agent not in names | {""} or not names.issuperset(audience):
            raise self._wrong("speaks of somebody who is not in the cast")
        return event


def _depth_over(line: bytes, limit: int) -> bool:
    """Whether brackets outside of strings nest deeper than `limit`."""
    if line.count(b"{") + line.count(b"[") <= limit:
        return False
    depth, quoted, skip = 0, False, False
    for byte in line:
        if skip:
            skip = False
        elif quoted:
            skip = byte == 0x5C
            quoted = byte != 0x22
        elif byte == 0x22:
            quoted = True
        elif byte in b"{[":
            depth += 1
            if depth > limit:
                return True
        elif byte in b"}]":
            depth -= 1
    return False


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)


def _all_safe(line: bytes) -> bool:
    try:
        return all(is_safe(text) for text in _strings(msgspec.json.decode(line)))
    except msgspec.DecodeError:
        return True  # the reader that decodes it for real says what is wrong


def chunks(path: Path) -> Iterator[bytes]:
    """A recording's bytes, unpacked. Raises UserError for what cannot be read."""
    if not path.exists():
        near = [p.name for p in path.parent.glob("*.jsonl*")] if path.parent.is_dir() else []
        raise UserError(f"There is no file {path}" + (f"; {did_you_mean(path.name, near)}." if near else "."))
    if not path.is_file():
        raise UserError(f"{path} is not a file; name a recording (.jsonl).")
    total = 0
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            while chunk := file.read(2**20):
                total += len(chunk)
                if total > MAX_BYTES:
                    raise UserError(f"{path.name} unpacks to more than {MAX_BYTES // 2**30} GiB.")
                yield chunk
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
        for chunk in chunks(path):
            events += reader.feed(chunk)
        return cls(path, reader.finish(), events, reader)
