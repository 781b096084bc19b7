"""Files that several processes open at once, and files that cannot be written."""

import subprocess
import sys
from pathlib import Path

import pytest

from core.errors import UserError
from core.files import lock, replace_file, replacement
from core.recording.file import Recorder, Recording
from tests.core.table import header, record

RESUMER = """
import asyncio, sys
from pathlib import Path
from msgspec.structs import replace
from core.errors import UserError
from core.recording.checked_reader import read_run
from core.engine.registry import register
from core.engine.session import Session
from tests.toy import ToyScene
register(ToyScene)

for line in sys.stdin:
    path, limit = line.split()
    recording = read_run(Path(path))
    header = replace(recording.header, config={**recording.header.config, "max_turns": int(limit)})
    print("read", flush=True)
    sys.stdin.readline()
    try:
        asyncio.run(Session(header, None, recording).play_to_end(lambda events: None))
    except UserError as error:
        print(error, flush=True)
    else:
        print("played", flush=True)
"""
TRIES = 10


@pytest.mark.parametrize("limits", [(1000, 1000), (1000, 900), (4, 4)], ids=str)
@pytest.mark.few(1)
@pytest.mark.slow
async def test_one_of_two_resumes_wins(tmp_path: Path, limits: tuple[int, int]) -> None:
    """Two processes read a recording and both try to resume it: one succeeds, and the file is intact."""
    path = tmp_path / "run.jsonl"
    await record(path, header(3, max_turns=4))
    whole = path.read_bytes()
    if limits[0] == 4:  # killed, with the limits unchanged: the header stays, and so does the file
        whole = b"".join(whole.splitlines(keepends=True)[:-6])
    resumers = [
        subprocess.Popen([sys.executable, "-c", RESUMER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in limits
    ]
    try:
        for number in range(TRIES):
            path = tmp_path / f"{number}.jsonl"
            path.write_bytes(whole)
            for each, limit in zip(resumers, limits, strict=True):
                _ask(each, f"{path} {limit}")
            assert [_answer(each) for each in resumers] == ["read", "read"]
            for each in resumers:
                _ask(each, "go")
            answers = [_answer(each) for each in resumers]
            assert answers.count("played") == 1, answers
            assert sum("by another Playbill" in each for each in answers) == 1, answers
            ended = Recording.read(path).ended
            assert ended is not None
            assert ended.reason != "stop"
    finally:
        for each in resumers:
            each.communicate()
    assert len(list(tmp_path.iterdir())) == TRIES + 1


def _ask(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()


def _answer(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


async def test_what_was_played_on_since_it_was_read(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    await record(path, header(3, max_turns=4))
    stale = Recording.read(path)
    Recorder.reopen(Recording.read(path), header(3, max_turns=9)).close()
    before = path.read_bytes()
    with pytest.raises(UserError, match="was continued by another Playbill meanwhile"):
        Recorder.reopen(stale, header(3, max_turns=9))
    assert path.read_bytes() == before


def test_a_replaced_file_is_not_locked(tmp_path: Path) -> None:
    path = tmp_path / "file"
    replace_file(path, b"one")
    with path.open("r+b") as old:
        replace_file(path, b"two")
        with pytest.raises(UserError, match="which replaced it"):
            lock(old, path)
    with replacement(path, b"three"), path.open("r+b") as other, pytest.raises(UserError, match="in use"):
        lock(other, path)
    assert path.read_bytes() == b"three"
