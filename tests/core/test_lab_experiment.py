"""An experiment in its folder: what is kept of it, whatever happens."""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.errors import UserError
from core.lab.experiment import read_rows
from core.lab.limits import LimitReached
from core.lab.rows import Row
from core.recording.file import Recording
from core.recording.verification import verify
from tests.core.lab_table import COUP, TOY, lab_of, played, written
from tests.packages import ROOT

HANABI = """
name = "hanabi-random"
scene = "hanabi"
games = 500
[options]
players = 2
[factors]
bomb = ["zero", "keep"]
talk = ["strict", "open"]
[cast]
design = "self-play"
policies = ["random"]
"""
KILLS = 10


def rows_in(folder: Path) -> dict[str, Row]:
    rows = read_rows(folder / "rows.jsonl")
    assert len({row.recording for row in rows}) == len(rows), "none twice"
    return {row.recording: row for row in rows}


def test_every_game_is_a_row_and_a_recording_that_verifies(tmp_path: Path) -> None:
    lab = played(tmp_path, TOY)
    rows = rows_in(lab.folder)
    assert len(rows) == len(lab.jobs) == 6 * 4 * 2
    for name, row in rows.items():
        recording = Recording.read(lab.folder / name)
        assert recording.ended is not None
        assert asyncio.run(verify(recording)) == row.events
        assert (row.experiment, row.digest, row.seed) == ("toys", recording.ended.digest, recording.header.seed)
    cells = {cell.name for cell in lab.cells}
    assert {row.cell for row in rows.values()} == cells
    assert "tokens=3, ordering=asynchronous, random" in cells
    assert all([row.seed for row in rows.values() if row.cell == cell] == [1, 2, 3, 4, 5, 6] for cell in cells)


@pytest.mark.slow
def test_killed_ten_times_2000_games_end_as_if_left_alone(tmp_path: Path) -> None:
    file, cut, draw = written(tmp_path, HANABI), tmp_path / "cut", random.Random(5)
    command = [sys.executable, "-m", "playbill", "experiment", str(file), "--yes", "--workers", "2", "-O"]
    whole = subprocess.run([*command, str(tmp_path / "whole")], cwd=ROOT, capture_output=True, check=True)
    assert b"2000 done" in whole.stdout
    rows = cut / "rows.jsonl"
    for kills in range(1, KILLS + 1):
        process = subprocess.Popen([*command, str(cut)], cwd=ROOT, stderr=subprocess.DEVNULL)
        begun = kills * 150 + draw.randrange(100)
        while process.poll() is None and not (rows.exists() and rows.read_bytes().count(b"\n") >= begun):
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL, "it was killed, and had not ended"
    half = next(path for path in sorted(cut.glob("recordings/*.jsonl")))
    kept = half.read_bytes()
    with rows.open("ab") as file_of_rows:
        file_of_rows.write(b'{"experiment": "cut off')
    subprocess.run([*command, str(cut)], cwd=ROOT, capture_output=True, check=True)
    assert rows_in(cut) == rows_in(tmp_path / "whole")
    assert half.read_bytes() == kept, "a finished game is not played again"


def test_a_game_that_was_cut_goes_on_in_its_recording(tmp_path: Path) -> None:
    lab = played(tmp_path, COUP)
    before, lines = rows_in(lab.folder), (lab.folder / "rows.jsonl").read_bytes().splitlines(keepends=True)
    (lab.folder / "rows.jsonl").write_bytes(b"".join(lines[:4]))
    cuts = {job.recording: (lab.folder / job.recording).read_bytes() for job in lab.jobs[4:8]}
    for share, (name, text) in zip((0.0, 0.001, 0.5, 0.9), cuts.items(), strict=True):
        (lab.folder / name).write_bytes(text[: int(len(text) * share)])
    assert rows_in(played(tmp_path, COUP).folder) == before


