"""Tables of recorded games: one row per turn, message or model call, and a scene's own tables."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from core.engine.capabilities import Portable, class_capability
from core.engine.events import Asked, Defaulted, Event, Prompted, Rejected, ToolResult
from core.engine.model_tally import Spent
from core.engine.reading_events import SecondReading, meanings
from core.engine.registry import find_scene
from core.errors import UserError, did_you_mean
from core.lab.decisions import Decisions
from core.llm.judge import judge_in
from core.recording.checked_reader import CheckedReader
from core.recording.header import Header
from core.tables import Column, EventTable

GAME = {
    "recording": Column(str, "file of the recording"),
    "scene": Column(str, "scene"),
    "seed": Column(int, "seed of the game"),
}
"""Columns that identify the game, in every table."""
TURN = Column(int, "turn of the run")
EVENT = Column(int, "number of the event")
POLICY = Column(str, "policy of the agent")
Values = Iterator[tuple[Any, ...]]
"""Values of a table's own columns, for each row."""


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
            round(max(0.0, turn[-1].t - before), 3),  # seconds since the end of the turn before
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
    """Yield a row per model call, including those of a judge."""
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
                spent.lost,
                spent.estimated,
                spent.cost,
                spent.latency,
                len(spent.retries),
            )


def _prompts(header: Header, events: Iterable[Event]) -> Values:
    """Yield a row per message of a prompt, at its first use by an agent."""
    for event in events:
        if isinstance(event.data, Prompted):
            for digest, message in event.data.messages.items():
                yield event.turn, event.n, event.agent, digest, message["role"], message["content"]


def _readings(header: Header, events: Iterable[Event]) -> Values:
    """Yield a row per message that a model has read in addition to the rules."""
    for event in events:
        if isinstance(body := event.data, SecondReading):
            model = None if body.model is None else "; ".join(meanings(body.model))
            rules = "; ".join(meanings(body.rules))
            said = body.speaker, body.to, ", ".join(body.context), body.text
            yield (event.turn, event.n, *said, rules, model, body.agrees)


def _decisions(header: Header, events: Iterable[Event]) -> Values:
    """Yield a row per decision that the scene can judge."""
    for each in Decisions(header).take(events):
        verdict, sample = each.verdict, each.verdict.sample
        own = each.event.turn, each.event.n, each.agent, header.cast[each.agent], each.action
        sampled = (sample.error, sample.games) if sample else (None, 0)
        yield (*own, verdict.best, verdict.regret, verdict.unit, *sampled)


