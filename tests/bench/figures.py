"""Figures of a run of the benches, and two runs beside each other: a row a figure, kept as JSON with what made them."""

import platform
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import process_time
from typing import Self

import msgspec

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".bench"
"""Where runs are kept; git ignores it."""
NOISE = 0.15
"""What a figure may be off by, as a share of it, unless it says otherwise: machines are shared."""


class Figure(msgspec.Struct, frozen=True):
    """One figure of a bench. A ratio to something done in the same run holds on another machine; a time does not."""

    name: str
    value: float
    unit: str
    beside: str = ""
    """What it is a ratio to."""
    noise: float = NOISE
    """What it may be off by, as a share of it."""

    @property
    def is_time(self) -> bool:
        return self.unit in ("s", "ms")

    def told(self) -> str:
        beside = f"  beside {self.beside}" if self.beside else ""
        return f"{self.name:44}{self.value:12,.3f} {self.unit:4}{beside}"


class Figures(msgspec.Struct, frozen=True):
    """What a run of the benches found, and where."""

    commit: str
    python: str
    bare_ms: float
    """CPU milliseconds of a loop that only multiplies: how fast the machine is."""
    figures: dict[str, list[Figure]]
    """By bench."""

    def write(self) -> Path:
        FOLDER.mkdir(exist_ok=True)
        path = FOLDER / f"{self.commit}.json"
        path.write_bytes(msgspec.json.format(msgspec.json.encode(self)))
        return path

    @classmethod
    def read(cls, path: Path) -> Self:
        return msgspec.json.decode(path.read_bytes(), type=cls)


def taken(figures: dict[str, list[Figure]]) -> Figures:
    """Say with the figures where they were taken."""
    told = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return Figures(told.stdout.strip(), platform.python_version(), 1000 * min(_bare() for _ in range(5)), figures)


def _bare() -> float:
    began = process_time()
    sum(i * i for i in range(1_000_000))
    return process_time() - began


def compared(one: Figures, other: Figures) -> Iterator[str]:
    """A line a figure that either has: both values, their ratio, and a mark where that is more than noise. Times are
    taken as on a machine of the first one's speed."""
    yield f"{'':44}{one.commit[-12:]:>12}{other.commit[-12:]:>12}   ratio"
    yield f"{'the bare machine':44}{one.bare_ms:12,.1f}{other.bare_ms:12,.1f} ms"
    speed = one.bare_ms / other.bare_ms
    for bench in dict.fromkeys((*one.figures, *other.figures)):
        before, after = (_by_name(each.figures.get(bench, ())) for each in (one, other))
        for name in dict.fromkeys((*before, *after)):
            yield f"{bench}: {name}"[:44].ljust(44) + _beside(before.get(name), after.get(name), speed)


def _by_name(figures: Iterable[Figure]) -> dict[str, Figure]:
    return {figure.name: figure for figure in figures}


def _beside(before: Figure | None, after: Figure | None, speed: float) -> str:
    if before is None or after is None:
        return "".join("           –" if each is None else f"{each.value:12,.3f}" for each in (before, after))
    ratio = after.value * (speed if after.is_time else 1) / before.value
    moved = abs(ratio - 1) > max(before.noise, after.noise)
    mark = (" more" if ratio > 1 else " less") if moved else ""
    return f"{before.value:12,.3f}{after.value:12,.3f}{ratio:8.2f} {after.unit}{mark}"
