"""Incremental parser of recordings: takes bytes, and returns whole batches of checked events."""

import re
from functools import partial
from hashlib import blake2b

import msgspec

from core.engine.events import Event, RunEnded
from core.engine.model_tally import Spent
from core.engine.registry import find_scene
from core.errors import UserError
from core.recording.header import FORMAT, VERSION, Header
from core.recording.line_format import MAX_LINE, Codec, UnknownKind
from core.text import is_safe, unsafe

_STRING = re.compile(rb'"(?:[^"\\]|\\.?)*+(?:"|\Z)')
_BRACKET = re.compile(rb"[\[\]{}]")
MAX_DEPTH = 64
"""Largest nesting depth of a line."""
MAX_TIME = 1e9
"""Largest time of an event in seconds: thirty years."""
MAX_TOKENS = 10**12
MAX_COST = 1e6
"""Largest cost of a model call in US dollars; equal to the highest limit of a run."""
fingerprint = partial(blake2b, digest_size=16)
"""Start a digest of a recording's bytes."""


class Reader:
    """Parses a recording piece by piece, and returns whole batches of events."""

    def __init__(self, name: str) -> None:
        self.header: Header | None = None
        self.ended: RunEnded | None = None
        self.taken = 0
        """Number of bytes up to the last `end` mark."""
        self.before_end = 0
        """Number of bytes before the batch with `run_ended`, if there is one."""
        self._name = name
        self._fingerprint = fingerprint()
        self._rest = b""
        self._line = 0
        self._pending: list[Event] = []
        self._pending_bytes = 0
        self._codec: Codec
        self._last = (0, 0)

    def feed(self, data: bytes) -> list[Event]:
        """Parse more bytes. Returns the events of the batches that they complete. Raises UserError."""
        self._fingerprint.update(data)
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
    def digest(self) -> bytes:
        """Digest of all bytes fed so far."""
        return self._fingerprint.digest()

    @property
    def loose(self) -> int:
        """Number of bytes after the last `end` mark."""
        return self._pending_bytes + len(self._rest)

    def finish(self) -> Header:
        """End the input and return the header. Raises UserError if the header is incomplete."""
        if self.header is None:
            raise self._wrong("no whole header line" if self._rest else "the file is empty", 1)
        return self.header

    def _wrong(self, problem: str, line: int | None = None) -> UserError:
        return UserError(f"{self._name}: line {line or self._line}: {problem}.")

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
            data = msgspec.json.decode(line)
            if not isinstance(data, dict) or data.get("format") != FORMAT:
                raise self._wrong("is not the header of a Playbill recording")
            if data.get("version") != VERSION:
                raise self._wrong(
                    f"is a recording of version {data.get('version')}, and this Playbill reads version {VERSION}"
                )
            header = msgspec.convert(data, Header)
            if any("\n" in text for text in (header.playbill, header.created, *header.cast, *header.cast.values())):
                raise self._wrong("has a name, policy, version or time with more than one line")
            self.header = header
        except msgspec.DecodeError as error:
            raise self._wrong(f"is not the header of a Playbill recording ({error})") from error
        try:
            self._codec = Codec(find_scene(self.header.scene).events)
        except UserError as error:
            raise UserError(f"{self._name}: line 1: {error}") from error

    def _read_event(self, line: bytes) -> Event:
        self._check(line)
        try:
            event = self._codec.decode(line)
        except (msgspec.DecodeError, UnknownKind) as error:
            if line.startswith(b'{"format":'):
                raise self._wrong("another recording begins here; put each into a file of its own") from error
            raise self._wrong(f"is not an event of this scene ({error})") from error
        n, turn = self._last
        if self.ended is not None:
            raise self._wrong("follows the end of the run")
        if event.n != n + 1:
            raise self._wrong(f"expected event {n + 1}, found event {event.n}")
        if event.turn < turn:
            raise self._wrong(f"turn {event.turn} comes after turn {turn}")
        if not 0 <= event.t <= MAX_TIME:
            raise self._wrong(f"its time is {event.t:g} s; it must be from 0 to {MAX_TIME:g}")
        if event.spent is not None and not _is_spent(event.spent):
            raise self._wrong("a call has negative or impossibly large usage")
        if isinstance(event.data, RunEnded) and "\n" in event.data.reason:
            raise self._wrong("gives a reason of more than one line")
        if event.end not in ("", "step", "turn"):
            raise self._wrong(f'"end" is {event.end!r}; it must be "step" or "turn"')
        self._last = (event.n, event.turn)
        names = set(self.header.cast) if self.header else set()
        audience = event.audience if isinstance(event.audience, tuple) else ()
        if event.agent not in names | {""} or not names.issuperset(audience):
            raise self._wrong("names a player who is not in the cast")
        return event


def _depth_over(line: bytes, limit: int) -> bool:
    """Return True if brackets outside strings are nested deeper than `limit`."""
    if line.count(b"{") + line.count(b"[") <= limit:
        return False
    depth = 0
    for bracket in _BRACKET.findall(_STRING.sub(b"", line)):
        depth += 1 if bracket in b"{[" else -1
        if depth > limit:
            return True
    return False


def _is_spent(spent: Spent) -> bool:
    counts = spent.tokens_in, spent.tokens_out, spent.thinking, spent.cached, spent.lost, spent.estimated
    return (
        0 <= spent.latency <= MAX_TIME
        and 0 <= min(counts) <= max(counts) <= MAX_TOKENS
        and 0 <= (spent.cost or 0) <= MAX_COST
    )


def _all_safe(line: bytes) -> bool:
    try:
        return unsafe(msgspec.json.decode(line)) is None
    except msgspec.DecodeError:
        return True  # the decoder that follows reports the error
