"""Sheets of measures: by cell, their distribution, and paired differences."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from statistics import fmean
from typing import Any, TypeVar

from core.lab.design import Cast
from core.lab.design import Cell as Place
from core.lab.figures import Figure, histogram, paired_difference, share_difference, short
from core.lab.results import CLEAR, Cell, Claim, Results, Sheet, is_yes_or_no, measured_value, numbers, share_of_seats
from core.lab.rows import Row

T = TypeVar("T")
PAIRED = "Differences between games with the same seed, all else equal."


def cells(results: Results) -> Sheet:
    """Tabulate all measures by cell, with the number of games."""
    counted = {row.recording for row in results.done}
    left_out = Counter((row.cell, row.status) for row in results.rows if row.recording not in counted)
    rows: list[tuple[Cell, ...]] = []
    for cell in results.lab.cells:
        mine = results.by_cell[cell.name]
        fell_back = sum(row.status == "fell back" for row in mine)
        others = ", ".join(f"{count} {how}" for (name, how), count in left_out.items() if name == cell.name)
        games = f"{len(mine)}{f' ({fell_back} fell back)' * (fell_back > 0)}{f' (and {others})' if others else ''}"
        reasons = ", ".join(f"{why} {n}" for why, n in Counter(row.reason for row in mine).most_common())
        figures = [results.measure(mine, key) for key in results.measures]
        rows.append((cell.name, games, *figures, reasons))
    note = "Figures leave out games listed after 'and', and include games that fell back."
    return Sheet("Cells", note, ("cell", "games", *results.measures, "ended by"), rows, measures=True)


def spread(results: Results) -> Sheet:
    """Yield a histogram of the main measure in each cell, all on one scale; nothing for a yes/no measure."""
    shared = any(isinstance(measured_value(row, results.main), bool) for row in results.done)
    values = [] if shared else numbers(results.done, results.main)
    low, high = min(values, default=0.0), max(values, default=0.0)
    note = f"Games from {short(low)} on the left to {short(high)} on the right."
    rows: list[tuple[Cell, ...]] = []
    for cell in results.lab.cells if low < high else ():
        mine = results.by_cell[cell.name]
        if values := sorted(numbers(mine, results.main)):
            marks = (short(each) for each in (values[0], values[len(values) // 2], values[-1]))
            rows.append((cell.name, histogram(values, low, high, mine), *marks))
    return Sheet(f"Spread of {results.main}", note, ("cell", "games", "least", "middle", "most"), rows)


def differences(results: Results) -> Iterator[Sheet]:
    """Tabulate paired differences between levels of a factor and between policies.

    Policies are compared in self-play, and in cross-play at the first seat with the same partners. Games are paired by
    seed; all other settings are equal.
    """
    experiment = results.lab.experiment
    for factor, levels in experiment.factors.items():
        yield _between(results, factor, [str(level) for level in levels], partial(level_in, factor), lambda c: c.lineup)
    if experiment.cast.design == "self-play":
        yield _between(results, "cast", experiment.cast.policies, lambda cell: cell.lineup[0], lambda cell: ())
    if experiment.cast.design == "cross-play":
        title = "policy of the first seat, against the same others"
        yield _between(
            results, title, experiment.cast.policies, lambda cell: cell.lineup[0], lambda cell: cell.lineup[1:]
        )


def _between(
    results: Results,
    factor: str,
    levels: Sequence[str],
    level_of: Callable[[Place], str],
    others: Callable[[Place], tuple[str, ...]],
) -> Sheet:
    found = matched_games(results, factor, level_of, others)
    rows: list[tuple[Cell, ...]] = []
    for name, pairs in _pairs(found, levels):
        figures = [_difference(pairs, measure, results.range_of(measure)) for measure in results.measures]
        rows.append((name, str(len(pairs)), *(Claim(figure) for figure in figures[:1]), *figures))
    columns = ("levels", "pairs", *(CLEAR for _ in results.measures[:1]), *results.measures)
    note = f"{PAIRED} The mark is that of {results.main}."
    return Sheet(f"Differences: {factor}", note, columns, rows, measures=True)


def matched_games(
    results: Results, factor: str, level_of: Callable[[Place], str], others: Callable[[Place], tuple[str, ...]]
) -> list[dict[str, Row]]:
    """Group games with equal seed and other settings; each group maps a level of the factor to its game."""
    found: dict[tuple[Any, ...], dict[str, Row]] = defaultdict(dict)
    for cell in results.lab.cells:
        others_equal = tuple((key, str(value)) for key, value in cell.levels.items() if key != factor)
        for row in results.by_cell[cell.name]:
            found[row.seed, row.rotation, others_equal, others(cell)][level_of(cell)] = row
    return list(found.values())


def _pairs(found: Sequence[Mapping[str, T]], levels: Sequence[str]) -> Iterator[tuple[str, list[tuple[T, T]]]]:
    """Yield each pair of levels, as "other - one", with the matched values of both; none without matches."""
    for one, other in combinations(levels, 2):
        if pairs := [(each[one], each[other]) for each in found if one in each and other in each]:
            yield f"{other} - {one}", pairs


def level_in(factor: str, cell: Place) -> str:
    """Return a cell's level of a factor."""
    return str(cell.levels[factor])


