"""An experiment in its folder: rows and recordings survive cut files, killed processes, limits and retries."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
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
KILLS = 5
SHORT = TOY.replace("games = 6", "games = 1")


def rows_in(folder: Path) -> dict[str, Row]:
    rows = read_rows(folder / "rows.jsonl")
    assert len({row.recording for row in rows}) == len(rows), "none twice"
    return {row.recording: row for row in rows}


def test_each_game_is_a_row_and_a_recording_that_verifies(tmp_path: Path) -> None:
    lab = played(tmp_path, TOY.replace("games = 6", "games = 2"))
    rows = rows_in(lab.folder)
    assert len(rows) == len(lab.jobs) == 2 * 4 * 2
    for name, row in rows.items():
        recording = Recording.read(lab.folder / name)
        assert recording.ended is not None
        assert asyncio.run(verify(recording)) == row.events
        assert (row.experiment, row.digest, row.seed) == ("toys", recording.ended.digest, recording.header.seed)
    cells = {cell.name for cell in lab.cells}
    assert {row.cell for row in rows.values()} == cells
    assert "tokens=3, ordering=asynchronous, random" in cells
    assert all([row.seed for row in rows.values() if row.cell == cell] == [1, 2] for cell in cells)


@pytest.mark.slow
def test_killed_again_and_again_it_gives_the_rows_of_an_undisturbed_run(tmp_path: Path) -> None:
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


def test_cut_recordings_are_continued(tmp_path: Path) -> None:
    lab = played(tmp_path, COUP)
    before, lines = rows_in(lab.folder), (lab.folder / "rows.jsonl").read_bytes().splitlines(keepends=True)
    (lab.folder / "rows.jsonl").write_bytes(b"".join(lines[:4]))
    cuts = {job.recording: (lab.folder / job.recording).read_bytes() for job in lab.jobs[4:8]}
    for share, (name, text) in zip((0.0, 0.001, 0.5, 0.9), cuts.items(), strict=True):
        (lab.folder / name).write_bytes(text[: int(len(text) * share)])
    assert rows_in(played(tmp_path, COUP).folder) == before


def test_retry_plays_failed_games_again(tmp_path: Path) -> None:
    clumsy = TOY.partition("[cast]")[0] + '[cast.seats]\nB = "clumsy"\n'
    lab = played(tmp_path, clumsy)
    failed = {name for name, row in rows_in(lab.folder).items() if row.status == "failed"}
    assert 0 < len(failed) < len(lab.jobs)
    assert "tripped" in rows_in(lab.folder)[min(failed)].error
    finished: list[Row] = []
    played(tmp_path, clumsy, on_row=finished.append)
    assert finished == [], "without `retry` they stay"
    played(tmp_path, clumsy, on_row=finished.append, retry=True)
    assert {row.recording for row in finished} == failed
    assert rows_in(lab.folder).keys() == {job.recording for job in lab.jobs}


def test_retry_plays_fallen_back_games_from_the_start(tmp_path: Path) -> None:
    lab = played(tmp_path, SHORT)
    before = rows_in(lab.folder)
    name = [*before][3]
    lines = [replace(row, status="fell back" if row.recording == name else "done").encode() for row in before.values()]
    (lab.folder / "rows.jsonl").write_bytes(b"".join(lines))
    (lab.folder / name).write_text("the first game")
    finished: list[Row] = []
    played(tmp_path, SHORT, on_row=finished.append, retry=True)
    assert [row.recording for row in finished] == [name]
    assert rows_in(lab.folder) == before


def test_retry_deletes_no_file_outside_the_folder(tmp_path: Path) -> None:
    lab = played(tmp_path, SHORT)
    (tmp_path / "precious").write_text("mine")
    rows = [*rows_in(lab.folder).values()]
    rows[0] = replace(rows[0], status="fell back", recording="../precious")
    (lab.folder / "rows.jsonl").write_bytes(b"".join(row.encode() for row in rows))
    played(tmp_path, SHORT, retry=True)
    assert (tmp_path / "precious").read_text() == "mine"


def test_factors_may_not_change_once_it_has_begun(tmp_path: Path) -> None:
    played(tmp_path, SHORT)
    with pytest.raises(UserError, match=r"holds a different experiment; only games, \[limits\] and \[primary\] may"):
        played(tmp_path, SHORT.replace("[3, 5]", "[3, 4]"))
    lab = played(tmp_path, SHORT + "[limits]\ncalls = 5\n")
    assert "calls = 5" in (lab.folder / "experiment.toml").read_text()


def test_seeds_can_be_added_but_not_taken_away(tmp_path: Path) -> None:
    before = rows_in(played(tmp_path, SHORT).folder)
    more = rows_in(played(tmp_path, SHORT.replace("games = 1", "games = 2")).folder)
    assert before.items() <= more.items()
    assert {(row.seed, row.planned) for row in more.values()} == {(1, 1), (2, 2)}
    with pytest.raises(UserError, match="has games = 2, which can only be raised"):
        played(tmp_path, SHORT)


def test_the_folder_is_locked_while_it_plays(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="in use by another Playbill"):
        played(tmp_path, SHORT, on_row=lambda row: played(tmp_path, SHORT))


def test_a_recording_of_another_game_is_rejected(tmp_path: Path) -> None:
    lab = played(tmp_path, SHORT)
    (lab.folder / "rows.jsonl").unlink()
    one, other = (lab.folder / job.recording for job in lab.jobs[:2])
    one.write_bytes(other.read_bytes())
    with pytest.raises(UserError, match="is a recording of another game"):
        played(tmp_path, SHORT)


@pytest.mark.parametrize("limit", ["calls = 9", "tokens = 300", "seconds = 1e-9"])
@pytest.mark.few(1)
def test_a_limit_ends_it_and_a_higher_one_continues_it(tmp_path: Path, limit: str) -> None:
    models = TOY.replace('["rules", "random"]', '["llm:mock"]').replace("games = 6", "games = 3")
    with pytest.raises(LimitReached, match=limit.partition(" ")[0]):
        played(tmp_path, models + f"[limits]\n{limit}\n")
    assert lab_of(tmp_path, models).left
    lab = played(tmp_path, models)
    assert lab.left == []
    assert rows_in(lab.folder) == rows_in(played(tmp_path / "again", models).folder)


def test_an_interrupt_keeps_what_was_played(tmp_path: Path) -> None:
    def interrupt(row: Row) -> None:
        if row.seed == 2:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        played(tmp_path, TOY, on_row=interrupt)
    kept = rows_in(tmp_path / "out")
    assert 0 < len(kept) < 48
    assert kept.items() <= rows_in(played(tmp_path, TOY).folder).items()
