"""Tables of recorded games: one line per turn, message or model call, and a scene's own tables."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar, Self

import msgspec

from core.engine.capabilities import Portable, class_capability
from core.engine.events import Asked, Brought, Defaulted, Event, Rejected, Spent
from core.engine.registry import find_scene
from core.errors import UserError, did_you_mean
from core.llm.judge import judge_in
from core.recording.checked_reader import CheckedReader
from core.recording.header import Header

KNOWN = {"int": int, "float": float, "str": str, "bool": bool}


class _Line(msgspec.Struct, frozen=True):
    """A line of a table; these columns name its game."""

    recording: str
    scene: str
    seed: int
    turn: int

    is_whole: ClassVar[bool] = True

    def flat(self) -> dict[str, Any]:
        return msgspec.structs.asdict(self)

    def encode(self) -> bytes:
        return msgspec.json.encode(self) + b"\n"

    @classmethod
    def kinds(cls) -> dict[str, type]:
        """Types of the columns."""
        types = ((each.name, str(getattr(each.type, "__name__", each.type))) for each in msgspec.structs.fields(cls))
        return {name: KNOWN[kind if kind in KNOWN else kind.partition(" ")[0]] for name, kind in types}


class Played(_Line, frozen=True):
    """A turn: active agents and counts of events."""

    agents: str
    policies: str
    first: int
    """Number of its first event."""
    events: int
    seconds: float
    """Seconds from the end of the turn before."""
    rejected: int
    defaulted: int
    calls: int
    tokens_in: int
    tokens_out: int
    what: str
    """Public events of the turn, in sentences."""

    @classmethod
    def of(cls, name: str, header: Header, events: Iterable[Event]) -> Iterator[Self]:
        turn: list[Event] = []
        before = 0.0
        for event in events:
            if turn and event.turn != turn[0].turn:
                yield cls._made(name, header, turn, before)
                before, turn = turn[-1].t, []
            turn.append(event)
        if turn:
            yield cls._made(name, header, turn, before)

    @classmethod
    def _made(cls, name: str, header: Header, turn: list[Event], before: float) -> Self:
        agents = list(dict.fromkeys(event.agent for event in turn if event.agent))
        spent = [event.spent for event in turn if event.spent]
        public = (event for event in turn if event.audience is None)
        return cls(
            name,
            header.scene,
            header.seed,
            turn[0].turn,
            ", ".join(agents),
            ", ".join(dict.fromkeys(header.cast[agent] for agent in agents)),
            turn[0].n,
            len(turn),
            round(max(0.0, turn[-1].t - before), 3),
            sum(isinstance(event.data, Rejected) for event in turn),
            sum(isinstance(event.data, Defaulted) for event in turn),
            len(spent),
            sum(each.tokens_in for each in spent),
            sum(each.tokens_out for each in spent),
            "; ".join(f"{event.agent} {event.data.sentence()}".strip() for event in public),
        )


class Message(_Line, frozen=True):
    """Words of an agent: said, thought, planned, noted, or a scene's own kinds."""

    n: int
    kind: str
    agent: str
    policy: str
    to: str
    """Addressees; empty for everyone."""
    audience: str
    """Audience: "everyone", a group, or names."""
    text: str
    t: float

    @classmethod
    def of(cls, name: str, header: Header, events: Iterable[Event]) -> Iterator[Self]:
        for event in events:
            body: Any = event.data
            text = getattr(body, "text", None)
            if not event.agent or not isinstance(text, str) or isinstance(body, Brought):
                continue
            who = "everyone" if event.audience is None else event.audience
            audience = who if isinstance(who, str) else ", ".join(who)
            to = ", ".join(getattr(body, "to", ()) or ())
            policy = header.cast[event.agent]
            place = name, header.scene, header.seed, event.turn
            yield cls(*place, event.n, event.kind, event.agent, policy, to, audience, text, event.t)


