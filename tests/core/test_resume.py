import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from core.engine.casting import open_run
from core.engine.events import Event, RunEnded
from core.errors import UserError
from core.llm.routes import Routes
from core.recording.file import Recorder, Recording
from core.recording.header import Header
from core.recording.verification import verify
from tests.core.table import ended, header, joined, play, record, resume, run_of
from tests.toy import Greedy

GAMES = [
    header_options
    for ordering in ("sequential", "random", "asynchronous")
    for header_options in ({"ordering": ordering, "seed": 3}, {"ordering": ordering, "seed": 4, "tokens": 8})
]


def game(options: dict[str, object], cast: str = "rules") -> Header:
    told = dict(options)
    return header(int(str(told.pop("seed"))), {"*": cast}, **told)


@pytest.mark.parametrize("options", GAMES, ids=str)
@pytest.mark.parametrize("cast", ["rules", "random"])
@pytest.mark.few(4)
async def test_killed_at_any_line(tmp_path: Path, options: dict[str, object], cast: str) -> None:
    path = tmp_path / "run.jsonl"
    events = await record(path, game(options, cast))
    lines = path.read_bytes().splitlines()
    for cut in range(1, len(lines)):
        path.write_bytes(joined(lines[:cut]))
        resumed = await resume(path)
        assert ended(resumed.events) == ended(events), f"killed after line {cut}"
        assert resumed.dropped == 0


async def stopped(path: Path, made: Header, at: int) -> Recording:
    recorder = Recorder.create(path, made)
    run = run_of(made, write=recorder.write)
    async for event in run:
        if event.n == at:
            run.control.stop()
    recorder.close()
    return Recording.read(path)


@pytest.mark.parametrize("options", GAMES, ids=str)
@pytest.mark.few(2)
async def test_stopped_anywhere(tmp_path: Path, options: dict[str, object]) -> None:
    whole = await play(run_of(game(options)))
    in_a_turn = 0
    for event in whole[:-2]:
        path = tmp_path / f"{event.n}.jsonl"
        recording = await stopped(path, game(options), event.n)
        assert recording.ended is not None
        if recording.ended.reason != "stop":
            continue
        in_a_turn += recording.past[-1].end == "step"
        resumed = await resume(path)
        assert ended(resumed.events) == ended(whole), f"stopped at event {event.n}"
        assert [e.kind for e in resumed.events].count("run_ended") == 1
        await verify(resumed)
    assert in_a_turn


async def test_resumed_and_stopped_again_and_again(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    whole = await play(run_of(header(3)))
    recording = await stopped(path, header(3), 1)
    sessions = 1
    while recording.resumable:
        recorder = Recorder.reopen(recording, recording.header)
        run = open_run(recording.header, past=recording.past, write=recorder.write)
        fresh: list[Event] = []
        async for event in run:
            fresh.append(event)
            run.control.stop()
        recorder.close()
        recording = Recording.read(path)
        assert recording.events[-len(fresh) :] == fresh
        assert [e.t for e in recording.events] == sorted(e.t for e in recording.events)
        sessions += 1
        assert sessions < 50
    assert sessions > 5
    assert ended(recording.events) == ended(whole)


async def test_past_max_turns_with_a_new_limit(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    events = await record(path, header(3, max_turns=4))
    assert ended(events).reason == "max_turns"
    assert Recording.read(path).resumable
    resumed = await resume(path, replace(Recording.read(path).header, config=header(max_turns=1000).config))
    assert ended(resumed.events) == ended(await play(run_of(header(3))))
    assert await verify(resumed) == len(resumed.events)
    assert [child.name for child in tmp_path.iterdir()] == ["run.jsonl"]


@pytest.mark.parametrize("ordering", ["sequential", "asynchronous"])
async def test_a_script_goes_on_at_its_next_line(tmp_path: Path, ordering: str) -> None:
    script = tmp_path / "a.txt"
    script.write_text("peek B\nnonsense\npeek C\npass\ntake 0\npass\n")
    path = tmp_path / "run.jsonl"
    events = await record(path, header(3, {"A": f"script:{script}"}, ordering=ordering))
    lines = path.read_bytes().splitlines()
    for cut in range(1, len(lines)):
        path.write_bytes(joined(lines[:cut]))
        assert ended((await resume(path)).events) == ended(events), f"killed after line {cut}"


async def test_who_was_skipped_is_skipped_again(tmp_path: Path) -> None:
    script = tmp_path / "leave.txt"
    script.write_text("leave\n")
    path = tmp_path / "run.jsonl"
    events = await record(path, header(3, {"A": f"script:{script}"}))
    lines = path.read_bytes().splitlines()
    for cut in range(1, len(lines)):
        path.write_bytes(joined(lines[:cut]))
        assert ended((await resume(path)).events) == ended(events)


async def test_a_recording_that_is_gone(tmp_path: Path) -> None:
    await record(tmp_path / "run.jsonl", header(3))
    recording = Recording.read(tmp_path / "run.jsonl")
    recording.path.unlink()
    with pytest.raises(UserError, match="cannot be written"):
        Recorder.reopen(recording, recording.header)


async def test_wall_time_is_counted_over_all_sessions() -> None:
    """With a limit of 50 seconds, a session that begins after 100 ends at once; nobody acts in it."""
    past = (await play(run_of(header(1), {"A": Greedy()})))[:-1]
    past = past[: 1 + next(i for i, event in enumerate(past) if event.end == "turn" and event.turn == 2)]
    past = [replace(event, t=100.0 if event.turn else 0.0) for event in past]
    made = header(1, {"A": "human", "B": "human", "C": "human"}, max_seconds=50)
    run = open_run(made, past=past, routes=Routes())
    async with asyncio.timeout(10):
        events = [event async for event in run]
    assert [type(event.data) for event in events] == [RunEnded]
    assert ended(events).reason == "max_seconds"
