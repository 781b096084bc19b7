"""What came out of an experiment, and what all sheets about it share."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from core.errors import UserError, did_you_mean
from core.lab.design import Cell as Place
from core.lab.design import Experiment
from core.lab.figures import Figure, Histogram, mean_by_seed, share_of
from core.lab.rows import SPENT, Row

Cell = str | Figure | Histogram


class Sheet(NamedTuple):
    """A table with its title, and how to read it. Figures name the games behind them."""

    title: str
    note: str
    columns: tuple[str, ...]
    rows: list[tuple[Cell, ...]]
    measures: bool = False
    """Whether its figures are of many measures, the first of which say most."""
    plot: tuple[int, int] | None = None
    """Columns that a page also draws against each other: across, and up."""


class Games(Protocol):
    """Is where games come from: an experiment's folder, or one of recordings."""

    experiment: Experiment
    folder: Path
    cells: list[Place]
    rows: dict[str, Row]
    """Of games that are over, by recording."""
    files: tuple[str, ...]
    """What lies in the folder for whoever wants to know more."""
    left_out: Sequence[tuple[str, str]]
    """Files that hold no game, and why."""

    @property
    def told(self) -> str:
        """Say what it is, in a line."""


class Results:
    """Reads the rows of an experiment. Only games that are `done` are in its figures; the others are counted."""

    def __init__(self, lab: Games) -> None:
        """Raises UserError if there is no row, or no such measure as the experiment names."""
        self.lab = lab
        self.rows = sorted(lab.rows.values(), key=lambda row: (row.seed, row.cell, row.rotation))
        if not self.rows:
            raise UserError(f"{lab.folder} has no rows yet: playbill experiment FILE -O {lab.folder}")
        self.done = [row for row in self.rows if row.status == "done"]
        self.by_cell: dict[str, list[Row]] = defaultdict(list)
        for row in self.done:
            self.by_cell[row.cell].append(row)
        found = self._measures()
        wanted = lab.experiment.measure
        if wanted and wanted not in found:
            raise UserError(f"There is no measure {wanted!r}; {did_you_mean(wanted, found)}.")
        self.main = wanted or next(iter(found), "turns")
        self.measures = tuple(sorted(found, key=lambda key: key != self.main))

    def _measures(self) -> tuple[str, ...]:
        """Names of what is a number, or yes or no, and not the same in all games; the scene's own come first."""
        found: dict[str, set[Any]] = defaultdict(set)
        for row in self.done:
            told = {key: value for key, value in row.metrics.items() if key not in SPENT}
            spent = {"turns": row.turns, "calls": row.calls, "tokens": row.tokens_in + row.tokens_out}
            for key, value in {**told, **spent, "cost": row.cost, "fallbacks": row.fallbacks}.items():
                found[key].add(value)
        return tuple(
            key
            for key, values in found.items()
            if len(values - {None}) > 1 and not any(isinstance(value, str) for value in values)
        )

    @cached_property
    def wins(self) -> bool:
        """Whether anybody won anything."""
        return any(row.winners for row in self.done)

    @cached_property
    def by_policy(self) -> dict[str, list[Row]]:
        """The games in which each policy sat somewhere."""
        out: dict[str, list[Row]] = defaultdict(list)
        for row in self.done:
            for policy in row.policies:
                out[policy].append(row)
        return out

    def measure(self, rows: Sequence[Row], measure: str) -> Figure:
        """What these games came to: a share of what is yes or no, else a mean."""
        values = [(row.seed, value) for row in rows if (value := measured(row, measure)) is not None]
        if values and all(isinstance(value, bool) for _, value in values):
            return share_of(sum(bool(value) for _, value in values), len(values)).of(rows)
        return mean_by_seed(values).of(rows)


def measured(row: Row, measure: str) -> float | bool | None:
    """What a game came to in a measure; None if it did not."""
    spent = {"turns": row.turns, "calls": row.calls, "tokens": row.tokens_in + row.tokens_out, "cost": row.cost}
    value: float | bool | None = {**row.metrics, **spent, "fallbacks": row.fallbacks}.get(measure)
    return value


def numbers(rows: Iterable[Row], measure: str) -> list[float]:
    """What games came to in a measure, of those that came to anything."""
    return [float(value) for row in rows if (value := measured(row, measure)) is not None]


def players(row: Row) -> list[str]:
    """Who could win: whoever has a score, where the scene gives any; a moderator has none."""
    return [name for name in row.cast if name in row.scores] if row.scores else list(row.cast)


def once(rows: Iterable[Row]) -> list[Row]:
    """Leave out games that are there already."""
    return list({row.recording: row for row in rows}.values())
