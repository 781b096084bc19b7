"""How much memory rows take on their way to a file: python -m tests.bench.bench_tables --games 100000

Random games of Coup with two players, over two processes; what is measured is the most that the parent held.
"""

import argparse
import resource
import tempfile
import time
from pathlib import Path

from core.engine.casting import prepare
from core.lab.batch import Plan
from core.lab.rows import KINDS, Row
from core.lab.summary import Summary
from core.lab.tables import open_table
from core.lab.work_sharing import play_jobs

MIB = 1024


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--workers", type=int, default=2)
    wish = parser.parse_args()
    header = prepare("coup", {"players": 2}, {"*": "random"}, 1)
    began, summed = time.perf_counter(), Summary(header.scene)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.parquet"
        with open_table(path, KINDS) as table:

            def take(row: Row) -> None:
                summed.take(row)
                table.add(row)

            play_jobs(Plan(header, wish.games), wish.workers, take)
        size = path.stat().st_size / MIB**2
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MIB
    seconds = time.perf_counter() - began
    print(f"{summed.games:,} rows of Coup to Parquet ({size:.1f} MiB): {most:.0f} MiB of memory, {seconds:.0f} s")


if __name__ == "__main__":
    main()
