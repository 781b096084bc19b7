"""Comparison of runs, such as branches with their parent."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from core.errors import UserError
from core.lab.declaration import WINS
from core.lab.figures import Figure, Ranges, bounds_of, mean_difference, paired_difference, ranges, share_difference
from core.lab.playing import Job, play_job
from core.lab.records import recordings_in
from core.lab.results import CLEAR, Cell, Claim, Sheet, correct_claims, figure_of, is_yes_or_no, measured_value
from core.lab.rows import USAGE_METRICS, Row
from core.recording.checked_reader import read_run

NOTE = "Each line is compared with the first. Brackets hold 95 % intervals; a dash means that no game has this value."
WON = "Share of games that each player won, and the differences in percentage points."
PAIRED = "Games with the same seed are paired; without such pairs, means are compared."
SINGLE_RUN_NOTE = (
    "{} is a single run, so its effect cannot be distinguished from chance. Compare with as many runs without the "
    "change: `playbill branch -n` plays these too."
)


def compare_runs(places: Sequence[Path]) -> list[Sheet]:
    """Compare the games of each folder or file with those of the first.

    Raises:
        UserError: The runs are of different scenes, or a run is not over.
    """
    return correct_claims(_sheets(places))


def _sheets(places: Sequence[Path]) -> Iterator[Sheet]:
    short = len({place.name for place in places}) == len(places)
    files = {place.name if short else str(place): recordings_in([place]) for place in places}
    scene = read_run(next(iter(files.values()))[0]).header.scene
    found = {name: [_row(path, scene) for path in paths] for name, paths in files.items()}
    bounds = ranges(scene)
    rows = [row for each in found.values() for row in each]
    measures = _measures(rows)
    lines: list[tuple[Cell, ...]] = []
    for name, mine in found.items():
        reasons = ", ".join(f"{why} {n}" for why, n in Counter(row.reason for row in mine).most_common())
        lines.append((name, str(len(mine)), *(_figure(mine, key, bounds) for key in measures), reasons))
    columns = ("runs", "games", *measures, "ended by")
    yield Sheet("Runs", NOTE, columns, lines, measures=True)
    yield from _winners(found, bounds)
    yield from _differences(found, measures)


def _winners(found: Mapping[str, Sequence[Row]], bounds: Ranges) -> Iterator[Sheet]:
    """Tabulate shares of games won, and their differences from the first place."""
    (first, base), *others = found.items()
    rows = [row for each in found.values() for row in each]
    winners = [f"{WINS}{winner}" for winner in rows[0].cast if any(winner in row.winners for row in rows)]
    won: list[tuple[Cell, ...]] = []
    for winner in winners:
        shares = (_figure(mine, winner, bounds) for mine in found.values())
        won.append(
            (
                winner.removeprefix(WINS),
                *shares,
                *(_place_difference(base, mine, winner).times(100) for _, mine in others),
            )
        )
    if won:
        yield Sheet("Who won", WON, ("who", *found, *(f"{name} - {first}, points" for name, _ in others)), won)


def _differences(found: Mapping[str, Sequence[Row]], measures: Sequence[str]) -> Iterator[Sheet]:
    """Tabulate differences of all measures from the first place."""
    (first, base), *others = found.items()
    apart: list[tuple[Cell, ...]] = []
    for name, mine in others:
        figures = [_place_difference(base, mine, key) for key in measures]
        apart.append((f"{name} - {first}", *(Claim(figure) for figure in figures[:1]), *figures))
    alone = next((name for name, mine in found.items() if len(mine) == 1), "")
    note = (
        SINGLE_RUN_NOTE.format(alone)
        if alone
        else f"{PAIRED} The mark is that of {measures[0]}."
        if measures
        else PAIRED
    )
    if apart:
        columns = ("runs", *(CLEAR for _ in measures[:1]), *measures)
        yield Sheet("Differences", note, columns, apart, measures=True)


def _row(path: Path, scene: str) -> Row:
    recording = read_run(path)
    if recording.header.scene != scene:
        raise UserError(f"{path} is a game of {recording.header.scene}, not of {scene}: compare games of one scene.")
    if recording.ended is None or recording.resumable:
        raise UserError(f"{path} is not over; continue it: playbill resume {path}")
    return asyncio.run(play_job(Job(recording.header, recording=str(path), continues=True)))


def _measures(rows: Sequence[Row]) -> tuple[str, ...]:
    """Return the measures that vary, among the scene's numbers, scores by name, and model usage."""
    keys = dict.fromkeys(key for row in rows for key in row.metrics if key not in USAGE_METRICS)
    names = dict.fromkeys(name for row in rows for name in row.scores)
    all_of = [*keys, *(f"score {name}" for name in names), "turns", "calls", "tokens"]
    values = {key: [_value(row, key) for row in rows] for key in all_of}
    numbers = {key for key, each in values.items() if not any(isinstance(value, str) for value in each)}
    return tuple(key for key in all_of if key in numbers and len(set(values[key])) > 1)


def _value(row: Row, measure: str) -> float | bool | None:
    if measure.startswith(WINS):
        return measure.removeprefix(WINS) in row.winners
    name = measure.removeprefix("score ")
    return row.scores.get(name) if name != measure else measured_value(row, measure)


def _values(rows: Sequence[Row], measure: str) -> list[tuple[int, float | bool]]:
    return [(row.seed, value) for row in rows if (value := _value(row, measure)) is not None]


def _figure(rows: Sequence[Row], measure: str, bounds: Ranges) -> Figure:
    return figure_of(_values(rows, measure), bounds_of(bounds, measure))


def _place_difference(base: Sequence[Row], rows: Sequence[Row], measure: str) -> Figure:
    """Return the difference from the first place, paired by seed if every game has a partner there."""
    one, other = _values(base, measure), _values(rows, measure)
    seeds = dict(one)
    paired = len(seeds) > 1 and {*seeds} >= {seed for seed, _ in other} and len(seeds) == len(one)
    if one and other and is_yes_or_no([*one, *other]):
        a, b = ([(seed, value, 1) for seed, value in each] for each in (one, other))
        return share_difference(a, b, paired=paired)
    if paired:
        return paired_difference((seed, value - seeds[seed]) for seed, value in other)
    return mean_difference(one, other)
