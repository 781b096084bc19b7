import gzip
import json
from hashlib import sha256
from pathlib import Path

import pytest
from msgspec.structs import replace

from core.engine.agents import Human
from core.engine.events import Event
from core.errors import UserError
from core.recording.file import Recorder, Recording
from core.recording.header import Parent
from core.recording.line_format import MAX_LINE
from tests.core.table import Does, change, ended, header, play, record, resume, run_of
from tests.toy import Peek

# -- written content


async def test_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "run.jsonl"
    events = await record(path, header(3))
    recording = Recording.read(path)
    assert replace(recording.header, created="") == replace(header(3), created="")
    assert recording.events == events
    assert recording.ended == events[-1].data
    assert (recording.resumable, recording.dropped) == (False, 0)
    assert recording.past == events


async def test_the_header_is_the_first_line(small: Path) -> None:
    told = json.loads(small.read_bytes().splitlines()[0])
    keys = ["format", "version", "scene", "seed", "config", "cast", "playbill", "created", "models", "parent"]
    assert list(told) == keys
    assert (told["format"], told["version"], told["scene"], told["seed"]) == ("playbill", 1, "toy", 9)
    assert told["cast"] == {"A": "rules", "B": "rules"}
    assert (told["config"]["tokens"], told["config"]["ordering"]) == (2, "sequential")
    assert told["parent"] is None


def test_a_branch_names_its_parent(tmp_path: Path) -> None:
    parent = Parent("abc", 7, replace(header(2), parent=Parent("def", 3, header(3))))
    Recorder.create(tmp_path / "branch.jsonl", replace(header(), parent=parent)).close()
    assert Recording.read(tmp_path / "branch.jsonl").header.parent == parent


async def test_a_step_is_in_the_file_before_it_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    recorder = Recorder.create(path, header())
    async for event in run_of(header(), write=recorder.write):
        assert len(path.read_bytes().splitlines()) > event.n
    recorder.close()


async def test_packed(small: Path) -> None:
    packed = small.with_suffix(".jsonl.gz")
    packed.write_bytes(gzip.compress(small.read_bytes()))
    recording = Recording.read(packed)
    assert recording.events == Recording.read(small).events
    with pytest.raises(UserError, match="gunzip"):
        Recorder.reopen(recording, recording.header)


async def test_the_digest_is_over_header_and_events_without_time(small: Path) -> None:
    lines = small.read_bytes().splitlines()
    stable = [line[: line.rindex(b',"t":')] for line in lines[1:-1]]
    digest = sha256(b"\n".join([change(lines[0], created=""), *stable])).hexdigest()
    assert json.loads(lines[-1])["data"]["digest"] == digest


async def test_what_a_person_types_never_spoils_the_recording(tmp_path: Path) -> None:
    human = Human()
    for command in ("take 1\x1b[31m", "say \u202eevil\u200b", "over\rwritten", "leave"):
        human.submit(command)
    path = tmp_path / "run.jsonl"
    await record(path, header(max_turns=1, cast={"A": "human"}), {"A": human})
    assert Recording.read(path).ended is not None


async def test_a_line_that_is_too_long_is_never_written(tmp_path: Path) -> None:
    human = Human()
    human.submit("x" * MAX_LINE)
    path = tmp_path / "run.jsonl"
    with pytest.raises(ValueError, match="longer than"):
        await record(path, header(cast={"A": "human"}), {"A": human})
    assert Recording.read(path).events[-1].turn == 0


# -- killed


@pytest.mark.slow
async def test_killed_at_any_byte_it_opens_and_goes_on_to_the_same_end(small: Path, tmp_path: Path) -> None:
    data = small.read_bytes()
    first = data.index(b"\n") + 1
    digest = ended(Recording.read(small).events).digest
    path = tmp_path / "killed.jsonl"
    for cut in range(first, len(data)):
        path.write_bytes(data[:cut])
        killed = Recording.read(path)
        assert killed.resumable
        assert killed.resume_at + killed.dropped == cut
        assert not killed.events or killed.events[-1].end
        resumed = await resume(path)
        assert ended(resumed.events).digest == digest, f"killed at byte {cut}"
        assert resumed.events[: len(killed.events)] == killed.events


async def test_killed_in_the_header_there_is_nothing_to_open(small: Path) -> None:
    data = small.read_bytes()
    for cut in range(data.index(b"\n") + 1):
        small.write_bytes(data[:cut])
        with pytest.raises(UserError, match=r"small\.jsonl: line 1: (the file is empty|no whole header line)"):
            Recording.read(small)


# -- two writers at once


async def test_a_recording_is_never_overwritten(small: Path) -> None:
    before = small.read_bytes()
    with pytest.raises(UserError, match="exists already"):
        Recorder.create(small, header())
    assert small.read_bytes() == before


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="cannot be written"):
        Recorder.create(tmp_path / "file" / "run.jsonl", header())


@pytest.mark.parametrize("max_turns", [1000, 2000])
async def test_one_writer_at_a_time(tmp_path: Path, max_turns: int) -> None:
    path = tmp_path / "run.jsonl"
    first = Recorder.create(path, header())
    recording = Recording.read(path)
    with pytest.raises(UserError, match="in use"):
        Recorder.reopen(recording, header(max_turns=max_turns))
    first.close()
    again = Recorder.reopen(recording, header(max_turns=max_turns))
    with pytest.raises(UserError, match="in use"):
        Recorder.reopen(recording, header())
    again.close()
    assert Recording.read(path).header.config["max_turns"] == max_turns


async def test_a_run_in_progress_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    recorder = Recorder.create(path, header())
    seen: list[Event] = []
    async for event in run_of(header(), {"A": Does(Peek("B"))}, write=recorder.write):
        seen.append(event)
        if event.end:
            assert Recording.read(path).events == seen
    recorder.close()
    assert await play(run_of(header(), {"A": Does(Peek("B"))}, past=seen[:-1]))
