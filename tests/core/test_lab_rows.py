"""A row a game, and the tables that rows go to."""

import csv
import json
from pathlib import Path

import msgspec
import pytest

from core.engine.casting import prepare
from core.errors import UserError
from core.lab.batch import play_batch
from core.lab.playing import Job, play_job
from core.lab.rows import KINDS, Count, Row
from core.lab.tables import open_table
from core.recording.file import Recording
from tests.core.table import header

GAMES = 12


def test_a_row_goes_through_its_line(tmp_path: Path) -> None:
    for row in play_batch(header(1, {"B": "clumsy"}), GAMES, 1, tmp_path).games:
        read = Row.decode(row.encode())
        assert read.table() == row.table()
        assert read.recording == str(tmp_path / f"toy-{row.seed}.jsonl")
        assert (read.status == "failed") == bool(row.error)
        ended = Recording.read(Path(read.recording)).ended
        assert read.digest == (ended.digest if ended else "")


@pytest.mark.parametrize("line", [b"{}", b"[]", b"{", b'{"seed": "x", "cast": {}, "options": {}}'])
def test_what_is_no_row_is_refused(line: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        Row.decode(line)
    whole = play_batch(header(1), 1, 1).games[0].encode()
    with pytest.raises(msgspec.DecodeError):
        Row.decode(whole.replace(b'"taken":', b'"other":[],"taken":'))


def test_a_metric_with_the_name_of_a_field_hides_nothing() -> None:
    made = header(1)
    row = Count().row(made, recording="x")
    mean = Row(seed=1, cast=made.cast, options={}, metrics={"status": "ill", "turns": 3, "taken": 2})
    assert mean.table()["status"] == row.table()["status"] == "done"
    assert {"metric status": "ill", "taken": 2}.items() <= mean.table().items()
    assert Row.decode(mean.encode()).metrics == {"status": "ill", "taken": 2}


async def test_what_models_took_and_how_often_they_had_nothing_to_give() -> None:
    row = await play_job(Job(prepare("toy", {"max_calls": 2}, {"*": "llm:mock"}, 1)))
    assert (row.status, row.reason, row.calls) == ("limit", "max_calls", 2)
    assert row.tokens_in + row.tokens_out == row.metrics["tokens"]


def test_games_in_which_defaults_were_taken_too_often_are_marked() -> None:
    made = header(1)
    tally = Count()
    tally.fallbacks = 1
    assert (tally.row(made).status, tally.row(made, error="x").status) == ("fell back", "failed")
    assert Count().row(made).status == "done"


def test_a_csv_has_a_column_a_figure(tmp_path: Path) -> None:
    with open_table(tmp_path / "rows.csv", KINDS) as table:
        rows = play_batch(header(1, {"B": "clumsy"}), GAMES, 1, on_row=table.add).games
    told = list(csv.DictReader((tmp_path / "rows.csv").open()))
    assert {row.status for row in rows} == {"done", "failed"}
    assert [line["seed"] for line in told] == [str(row.seed) for row in rows]
    for line, row in zip(told, rows, strict=True):
        assert (line["plays B"], line["option tokens"], line["digest"]) == ("clumsy", "4", row.digest)
        assert line["taken"] == str(row.metrics.get("taken", ""))
        assert line["more"] == ""


def test_what_later_games_have_beside_is_kept(tmp_path: Path) -> None:
    base = play_batch(header(1), 1, 1).games[0]
    with open_table(tmp_path / "rows.csv", KINDS) as table:
        for extra in ({}, {"late": 7}):
            table.add(Row(seed=1, cast=base.cast, options={}, metrics={"taken": 1, **extra}))
    told = list(csv.DictReader((tmp_path / "rows.csv").open()))
    assert [json.loads(line["more"] or "{}") for line in told] == [{}, {"late": 7}]


def test_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    with open_table(tmp_path / "rows.parquet", KINDS) as table:
        rows = play_batch(header(1, {"B": "clumsy"}), GAMES, 1, on_row=table.add).games
    told = parquet.read_table(tmp_path / "rows.parquet").to_pylist()
    assert [(line["seed"], line["taken"], line["digest"]) for line in told] == [
        (row.seed, row.metrics.get("taken"), row.digest) for row in rows
    ]


def test_a_table_is_refused_before_a_game_is_played(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text("")
    with pytest.raises(UserError, match=r"exists already; name another file with --out"):
        open_table(tmp_path / "rows.jsonl", KINDS)
    with pytest.raises(UserError, match=r"ends in .jsonl, .csv, .parquet, not 'rows.xls'"):
        open_table(tmp_path / "rows.xls", KINDS)
