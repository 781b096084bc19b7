"""What is said of chances to win in Coup is counted against what came."""

import random
from math import exp

import pytest

from scenes.coup.strong.calibrated import calibrated, log_odds, mapped
from tests.bench.coup_calibration import Row, Told, by_the_other_half, fitted, lineup, overheard, reliability


def test_what_was_said_is_held_against_what_came() -> None:
    said = [(0.31, True), (0.39, False), (0.35, False), (0.35, False), (1.0, True), (0.0, False)]
    found = reliability(said)
    assert found[3] == Row(4, 0.35, 0.25)
    assert found[9] == Row(1, 1.0, 1.0)
    assert found[0] == Row(1, 0.0, 0.0)


def test_a_fit_finds_what_was_put_in() -> None:
    draw = random.Random(1)
    shares = [draw.random() for _ in range(10_000)]
    told = [(share, draw.random() < 1 / (1 + exp(0.3 - 0.5 * log_odds(share)))) for share in shares]
    more, times = fitted(told)
    assert more == pytest.approx(-0.3, abs=0.06)
    assert times == pytest.approx(0.5, abs=0.06)
    rows = reliability((1 / (1 + exp(-more - times * log_odds(share))), came) for share, came in told)
    assert all(abs(row.said - row.came) < 0.05 for row in rows.values() if row.decisions > 200)


def test_what_is_said_of_a_game_is_by_a_fit_to_others() -> None:
    draw = random.Random(2)
    laws = ((0.8, 1.0), (-0.8, 0.5))  # of even seeds, and of odd ones
    shares = [(seed, draw.random()) for seed in range(4000)]
    told = [Told(seed, share, 3, False, draw.random() < mapped(share, laws[seed % 2])) for seed, share in shares]
    said = by_the_other_half(told)
    for seed in (0, 1):
        each = Told(seed, 0.4, 3, False, True)
        assert said(each) == pytest.approx(mapped(0.4, laws[1 - seed]), abs=0.04)
    assert said(Told(0, 0.9, 2, True, True)) == 0.9  # what a plan tells is as it is


def test_a_game_is_overheard() -> None:
    told = [each for seed in range(3, 6) for each in overheard(seed, 4, [3, 4])]
    assert told
    assert {each.living for each in told} <= set(range(2, 5))
    assert {each.came for each in told} <= {True, False}
    assert all(0 <= each.share <= 1 for each in told)
    assert "strong" in lineup(3, [2])


def test_more_is_said_where_more_was_played_out() -> None:
    for left in range(2, 7):
        said = [calibrated(share / 20, left) for share in range(21)]
        assert said == sorted(said)
        assert 0 < said[0] < said[-1] < 1