def test_failed_games_are_rows_and_are_played_again_when_asked(tmp_path: Path) -> None:
    clumsy = TOY.partition("[cast]")[0] + '[cast.seats]\nB = "clumsy"\n'
    lab = played(tmp_path, clumsy)
    failed = {name for name, row in rows_in(lab.folder).items() if row.status == "failed"}
    assert 0 < len(failed) < len(lab.jobs)
    assert "tripped" in rows_in(lab.folder)[min(failed)].error
    told: list[Row] = []
    played(tmp_path, clumsy, on_row=told.append)
    assert told == []
    played(tmp_path, clumsy, on_row=told.append, retry=True)
    assert {row.recording for row in told} == failed
    assert rows_in(lab.folder).keys() == {job.recording for job in lab.jobs}


def test_a_row_names_no_file_elsewhere_that_is_deleted(tmp_path: Path) -> None:
    lab = played(tmp_path, TOY)
    (tmp_path / "precious").write_text("mine")
    lines = (lab.folder / "rows.jsonl").read_bytes().splitlines(keepends=True)
    row = json.loads(lines[0]) | {"status": "fell back", "recording": "../precious"}
    (lab.folder / "rows.jsonl").write_bytes(b"".join([json.dumps(row).encode() + b"\n", *lines[1:]]))
    played(tmp_path, TOY, retry=True)
    assert (tmp_path / "precious").read_text() == "mine"


def test_games_that_fell_back_are_played_anew_when_asked(tmp_path: Path) -> None:
    lab = played(tmp_path, TOY)
    before = rows_in(lab.folder)
    lines = [row.encode() for row in before.values()]
    fell = lines[3].replace(b'"status":"done"', b'"status":"fell back"')
    (lab.folder / "rows.jsonl").write_bytes(b"".join([*lines[:3], fell, *lines[4:]]))
    name = [*before][3]
    (lab.folder / name).write_text("what was played the first time")
    told: list[Row] = []
    played(tmp_path, TOY, on_row=told.append, retry=True)
    assert [row.recording for row in told] == [name]
    assert rows_in(lab.folder) == before


def test_a_changed_experiment_is_refused_but_for_its_limits(tmp_path: Path) -> None:
    played(tmp_path, TOY)
    with pytest.raises(UserError, match=r"holds another experiment than this, of which only \[limits\] may change"):
        played(tmp_path, TOY.replace("games = 6", "games = 7"))
    lab = played(tmp_path, TOY + "[limits]\ncalls = 5\n")
    assert "calls = 5" in (lab.folder / "experiment.toml").read_text()


def test_a_folder_in_which_somebody_plays_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="still being played by another Playbill"):
        played(tmp_path, TOY, on_row=lambda row: played(tmp_path, TOY))


def test_a_recording_of_another_game_is_not_taken(tmp_path: Path) -> None:
    lab = played(tmp_path, TOY)
    (lab.folder / "rows.jsonl").unlink()
    one, other = (lab.folder / job.recording for job in lab.jobs[:2])
    one.write_bytes(other.read_bytes())
    with pytest.raises(UserError, match="is a recording of another game"):
        played(tmp_path, TOY)


@pytest.mark.parametrize("limit", ["calls = 9", "tokens = 300", "seconds = 1e-9"])
@pytest.mark.few(1)
def test_a_limit_ends_it_and_a_higher_one_goes_on(tmp_path: Path, limit: str) -> None:
    models = TOY.replace('["rules", "random"]', '["llm:mock"]')
    with pytest.raises(LimitReached, match=limit.partition(" ")[0]):
        played(tmp_path, models + f"[limits]\n{limit}\n")
    assert lab_of(tmp_path, models).left
    lab = played(tmp_path, models)
    assert lab.left == []
    (tmp_path / "again").mkdir()
    assert rows_in(lab.folder) == rows_in(played(tmp_path / "again", models).folder)


def test_an_interrupt_keeps_what_was_played(tmp_path: Path) -> None:
    def interrupt(row: Row) -> None:
        if row.seed == 3:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        played(tmp_path, TOY, on_row=interrupt)
    kept = rows_in(tmp_path / "out")
    assert 0 < len(kept) < 48
    assert kept.items() <= rows_in(played(tmp_path, TOY).folder).items()
