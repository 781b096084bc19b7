"""Agreement of coders: published examples, other software, and intervals by seed."""

import random
from itertools import product

import krippendorff
import numpy as np
import pytest

from core.lab.agreement import Value, alpha_of, kappa_of

N = None
OBSERVERS: list[list[Value]] = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, N, N, N],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, N, 3],
    [N, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, N],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, N],
]
"""Example C of Krippendorff, Computing Krippendorff's Alpha-Reliability (2011)."""


def test_the_published_example() -> None:
    units = zip(*OBSERVERS, strict=True)
    assert alpha_of(enumerate(units)).value == pytest.approx(0.743, abs=5e-4)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.few(6)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_equal_to_other_software(seed: int) -> None:
    from statsmodels.stats.inter_rater import cohens_kappa  # slow to import

    draw = random.Random(seed)
    labels, coders = range(draw.randint(2, 5)), draw.randint(2, 4)
    units: list[list[Value]] = [[draw.choice([N, *labels]) for _ in range(coders)] for _ in range(draw.randint(9, 40))]
    data = np.array([[np.nan if label is N else label for label in each] for each in zip(*units, strict=True)], float)
    alpha = krippendorff.alpha(data, level_of_measurement="nominal")
    assert alpha_of(enumerate(units)).value == pytest.approx(alpha, abs=1e-12)
    table = [[sum(unit[:2] == [a, b] for unit in units) for b in labels] for a in labels]
    found = kappa_of((number, one, other) for number, (one, other, *_) in enumerate(units))
    assert found.value == pytest.approx(cohens_kappa(np.array(table)).kappa, abs=1e-12, nan_ok=True)


def test_messages_of_a_seed_are_one_cluster() -> None:
    """Copies of a game add nothing: neither the value nor the interval changes."""
    draw = random.Random(1)
    units = [(seed, draw.random() < 0.5, draw.random() < 0.6) for seed in range(12) for _ in range(9)]
    once, copied = kappa_of(units), kappa_of(units * 5)
    assert once.has_interval
    assert (copied.value, copied.low, copied.high) == pytest.approx((once.value, once.low, once.high))
    apart = kappa_of((number, a, b) for number, (_, a, b) in enumerate(units))
    assert apart.seeds == 108


def test_no_interval_where_there_can_be_none() -> None:
    pairs = list(product("ab", "ab"))
    assert kappa_of((1, a, b) for a, b in pairs).why == "one seed"
    assert kappa_of((seed, a, b) for seed in range(4) for a, b in pairs).why == "alike in all 4 seeds"
    assert kappa_of([(1, "a", "a"), (1, "b", "b"), (2, "a", "a")]).why == "depends on one seed"
    assert str(kappa_of([(1, "a", "a"), (2, "a", "a")])) == "-"
    assert str(alpha_of([(1, ["a", None]), (2, [None, "b"])])) == "-"


def test_coverage() -> None:
    """95 % intervals of κ cover the true value in 91 % or more of 200 samples of 20 seeds."""
    draw, covered, true = random.Random(5), 0, 0.5
    for _ in range(200):
        units = []
        for seed in range(20):
            for _ in range(8):
                state = draw.random() < 0.5
                one, other = (state if draw.random() < true**0.5 else draw.random() < 0.5 for _ in range(2))
                units.append((seed, one, other))
        found = kappa_of(units)
        covered += found.low <= true <= found.high
    assert 182 <= covered <= 199
