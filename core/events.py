"""Events: what happened, numbered and immutable, and the form they have on disk.

An event is an envelope and a typed body. Scenes yield events that are not numbered yet (`Event.of`); the run numbers
them as they enter the log. Everything that is shown, remembered or measured is a fold over numbered events.
"""

from collections.abc import Iterable
from typing import ClassVar

import msgspec

Audience = tuple[str, ...] | str | None
"""Who may know an event: None is everyone, a tuple lists names (() is nobody at the table), a str is a group."""


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a kind of event says. Subclasses set `kind`, unique within a scene and the shared kinds."""

    kind: ClassVar[str]

    def sentence(self) -> str:
        """The event as a log line, without its agent."""
        return self.kind.replace("_", " ")


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One fact. `t` is seconds since the start and used by no logic; `end` is "step" or "turn" on the last event of a
    written batch, else empty."""

    n: int
    turn: int
    kind: str
    agent: str
    audience: Audience
    data: Body
    end: str = ""
    t: float = -1.0

    @staticmethod
    def of(data: Body, agent: str = "", audience: Audience = None) -> "Event":
        """An event that has not entered a log yet."""
        return Event(0, 0, data.kind, agent, audience, data)


class RunStarted(Body, frozen=True):
    kind: ClassVar[str] = "run_started"
    names: tuple[str, ...]

    def sentence(self) -> str:
        return f"the run starts: {', '.join(self.names)}"


class RunEnded(Body, frozen=True):
    """The last event. `digest` covers header and all events before this one."""

    kind: ClassVar[str] = "run_ended"
    reason: str
    result: dict[str, bool | int | float | str | None]
    digest: str

    def sentence(self) -> str:
        return f"the run ends: {self.reason.replace('_', ' ')}"


class Said(Body, frozen=True):
    """Words, to everyone (`to` empty) or whispered to some."""

    kind: ClassVar[str] = "said"
    text: str
    to: tuple[str, ...] = ()

    def sentence(self) -> str:
        return f"to {', '.join(self.to)}: {self.text}" if self.to else self.text


class Thought(Body, frozen=True):
    kind: ClassVar[str] = "thought"
    text: str

    def sentence(self) -> str:
        return self.text


class Planned(Body, frozen=True):
    kind: ClassVar[str] = "planned"
    text: str

    def sentence(self) -> str:
        return f"plans: {self.text}"


class Noted(Body, frozen=True):
    kind: ClassVar[str] = "noted"
    text: str

    def sentence(self) -> str:
        return f"notes: {self.text}"


class Acted(Body, frozen=True):
    """An action that came from outside the run (a person, a script), in the scene's command language."""

    kind: ClassVar[str] = "acted"
    command: str

    def sentence(self) -> str:
        return f"did: {self.command}"


class Rejected(Body, frozen=True):
    kind: ClassVar[str] = "rejected"
    command: str
    why: str

    def sentence(self) -> str:
        return f"could not {self.command}: {self.why}"


class Overtaken(Body, frozen=True):
    """A group's action that was legal when it was decided, and no longer when its place in the order came."""

    kind: ClassVar[str] = "overtaken"
    command: str
    why: str

    def sentence(self) -> str:
        return f"overtaken: {self.command} ({self.why})"


class Defaulted(Body, frozen=True):
    """The scene's default action was taken in the agent's place."""

    kind: ClassVar[str] = "defaulted"
    command: str
    why: str

    def sentence(self) -> str:
        return f"default taken, {self.command}: {self.why}"


class Intervened(Body, frozen=True):
    """Somebody at the controls did what no agent can do, such as opening all eyes while playing."""

    kind: ClassVar[str] = "intervened"
    what: str

    def sentence(self) -> str:
        return f"intervened: {self.what}"


class GroupStarted(Body, frozen=True):
    kind: ClassVar[str] = "group_started"
    names: tuple[str, ...]

    def sentence(self) -> str:
        return f"deciding at once: {', '.join(self.names)}"


class GroupEnded(Body, frozen=True):
    """All are in. Those in `waiting` took a step that does not end their turn, and go on."""

    kind: ClassVar[str] = "group_ended"
    waiting: tuple[str, ...]

    def sentence(self) -> str:
        return f"still going on: {', '.join(self.waiting)}" if self.waiting else "all are in"


SHARED: tuple[type[Body], ...] = (
    RunStarted,
    RunEnded,
    Said,
    Thought,
    Planned,
    Noted,
    Acted,
    Rejected,
    Overtaken,
    Defaulted,
    Intervened,
    GroupStarted,
    GroupEnded,
)


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


encode = msgspec.json.Encoder().encode
"""One event as one JSON line, without the newline."""


def stable(line: bytes) -> bytes:
    """The part of an encoded event that equal runs share: all but `t`, which is last."""
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
        return Event(raw.n, raw.turn, raw.kind, raw.agent, raw.audience, body.decode(raw.data), raw.end, raw.t)
