"""Memory of a long run on the stage: `python -m tests.bench.bench_memory [TICKS]`.

A live feed of 500 accounts, played by bots at top speed on a stage and recorded: MiB of the process after so many
ticks beside four times as many, and KiB for each tick in between. Every figure is from a process of its own.
"""

import asyncio
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench.figures import ROOT, Figure

TICKS = 1000


async def resident(ticks: int, path: Path) -> float:
    """Play so many ticks on a stage. Returns the most MiB that the process had."""
    from core.engine.casting import prepare
    from tui.stages import StageApp
    from tui.state.opening import live_stage

    stage = live_stage(prepare("feed", {"ticks": ticks}, {"*": "rules"}, 3), path)
    app = StageApp(stage, pace=0.0, motion=False)
    async with app.run_test(size=(120, 40)):
        while stage.view.ended is None:
            assert not stage.failed, stage.failed
            await asyncio.sleep(0.1)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measured(ticks: int) -> float:
    """Play in a fresh process. Returns its MiB."""
    command = [sys.executable, "-m", "tests.bench.bench_memory", "--child", str(ticks)]
    return float(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)


def figures(ticks: int = TICKS) -> Iterator[Figure]:
    short, long = measured(ticks), measured(4 * ticks)
    yield Figure(f"memory after {4 * ticks:,} ticks", long / short, "x", f"after {ticks:,} ticks")
    yield Figure("memory of a tick", (long - short) * 1024 / (3 * ticks), "KiB", noise=0.5)


def main() -> None:
    if sys.argv[1:2] == ["--child"]:
        with tempfile.TemporaryDirectory() as folder:
            print(asyncio.run(resident(int(sys.argv[2]), Path(folder) / "feed.jsonl")))
    else:
        for figure in figures(int(sys.argv[1]) if sys.argv[1:] else TICKS):
            print(figure.told(), flush=True)


if __name__ == "__main__":
    main()
