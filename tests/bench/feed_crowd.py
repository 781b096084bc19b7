"""What a feed takes by size: how long until it is there, a tick, and memory. Each size is a process of its own.

`python -m tests.bench.feed_crowd` prints a line each for 1,000, 10,000 and 100,000 accounts; `--million` one more.
"""

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import process_time

import msgspec

from core.engine.casting import open_run, prepare
from core.recording.file import Recorder
from tests.bench.figures import Figure

SIZES, MILLION = (1_000, 10_000, 100_000), 1_000_000
TICKS, WARMING = 40, 15
"""Ticks of a run, and those that pass before it counts: feeds are empty at first."""


class Size(msgspec.Struct, frozen=True):
    """What a feed of so many accounts takes."""

    agents: int
    up: float
    """CPU seconds until there is a network."""
    tick: float
    """CPU milliseconds, the median."""
    memory: float
    """MiB, at most."""
    disk: float
    """MiB."""

    def told(self) -> str:
        return f"{self.agents:>10,}{self.up:10.2f}{self.tick:12.0f}{self.memory:12.0f}{self.disk:14.1f}"


async def measured(agents: int, ticks: int, path: Path) -> Size:
    """A run that is recorded, in CPU seconds, since other work on the machine should not count."""
    began = process_time()
    header = prepare("feed", {"agents": agents, "ticks": ticks}, {}, 1)
    recorder, marks = Recorder.create(path, header), []
    async for event in open_run(header, write=recorder.write):
        if event.end == "turn":
            marks.append(process_time())
    recorder.close()
    spent = [after - before for before, after in pairwise(marks[1:-1])]
    memory = _peak()
    size = path.stat().st_size / 2**20
    return Size(agents, marks[0] - began, 1000 * median(spent[WARMING:]), memory, size)


def _peak() -> float:
    """MiB at most, of this process alone: what `getrusage` says may be that of the one that started it."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) / 1024


def size(agents: int) -> Size:
    """Measured in a process of its own."""
    command = [sys.executable, "-m", "tests.bench.feed_crowd", "--one", str(agents)]
    return msgspec.json.decode(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout, type=Size)


def figures() -> Iterator[Figure]:
    for agents in SIZES[1:]:
        found = size(agents)
        yield Figure(f"{agents:,} accounts: up", found.up, "s")
        yield Figure(f"{agents:,} accounts: a tick", found.tick, "ms")
        yield Figure(f"{agents:,} accounts: memory", found.memory, "MiB")
        yield Figure(f"{agents:,} accounts: on disk, {TICKS} ticks", found.disk, "MiB")


def main() -> None:
    print(f"  accounts   up (s)   tick (ms)     MiB at most   MiB on disk   ({TICKS} ticks, CPU time)", flush=True)
    for agents in (*SIZES, *((MILLION,) if "--million" in sys.argv else ())):
        print(size(agents).told(), flush=True)


if __name__ == "__main__":
    if "--one" in sys.argv:
        with tempfile.TemporaryDirectory() as folder:
            found = asyncio.run(measured(int(sys.argv[-1]), TICKS, Path(folder) / "run.jsonl"))
            sys.stdout.buffer.write(msgspec.json.encode(found))
    else:
        main()
