"""Confidence intervals and tests for games that are clustered by seed."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp, inf, lgamma, log, log1p, nan, pi, sqrt
from statistics import NormalDist, fmean, stdev, variance
from typing import NamedTuple

LEVEL = 0.95
"""Confidence level of all intervals in reports."""
TINY = 1e-300


class Interval(NamedTuple):
    """The ends of a confidence interval; nan if there is no interval."""

    low: float
    high: float


NO_INTERVAL = Interval(nan, nan)


class Clusters:
    """Wins and seats by seed, with the share of seats that won and its interval.

    The interval is Wilson's on the effective number of seats, with seeds as clusters: the variance is CR2 (Bell and
    McCaffrey 2002), and Student's quantile at their degrees of freedom stands in place of the normal one.
    """

    def __init__(self, seeds: Iterable[tuple[float, int]] = ()) -> None:
        self._by_size: dict[int, list[float]] = {}
        """By seats of a seed: number of seeds, sum of wins, sum of squared wins."""
        for wins, seats in seeds:
            self.add(wins, seats)

    def add(self, wins: float, seats: int) -> None:
        """Add a seed; one without seats is left out."""
        if seats:
            sums = self._by_size.setdefault(seats, [0, 0, 0])
            sums[0] += 1
            sums[1] += wins
            sums[2] += wins * wins

    @property
    def seeds(self) -> int:
        return sum(int(count) for count, _, _ in self._by_size.values())

    @property
    def seats(self) -> int:
        return sum(int(count) * size for size, (count, _, _) in self._by_size.items())

    @property
    def wins(self) -> float:
        return sum(wins for _, wins, _ in self._by_size.values())

    @property
    def share(self) -> float:
        return self.wins / self.seats if self.seats else nan

    @property
    def variance(self) -> float:
        """Variance of the share: CR2, by seed. Needs two seeds."""
        n, p, total = self.seats, self.share, 0.0
        for size, (count, wins, squares) in self._by_size.items():
            residuals = squares - 2 * size * p * wins + count * (size * p) ** 2
            total += max(0.0, residuals) / (1 - size / n)
        return total / n**2

    @property
    def effective(self) -> float:
        """Effective number of seats: so many independent seats would give the same variance."""
        n, p, variance = self.seats, self.share, self.variance
        return max(1.0, min(n, p * (1 - p) / variance)) if variance > 0 else n

    @property
    def freedom(self) -> float:
        """Degrees of freedom of the variance: tr(B)² / tr(B²) (Bell and McCaffrey)."""
        n = self.seats
        diagonal = sum(count * size * size for size, (count, _, _) in self._by_size.items())
        weights = [(count, size * size / (1 - size / n)) for size, (count, _, _) in self._by_size.items()]
        whole = sum(count * weight for count, weight in weights)
        own = sum(count * weight * weight for count, weight in weights)
        return n * n / (diagonal + (whole * whole - own) / n**2)

    def interval(self, level: float = LEVEL) -> Interval:
        """Return the interval of the share: exact over seeds for 0 and 1; none with fewer than two seeds."""
        seeds, p = self.seeds, self.share
        if seeds < 2:
            return NO_INTERVAL
        alpha = 1 - level
        if self.wins <= 0:
            return Interval(0.0, 1 - (alpha / 2) ** (1 / seeds))
        if self.wins >= self.seats:
            return Interval((alpha / 2) ** (1 / seeds), 1.0)
        n, t = self.effective, t_quantile(self.freedom, level)
        w = t * t / n
        middle, half = (p + w / 2) / (1 + w), t * sqrt(p * (1 - p) / n + w / (4 * n)) / (1 + w)
        return Interval(max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half)))

    def rate_interval(self) -> Interval:
        """Return the interval of a rate, wins per seat, which may exceed 1; on the log scale, none without variance."""
        if self.seeds < 2 or self.wins <= 0 or self.variance <= (1e-7 * self.share) ** 2:
            return NO_INTERVAL
        half = t_quantile(self.freedom) * sqrt(self.variance) / self.share
        return Interval(self.share * exp(-half), self.share * exp(half))


def correlation(pairs: Sequence[tuple[tuple[float, int], tuple[float, int]]]) -> float:
    """Return the correlation of the residuals of two shares over the same seeds; 0 where it is undefined."""
    one, other = (Clusters([pair[i] for pair in pairs]).share for i in (0, 1))
    a = [wins - seats * one for (wins, seats), _ in pairs]
    b = [wins - seats * other for _, (wins, seats) in pairs]
    size = sqrt(sum(x * x for x in a) * sum(y * y for y in b))
    return max(-1.0, min(1.0, sum(x * y for x, y in zip(a, b, strict=True)) / size)) if size > 1e-12 else 0.0


def difference(one: float, first: Interval, other: float, second: Interval, r: float = 0.0) -> Interval:
    """Return the interval of `other - one` from the intervals of both: MOVER (Zou and Donner 2008)."""
    if any(end != end for end in (*first, *second)):
        return NO_INTERVAL
    down, up = one - first.low, first.high - one
    below, above = other - second.low, second.high - other
    low = sqrt(max(0.0, below**2 + up**2 - 2 * r * below * up))
    high = sqrt(max(0.0, above**2 + down**2 - 2 * r * above * down))
    return Interval(other - one - low, other - one + high)


def difference_p(one: Clusters, other: Clusters, r: float = 0.0) -> float:
    """Return the p value of a difference of shares: 1 - the highest level at which the interval excludes 0."""
    if min(one.seeds, other.seeds) < 2:
        return nan

    def leaves_zero_out(p: float) -> bool:
        low, high = difference(one.share, one.interval(1 - p), other.share, other.interval(1 - p), r)
        return low > 0 or high < 0

    least, most = log(1e-12), 0.0
    for _ in range(30):
        middle = (least + most) / 2
        least, most = (least, middle) if leaves_zero_out(exp(middle)) else (middle, most)
    return exp(most)


def is_constant(values: Sequence[float]) -> bool:
    """Return True if all values are equal, apart from rounding."""
    return max(values) - min(values) <= 1e-12 * max(1.0, abs(values[0]))


def mean(values: Sequence[float], bounds: tuple[float, float] = (-inf, inf)) -> tuple[Interval, float]:
    """Return Student's interval of the mean of one value per seed, clipped to `bounds`, and its p value.

    Both are nan without variance.
    """
    if is_constant(values):
        return NO_INTERVAL, nan
    error = stdev(values) / sqrt(len(values))
    return _student(fmean(values), error, len(values) - 1, bounds)


def welch(one: Sequence[float], other: Sequence[float]) -> tuple[Interval, float]:
    """Return Welch's interval of the difference of two means, `other - one`, and its p value.

    Both are nan without variance.
    """
    if min(len(one), len(other)) < 2 or (is_constant(one) and is_constant(other)):
        return NO_INTERVAL, nan
    a, b = variance(one) / len(one), variance(other) / len(other)
    freedom = (a + b) ** 2 / (a * a / (len(one) - 1) + b * b / (len(other) - 1))
    return _student(fmean(other) - fmean(one), sqrt(a + b), freedom, (-inf, inf))


def _student(value: float, error: float, freedom: float, bounds: tuple[float, float]) -> tuple[Interval, float]:
    half, (least, most) = t_quantile(freedom) * error, bounds
    return Interval(max(least, value - half), min(most, value + half)), t_tail(abs(value) / error, freedom)


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust p values for their number (Holm 1979); nan counts as 1."""
    known = [1.0 if p != p else p for p in p_values]
    out, highest = [1.0] * len(known), 0.0
    for rank, i in enumerate(sorted(range(len(known)), key=known.__getitem__)):
        highest = max(highest, (len(known) - rank) * known[i])
        out[i] = min(1.0, highest)
    return out