def _table(about: str, values: Callable[[Header, Iterable[Event]], Values], columns: dict[str, Column]) -> EventTable:
    """Make a table from a function that yields the values of its columns."""

    def rows(header: Header, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
        return (dict(zip(columns, row, strict=True)) for row in values(header, events))

    return EventTable(about, columns, rows)


RECORDS = {
    "turns": _table(
        "a turn",
        _turns,
        {
            "turn": TURN,
            "agents": Column(str, "agents that acted, in order"),
            "policies": Column(str, "their policies, each once"),
            "first": Column(int, "number of the turn's first event"),
            "events": Column(int, "number of events"),
            "seconds": Column(float, "seconds since the end of the turn before"),
            "rejected": Column(int, "actions that the rules rejected"),
            "defaulted": Column(int, "default actions taken for agents that gave no usable action"),
            "calls": Column(int, "calls to models"),
            "tokens_in": Column(int, "tokens that models read"),
            "tokens_out": Column(int, "tokens that models wrote"),
            "what": Column(str, "public events in sentences"),
        },
    ),
    "messages": _table(
        "a text of an agent: said, thought, planned, noted",
        _messages,
        {
            "turn": TURN,
            "n": EVENT,
            "kind": Column(str, "kind of the event, such as said or thought"),
            "agent": Column(str, "author"),
            "policy": POLICY,
            "to": Column(str, "addressees of the text"),
            "audience": Column(str, "agents that may know the text; everyone for a public text"),
            "text": Column(str, "the text"),
            "t": Column(float, "seconds since the start of the run; -1 if it was not recorded"),
        },
    ),
    "prompts": _table(
        "a message of a prompt, at its first use by an agent",
        _prompts,
        {
            "turn": TURN,
            "n": EVENT,
            "agent": Column(str, "agent that asked"),
            "digest": Column(str, "digest of the message, as in the column prompt of the table calls"),
            "role": Column(str, "system, user or assistant"),
            "text": Column(str, "the message"),
        },
    ),
    "readings": _table(
        "a message that a model has read in addition to the rules (-o reader=llm:NAME)",
        _readings,
        {
            "turn": TURN,
            "n": EVENT,
            "speaker": Column(str, "author of the message"),
            "to": Column(str, "addressee of the message; empty for everyone"),
            "context": Column(str, "features of the situation, such as an open offer"),
            "text": Column(str, "the message"),
            "rules": Column(str, "labels by the rules"),
            "model": Column(str, "labels by the model; empty if its reply was unusable"),
            "agrees": Column(bool, "true if both gave the same labels"),
        },
    ),
    "decisions": _table(
        "a decision that the scene compares with the best one",
        _decisions,
        {
            "turn": TURN,
            "n": EVENT._replace(meaning="number of the step's first event"),
            "agent": Column(str, "agent that decided"),
            "policy": POLICY,
            "action": Column(str, "chosen action"),
            "best": Column(str, "best action"),
            "regret": Column(float, "loss of the chosen action; an estimate may be below 0"),
            "unit": Column(str, "unit of the loss: points; or a share, such as of games"),
            "error": Column(float, "standard error of the loss; empty if it was not estimated"),
            "samples": Column(int, "sampled games behind the loss; 0 if it was not estimated"),
        },
    ),
    "calls": _table(
        "a call to a model, including those of a judge",
        _calls,
        {
            "turn": TURN,
            "n": EVENT,
            "agent": Column(str, "agent that asked"),
            "policy": POLICY,
            "model": Column(str, "name of the model"),
            "purpose": Column(str, "purpose of the call"),
            "prompt": Column(str, "digests of the prompt's messages; the table prompts has their texts"),
            "reply": Column(str, "reply of the model"),
            "reasoning": Column(str, "thoughts that the server returned beside the reply"),
            "value": Column(str, "value parsed from the reply, as JSON; empty if nothing was usable"),
            "error": Column(str, "error that the model was shown"),
            "failed": Column(str, "failure of the call, such as a timeout"),
            "finish": Column(str, "finish reason that the server gave, if it is not the usual one"),
            "mended": Column(str, "repairs that were needed to parse the reply"),
            "tokens_in": Column(int, "tokens that the model read"),
            "tokens_out": Column(int, "tokens that the model wrote"),
            "thinking": Column(int, "part of tokens_out used for reasoning"),
            "cached": Column(int, "part of tokens_in from the server's cache"),
            "lost": Column(int, "part of tokens_out from tries without a usable reply"),
            "estimated": Column(int, "estimated tokens of tries that ended before a server counted them"),
            "cost": Column(float, "price in US dollars; empty where no price is known"),
            "latency": Column(float, "seconds from the request to the end of the reply"),
            "retries": Column(int, "repeated requests"),
        },
    ),
}


def table_of(kind: str, scene: str) -> EventTable:
    """Find a table of any scene, or one that only this scene has. Raises UserError if there is none."""
    tables = {**RECORDS, **class_capability(find_scene(scene), Portable).tables}
    if kind not in tables:
        raise UserError(f"{scene} has no table {kind!r}; {did_you_mean(kind, tables)}.")
    return tables[kind]


def kinds_of(kind: str, paths: Sequence[Path]) -> dict[str, type]:
    """Return the types of a table's columns. Raises UserError if a recording has no such table."""
    found = [RECORDS[kind]] if kind in RECORDS else [table_of(kind, open_recording(path)[0].scene) for path in paths]
    columns = {**GAME, **{name: column for table in found for name, column in table.columns.items()}}
    return {name: column.kind for name, column in columns.items()}


def records(kind: str, paths: Iterable[Path]) -> Iterator[Record]:
    """Read recordings one by one. Raises UserError."""
    for path in paths:
        header, events = open_recording(path)
        for row in table_of(kind, header.scene).rows(header, events):
            yield Record({**game_cells(path, header), **row})


def game_cells(path: Path, header: Header) -> dict[str, Any]:
    """Return the cells that name the game of a recording."""
    return dict(zip(GAME, (str(path), header.scene, header.seed), strict=True))


def open_recording(path: Path) -> tuple[Header, Iterator[Event]]:
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
