"""The primary outcome of an experiment: its check, its effect, and the number of seeds that it needs."""

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from core.engine.casting import set_up
from core.errors import UserError, did_you_mean
from core.lab.comparisons import level_in, matched_games, place_of, share_of_wins
from core.lab.decisions import REGRET_OF
from core.lab.declaration import WINS, PrimaryOutcome
from core.lab.design import Cast, Experiment
from core.lab.design import Cell as Place
from core.lab.figures import (
    Figure,
    Ranges,
    bounds_of,
    mean_by_seed,
    means_by_seed,
    paired_difference,
    share_by_seed,
    share_difference,
    short,
)
from core.lab.playing import Job, play_job
from core.lab.power import POWER, deviation_limit, seeds_for
from core.lab.rehearsal import rehearsal
from core.lab.results import ALPHA, Cell, Results, Sheet, Value, all_ranges, measured_value, numbers_of
from core.lab.rows import USAGE_METRICS, Row

Values = list[tuple[Row, float]]
"""Pairs of a game and a value, one for each seat or game."""
INTENTION = "all games (intention to treat)"
WITHOUT = "without games that fell back"


class Effect(NamedTuple):
    """The figures of both levels, and their difference: the second minus the first."""

    one: Figure
    other: Figure
    difference: Figure
    by_seed: list[float]
    """Differences between the levels, for each seed that has both."""


def effect_of(results: Results, primary_outcome: PrimaryOutcome) -> Effect:
    """Return the effect in the games that figures include."""
    bounds = _bounds(results.ranges, primary_outcome, results.lab.experiment.cast)
    one, other, games = _sides(results, primary_outcome)
    values = [[(row.seed, value) for row, value in side] for side in (one, other)]
    means = [means_by_seed(side) for side in values]
    apart = [(seed, means[1][seed] - mean) for seed, mean in means[0].items() if seed in means[1]]
    if is_share(primary_outcome, [value for _, value in (*one, *other)]):
        seats = [[(seed, value, 1) for seed, value in side] for side in values]
        levels = [share_by_seed(side) for side in seats]
        difference = share_difference(*seats, paired=True).times(100)
    else:
        levels = [mean_by_seed(side, bounds) for side in values]
        difference = paired_difference(apart, bounds)
    first, second = (level.of([row for row, _ in side]) for level, side in zip(levels, (one, other), strict=True))
    return Effect(first, second, difference.of(games), [value for _, value in apart])


def is_share(primary_outcome: PrimaryOutcome, values: Sequence[object]) -> bool:
    """Return True if the measure is a share: of wins, or of a yes/no measure."""
    named = primary_outcome.measure == "won" or primary_outcome.measure.startswith(WINS)
    return named or (bool(values) and all(isinstance(value, bool) for value in values))


def _sides(results: Results, primary: PrimaryOutcome) -> tuple[Values, Values, list[Row]]:
    """Return the values and games of both levels: of the policies' seats, or of games that are otherwise equal."""
    one, other = primary.names
    cast = results.lab.experiment.cast
    if _by_seat(primary, cast):
        sides = [list(_seats(results.done, level, primary.measure)) for level in (one, other)]
        return sides[0], sides[1], list({row.recording: row for side in sides for row, _ in side}.values())
    if primary.factor == "cast":
        found = matched_games(results, "", lambda cell: cell.lineup[0], lambda cell: cell.lineup[1:])
    else:
        found = matched_games(results, primary.factor, partial(level_in, primary.factor), lambda cell: cell.lineup)
    pairs = [(each[one], each[other]) for each in found if one in each and other in each]
    known = [(pair, _value(results, pair[0], primary), _value(results, pair[1], primary)) for pair in pairs]
    both = [(pair, a, b) for pair, a, b in known if a is not None and b is not None]
    left, right = ([(pair[i], values[i]) for pair, *values in both] for i in (0, 1))
    return left, right, [row for pair in pairs for row in pair]


def _by_seat(primary: PrimaryOutcome, cast: Cast) -> bool:
    """Return True if the comparison is between seats of two policies, not between games."""
    return primary.factor == "cast" and (primary.measure == "won" or cast.design not in ("self-play", "cross-play"))


def _bounds(bounds: Ranges, primary: PrimaryOutcome, cast: Cast) -> tuple[float, float]:
    """Return the possible range of the measure."""
    by_score = _by_seat(primary, cast) and primary.measure == "score"
    return bounds_of(bounds, "score *" if by_score else primary.measure)


def _seats(rows: Sequence[Row], policy: str, measure: str) -> Iterator[tuple[Row, float]]:
    """Yield the game and the value of each seat of a policy; regret is one value for all its seats."""
    for row in rows:
        if measure == "regret":
            if (regret := measured_value(row, f"{REGRET_OF}{policy}")) is not None:
                yield row, regret
            continue
        for name in row.competitors:
            if row.cast[name] == policy and (measure == "won" or name in row.scores):
                yield row, name in row.winners if measure == "won" else row.scores[name]


def _value(results: Results, row: Row, primary: PrimaryOutcome) -> Value:
    if primary.measure.startswith(WINS):
        return share_of_wins(results.lab.experiment.cast, row).get(primary.measure.removeprefix(WINS))
    return measured_value(row, primary.measure)


# -- the report


