"""Results of an experiment, which all sheets use."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from glob import escape
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, Protocol, Self

from core.errors import UserError, did_you_mean
from core.lab.answer_measures import answer_measures
from core.lab.design import Cell as Place
from core.lab.design import Experiment
from core.lab.figures import Figure, Histogram, Ranges, bounds_of, mean_by_seed, ranges, share_by_seed
from core.lab.intervals import holm
from core.lab.rows import USAGE_METRICS, Row, Status

COUNTED_STATUSES: tuple[Status, ...] = ("done", "fell back")
"""Statuses of games in figures. Fallen-back games are included: unusable replies bring no advantage."""
ALPHA = 0.05
HOLM = "Clear means p < 5 % after Holm's correction for the {} comparisons marked so here; intervals are not corrected."


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of a difference, to be corrected for the number of claims in the report."""

    figure: Figure

    def words(self, adjusted: float | None) -> str:
        """Write the verdict for the adjusted p value. The primary outcome has none: its table is separate."""
        if adjusted is None:
            return "primary"
        if not self.figure.n or not self.figure.has_interval:
            return self.figure.why or "no interval"
        return "clear" if adjusted < ALPHA else "not clear"


Cell = str | Figure | Histogram | Claim
Test = tuple[object, ...]
"""Key of a figure's test (`Figure.test`)."""


class Sheet(NamedTuple):
    """A table with its title and a note on how to read it; figures link to their games."""

    title: str
    note: str
    columns: tuple[str, ...]
    rows: list[tuple[Cell, ...]]
    measures: bool = False
    """True if the columns are measures, most important first."""
    plot: tuple[int, int] | None = None
    """Columns to plot against each other: x and y."""
    says_note: bool = False
    """True if the terminal prints the note as well."""

    @property
    def figures(self) -> list[Figure]:
        return [cell for row in self.rows for cell in row if isinstance(cell, Figure)]

    @property
    def claims(self) -> list[Claim]:
        return [cell for row in self.rows for cell in row if isinstance(cell, Claim)]


CLEAR = "clear?"
"""Title of a column of claims, before the number of comparisons is known."""


def correct_claims(sheets: Iterable[Sheet], primary: Test | None = None) -> list[Sheet]:
    """Replace claims by verdicts after Holm's correction, which leaves out the primary outcome."""
    found = list(sheets)
    tests = {claim.figure.test: claim.figure.p for sheet in found for claim in sheet.claims}
    if primary:
        tests.pop(primary, None)
    adjusted = dict(zip(tests, holm([*tests.values()]), strict=True))
    out = []
    for sheet in found:
        rows: list[tuple[Cell, ...]] = [
            tuple(cell.words(adjusted.get(cell.figure.test)) if isinstance(cell, Claim) else cell for cell in row)
            for row in sheet.rows
        ]
        columns = tuple(f"by Holm ({len(tests)})" if column == CLEAR else column for column in sheet.columns)
        note = f"{sheet.note} {HOLM.format(len(tests))}" if sheet.claims else sheet.note
        out.append(sheet._replace(rows=rows, columns=columns, note=note))
    return out


def exploratory_note(sheets: Iterable[Sheet], primary: Test | None = None) -> str:
    """Return a note on the number of exploratory comparisons; "" for none. Call it before the correction."""
    found = list(sheets)
    marked = {claim.figure.test for sheet in found for claim in sheet.claims} - {primary}
    others = {figure.test for sheet in found for figure in sheet.figures if figure.p == figure.p} - marked - {primary}
    if not marked | others:
        return ""
    note = "All but the primary outcome is exploratory" if primary else "Exploratory: no primary outcome is declared"
    note += f". {len(marked | others)} comparisons, "
    return note + (f"{len(marked)} of them corrected by Holm's method." if marked else "not corrected.")


class Games(Protocol):
    """The source of games: an experiment's folder, or a folder of recordings."""

    experiment: Experiment
    folder: Path
    cells: list[Place]
    rows: dict[str, Row]
    """Rows of finished games, by recording."""
    files: tuple[str, ...]
    """Files in the folder with further details."""
    left_out: Sequence[tuple[str, str]]
    """Files without a game, each with the reason."""

    @property
    def title(self) -> str:
        """Summary in one line."""


