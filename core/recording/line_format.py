"""The line on disk: an event as JSON, read back strictly, and the part of it that equal runs share."""

from collections.abc import Iterable

import msgspec

from core.engine.events import SHARED, Audience, Body, Event, Spent


class UnknownKind(Exception):
    """An event whose kind neither the scene nor the engine knows."""


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
"""Bytes that a line of a file may have."""
encode = msgspec.json.Encoder().encode
"""One event as one JSON line, without the newline."""
encode_lines = msgspec.json.Encoder().encode_lines
"""Events as JSON lines, each with its newline."""


def stable(line: bytes) -> bytes:
    """The part of an encoded event that equal runs share: all before `t`."""
    return line[: line.rindex(b',"t":')]


class Codec:
    """Reads lines back into events, for the shared kinds and one scene's own."""

    def __init__(self, bodies: Iterable[type[Body]]) -> None:
        self._bodies = {body.kind: msgspec.json.Decoder(body) for body in (*SHARED, *bodies)}
        self._line = msgspec.json.Decoder(_Line)

    def decode(self, line: bytes) -> Event:
        """Raises msgspec.DecodeError or UnknownKind."""
        raw = self._line.decode(line)
        body = self._bodies.get(raw.kind)
        if body is None:
            raise UnknownKind(f"there is no event kind {raw.kind!r}")
        data = body.decode(raw.data)
        return Event(raw.n, raw.turn, raw.kind, raw.agent, raw.audience, data, raw.end, raw.t, raw.spent)
