"""Means, shares and differences with 95 % intervals by seed, and histograms."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from math import ceil, inf, nan
from statistics import fmean

from core.engine.capabilities import Told, class_capability
from core.engine.measures import ENGINE_MEASURES
from core.engine.registry import find_scene
from core.lab import intervals
from core.lab.intervals import NO_INTERVAL, Clusters, Interval, is_constant
from core.lab.rows import Row

MIN_SEEDS = {"mean": 10, "share": 5, "rating": 5}
"""Number of seeds below which an interval is marked as unreliable."""
MIN_EVENTS = 10
"""Effective number of wins, or of losses, below which the interval of a share is marked as unreliable."""
Ranges = Mapping[str, tuple[float, float]]
"""Possible ranges of measures, by pattern of their names."""
FOOTNOTE = "* Few seeds or few events: the interval may be too narrow."


@dataclass(frozen=True, slots=True)
class Figure:
    """An estimate and its 95 % interval; the interval is nan if the values allow none."""

    value: float
    low: float
    high: float
    n: int
    """Number of values: seeds for a mean; seats or games for a share."""
    share: bool = False
    """True for a share from 0 to 1."""
    seeds: int = 0
    why: str = ""
    """Reason for a missing interval."""
    few: bool = False
    """True if the interval may be too narrow."""
    p: float = nan
    """P value of a difference against zero."""
    rows: Sequence[Row] = field(default=(), compare=False, repr=False)
    """Games behind the estimate."""

    def of(self, rows: Sequence[Row]) -> "Figure":
        """Return the figure with the games behind the estimate."""
        return replace(self, rows=rows)

    @property
    def test(self) -> tuple[object, ...]:
        """Key of the figure's test. `A - B` and `B - A` are one test: same games, same p value."""
        return round(self.p, 9) if self.p == self.p else 1.0, tuple(row.recording for row in self.rows) or id(self)

    @property
    def has_interval(self) -> bool:
        return self.low == self.low

    def times(self, factor: float) -> "Figure":
        """Multiply the figure by a factor, for another unit."""
        return replace(self, value=factor * self.value, low=factor * self.low, high=factor * self.high)

    def __str__(self) -> str:
        if not self.n:
            return "-"
        write = percent if self.share else short
        value = write(self.value) + " %" * self.share
        if not self.has_interval:
            return f"{value} ({self.why})" if self.why else value
        return f"{value} [{write(self.low)}, {write(self.high)}]{'*' * self.few}"


NO_FIGURE = Figure(nan, nan, nan, 0)
BINS = 20
BLOCKS = " ▁▂▃▄▅▆▇█"


@dataclass(frozen=True, slots=True)
class Histogram:
    """Counts values from `low` to `high` in bins of one width."""

    counts: tuple[int, ...]
    low: float
    high: float
    rows: Sequence[Row] = field(default=(), compare=False, repr=False)

    def __str__(self) -> str:
        most = max(self.counts)
        return "".join(BLOCKS[ceil(count * (len(BLOCKS) - 1) / most)] for count in self.counts)


def histogram(values: Sequence[float], low: float, high: float, rows: Sequence[Row] = ()) -> Histogram:
    """Build a histogram of at least one value; a small range of whole numbers gets one bin each."""
    whole = all(value == int(value) for value in (*values, low, high)) and high - low < 2 * BINS
    bins = int(high - low) + 1 if whole else BINS
    width = 1.0 if whole else (high - low) / bins
    counts = [0] * bins
    for value in values:
        counts[min(bins - 1, int((value - low) / width))] += 1
    return Histogram(tuple(counts), low, high, rows)


def short(value: float) -> str:
    """Write a number with three significant digits, and all digits before the point."""
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def percent(value: float) -> str:
    """Write a share in percent, without decimals unless it would be rounded to 0 or 100."""
    rounded = f"{100 * value:.0f}"
    return f"{100 * value:.1f}" if rounded in ("0", "100") and value not in (0, 1) else rounded


def no_interval_reason(seeds: int) -> str:
    """Return the reason for a missing interval."""
    return "one seed" if seeds == 1 else f"alike in all {seeds} seeds"


def by_seed(values: Iterable[tuple[int, float, int]]) -> dict[int, tuple[float, int]]:
    """Add up wins and seats by seed, from triples of seed, wins and seats."""
    out: dict[int, tuple[float, int]] = {}
    for seed, wins, seats in values:
        before = out.get(seed, (0, 0))
        out[seed] = before[0] + wins, before[1] + seats
    return out


def share_by_seed(values: Iterable[tuple[int, float, int]]) -> Figure:
    """Return the share of seats that won, from triples of seed, wins and seats; seeds are clusters."""
    return share_of(Clusters(by_seed(values).values()))


