"""Intervals by seed, compared with scipy, statsmodels and simulations of known truth."""

import math
import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.lab.figures import mean_of, paired_difference, rate_by_seed, share_by_seed, share_difference, share_of
from core.lab.intervals import Clusters, Interval, correlation, difference, holm, mean, t_quantile, t_tail, welch
from tests.bench.bench_intervals import SETTINGS, Setting, coverage, draw, rate_coverage
from tests.examples import examples

SEEDS = st.lists(st.tuples(st.integers(0, 6), st.integers(1, 6)), min_size=2, max_size=12).map(
    lambda seeds: [(float(min(wins, seats)), seats) for wins, seats in seeds]
)
ONE_GAME_A_SEED = st.lists(st.booleans(), min_size=2, max_size=40)


@pytest.mark.slow
@pytest.mark.parametrize("freedom", [1, 1.05, 1.3, 2, 2.5, 3.7, 10, 37.2, 199, 1e6])
@pytest.mark.parametrize("level", [0.5, 0.8, 0.95, 0.99, 1 - 1e-9])
def test_students_quantile_is_scipys(freedom: float, level: float) -> None:
    from scipy import stats

    assert t_quantile(freedom, level) == pytest.approx(stats.t.isf((1 - level) / 2, freedom), rel=1e-6)
    assert t_tail(t_quantile(freedom, level), freedom) == pytest.approx(1 - level, rel=1e-6)


@pytest.mark.slow
def test_means_and_their_tests_are_scipys() -> None:
    from scipy import stats

    values, others = [3.0, 1.0, 4.0, 1.5, 9.0, 2.6], [5.0, 3.0, 5.8, 9.0, 7.9]
    (low, high), p = mean(values)
    expected = stats.ttest_1samp(values, 0)
    assert p == pytest.approx(expected.pvalue)
    assert (low, high) == pytest.approx(tuple(expected.confidence_interval()))
    (low, high), p = welch(values, others)
    expected = stats.ttest_ind(others, values, equal_var=False)
    assert p == pytest.approx(expected.pvalue)
    assert (low, high) == pytest.approx(tuple(expected.confidence_interval()))


@pytest.mark.slow
def test_a_share_of_one_game_a_seed_is_wilsons() -> None:
    from scipy import stats
    from statsmodels.stats.proportion import proportion_confint

    found = Clusters([(float(i < 8), 1) for i in range(30)])
    assert found.effective == pytest.approx(29)
    assert found.freedom == pytest.approx(29)
    z, t = stats.norm.ppf(0.975), t_quantile(29)
    same = 29 * (z / t) ** 2  # Wilson's interval knows n and the quantile only by n / z²
    low, high = proportion_confint(8 / 30 * same, same, method="wilson")
    assert tuple(found.interval()) == pytest.approx((low, high))


def test_degrees_of_freedom_are_bell_and_mccaffreys() -> None:
    assert Clusters([(1, 4), (3, 4), (2, 4), (0, 4)]).freedom == pytest.approx(3), "seeds of one size: one less"
    sizes = [1, 1, 2, 9]
    n = sum(sizes)
    b = [
        [m if i == j else -m * k / (n * math.sqrt((1 - m / n) * (1 - k / n))) for j, k in enumerate(sizes)]
        for i, m in enumerate(sizes)
    ]
    expected = n**2 / sum(each * each for row in b for each in row)
    assert Clusters([(1, size) for size in sizes]).freedom == pytest.approx(expected)


@pytest.mark.slow
def test_shares_of_none_and_all_have_exact_intervals() -> None:
    from statsmodels.stats.proportion import proportion_confint

    assert share_by_seed((seed, 0, 9) for seed in range(10)).high == pytest.approx(0.3085, abs=1e-4)
    expected = proportion_confint(0, 30, method="beta")
    assert tuple(Clusters([(0, 4)] * 30).interval()) == pytest.approx(expected)
    assert tuple(Clusters([(4, 4)] * 30).interval()) == pytest.approx((1 - expected[1], 1))


