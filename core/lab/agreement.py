"""Agreement of coders: Cohen's κ and Krippendorff's α for nominal labels, with intervals by seed."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import nan, sqrt
from statistics import fmean

from core.lab.figures import MIN_SEEDS, NO_FIGURE, Figure, no_interval_reason
from core.lab.intervals import is_constant, t_quantile

Value = Hashable | None
"""A label; None where a coder gave none."""
Sums = Mapping[tuple[Value, Value], float]
"""Number of units by their labels from two coders; for α, pairable labels and agreeing pairs. Sums can be added."""
AGREED = (None, None)
"""Key of the agreeing pairs in the sums for α."""


def kappa(sums: Sums) -> float:
    """Return Cohen's κ (1960); nan where both coders have one label only.

    >>> kappa({("yes", "yes"): 20, ("yes", "no"): 5, ("no", "yes"): 10, ("no", "no"): 15})
    0.4
    """
    one, other = defaultdict[Value, float](float), defaultdict[Value, float](float)
    for (first, second), count in sums.items():
        one[first] += count
        other[second] += count
    n, same = sum(sums.values()), sum(count for (a, b), count in sums.items() if a == b)
    chance = sum(count * other[label] for label, count in one.items())  # agreement expected by chance, times n²
    return (n * same - chance) / (n * n - chance) if n * n > chance else nan


def alpha(sums: Sums) -> float:
    """Return Krippendorff's α for nominal labels (2011), from `alpha_sums`; nan if there is only one label."""
    counts = [count for key, count in sums.items() if key != AGREED]
    n = sum(counts)
    apart = n * n - sum(count * count for count in counts)  # expected disagreement, times n · (n - 1)
    return 1 - (n - 1) * (n - sums[AGREED]) / apart if apart > 0 else nan


def alpha_sums(labels: Sequence[Value]) -> Sums:
    """Return the sums for α of one unit, from the labels of all coders; {} for fewer than two labels."""
    counts = Counter(label for label in labels if label is not None)
    coders = counts.total()
    if coders < 2:
        return {}
    agreed = sum(count * (count - 1) for count in counts.values()) / (coders - 1)
    return {AGREED: agreed, **{(label, label): float(count) for label, count in counts.items()}}


def kappa_of(units: Iterable[tuple[int, Value, Value]]) -> Figure:
    """Return κ of two coders, from seed and both labels of each unit; units with only one label are left out."""
    pairs = ((seed, one, other) for seed, one, other in units if one is not None and other is not None)
    return _by_jackknife(((seed, {(one, other): 1.0}) for seed, one, other in pairs), kappa)


def alpha_of(units: Iterable[tuple[int, Sequence[Value]]]) -> Figure:
    """Return α of all coders, from seed and labels of each unit; None for a missing label."""
    return _by_jackknife(((seed, sums) for seed, labels in units if (sums := alpha_sums(labels))), alpha)


def _by_jackknife(units: Iterable[tuple[int, Sums]], statistic: Callable[[Sums], float]) -> Figure:
    """Return a statistic of sums with Student's interval by the jackknife, which leaves out each seed once."""
    seeds = defaultdict[int, defaultdict[tuple[Value, Value], float]](lambda: defaultdict(float))
    whole = defaultdict[tuple[Value, Value], float](float)
    for seed, sums in units:
        for key, count in sums.items():
            seeds[seed][key] += count
            whole[key] += count
    value, n = statistic(whole) if whole else nan, len(seeds)
    if value != value:
        return NO_FIGURE
    found = Figure(value, nan, nan, n, seeds=n)
    if n < 2:
        return replace(found, why=no_interval_reason(n))
    others = [statistic({key: count - sums[key] for key, count in whole.items()}) for sums in seeds.values()]
    if any(each != each for each in others):
        return replace(found, why="depends on one seed")
    if is_constant(others):
        return replace(found, why=no_interval_reason(n))
    middle = fmean(others)
    error = sqrt((n - 1) / n * sum((each - middle) ** 2 for each in others))
    half = t_quantile(n - 1) * error
    return replace(found, low=max(-1.0, value - half), high=min(1.0, value + half), few=n < MIN_SEEDS["mean"])