def share_of(found: Clusters) -> Figure:
    """Return the share of seats that won, from wins and seats by seed."""
    n, seeds, share = found.seats, found.seeds, found.share
    if not n:
        return NO_FIGURE
    if seeds < 2:
        return Figure(share, *NO_INTERVAL, n, share=True, seeds=seeds, why=no_interval_reason(seeds))
    rare = 0 < share < 1 and found.effective * min(share, 1 - share) < MIN_EVENTS
    return Figure(share, *found.interval(), n, share=True, seeds=seeds, few=rare or seeds < MIN_SEEDS["share"])


def mean_of(values: Sequence[float], bounds: tuple[float, float] = (-inf, inf)) -> Figure:
    """Return the mean of values, one per seed, with Student's interval clipped to the possible range."""
    n = len(values)
    if not n:
        return NO_FIGURE
    interval, _ = intervals.mean(values, bounds)
    why = no_interval_reason(n) if is_constant(values) else ""
    return Figure(fmean(values), *interval, n, seeds=n, why=why, few=not why and n < MIN_SEEDS["mean"])


def rate_by_seed(values: Iterable[tuple[int, float, int]]) -> Figure:
    """Return a rate, such as tokens per call, from triples of seed, amount and number; seeds are clusters."""
    found = Clusters(by_seed(values).values())
    if not found.seats:
        return NO_FIGURE
    interval, seeds = found.rate_interval(), found.seeds
    why = "" if interval.low == interval.low else no_interval_reason(seeds)
    return Figure(found.share, *interval, seeds, seeds=seeds, why=why, few=not why and seeds < MIN_SEEDS["mean"])


def means_by_seed(values: Iterable[tuple[int, float]]) -> dict[int, float]:
    """Return the mean of each seed's values, from pairs of seed and value."""
    found: dict[int, list[float]] = defaultdict(list)
    for seed, value in values:
        found[seed].append(value)
    return {seed: fmean(each) for seed, each in found.items()}


def seed_means(values: Iterable[tuple[int, float]]) -> list[float]:
    """Return the seeds' means, from pairs of seed and value."""
    return [*means_by_seed(values).values()]


def mean_by_seed(values: Iterable[tuple[int, float]], bounds: tuple[float, float] = (-inf, inf)) -> Figure:
    """Return the mean over seeds of each seed's mean, from pairs of seed and value."""
    return mean_of(seed_means(values), bounds)


def paired_difference(values: Iterable[tuple[int, float]], bounds: tuple[float, float] = (-inf, inf)) -> Figure:
    """Return the mean over seeds of each seed's mean difference, from pairs of seed and difference.

    `bounds` are those of the measure.
    """
    means, (least, most) = seed_means(values), bounds
    return replace(mean_of(means, (least - most, most - least)), p=intervals.mean(means)[1]) if means else NO_FIGURE


def mean_difference(one: Iterable[tuple[int, float]], other: Iterable[tuple[int, float]]) -> Figure:
    """Return the difference of unpaired means, `other` minus `one`, with Welch's interval on seed means."""
    a, b = seed_means(one), seed_means(other)
    if not (a and b):
        return NO_FIGURE
    interval, p = intervals.welch(a, b)
    seeds = min(len(a), len(b))
    why = "" if interval.low == interval.low else no_interval_reason(seeds)
    return Figure(
        fmean(b) - fmean(a), *interval, len(b), seeds=seeds, why=why, few=not why and seeds < MIN_SEEDS["mean"], p=p
    )


def share_difference(
    one: Iterable[tuple[int, float, int]], other: Iterable[tuple[int, float, int]], *, paired: bool
) -> Figure:
    """Return the difference of shares, `other` minus `one`, by MOVER, from triples of seed, wins and seats.

    With `paired`, the interval uses the correlation of residuals over the seeds that both have.
    """
    first, second = by_seed(one), by_seed(other)
    a, b = Clusters(first.values()), Clusters(second.values())
    if not (a.seats and b.seats):
        return NO_FIGURE
    r = intervals.correlation([(first[seed], second[seed]) for seed in first if seed in second]) if paired else 0.0
    left, right = share_of(a), share_of(b)
    ends = [Interval(each.low, each.high) for each in (left, right)]
    interval = intervals.difference(left.value, ends[0], right.value, ends[1], r)
    p = intervals.difference_p(a, b, r)
    seeds, why = min(left.seeds, right.seeds), left.why or right.why
    few = not why and (left.few or right.few)
    return Figure(right.value - left.value, *interval, b.seats, seeds=seeds, why=why, few=few, p=p)


def ranges(scene: str) -> Ranges:
    """Return the possible ranges of measures: the engine's, and a scene's metrics."""
    measures = {**ENGINE_MEASURES, **class_capability(find_scene(scene), Told).measures}
    return {name: (measure.least, measure.most) for name, measure in measures.items()}


def bounds_of(bounds: Ranges, measure: str) -> tuple[float, float]:
    """Return the possible range of a measure, by the first pattern that matches its name."""
    return next((ends for pattern, ends in bounds.items() if fnmatchcase(measure, pattern)), (-inf, inf))
