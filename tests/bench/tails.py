"""How the sizes of many cascades are distributed."""

from collections import Counter
from collections.abc import Sequence
from math import log

FEWEST = 10
"""An exponent is not estimated from fewer cascades than this."""


def tail(sizes: Sequence[int]) -> list[tuple[int, float]]:
    """The complementary cumulative distribution: each distinct size, ascending, and the share at least that large."""
    out: list[tuple[int, float]] = []
    left = len(sizes)
    for size, count in sorted(Counter(sizes).items()):
        out.append((size, left / len(sizes)))
        left -= count
    return out


def tail_exponent(sizes: Sequence[int], least: int) -> float | None:
    """The exponent of a discrete power law from the size `least` (1 or more) on, by maximum likelihood.

    Clauset, Shalizi, Newman 2009, "Power-law distributions in empirical data", equation 3.7. It is an approximation,
    good from a `least` of about 6. None when fewer than 10 sizes reach `least`.
    """
    reach = [size for size in sizes if size >= least]
    if len(reach) < FEWEST:
        return None
    return 1 + len(reach) / sum(log(size / (least - 0.5)) for size in reach)
