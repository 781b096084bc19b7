"""The format of a line: an event as JSON, its strict decoding, and the part that equal runs share."""

from collections.abc import Iterable

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