class Call(_Line, frozen=True):
    """A model call, including a judge's."""

    n: int
    agent: str
    policy: str
    model: str
    purpose: str
    prompt: str
    """Digests of its messages; `prompted` events hold the texts."""
    reply: str
    reasoning: str
    value: str
    """The reply as parsed, in JSON; empty if it was unusable."""
    error: str
    failed: str
    finish: str
    mended: str
    tokens_in: int
    tokens_out: int
    thinking: int
    cached: int
    estimated: int
    cost: float | None
    latency: float
    retries: int

    @classmethod
    def of(cls, name: str, header: Header, events: Iterable[Event]) -> Iterator[Self]:
        policies = {**header.cast, **judge_in(header)}
        for event in events:
            if isinstance(event.data, Asked):
                asked, spent = event.data, event.spent or Spent(0.0)
                yield cls(
                    name,
                    header.scene,
                    header.seed,
                    event.turn,
                    event.n,
                    event.agent,
                    policies[event.agent],
                    asked.model,
                    asked.purpose,
                    " ".join(asked.prompt),
                    asked.reply,
                    asked.reasoning,
                    "" if asked.value is None else msgspec.json.encode(asked.value).decode(),
                    asked.error,
                    asked.failed,
                    asked.finish,
                    ", ".join(asked.mended),
                    spent.tokens_in,
                    spent.tokens_out,
                    spent.thinking,
                    spent.cached,
                    spent.estimated,
                    spent.cost,
                    spent.latency,
                    len(spent.retries),
                )


class SceneRecord(msgspec.Struct, frozen=True):
    """A line of a table that only the scene has; the first three columns name its game."""

    cells: dict[str, Any]

    is_whole: ClassVar[bool] = True

    def flat(self) -> dict[str, Any]:
        return dict(self.cells)

    def encode(self) -> bytes:
        return msgspec.json.encode(self.cells) + b"\n"


RECORDS: dict[str, type[Played | Message | Call]] = {"turns": Played, "messages": Message, "calls": Call}
PLACE = {"recording": str, "scene": str, "seed": int}


def kinds_of(kind: str, paths: Sequence[Path]) -> dict[str, type]:
    """Return the known types of a table's columns. Raises UserError if a recording has no such table."""
    if kind in RECORDS:
        return RECORDS[kind].kinds()
    for path in paths:
        header, _ = _opened(path)
        known = class_capability(find_scene(header.scene), Portable).tables
        if kind not in known:
            raise UserError(f"{header.scene} has no table {kind!r}; {did_you_mean(kind, [*RECORDS, *known])}.")
    return dict(PLACE)


def records(kind: str, paths: Iterable[Path]) -> Iterator[Played | Message | Call | SceneRecord]:
    """Read recordings one by one, in pieces, whatever their length. Raises UserError."""
    for path in paths:
        header, events = _opened(path)
        if kind in RECORDS:
            yield from RECORDS[kind].of(str(path), header, events)
        else:
            place = dict(zip(PLACE, (str(path), header.scene, header.seed), strict=True))
            yield from (
                SceneRecord({**place, **row})
                for row in class_capability(find_scene(header.scene), Portable).tables[kind](header, events)
            )


def _opened(path: Path) -> tuple[Header, Iterator[Event]]:
    """Open a recording: its header, and its events as they are read."""
    incoming = CheckedReader(path)
    return incoming.header, (event for piece in incoming for event in piece)


def recordings_in(places: Iterable[Path]) -> list[Path]:
    """Find the named recordings and those in named folders, including experiments. Raises UserError for a folder
    without any.
    """
    out = []
    for place in places:
        if not place.is_dir():
            out.append(place)
            continue
        below = place / "recordings" if (place / "recordings").is_dir() else place
        found = sorted(path for path in below.iterdir() if path.name.endswith((".jsonl", ".jsonl.gz")))
        if not found:
            raise UserError(f"{place} holds no recordings (.jsonl).")
        out += found
    return out