def test_one_seed_has_no_interval() -> None:
    assert str(share_by_seed([(1, 3, 9)])) == "33 % (one seed)"
    assert str(mean_of([3.0])) == "3 (one seed)"
    assert str(mean_of([1.0] * 12)) == "1 (alike in all 12 seeds)", "no interval of zero width"
    assert str(share_by_seed((seed, 1, 1) for seed in range(8))) == "100 % [63, 100]"


def test_intervals_stay_in_the_possible_range() -> None:
    values = [0.0] * 9 + [2.1]
    assert mean_of(values).low < 0
    assert mean_of(values, (0, math.inf)).low == 0
    apart = list(enumerate([1.0] * 3 + [0.9]))
    assert paired_difference(apart).high > 1
    assert paired_difference(apart, (0, 1)).high == 1


def test_few_seeds_and_few_events_are_marked() -> None:
    assert mean_of([float(i) for i in range(9)]).few
    assert not mean_of([float(i) for i in range(10)]).few
    assert share_by_seed((seed, seed % 2, 1) for seed in range(4)).few
    assert not share_by_seed((seed, seed % 2, 1) for seed in range(22)).few
    assert share_by_seed((seed, seed % 2, 1) for seed in range(18)).few, "fewer than ten wins"


def test_a_factor_without_effect_does_not_narrow_a_share() -> None:
    wins = [seed % 5 < 2 for seed in range(40)]
    once = share_by_seed((seed, won, 1) for seed, won in enumerate(wins))
    six = share_by_seed((seed, won, 1) for seed, won in enumerate(wins) for _ in range(6))
    assert (six.low, six.high) == pytest.approx((once.low, once.high))


@given(SEEDS)
def test_an_interval_contains_its_share(seeds: list[tuple[float, int]]) -> None:
    figure = share_of(Clusters(seeds))
    assert 0 <= figure.low <= figure.value <= figure.high <= 1
    assert figure.low < figure.high
    assert 1 - 1e-9 <= Clusters(seeds).freedom <= len(seeds) - 1 + 1e-9


@given(ONE_GAME_A_SEED, st.integers(2, 9))
def test_copies_of_games_do_not_narrow_an_interval(wins: list[bool], copies: int) -> None:
    once = share_by_seed((seed, won, 1) for seed, won in enumerate(wins))
    more = share_by_seed((seed, won, 1) for seed, won in enumerate(wins) for _ in range(copies))
    assert more.high - more.low >= once.high - once.low - 1e-9


@given(SEEDS, SEEDS, st.floats(-1, 1))
def test_a_difference_is_the_reverse_of_its_reverse(
    one: list[tuple[float, int]], other: list[tuple[float, int]], r: float
) -> None:
    a, b = Clusters(one), Clusters(other)
    low, high = difference(a.share, a.interval(), b.share, b.interval(), r)
    assert -1 - 1e-9 <= low <= b.share - a.share <= high <= 1 + 1e-9
    assert difference(b.share, b.interval(), a.share, a.interval(), r) == pytest.approx((-high, -low))


@pytest.mark.slow
def test_movers_interval_of_independent_shares_is_newcombes() -> None:
    """Newcombe's example: 56 of 70 and 48 of 80, [.0524, .3339] by Wilson's intervals without correction."""
    from statsmodels.stats.proportion import proportion_confint

    ends = [proportion_confint(*counts, method="wilson") for counts in ((48, 80), (56, 70))]
    low, high = difference(48 / 80, Interval(*ends[0]), 56 / 70, Interval(*ends[1]))
    assert (low, high) == pytest.approx((0.0524, 0.3339), abs=1e-4)


