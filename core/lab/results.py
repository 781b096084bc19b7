"""What came out of an experiment, and what all sheets about it share."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, Protocol, Self

from core.errors import UserError, did_you_mean
from core.lab.design import Cell as Place
from core.lab.design import Experiment
from core.lab.figures import Figure, Histogram, bounds_of, mean_by_seed, ranges, share_by_seed
from core.lab.intervals import holm
from core.lab.rows import SPENT, Row, Status

COUNTED: tuple[Status, ...] = ("done", "fell back")
"""Games in the figures: what fell back stays in, so that players who give no usable replies gain nothing by it."""
ALPHA = 0.05
HOLM = "Clear means p < 5 % after Holm's correction for the {} comparisons marked so here; intervals are not corrected."


@dataclass(frozen=True, slots=True)
class Claim:
    """That a difference is clear, which holds if it does after the correction for all claims of a report."""

    figure: Figure

    def words(self, adjusted: float) -> str:
        """Write the verdict for the adjusted p value."""
        if not self.figure.n or not self.figure.has_interval:
            return self.figure.why or "no interval"
        return "clear" if adjusted < ALPHA else "not clear"


Cell = str | Figure | Histogram | Claim


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

    @property
    def figures(self) -> list[Figure]:
        return [cell for row in self.rows for cell in row if isinstance(cell, Figure)]

    @property
    def claims(self) -> list[Claim]:
        return [cell for row in self.rows for cell in row if isinstance(cell, Claim)]


CLEAR = "clear?"
"""Title of a column of claims, before the correction names the number of comparisons."""


def corrected(sheets: Iterable[Sheet]) -> list[Sheet]:
    """Replace claims by verdicts that hold for all of them together, by Holm's method."""
    found = list(sheets)
    tests = {claim.figure.test: claim.figure.p for sheet in found for claim in sheet.claims}
    adjusted = dict(zip(tests, holm([*tests.values()]), strict=True))
    out = []
    for sheet in found:
        rows: list[tuple[Cell, ...]] = [
            tuple(cell.words(adjusted[cell.figure.test]) if isinstance(cell, Claim) else cell for cell in row)
            for row in sheet.rows
        ]
        columns = tuple(f"by Holm ({len(tests)})" if column == CLEAR else column for column in sheet.columns)
        note = f"{sheet.note} {HOLM.format(len(tests))}" if sheet.claims else sheet.note
        out.append(sheet._replace(rows=rows, columns=columns, note=note))
    return out


def exploratory(sheets: Iterable[Sheet]) -> str:
    """Say how many differences were looked at, as no outcome was declared; "" for none. Asked before the correction."""
    found = list(sheets)
    marked = {claim.figure.test for sheet in found for claim in sheet.claims}
    others = {figure.test for sheet in found for figure in sheet.figures if figure.p == figure.p} - marked
    if not marked | others:
        return ""
    told = f"Exploratory: no primary outcome is declared. {len(marked | others)} comparisons, "
    return told + (f"of which {len(marked)} are corrected, by Holm's method." if marked else "not corrected.")


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
    """The rows of an experiment. Games with a status in `COUNTED` are in the figures; the number of others is given."""

    def __init__(self, lab: Games) -> None:
        """Raises UserError if there is no row, or no such measure as the experiment names."""
        self.lab = lab
        self.rows = sorted(lab.rows.values(), key=lambda row: (row.seed, row.cell, row.rotation))
        if not self.rows:
            raise UserError(f"{lab.folder} has no rows yet: playbill experiment FILE -O {lab.folder}")
        self.ranges = ranges(lab.experiment.scene)
        self._count(COUNTED)
        found = self._measures()
        wanted = lab.experiment.measure
        if wanted and wanted not in found:
            raise UserError(f"There is no measure {wanted!r}; {did_you_mean(wanted, found)}.")
        self.main = wanted or next(iter(found), "turns")
        self.measures = tuple(sorted(found, key=lambda key: key != self.main))

    def _count(self, statuses: Sequence[Status]) -> None:
        self.done = [row for row in self.rows if row.status in statuses]
        self.by_cell: dict[str, list[Row]] = defaultdict(list)
        """Games by cell."""
        self.by_policy: dict[str, list[Row]] = defaultdict(list)
        """The games in which each policy had a seat."""
        for row in self.done:
            self.by_cell[row.cell].append(row)
            for policy in row.policies:
                self.by_policy[policy].append(row)
        self.wins = any(row.winners for row in self.done)
        """True if any game has a winner."""

    def without_fallbacks(self) -> Self:
        """The same without games that fell back."""
        other = copy(self)
        other._count(("done",))
        return other

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

    def measure(self, rows: Sequence[Row], measure: str) -> Figure:
        """The figure of a measure over these games."""
        return figure_of([(row.seed, measured(row, measure)) for row in rows], self.range_of(measure)).of(rows)

    def range_of(self, measure: str) -> tuple[float, float]:
        """The least and the most that a measure can be."""
        return bounds_of(self.ranges, measure)


Value = float | bool | None


def figure_of(values: Iterable[tuple[int, Value]], bounds: tuple[float, float] = (-inf, inf)) -> Figure:
    """A share if all values are yes or no, else a mean, from pairs of seed and value."""
    known = [(seed, value) for seed, value in values if value is not None]
    if known and is_yes_or_no(known):
        return share_by_seed((seed, value, 1) for seed, value in known)
    return mean_by_seed(known, bounds)


def is_yes_or_no(values: Iterable[tuple[int, Value]]) -> bool:
    return all(isinstance(value, bool) for _, value in values)


def measured(row: Row, measure: str) -> Value:
    """What a game came to in a measure; None if it did not."""
    spent = {"turns": row.turns, "calls": row.calls, "tokens": row.tokens_in + row.tokens_out, "cost": row.cost}
    value: float | bool | None = {**row.metrics, **spent, "fallbacks": row.fallbacks}.get(measure)
    return value


def numbers(rows: Iterable[Row], measure: str) -> list[float]:
    """What games came to in a measure, of those that came to anything."""
    return [float(value) for row in rows if (value := measured(row, measure)) is not None]


def players(row: Row) -> list[str]:
    """List who could win a game."""
    return row.competitors


def once(rows: Iterable[Row]) -> list[Row]:
    """Leave out games that are there already."""
    return list({row.recording: row for row in rows}.values())
