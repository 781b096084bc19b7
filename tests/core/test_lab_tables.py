"""Tables of turns, messages and calls are what the recordings hold."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from core.engine.events import Asked, Said, Thought
from core.errors import UserError
from core.lab.batch import play_batch
from core.lab.records import RECORDS, recordings_in, records
from core.lab.tables import open_table
from core.recording.file import Recording
from tests.core.table import header


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    play_batch(header(1, {"A": "llm:mock"}), 3, 1, folder)
    return folder


def table(what: str, folder: Path, out: Path) -> Path:
    with open_table(out, RECORDS[what].columns) as made:
        for record in records(what, recordings_in([folder])):
            made.add(record)
    return out


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_every_turn_call_and_message_is_a_line(tmp_path: Path, played: Path) -> None:
    recordings = [Recording.read(path) for path in sorted(played.iterdir())]
    events = [(recording.path, event) for recording in recordings for event in recording.events]
    turns, calls, messages = (lines(table(what, played, tmp_path / f"{what}.jsonl")) for what in RECORDS_ORDER)
    assert [(line["recording"], line["turn"]) for line in turns] == list(
        dict.fromkeys((str(path), event.turn) for path, event in events)
    )
    assert sum(line["events"] for line in turns) == len(events)
    asked = [(path, event, event.data) for path, event in events if isinstance(event.data, Asked)]
    assert [(line["n"], line["reply"], line["prompt"]) for line in calls] == [
        (event.n, body.reply, " ".join(body.prompt)) for _, event, body in asked
    ]
    assert {line["policy"] for line in calls} == {"llm:mock"}
    assert sum(line["calls"] for line in turns) == len(calls) > 0
    told = [(event.n, event.data.text) for _, event in events if isinstance(event.data, Said | Thought)]
    assert [(line["n"], line["text"]) for line in messages] == told
    assert {line["audience"] for line in messages} == {"A"}


RECORDS_ORDER = ("turns", "calls", "messages")


@pytest.mark.parametrize("what", RECORDS_ORDER)
def test_the_three_formats_hold_the_same(tmp_path: Path, played: Path, what: str) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    told = lines(table(what, played, tmp_path / "t.jsonl"))
    columns = list(RECORDS[what].columns)
    assert list(told[0]) == columns
    assert parquet.read_table(table(what, played, tmp_path / "t.parquet")).to_pylist() == told
    rows = list(csv.DictReader(table(what, played, tmp_path / "t.csv").open()))
    assert [row["turn"] for row in rows] == [str(line["turn"]) for line in told]
    assert list(rows[0]) == [*columns, "more"]


def test_a_table_of_nothing_has_its_columns(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    play_batch(header(1), 1, 1, tmp_path / "bots")
    empty = parquet.read_table(table("calls", tmp_path / "bots", tmp_path / "calls.parquet"))
    assert (empty.num_rows, empty.column_names) == (0, list(RECORDS["calls"].columns))


def test_a_folder_without_recordings_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="holds no recordings"):
        recordings_in([tmp_path])