def test_at_the_p_value_the_interval_of_a_difference_meets_zero() -> None:
    one = [(seed, seed < 6, 1) for seed in range(20)]
    other = [(seed, 3 < seed < 17, 1) for seed in range(20)]
    figure = share_difference(one, other, paired=True)
    a, b = (Clusters([(float(won), 1) for _, won, _ in each]) for each in (one, other))
    r = correlation([((float(x), 1), (float(y), 1)) for (_, x, _), (_, y, _) in zip(one, other, strict=True)])
    low, _ = difference(a.share, a.interval(1 - figure.p), b.share, b.interval(1 - figure.p), r)
    assert low == pytest.approx(0, abs=1e-3)
    assert (figure.p < 0.05) == (figure.low > 0)


@pytest.mark.slow
@examples(20)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holms_correction_is_that_of_statsmodels(p_values: list[float]) -> None:
    from statsmodels.stats.multitest import multipletests

    assert holm(p_values) == pytest.approx(list(multipletests(p_values, method="holm")[1]))


@pytest.mark.parametrize("setting", SETTINGS[::5], ids=str)
def test_shares_cover_the_truth_at_twenty_seeds(setting: Setting) -> None:
    assert coverage(setting, seeds=20, times=100) >= 0.87


def test_rates_cover_the_truth_at_twenty_seeds() -> None:
    assert rate_coverage(0.3, seeds=20, times=200) >= 0.92


def test_a_rate_is_that_of_all_seeds_together_with_an_interval_on_the_log_scale() -> None:
    figure = rate_by_seed([(1, 900.0, 3), (2, 800.0, 2), (3, 500.0, 1), (3, 500.0, 1)])
    assert figure.value == pytest.approx(2700 / 7)
    assert figure.low * figure.high == pytest.approx(figure.value**2)
    share = Clusters([(900.0, 3), (800.0, 2), (1000.0, 2)])
    half = t_quantile(share.freedom) * math.sqrt(share.variance) / share.share
    assert figure.high == pytest.approx(figure.value * math.exp(half))
    assert str(rate_by_seed([(1, 0.0, 3), (2, 0.0, 4)])) == "0 (alike in all 2 seeds)"
    assert str(rate_by_seed([(seed, 0.1 * calls, calls) for seed, calls in enumerate((3, 7, 11))])).startswith(
        "0.1 (al"
    )


@pytest.mark.slow
def test_the_variance_of_rates_and_shares_is_that_of_a_weighted_mean_in_statsmodels() -> None:
    import numpy as np
    import statsmodels.api as sm

    seeds = [(9.0, 4), (3.0, 7), (5.0, 2), (8.0, 4), (1.0, 12)]
    weights = [m for _, m in seeds]
    fit = sm.WLS([y / m for y, m in seeds], np.ones((len(seeds), 1)), weights=weights).fit(cov_type="HC2")
    assert Clusters(seeds).share == pytest.approx(fit.params[0])
    assert Clusters(seeds).variance == pytest.approx(fit.bse[0] ** 2)


def test_differences_of_paired_shares_cover_the_truth() -> None:
    def difference_of(chance: random.Random) -> bool:
        luck = [chance.random() for _ in range(20)]
        one = [(seed, chance.random() < 0.3 + 0.4 * level, 1) for seed, level in enumerate(luck)]
        other = [(seed, chance.random() < 0.1 + 0.4 * level, 1) for seed, level in enumerate(luck)]
        figure = share_difference(one, other, paired=True)
        return figure.low <= -0.2 <= figure.high

    assert _times(difference_of, 80) >= 0.9


def _times(holds: Callable[[random.Random], bool], times: int) -> float:
    return sum(holds(random.Random(i)) for i in range(times)) / times


def test_the_bench_draws_the_share_that_it_says() -> None:
    for setting in SETTINGS:
        wins, seats = (sum(each) for each in zip(*draw(setting, 1000, random.Random(1)), strict=True))
        assert wins / seats == pytest.approx(setting.share, abs=0.06)


def test_holms_correction_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.5, math.nan]) == [1.0, 1.0]
    assert holm([0.02, math.nan]) == [0.04, 1.0]