def _difference(pairs: Sequence[tuple[Row, Row]], measure: str, bounds: tuple[float, float]) -> Figure:
    values = [(one.seed, measured_value(one, measure), measured_value(other, measure)) for one, other in pairs]
    both = [(seed, a, b) for seed, a, b in values if a is not None and b is not None]
    games = [row for pair in pairs for row in pair]
    if both and is_yes_or_no((seed, value) for seed, *each in both for value in each):
        ones, others = ([(each[0], each[i], 1) for each in both] for i in (1, 2))
        return share_difference(ones, others, paired=True).of(games)
    return paired_difference([(seed, b - a) for seed, a, b in both], bounds).of(games)


def wins_by_level(results: Results) -> Iterator[Sheet]:
    """Tabulate the share of wins by level of each factor, with paired differences."""
    won = {row.recording: share_of_wins(results.lab.experiment.cast, row) for row in results.done}
    for factor, factor_levels in results.lab.experiment.factors.items():
        levels = [str(level) for level in factor_levels]
        found = matched_games(results, factor, partial(level_in, factor), lambda cell: cell.lineup)
        names = dict.fromkeys(name for each in found for row in each.values() for name in won[row.recording])
        rows, apart = list[tuple[Cell, ...]](), list[tuple[Cell, ...]]()
        for name in names:
            seats = [
                {level: (row, won[row.recording][name]) for level, row in each.items() if name in won[row.recording]}
                for each in found
            ]
            rows.append((name, *(share_of_seats([each[level] for each in seats if level in each]) for level in levels)))
            apart += _levels_apart(name, levels, seats)
        note = "How often a seat won; of many alike, their share of a game's seats. A game counts once."
        yield Sheet(f"Wins by {factor}", note, ("who", *levels), rows)
        note = f"{PAIRED} In percentage points."
        columns = ("who", "levels", "pairs", "points", CLEAR)
        yield Sheet(f"Differences in wins: {factor}", note, columns, apart)


def _levels_apart(
    name: str, levels: Sequence[str], seats: Sequence[Mapping[str, tuple[Row, float]]]
) -> Iterator[tuple[Cell, ...]]:
    """Yield the paired difference in wins for each pair of levels; `seats` maps levels to games and shares won."""
    for compared, pairs in _pairs(seats, levels):
        ones, others = ([(row.seed, won, 1) for row, won in side] for side in zip(*pairs, strict=True))
        figure = share_difference(ones, others, paired=True).times(100)
        figure = figure.of([row for pair in pairs for row, _ in pair])
        yield name, compared, str(len(pairs)), figure, Claim(figure)


def share_of_wins(cast: Cast, row: Row) -> dict[str, float]:
    """Return the share of seats that won, by policy and role or seat."""
    alike: dict[str, list[bool]] = defaultdict(list)
    for name in row.competitors:
        alike[f"{row.cast[name]}{place_of(cast, row, name)}"].append(name in row.winners)
    return {group: fmean(each) for group, each in alike.items()}


def place_of(cast: Cast, row: Row, name: str) -> str:
    """Describe a seat: by its role if roles are dealt, by its name if seats are fixed, else by nothing."""
    if name in row.roles:
        return f" as {row.roles[name]}"
    return f" at {name}" if cast.design in ("fixed", "self-play") and not cast.rotates else ""