class Results:
    """The rows of an experiment; games with a status in `COUNTED_STATUSES` are in the figures."""

    def __init__(self, lab: Games) -> None:
        """Group the rows. Raises UserError if there are none, or if they lack the experiment's measure."""
        self.lab = lab
        self.rows = sorted(lab.rows.values(), key=lambda row: (row.seed, row.cell, row.rotation))
        if not self.rows:
            raise UserError(f"{lab.folder} has no rows yet: playbill experiment FILE -O {lab.folder}")
        self.ranges = all_ranges(lab.experiment)
        self._count(COUNTED_STATUSES)
        found = self._measures()
        wanted = lab.experiment.measure
        if wanted and wanted not in found:
            raise UserError(f"There is no measure {wanted!r}; {did_you_mean(wanted, found)}.")
        self.primary = lab.experiment.primary
        if not wanted and self.primary and self.primary.measure in found:
            wanted = self.primary.measure
        self.main = wanted or next(iter(found), "turns")
        self.measures = tuple(sorted(found, key=lambda key: key != self.main))

    def _count(self, statuses: Sequence[Status]) -> None:
        self.done = [row for row in self.rows if row.status in statuses]
        self.by_cell: dict[str, list[Row]] = defaultdict(list)
        """Games by cell."""
        self.by_policy: dict[str, list[Row]] = defaultdict(list)
        """Games in which each policy had a seat."""
        for row in self.done:
            self.by_cell[row.cell].append(row)
            for policy in row.policies:
                self.by_policy[policy].append(row)
        self.wins = any(row.winners for row in self.done)
        """True if any game has a winner."""

    def without_fallbacks(self) -> Self:
        """Return the results without fallen-back games."""
        other = copy(self)
        other._count(("done",))
        return other

    def _measures(self) -> tuple[str, ...]:
        """Return names of numeric and yes/no measures that vary, the scene's own first."""
        found: dict[str, set[Any]] = defaultdict(set)
        for row in self.done:
            for key, value in _values(row).items():
                found[key].add(value)
        return tuple(
            key
            for key, values in found.items()
            if len(values - {None}) > 1 and not any(isinstance(value, str) for value in values)
        )

    def measure(self, rows: Sequence[Row], measure: str) -> Figure:
        """Return the figure of a measure for some games."""
        return figure_of([(row.seed, measured_value(row, measure)) for row in rows], self.range_of(measure)).of(rows)

    def range_of(self, measure: str) -> tuple[float, float]:
        """Return the possible range of a measure."""
        return bounds_of(self.ranges, measure)


Value = float | bool | None
ANSWER = "answer "
"""Prefix of the measures of a survey's answers, as in the columns of rows."""


def all_ranges(experiment: Experiment) -> Ranges:
    """Return the possible ranges of measures, with those of the survey's answers."""
    answers = answer_measures(experiment.interview.questions) if experiment.interview else ()
    return {**{escape(f"{ANSWER}{each.label}"): each.bounds for each in answers}, **ranges(experiment.scene)}


def figure_of(values: Iterable[tuple[int, Value]], bounds: tuple[float, float] = (-inf, inf)) -> Figure:
    """Return a share if all values are yes/no, else a mean, from pairs of seed and value."""
    known = [(seed, value) for seed, value in values if value is not None]
    if known and is_yes_or_no(known):
        return share_by_seed((seed, value, 1) for seed, value in known)
    return mean_by_seed(known, bounds)


def is_yes_or_no(values: Iterable[tuple[int, Value]]) -> bool:
    return all(isinstance(value, bool) for _, value in values)


def measured_value(row: Row, measure: str) -> Value:
    """Return a game's value of a measure; None if the game has none."""
    value: Value = _values(row).get(measure)
    return value


def _values(row: Row) -> dict[str, Any]:
    """Return the values of all measures of a game, the scene's own first."""
    metrics = {key: value for key, value in row.metrics.items() if key not in USAGE_METRICS}
    metrics |= {f"{ANSWER}{label}": value for label, value in row.answers.items()}
    spent = {"turns": row.turns, "calls": row.calls, "tokens": row.tokens, "cost": row.cost}
    return {**metrics, **spent, "fallbacks": row.fallbacks}


def share_of_seats(seats: Sequence[tuple[Row, float]]) -> Figure:
    """Return the share of seats that won, from pairs of game and win for each seat."""
    games = list({row.recording: row for row, _ in seats}.values())
    return share_by_seed((row.seed, won, 1) for row, won in seats).of(games)


def numbers_of(row: Row) -> list[str]:
    """List the game's measures that are numbers or yes/no."""
    return [key for key, value in _values(row).items() if value is not None and not isinstance(value, str)]


def numbers(rows: Iterable[Row], measure: str) -> list[float]:
    """Return the games' values of a measure, without missing ones."""
    return [float(value) for row in rows if (value := measured_value(row, measure)) is not None]
