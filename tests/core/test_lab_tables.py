"""Rows of games; tables of turns, messages and calls; and the files they are written to."""

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core.engine.casting import prepare
from core.engine.events import Asked, Said, Thought
from core.errors import UserError
from core.lab.batch import play_batch
from core.lab.playing import Job, play_job
from core.lab.records import GAME, RECORDS, kinds_of, recordings_in, records
from core.lab.rows import KINDS, EventCounts, Row
from core.lab.tables import open_table
from core.recording.file import Recording
from tests.core.table import header

CLUMSY = {"B": "clumsy"}
"""A cast of which about half of the games fail."""
TABLES = ("turns", "calls", "messages", "prompts")


def test_a_row_is_read_from_its_line(tmp_path: Path) -> None:
    for row in play_batch(header(1, CLUMSY), 12, 1, tmp_path).games:
        again = Row.decode(row.encode())
        assert again.table() == row.table()
        assert again.recording == str(tmp_path / f"toy-{row.seed}.jsonl")
        assert (again.status == "failed") == bool(row.error)
        ended = Recording.read(Path(again.recording)).ended
        assert again.digest == (ended.digest if ended else "")
    other_metric = play_batch(header(1), 1, 1).games[0].encode().replace(b'"taken":', b'"other":[],"taken":')
    for line in (b"{}", b"[]", b"{", b'{"seed": "x", "cast": {}, "options": {}}', other_metric):
        with pytest.raises(msgspec.DecodeError):
            Row.decode(line)


def test_rows_of_an_earlier_version_are_read() -> None:
    row = play_batch(header(1), 1, 1).games[0]
    assert b'"seats":{' in row.encode()
    assert Row.decode(row.encode().replace(b'"seats":{', b'"cast":{')).cast == row.cast


def test_a_metric_may_have_the_name_of_a_field() -> None:
    row = Row(seed=1, cast={}, options={}, metrics={"status": "ill", "turns": 3, "taken": 2})
    assert {"status": "done", "metric status": "ill", "taken": 2}.items() <= row.table().items()
    assert Row.decode(row.encode()).metrics == {"status": "ill", "taken": 2}


async def test_a_row_counts_calls_tokens_and_fallbacks() -> None:
    row = await play_job(Job(prepare("toy", {"max_calls": 2}, {"*": "llm:mock"}, 1)))
    assert (row.status, row.reason, row.calls) == ("limit", "max_calls", 2)
    assert row.tokens_in + row.tokens_out == row.metrics["tokens"] > 0
    assert sum(usage.tokens for usage in row.took.values()) == row.tokens
    count = EventCounts()
    assert count.row(header(1)).status == "done"
    count.fallbacks = 1
    assert (count.row(header(1)).status, count.row(header(1), error="x").status) == ("fell back", "failed")


def test_rows_as_csv_and_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = play_batch(header(1, CLUMSY), 12, 1).games
    assert {row.status for row in rows} == {"done", "failed"}
    for name in ("rows.csv", "rows.parquet"):
        with open_table(tmp_path / name, KINDS) as table:
            for row in rows:
                table.add(row)
    lines = list(csv.DictReader((tmp_path / "rows.csv").open()))
    for line, row in zip(lines, rows, strict=True):
        assert (line["seed"], line["plays B"], line["option tokens"]) == (str(row.seed), "clumsy", "4")
        assert (line["digest"], line["taken"]) == (row.digest, str(row.metrics.get("taken", "")))
        assert line["more"] == ""
    lines = parquet.read_table(tmp_path / "rows.parquet").to_pylist()
    assert [(line["seed"], line["taken"], line["digest"]) for line in lines] == [
        (row.seed, row.metrics.get("taken"), row.digest) for row in rows
    ]


def test_csv_keeps_keys_of_later_rows(tmp_path: Path) -> None:
    with open_table(tmp_path / "rows.csv", KINDS) as table:
        for extra in ({}, {"late": 7}):
            table.add(Row(seed=1, cast={"A": "rules"}, options={}, metrics={"taken": 1, **extra}))
    lines = csv.DictReader((tmp_path / "rows.csv").open())
    assert [json.loads(line["more"] or "{}") for line in lines] == [{}, {"late": 7}]


def test_bad_names_of_tables_are_rejected(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text("")
    with pytest.raises(UserError, match=r"exists already; name another file with --out"):
        open_table(tmp_path / "rows.jsonl", KINDS)
    with pytest.raises(UserError, match=r"ends in .jsonl, .csv, .parquet, not 'rows.xls'"):
        open_table(tmp_path / "rows.xls", KINDS)
    (tmp_path / "empty").mkdir()
    with pytest.raises(UserError, match="holds no recordings"):
        recordings_in([tmp_path / "empty"])


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    play_batch(header(1, {"A": "llm:mock"}), 3, 1, folder)
    return folder


def table_of(kind: str, folder: Path, out: Path) -> Path:
    with open_table(out, kinds_of(kind, recordings_in([folder]))) as table:
        for record in records(kind, recordings_in([folder])):
            table.add(record)
    return out


def read_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def columns_of(lines: Sequence[dict[str, Any]], *columns: str) -> list[tuple[Any, ...]]:
    return [tuple(line[column] for column in columns) for line in lines]


def test_each_turn_call_and_message_is_a_line(tmp_path: Path, games: Path) -> None:
    recordings = [Recording.read(path) for path in sorted(games.iterdir())]
    events = [(recording.path, event) for recording in recordings for event in recording.events]
    tables = {kind: read_lines(table_of(kind, games, tmp_path / f"{kind}.jsonl")) for kind in TABLES}
    turns, calls, messages, prompts = tables.values()
    assert columns_of(turns, "recording", "turn") == list(dict.fromkeys((str(path), e.turn) for path, e in events))
    assert sum(line["events"] for line in turns) == len(events)
    asked = [(event.n, event.data) for _, event in events if isinstance(event.data, Asked)]
    assert columns_of(calls, "n", "reply", "prompt") == [(n, body.reply, " ".join(body.prompt)) for n, body in asked]
    assert {line["policy"] for line in calls} == {"llm:mock"}
    assert sum(line["calls"] for line in turns) == len(calls) > 0
    texts = [(event.n, event.data.text) for _, event in events if isinstance(event.data, Said | Thought)]
    assert columns_of(messages, "n", "text") == texts
    assert {line["audience"] for line in messages} == {"A"}
    texts_of = {line["digest"]: line["text"] for line in prompts}
    assert all(texts_of[digest] for line in calls for digest in line["prompt"].split())


@pytest.mark.parametrize("kind", TABLES)
def test_all_formats_hold_the_same_table(tmp_path: Path, games: Path, kind: str) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    lines, columns = read_lines(table_of(kind, games, tmp_path / "t.jsonl")), [*GAME, *RECORDS[kind].columns]
    assert list(lines[0]) == columns
    assert parquet.read_table(table_of(kind, games, tmp_path / "t.parquet")).to_pylist() == lines
    rows = list(csv.DictReader(table_of(kind, games, tmp_path / "t.csv").open()))
    assert [row["turn"] for row in rows] == [str(line["turn"]) for line in lines]
    assert list(rows[0]) == [*columns, "more"]


def test_an_empty_table_has_its_columns(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    play_batch(header(1), 1, 1, tmp_path / "bots")
    empty = parquet.read_table(table_of("calls", tmp_path / "bots", tmp_path / "calls.parquet"))
    assert (empty.num_rows, empty.column_names) == (0, [*GAME, *RECORDS["calls"].columns])
