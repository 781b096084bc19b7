"""Tables of recorded games: one row per turn, message or model call, and a scene's own tables."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import msgspec

from core.engine.capabilities import Portable, class_capability
from core.engine.events import Asked, Defaulted, Event, Rejected, SecondReading, ToolResult, meanings
from core.engine.model_tally import Spent
from core.engine.registry import find_scene
from core.errors import UserError, did_you_mean
from core.llm.judge import judge_in
from core.recording.checked_reader import CheckedReader
from core.recording.header import Header

GAME = {"recording": str, "scene": str, "seed": int}
"""Columns of every table, which name the game."""
Values = Iterator[tuple[Any, ...]]
"""Values of a table's own columns, row by row."""


class Record(msgspec.Struct, frozen=True):
    """A row of a table."""

    cells: dict[str, Any]

    is_whole: ClassVar[bool] = True

    def flat(self) -> dict[str, Any]:
        return dict(self.cells)

    def encode(self) -> bytes:
        return msgspec.json.encode(self.cells) + b"\n"


def _turns(header: Header, events: Iterable[Event]) -> Values:
    """Yield a row per turn: its agents, counts of events, and public events in sentences."""
    before = 0.0
    for number, group in groupby(events, key=lambda event: event.turn):
        turn = list(group)
        agents = list(dict.fromkeys(event.agent for event in turn if event.agent))
        spent = [event.spent for event in turn if event.spent]
        public = (event for event in turn if event.audience is None)
        yield (
            number,
            ", ".join(agents),
            ", ".join(dict.fromkeys(header.cast[agent] for agent in agents)),
            turn[0].n,
            len(turn),
            round(max(0.0, turn[-1].t - before), 3),  # seconds from the end of the turn before
            sum(isinstance(event.data, Rejected) for event in turn),
            sum(isinstance(event.data, Defaulted) for event in turn),
            len(spent),
            sum(each.tokens_in for each in spent),
            sum(each.tokens_out for each in spent),
            "; ".join(f"{event.agent} {event.data.sentence()}".strip() for event in public),
        )
        before = turn[-1].t


def _messages(header: Header, events: Iterable[Event]) -> Values:
    """Yield a row per text of an agent: said, thought, planned, noted, or of a scene's own kinds."""
    for event in events:
        body: Any = event.data
        text = getattr(body, "text", None)
        if event.agent and isinstance(text, str) and not isinstance(body, ToolResult):
            audience = "everyone" if event.audience is None else event.audience
            readers = audience if isinstance(audience, str) else ", ".join(audience)
            to = ", ".join(getattr(body, "to", ()) or ())
            policy = header.cast[event.agent]
            yield event.turn, event.n, event.kind, event.agent, policy, to, readers, text, event.t


def _calls(header: Header, events: Iterable[Event]) -> Values:
    """Yield a row per model call, a judge's included."""
    policies = {**header.cast, **judge_in(header)}
    for event in events:
        if isinstance(event.data, Asked):
            asked, spent = event.data, event.spent or Spent(0.0)
            yield (
                event.turn,
                event.n,
                event.agent,
                policies[event.agent],
                asked.model,
                asked.purpose,
                " ".join(asked.prompt),  # digests of its messages; `prompted` events hold the texts
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


def _readings(header: Header, events: Iterable[Event]) -> Values:
    """Yield a row per message that a model has read as well."""
    for event in events:
        if isinstance(body := event.data, SecondReading):
            model = None if body.model is None else "; ".join(meanings(body.model))
            rules = "; ".join(meanings(body.rules))
            said = body.speaker, body.to, ", ".join(body.context), body.text
            yield (event.turn, event.n, *said, rules, model, body.agrees)


class Table(NamedTuple):
    """A table that every scene has: the types of its columns, and its rows."""

    columns: dict[str, type]
    rows: Callable[[Header, Iterable[Event]], Values]


def _columns(names: str) -> dict[str, type]:
    """Map columns to their types: in "n:int kind", n is a number and kind a text."""
    types = {"int": int, "float": float, "bool": bool, "": str}
    columns = (name.partition(":") for name in names.split())
    return {**GAME, "turn": int, **{name: types[kind] for name, _, kind in columns}}


RECORDS = {
    "turns": Table(
        _columns(
            "agents policies first:int events:int seconds:float rejected:int defaulted:int calls:int tokens_in:int "
            "tokens_out:int what"
        ),
        _turns,
    ),
    "messages": Table(_columns("n:int kind agent policy to audience text t:float"), _messages),
    "readings": Table(_columns("n:int speaker to context text rules model agrees:bool"), _readings),
    "calls": Table(
        _columns(
            "n:int agent policy model purpose prompt reply reasoning value error failed finish mended tokens_in:int "
            "tokens_out:int thinking:int cached:int estimated:int cost:float latency:float retries:int"
        ),
        _calls,
    ),
}


def kinds_of(kind: str, paths: Sequence[Path]) -> dict[str, type]:
    """Return the known types of a table's columns. Raises UserError if a recording has no such table."""
    if kind in RECORDS:
        return RECORDS[kind].columns
    for path in paths:
        header, _ = _opened(path)
        known = class_capability(find_scene(header.scene), Portable).tables
        if kind not in known:
            raise UserError(f"{header.scene} has no table {kind!r}; {did_you_mean(kind, [*RECORDS, *known])}.")
    return GAME


def records(kind: str, paths: Iterable[Path]) -> Iterator[Record]:
    """Read recordings one by one, in pieces, whatever their length. Raises UserError."""
    for path in paths:
        header, events = _opened(path)
        game = str(path), header.scene, header.seed
        if kind in RECORDS:
            columns, rows = RECORDS[kind]
            yield from (Record(dict(zip(columns, (*game, *row), strict=True))) for row in rows(header, events))
        else:
            place = dict(zip(GAME, game, strict=True))
            scene_rows = class_capability(find_scene(header.scene), Portable).tables[kind](header, events)
            yield from (Record({**place, **row}) for row in scene_rows)


def _opened(path: Path) -> tuple[Header, Iterator[Event]]:
    """Open a recording: its header, and its events as they are read."""
    incoming = CheckedReader(path)
    return incoming.header, (event for piece in incoming for event in piece)


def recordings_in(places: Iterable[Path]) -> list[Path]:
    """Find the named recordings and those in named folders, including experiments.

    Raises UserError for a folder without any.
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
