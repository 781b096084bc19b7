"""Make the table by which the strong player of Coup plays at two players, and say how far from equilibrium it is.

    python -m tests.bench.coup_train [--seconds 180] [--seed 1] [--states 800000] [--respond 120] [--keep]

Trains by regret minimization (`coup_cfr/train.c`, which a C compiler named `cc` makes a program of). Then a responder
learns, in the same way and telling the same states apart, to beat the table as it is shipped; what it wins is a lower
bound of what a best response would. `--keep` puts the table where the player finds it; `--seconds 0` measures that one.
"""

import argparse
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scenes.coup.strong import equilibrium
from scenes.coup.strong.equilibrium import SLOTS
from scenes.coup.strong.mixed import LEAST

SOURCE = Path(__file__).parent / "coup_cfr"
SHIPPED = Path(equilibrium.__file__).with_name("equilibrium.npz")
ROW = np.dtype([("key", "<u8"), ("played", "<f4", (SLOTS,))])
"""Of the program's files."""
Rows = NDArray[np.void]


def smallest(rows: Rows, states: int) -> dict[str, NDArray[np.generic]]:
    """The states that are met most, in bytes: odds in steps of a 255th, keys by their differences."""
    weight = rows["played"].sum(axis=1)
    rows = rows[np.sort(np.argsort(-weight, kind="stable")[:states])]
    rows = rows[np.argsort(rows["key"], kind="stable")]
    odds = rows["played"] / rows["played"].sum(axis=1, keepdims=True)
    odds = np.where(odds < LEAST, 0, odds)
    odds = np.rint(odds / odds.max(axis=1, keepdims=True) * 15).astype(np.uint8)
    return {"steps": np.diff(rows["key"], prepend=np.uint64(0)), "odds": odds}


def as_rows(table: dict[str, NDArray[np.generic]]) -> Rows:
    rows = np.zeros(len(table["steps"]), ROW)
    rows["key"], rows["played"] = np.cumsum(table["steps"], dtype=np.uint64), table["odds"]
    return rows


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(prog="coup_train", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=180)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--states", type=int, default=800_000)
    parser.add_argument("--respond", type=float, default=120)
    parser.add_argument("--keep", action="store_true")
    wish = parser.parse_args(list(arguments))
    with tempfile.TemporaryDirectory() as name:
        program, made, shipped = (str(Path(name) / each) for each in ("cfr", "made", "shipped"))
        subprocess.run(["cc", "-O3", "-march=native", "-o", program, str(SOURCE / "train.c")], check=True)
        if wish.seconds:
            subprocess.run([program, str(wish.seconds), str(wish.seed), made], check=True)
            table = smallest(np.fromfile(made, ROW), wish.states)
        else:
            with np.load(SHIPPED) as file:
                table = dict(file)
        if wish.keep and wish.seconds:
            np.savez_compressed(SHIPPED, **table)  # type: ignore[arg-type]
            print(f"{len(table['steps']):,} states, {SHIPPED.stat().st_size / 1e6:.1f} MB")
        if wish.respond:
            as_rows(table).tofile(shipped)
            told = [program, str(wish.respond), str(wish.seed + 1), "", shipped]
            share = float(subprocess.run(told, check=True, stdout=subprocess.PIPE).stdout)
            print(f"a response wins {share:.1%} of 400,000 games")


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
