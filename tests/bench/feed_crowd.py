"""What a feed takes by size: how long until it is there, a tick, and memory. Each size is a process of its own.

`python -m tests.bench.feed_crowd` prints a line each for 1,000, 10,000 and 100,000 accounts; `--million` one more.
"""

import asyncio
import resource
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import process_time

from core.casting import open_run, prepare
from core.recording import Recorder

SIZES, MILLION = (1_000, 10_000, 100_000), 1_000_000
TICKS, WARMING = 40, 15
"""Ticks of a run, and those that pass before it counts: feeds are empty at first."""


async def measured(agents: int, ticks: int, path: Path) -> str:
    """A run that is recorded, in CPU seconds, since other work on the machine should not count."""
    began = process_time()
    header = prepare("feed", {"agents": agents, "ticks": ticks}, {}, 1)
    recorder, marks = Recorder.create(path, header), []
    async for event in open_run(header, write=recorder.write):
        if event.end == "turn":
            marks.append(process_time())
    recorder.close()
    spent = [after - before for before, after in pairwise(marks[1:-1])]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    size = path.stat().st_size / 2**20
    return f"{agents:>10,}{marks[0] - began:10.2f}{1000 * median(spent[WARMING:]):12.0f}{memory:12.0f}{size:14.1f}"


def main() -> None:
    print(f"  accounts   up (s)   tick (ms)     MiB at most   MiB on disk   ({TICKS} ticks, CPU time)", flush=True)
    for agents in (*SIZES, *((MILLION,) if "--million" in sys.argv else ())):
        subprocess.run([sys.executable, "-m", "tests.bench.feed_crowd", "--one", str(agents)], check=True)


if __name__ == "__main__":
    if "--one" in sys.argv:
        with tempfile.TemporaryDirectory() as folder:
            print(asyncio.run(measured(int(sys.argv[-1]), TICKS, Path(folder) / "run.jsonl")), flush=True)
    else:
        main()
