"""How fast the engine is, beside doing the bare minimum in the same run: `python -m tests.bench.bench_engine`."""

import asyncio
import json
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TypeVar

from core.casting import open_run, prepare, set_up
from core.events import Event
from core.header import Header
from core.recording import Recorder, Recording
from core.timeline import Timeline
from tests.toy import bring

T = TypeVar("T")
EVENTS = 100_000
SEEKS = 200
TIMES = 3


def best(work: Callable[[], T]) -> tuple[float, T]:
    """The least of a few times, in seconds; the machine is not ours alone."""
    times = []
    for _ in range(TIMES):
        began = perf_counter()
        out = work()
        times.append(perf_counter() - began)
    return min(times), out


def play(header: Header, path: Path) -> list[Event]:
    path.unlink(missing_ok=True)
    recorder = Recorder.create(path, header)

    async def go() -> list[Event]:
        return [event async for event in open_run(header, write=recorder.write)]

    events = asyncio.run(go())
    recorder.close()
    return events


def write_bare(lines: list[object], path: Path) -> None:
    """The same lines: one `json.dumps` and one write to the system each."""
    with path.open("wb", buffering=0) as file:
        for line in lines:
            file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")


def read_bare(path: Path) -> list[object]:
    with path.open("rb") as file:
        return [json.loads(line) for line in file]


def timeline(recording: Recording) -> Timeline:
    line = Timeline(set_up(recording.header)[0])
    line.extend(recording.events)
    return line


def seeks(line: Timeline) -> list[float]:
    draw = random.Random(1)
    times = []
    for _ in range(SEEKS):
        n = draw.randint(0, len(line))
        began = perf_counter()
        line.at(n)
        times.append(1000 * (perf_counter() - began))
    return times


def row(what: str, seconds: float, bare: float | None = None) -> None:
    ratio = f"{seconds / bare:8.2f}" if bare else ""
    print(f"{what:44}{1000 * seconds:9.0f} ms{EVENTS / seconds:12,.0f} /s{ratio}", flush=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bring(folder, tiny="tests.bench.tiny:TinyScene")
        sys.path.insert(0, name)
        path = folder / "run.jsonl"
        header = prepare("tiny", {"max_turns": EVENTS - 3}, {}, 1)

        played, events = best(lambda: play(header, path))
        assert len(events) == EVENTS
        opened, recording = best(lambda: Recording.read(path))
        assert recording.events == events
        read, lines = best(lambda: read_bare(path))
        written, _ = best(lambda: write_bare(lines, folder / "bare.jsonl"))
        built, line = best(lambda: timeline(recording))
        times = seeks(line)

    print(f"{EVENTS:,} events, best of {TIMES}".ljust(44) + "     time        events   x bare")
    row("bare: json.dumps + write, a line each", written)
    row("play: decide, apply, digest, write, deliver", played, written)
    row("bare: json.loads, a line each", read)
    row("open: Recording.read", opened, read)
    row("Timeline", built, read)
    print(f"seek, {SEEKS} at random: median {median(times):.2f} ms, max {max(times):.2f} ms")


if __name__ == "__main__":
    main()