@lru_cache(1024)
def t_quantile(freedom: float, level: float = LEVEL) -> float:
    """Return Student's quantile that |t| exceeds with probability 1 - level; `freedom` may be fractional."""
    alpha = 1 - level
    t = -NormalDist().inv_cdf(alpha / 2)
    scale = lgamma((freedom + 1) / 2) - lgamma(freedom / 2) - log(freedom * pi) / 2
    for _ in range(100):  # the tail is convex, so that Newton's steps from the left never pass the root
        density = 2 * exp(scale - (freedom + 1) / 2 * log1p(t * t / freedom))
        step = (t_tail(t, freedom) - alpha) / density
        t += step
        if abs(step) < 1e-10 * t:
            break
    return t


def t_tail(t: float, freedom: float) -> float:
    """Return the probability that |t| is exceeded under Student's distribution."""
    return beta_ratio(freedom / (freedom + t * t), freedom / 2, 0.5)


def beta_ratio(x: float, a: float, b: float) -> float:
    """Return the regularized incomplete beta function, by its continued fraction (Lentz's method)."""
    if x <= 0 or x >= 1:
        return float(x > 0)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    if x > (a + 1) / (a + b + 2):
        return 1 - front * _fraction(1 - x, b, a) / b
    return front * _fraction(x, a, b) / a


def _fraction(x: float, a: float, b: float) -> float:
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1) or TINY)
    value = d
    for m in range(1, 100_000):
        even_term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd_term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even_term, odd_term):
            d = 1 / (1 + term * d or TINY)
            c = 1 + term / c or TINY
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return value
