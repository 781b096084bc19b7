"""Means and shares with 95 % intervals, and histograms."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, nan, pi, sqrt, tan
from statistics import NormalDist, fmean, stdev

from core.lab.rows import Row

LEVEL = 0.975
Z = NormalDist().inv_cdf(LEVEL)


@dataclass(frozen=True, slots=True)
class Figure:
    """Holds an estimate of `n` values and its 95 % interval, which is nan where one value tells nothing of it."""

    value: float
    low: float
    high: float
    n: int
    share: bool = False
    """Whether it is a share from 0 to 1."""
    rows: Sequence[Row] = field(default=(), compare=False, repr=False)
    """The games behind it."""

    def of(self, rows: Sequence[Row]) -> "Figure":
        """Name the games behind it."""
        return replace(self, rows=rows)

    @property
    def is_open(self) -> bool:
        """Whether it may as well be zero."""
        return not self.low > 0 and not self.high < 0

    def until_sure(self) -> str:
        """Tell of a difference how many values more it would take until its interval leaves zero out, if it stays as it
        is."""
        if not self.is_open:
            return "sure"
        if self.low != self.low or not self.value:
            return "cannot be told"
        half = (self.high - self.low) / 2
        more = ceil(self.n * (half / self.value) ** 2) - self.n + 1
        return f"{more} more seed{'s' * (more > 1)}" if more <= MANY else f"over {MANY} more seeds"

    def __str__(self) -> str:
        if not self.n:
            return "-"
        if self.share:
            return f"{100 * self.value:.0f} % [{100 * self.low:.0f}, {100 * self.high:.0f}]"
        return (
            f"{short(self.value)} [{short(self.low)}, {short(self.high)}]"
            if self.low == self.low
            else short(self.value)
        )


NOTHING = Figure(nan, nan, nan, 0)
MANY = 10**6
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
    """Count at least one value; whole numbers that are not too far apart have a bin each."""
    whole = all(value == int(value) for value in (*values, low, high)) and high - low < 2 * BINS
    bins = int(high - low) + 1 if whole else BINS
    width = 1.0 if whole else (high - low) / bins
    counts = [0] * bins
    for value in values:
        counts[min(bins - 1, int((value - low) / width))] += 1
    return Histogram(tuple(counts), low, high, rows)


def short(value: float) -> str:
    """Write a number with three digits, and all before the point."""
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def share_of(yes: float, n: int) -> Figure:
    """How often it was so, with Wilson's interval (Wilson 1927), which holds for rare things and few games as well."""
    if not n:
        return NOTHING
    p, w = yes / n, Z * Z / n
    middle, half = (p + w / 2) / (1 + w), Z * sqrt(p * (1 - p) / n + w / (4 * n)) / (1 + w)
    return Figure(p, max(0.0, middle - half), min(1.0, middle + half), n, share=True)


def mean_of(values: Sequence[float]) -> Figure:
    """The mean, with Student's interval."""
    n = len(values)
    if not n:
        return NOTHING
    mean = fmean(values)
    half = t95(n - 1) * stdev(values) / sqrt(n) if n > 1 else nan
    return Figure(mean, mean - half, mean + half, n)


def mean_by_seed(values: Iterable[tuple[int, float]]) -> Figure:
    """The mean of values with the seeds they come from. What comes from one seed is alike, and counts as one value: its
    mean."""
    by_seed: dict[int, list[float]] = defaultdict(list)
    for seed, value in values:
        by_seed[seed].append(value)
    return mean_of([fmean(each) for each in by_seed.values()])


def t95(freedom: int) -> float:
    """The quantile of Student's distribution that 2.5 % exceed: exactly for one and two degrees of freedom, else by
    Abramowitz and Stegun 26.7.5, within 1 %."""
    if freedom == 1:
        return tan(pi * (LEVEL - 0.5))
    if freedom == 2:
        return (2 * LEVEL - 1) / sqrt(2 * LEVEL * (1 - LEVEL))
    z, v = Z, freedom
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * v**4)
    )
