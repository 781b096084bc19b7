"""Runs side by side: what became of branches, beside their parent."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import hypot
from pathlib import Path

from core.errors import UserError
from core.incoming import read_run
from core.lab.figures import NOTHING, Figure, mean_by_seed, mean_of, share_of
from core.lab.playing import Job, play_job
from core.lab.records import recordings_in
from core.lab.results import Cell, Sheet, measured
from core.lab.rows import SPENT, Row

NOTE = (
    "The first line is what the others are held against. Brackets hold 95 % intervals; a dash stands where no game "
    "came to such a figure."
)
WON = "The share of games that each won, and by how many points of a hundred these are apart."
WINS = "wins of "
"""Leads the measure of whether somebody has won."""
PAIRED = "By pairs with the same seed where there are some, else between means."
ALONE = (
    "{} is one run: it has no spread, so that nothing says how much of this is chance. Hold the others against as many "
    "runs without what was changed: `playbill branch -n` plays them, too."
)


def beside(places: Sequence[Path]) -> Iterator[Sheet]:
    """What each place came to, and how far that is from the first. Raises UserError for runs of different scenes, or
    that are not over."""
    short = len({place.name for place in places}) == len(places)
    found = {place.name if short else str(place): [_row(path) for path in recordings_in([place])] for place in places}
    rows = [row for each in found.values() for row in each]
    measures = _measures(rows)
    told: list[tuple[Cell, ...]] = []
    for name, mine in found.items():
        reasons = ", ".join(f"{why} {n}" for why, n in Counter(row.reason for row in mine).most_common())
        told.append((name, str(len(mine)), *(_figure(mine, key) for key in measures), reasons))
    columns = ("runs", "games", *measures, "ended by")
    yield Sheet("What became of them", NOTE, columns, told, measures=True)
    (first, base), *others = found.items()
    winners = [f"{WINS}{who}" for who in rows[0].cast if any(who in row.winners for row in rows)]
    won: list[tuple[Cell, ...]] = []
    for who in winners:
        shares = (_figure(mine, who) for mine in found.values())
        won.append((who.removeprefix(WINS), *shares, *(_points(_apart(base, mine, who)) for _, mine in others)))
    if won:
        yield Sheet("Who won", WON, ("who", *found, *(f"{name} - {first}, points" for name, _ in others)), won)
    apart: list[tuple[Cell, ...]] = []
    for name, mine in others:
        figures = [_apart(base, mine, key) for key in measures]
        apart.append((f"{name} - {first}", figures[0].until_sure() if figures else "", *figures))
    alone = next((name for name, mine in found.items() if len(mine) == 1), "")
    note = ALONE.format(alone) if alone else PAIRED
    sure = f"to be sure of {measures[0]}" if measures else ""
    if apart:
        yield Sheet("Differences", note, ("runs", sure, *measures), apart, measures=True)


def _row(path: Path) -> Row:
    recording = read_run(path)
    if recording.ended is None or recording.resumable:
        raise UserError(f"{path} is not over; play it on: playbill resume {path}")
    return asyncio.run(play_job(Job(recording.header, recording=str(path), goes_on=True)))


def _measures(rows: Sequence[Row]) -> tuple[str, ...]:
    """The scene's numbers, scores by name, and what models took, that are not the same everywhere."""
    keys = dict.fromkeys(key for row in rows for key in row.metrics if key not in SPENT)
    names = dict.fromkeys(name for row in rows for name in row.scores)
    all_of = [*keys, *(f"score {name}" for name in names), "turns", "calls", "tokens"]
    values = {key: [_value(row, key) for row in rows] for key in all_of}
    numbers = {key for key, each in values.items() if not any(isinstance(value, str) for value in each)}
    return tuple(key for key in all_of if key in numbers and len(set(values[key])) > 1)


def _value(row: Row, measure: str) -> float | bool | None:
    if measure.startswith(WINS):
        return measure.removeprefix(WINS) in row.winners
    name = measure.removeprefix("score ")
    return row.scores.get(name) if name != measure else measured(row, measure)


def _values(rows: Sequence[Row], measure: str) -> list[tuple[int, float | bool]]:
    return [(row.seed, value) for row in rows if (value := _value(row, measure)) is not None]


def _figure(rows: Sequence[Row], measure: str) -> Figure:
    values = [value for _, value in _values(rows, measure)]
    if values and all(isinstance(value, bool) for value in values):
        return share_of(sum(map(bool, values)), len(values))
    return mean_of([float(value) for value in values])


def _apart(base: Sequence[Row], rows: Sequence[Row], measure: str) -> Figure:
    one, other = _values(base, measure), _values(rows, measure)
    seeds = dict(one)
    pairs = [(seed, float(value) - float(seeds[seed])) for seed, value in other if seed in seeds]
    if len(pairs) > 1 and len(seeds) == len(one):
        return mean_by_seed(pairs)
    a, b = (mean_of([float(value) for _, value in each]) for each in (one, other))
    if not (a.n and b.n):
        return NOTHING
    half = hypot(a.high - a.value, b.high - b.value)  # not a number where one run tells nothing of its spread
    value = b.value - a.value
    return Figure(value, value - half, value + half, b.n)


def _points(figure: Figure) -> Figure:
    return replace(figure, value=100 * figure.value, low=100 * figure.low, high=100 * figure.high)