def primary_sheet(results: Results, primary: PrimaryOutcome) -> Sheet:
    """Tabulate the primary outcome, with and without games that fell back, with a note on how to read it."""
    effects = {INTENTION: effect_of(results, primary)}
    if any(row.status == "fell back" for row in results.rows):
        effects[WITHOUT] = effect_of(results.without_fallbacks(), primary)
    late = ", declared late" * any(row.primary != primary.digest for row in results.rows)
    rows: list[tuple[Cell, ...]] = []
    for name, effect in effects.items():
        figure = effect.difference
        rows.append((name, effect.one, effect.other, figure, _p(figure), f"{_verdict(figure)}{late}"))
    effect = effects[INTENTION]
    unit = ", points" if effect.one.share else ""
    columns = ("games", *primary.names, f"difference{unit}", "p", "verdict")
    sentences = [declaration_note(results, primary), *added_seeds_note(results), *_size(effect, primary)]
    return Sheet(f"Primary outcome: {primary.title}", " ".join(sentences), columns, rows, says_note=True)


def declaration_note(results: Results, primary: PrimaryOutcome) -> str:
    """State the number of games that were played before the primary outcome was declared."""
    before = [row for row in results.rows if row.primary != primary.digest]
    if not before:
        return "Declared before the first game, so not corrected for other comparisons."
    how = "Changed" if any(row.primary for row in before) else "Declared"
    return f"{how} after {_count(before, 'game')}, so this is no confirmation."


def added_seeds_note(results: Results) -> list[str]:
    """State the seeds that were added after the first games were played; "" if there are none."""
    plans = {row.planned for row in results.rows if row.planned}
    if len(plans) < 2:
        return []
    first, seed = min(plans), results.lab.experiment.seed
    before = [row for row in results.rows if row.planned == first]
    return [f"Seeds {seed + first} to {seed + max(plans) - 1} were added after {_count(before, 'game')}."]


def _size(effect: Effect, primary: PrimaryOutcome) -> Iterator[str]:
    """Compare the interval with the smallest effect of interest, and state the number of seeds still needed."""
    figure, least = effect.difference, least_text(primary, effect.one.share)
    width = primary.least * (100 if effect.one.share else 1)
    if figure.has_interval and max(-figure.low, figure.high) < width:
        yield f"The interval excludes effects of {least} or more."
    elif figure.has_interval and max(figure.low, -figure.high) >= width:
        yield f"The interval excludes effects below {least}."
    deviation, seeds = deviation_limit(effect.by_seed), len(effect.by_seed)
    if deviation == deviation:
        needed = seeds_for(primary.least, deviation)
        more = f"{_count(needed - seeds, 'more seed')} would be needed" if needed > seeds else "enough were played"
        yield f"An effect of {least} is found with {100 * POWER:.0f} % power by {_count(needed, 'seed')}: {more}."


def least_text(primary: PrimaryOutcome, share: bool) -> str:
    """Write the smallest effect of interest with its unit."""
    return f"{short(100 * primary.least)} points" if share else short(primary.least)


def _count(of: int | Sequence[Row], what: str) -> str:
    number = of if isinstance(of, int) else len(of)
    return f"{number} {what}{'s' * (number != 1)}"


def _p(figure: Figure) -> str:
    if figure.p != figure.p:
        return "-"
    return "< 0.0001" if figure.p < 0.0001 else short(figure.p)


def _verdict(figure: Figure) -> str:
    if not figure.has_interval:
        return figure.why or "no pairs yet"
    return "clear" if figure.p < ALPHA else "not clear"


# -- the check


def check_pairs(primary_outcome: PrimaryOutcome, cells: Sequence[Place]) -> None:
    """Raise UserError if no two cells differ only in the compared levels."""
    if primary_outcome.factor == "cast":
        return
    found: dict[tuple[object, ...], set[str]] = {}
    for cell in cells:
        others = tuple((key, str(value)) for key, value in cell.levels.items() if key != primary_outcome.factor)
        found.setdefault((others, cell.lineup), set()).add(level_in(primary_outcome.factor, cell))
    if not any(levels.issuperset(primary_outcome.names) for levels in found.values()):
        one, other = primary_outcome.names
        raise UserError(
            f"[primary] levels: no games with {primary_outcome.factor} = {one} and {other} have equal casts; "
            'fix the cast, or take design = "self-play".'
        )


def check_measure(primary_outcome: PrimaryOutcome, experiment: Experiment, job: Job) -> None:
    """Raise UserError for a measure that no game has, or a least effect outside its range. May rehearse the game."""
    metrics = set_up(job.header)[0].outcome().metrics
    value = metrics.get(primary_outcome.measure)
    if primary_outcome.measure.startswith(WINS) or (
        value is None and primary_outcome.measure not in ("won", *USAGE_METRICS)
    ):
        row = asyncio.run(play_job(rehearsal(job)))
        value = measured_value(row, primary_outcome.measure)
        known = [*numbers_of(row), *_winners(experiment, row)]
        if _by_seat(primary_outcome, experiment.cast) and row.scores:
            known.append("score")
        if primary_outcome.measure == "regret" and not experiment.regret:
            raise UserError("[primary] measure = 'regret': add regret = true above the first table of the file.")
        if primary_outcome.measure not in known:
            raise UserError(
                f"[primary] measure = {primary_outcome.measure!r}: {did_you_mean(primary_outcome.measure, known)}."
            )
    low, high = (
        (0, 1)
        if is_share(primary_outcome, [value])
        else _bounds(all_ranges(experiment), primary_outcome, experiment.cast)
    )
    if primary_outcome.least > high - low:
        raise UserError(
            f"[primary] least = {primary_outcome.least:g}: {primary_outcome.measure} goes from {low:g} to {high:g}."
        )


def _winners(experiment: Experiment, row: Row) -> list[str]:
    """List the measures of wins, one for each policy and role or seat."""
    cast = experiment.cast
    places = dict.fromkeys(place_of(cast, row, name) for name in row.competitors)
    return [
        f"{WINS}{policy}{place}" for policy in dict.fromkeys([*cast.policies, *row.cast.values()]) for place in places
    ]
