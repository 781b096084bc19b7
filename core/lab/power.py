"""Power of a paired comparison over seeds, and the number of seeds for a power."""

from collections.abc import Sequence
from math import exp, lgamma, log, nan, sqrt
from statistics import stdev

from core.lab.intervals import is_constant, t_quantile, t_tail

POWER = 0.8
"""Required probability of finding the smallest effect of interest."""
MAX_SEEDS = 10**9
"""Maximum number of seeds that the search considers."""


def deviation_limit(differences: Sequence[float]) -> float:
    """Return the upper 80 % limit of the standard deviation of the seeds' differences; nan without variance."""
    if len(differences) < 2 or is_constant(differences):
        return nan
    freedom = len(differences) - 1
    return stdev(differences) * sqrt(freedom / chi_square_quantile(1 - POWER, freedom))


def seeds_for(effect: float, deviation: float) -> int:
    """Return the smallest number of seeds that finds an effect with probability `POWER`."""
    few, many = 1, 2
    while many < MAX_SEEDS and not _suffice(many, effect, deviation):
        few, many = many, 2 * many
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (few, middle) if _suffice(middle, effect, deviation) else (middle, many)
    return many


def _suffice(seeds: int, effect: float, deviation: float) -> bool:
    quantiles = t_quantile(seeds - 1) + t_quantile(seeds - 1, 2 * POWER - 1)
    return seeds >= (quantiles * deviation / effect) ** 2


def power(seeds: int, effect: float, deviation: float) -> float:
    """Return the probability that a number of seeds finds an effect; the inverse of `seeds_for`."""
    if seeds < 2:
        return 0.0
    t = effect * sqrt(seeds) / deviation - t_quantile(seeds - 1)
    tail = t_tail(abs(t), seeds - 1) / 2
    return 1 - tail if t > 0 else tail


def chi_square_quantile(probability: float, freedom: int) -> float:
    """Return the value below which a chi-square variable lies with a probability of at most one half."""
    low, high = 0.0, float(freedom)
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if _gamma_ratio(freedom / 2, middle / 2) < probability else (low, middle)
    return high


def _gamma_ratio(a: float, x: float) -> float:
    """Return the regularized lower incomplete gamma function, by its series."""
    if x <= 0:
        return 0.0
    number, term, total = a, 1.0, 1.0
    while term > 1e-16 * total:
        number += 1
        term *= x / number
        total += term
    return total * exp(a * log(x) - x - lgamma(a + 1))
