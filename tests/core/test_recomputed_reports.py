"""Figures of the shipped experiments, recomputed from their rows with other software."""

import math
from pathlib import Path
from typing import Any

import pytest

import playbill as pb
from core.lab.design import read_experiment
from core.lab.figures import Figure
from tests import recompute

SHIPPED = Path(__file__).parents[2] / "docs" / "experiments"
EXPERIMENTS = sorted(path.parent.name for path in SHIPPED.glob("*/experiment.toml"))
USUAL = {"coup-round-robin"}
"""Experiments with factors, seats, means and shares. Others have more rows, roles and factors."""


def same(figure: Any, estimate: recompute.Estimate) -> None:
    """Compare a figure of the report with a recomputed one; an interval cut at the possible range counts as equal."""
    assert isinstance(figure, Figure)
    value, low, high = estimate
    assert figure.value == pytest.approx(value, rel=1e-9, abs=1e-9, nan_ok=True)
    assert math.isnan(figure.low) == math.isnan(low)
    if not math.isnan(low):
        assert figure.low == pytest.approx(max(low, figure.low), rel=1e-6, abs=1e-9)
        assert figure.high == pytest.approx(min(high, figure.high), rel=1e-6, abs=1e-9)
        assert figure.low == pytest.approx(low, rel=1e-6, abs=1e-9) or figure.low == 0
        assert figure.high == pytest.approx(high, rel=1e-6, abs=1e-9) or figure.high == 1


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in USUAL else pytest.mark.slow) for name in EXPERIMENTS]
)
def test_every_mean_share_and_difference_is_the_same(name: str) -> None:
    folder = SHIPPED / name
    games, design = recompute.read(folder), read_experiment(folder / "experiment.toml")
    seats, compared, pairs = recompute.seats(games), 0, dict[str, dict[str, recompute.Estimate]]()
    for sheet in pb.report(folder):
        for row in sheet.rows:
            for title, cell in zip(sheet.columns[1:], row[1:], strict=True):
                if not isinstance(cell, Figure):
                    continue
                estimate = expected(sheet.title, str(row[0]), title, games, seats, design.factors, pairs)
                if estimate is not None:
                    same(cell, estimate)
                    compared += 1
    assert compared > 40


def expected(
    sheet: str,
    first: str,
    title: str,
    games: Any,
    seats: Any,
    factors: dict[str, list[Any]],
    pairs: dict[str, dict[str, recompute.Estimate]],
) -> recompute.Estimate | None:
    """Recompute a cell; None for cells of ratings, which are fitted. `pairs` keeps the differences of a sheet."""
    if sheet == "Cells":
        return recompute.measure(games[games.cell == first], title)
    if sheet == "Wins by policy":
        mine = seats[seats.policy == first]
        return recompute.share(mine.won, mine.seed)
    if sheet in ("Wins by policy and seat", "Wins by policy and role"):
        mine = seats[(seats.policy == first) & (seats[sheet.rpartition(" ")[2]] == title)]
        return recompute.share(mine.won, mine.seed)
    if sheet == "Scores by policy":
        mine = seats[(seats.policy == first) & seats.score.notna()]
        return recompute.mean(mine.score, mine.seed)
    kind, _, factor = sheet.partition(": ")
    if kind == "Differences" and factor in factors:
        key = f"{factor}: {title}"
        if key not in pairs:
            pairs[key] = recompute.paired(games, factor, factors[factor], title)
        return pairs[key][first]
    return None
