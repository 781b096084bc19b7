"""Ctrl+C during a batch: one line and the rows of the finished games; a second Ctrl+C stops at once."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PLAYBILL = str(Path(sys.executable).parent / "playbill")
BOT = """
import os, time
from pathlib import Path
import playbill as pb

class Bot(pb.Agent):
    def act(self, turn):
        (Path({folder!r}) / f"{{os.getpid()}}-{{time.monotonic_ns()}}").touch()
        time.sleep({seconds})
        return turn.legal[0]
"""
EXPERIMENT = """
name = "many"
scene = "coup"
games = 5000
options = { players = 2, max_turns = 1 }
cast = { seats = { Ann = "py:waiting:Bot", Bob = "py:waiting:Bot" } }
"""
BATCH = ["run", "coup", "-o", "players=2", "-c", "*=py:waiting:Bot", "--max-turns", "1", "--games", "5000"]
COMMANDS = {
    "run": [*BATCH, "--out", "rows.jsonl"],
    "experiment": ["experiment", "many.toml", "-O", ".", "--yes", "--allow", "py:waiting"],
}


@contextmanager
def playing(folder: Path, seconds: float, command: list[str], turns: int) -> Iterator[subprocess.Popen[str]]:
    """Start a batch on two workers in its own process group, as a terminal does, and wait until so many turns began."""
    marks = folder / "marks"
    marks.mkdir()
    (folder / "waiting.py").write_text(BOT.format(folder=str(marks), seconds=seconds))
    (folder / "many.toml").write_text(EXPERIMENT)
    batch = subprocess.Popen(
        [PLAYBILL, *command, "--workers", "2"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        while len(os.listdir(marks)) < turns:
            assert batch.poll() is None, batch.communicate()
            time.sleep(0.02)
        yield batch
    finally:
        if batch.poll() is None:
            batch.kill()
        batch.communicate()


@pytest.mark.few(1)
@pytest.mark.parametrize("name", COMMANDS)
def test_the_games_under_way_end_and_their_rows_are_kept(tmp_path: Path, name: str) -> None:
    with playing(tmp_path, 0.05, COMMANDS[name], turns=3) as batch:
        os.killpg(batch.pid, signal.SIGINT)
        begun = len(os.listdir(tmp_path / "marks"))
        out, err = batch.communicate()
    assert batch.returncode == 1
    assert out == ""
    assert "interrupted" in err.splitlines()[-1]
    assert name == "experiment" or len(err.splitlines()) == 1
    assert "Traceback" not in err
    turns = len(os.listdir(tmp_path / "marks"))
    rows = (tmp_path / "rows.jsonl").read_text().splitlines()
    assert len(rows) == turns
    assert turns - begun <= 4  # each of two workers may begin one before the signal arrives, and one before the count


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_a_second_one_waits_for_no_game(tmp_path: Path, name: str) -> None:
    with playing(tmp_path, 3600, COMMANDS[name], turns=2) as batch:
        workers = [int(mark.partition("-")[0]) for mark in os.listdir(tmp_path / "marks")]
        os.killpg(batch.pid, signal.SIGINT)
        time.sleep(0.3)
        assert batch.poll() is None
        os.killpg(batch.pid, signal.SIGINT)
        _, err = batch.communicate(timeout=60)
    assert batch.returncode == 1
    assert "interrupted" in err.splitlines()[-1]
    assert "Traceback" not in err
    for worker in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)
