"""Recompute the figures of an experiment's report from its rows, with pandas, numpy and scipy, and none of our code.

The formulas are those of docs/experiments.md: Student's interval on the means of seeds; Wilson's interval on the
effective number of seats, with the CR2 variance and the degrees of freedom of Bell and McCaffrey in matrix form; MOVER
for differences of shares.
"""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

Estimate = tuple[float, float, float]
"""An estimate and the ends of its 95 % interval; nan where there is none."""
NONE = (float("nan"), float("nan"))


def read(folder: Path) -> pd.DataFrame:
    """Read the rows of games that count: one line each, with nested objects."""
    lines = (folder / "rows.jsonl").read_text("utf-8").splitlines()
    games = pd.DataFrame([json.loads(line) for line in lines])
    return games[games.status.isin(["done", "fell back"])]


def mean(values: pd.Series, seeds: pd.Series) -> Estimate:
    """Estimate a mean, with Student's interval on the means of seeds."""
    by_seed = values.astype(float).groupby(seeds).mean()
    if len(by_seed) < 2 or np.ptp(by_seed) < 1e-12 * max(1.0, abs(by_seed.iloc[0])):
        return (float(by_seed.mean()), *NONE)
    low, high = stats.t.interval(0.95, len(by_seed) - 1, by_seed.mean(), stats.sem(by_seed))
    return float(by_seed.mean()), float(low), float(high)


def share(won: pd.Series, seeds: pd.Series) -> Estimate:
    """Estimate a share of wins, with Wilson's interval on the effective number of seats."""
    wins, seats = won.astype(float).groupby(seeds).sum().to_numpy(), won.groupby(seeds).size().to_numpy()
    total, count = seats.sum(), len(seats)
    p = wins.sum() / total
    if count < 2:
        return (p, *NONE)
    if wins.sum() in (0, total):
        limit = 0.025 ** (1 / count)
        return (p, 0.0, 1 - limit) if p == 0 else (p, limit, 1.0)
    leverage = seats / total
    variance = ((wins - seats * p) ** 2 / (1 - leverage)).sum() / total**2
    n = max(1.0, min(total, p * (1 - p) / variance)) if variance > 0 else total
    matrix = -np.outer(seats, seats) / (total * np.sqrt(np.outer(1 - leverage, 1 - leverage)))
    np.fill_diagonal(matrix, seats)
    t = stats.t.ppf(0.975, np.trace(matrix) ** 2 / np.trace(matrix @ matrix))
    roots = np.roots([1 + t * t / n, -(2 * p + t * t / n), p * p])  # |p - x| = t sqrt(x(1 - x) / n)
    return p, float(min(roots)), float(max(roots))


def share_difference(one: pd.Series, other: pd.Series, seeds: pd.Series) -> Estimate:
    """Estimate the difference of two shares over the same games: MOVER, with the correlation of the seeds."""
    (p, low, high), (q, lower, upper) = share(one, seeds), share(other, seeds)
    residuals = [(side.astype(float) - side.astype(float).mean()).groupby(seeds).sum() for side in (one, other)]
    size = np.sqrt((residuals[0] ** 2).sum() * (residuals[1] ** 2).sum())
    r = float((residuals[0] * residuals[1]).sum() / size) if size > 1e-12 else 0.0
    down = np.sqrt((q - lower) ** 2 + (high - p) ** 2 - 2 * r * (q - lower) * (high - p))
    up = np.sqrt((upper - q) ** 2 + (p - low) ** 2 - 2 * r * (upper - q) * (p - low))
    return q - p, q - p - float(down), q - p + float(up)


def measure(games: pd.DataFrame, name: str) -> Estimate:
    """Estimate a measure of games: a share if it is yes or no, else a mean."""
    known = games[games[name].notna()]
    yes_or_no = all(isinstance(value, bool | np.bool_) for value in known[name])
    return (share if yes_or_no else mean)(known[name], known.seed)


def seats(games: pd.DataFrame) -> pd.DataFrame:
    """List the seats that compete: one line for each seat of each game."""
    lines: list[dict[str, Any]] = []
    for row in games.itertuples():
        names = [name for name in row.seats if name in row.scores] if row.scores else list(row.seats)
        for name in names:
            role = row.roles.get(name, "")
            line = {"seed": row.seed, "cell": row.cell, "seat": name, "role": role, "policy": row.seats[name]}
            lines.append({**line, "won": name in row.winners, "score": row.scores.get(name)})
    return pd.DataFrame(lines)


def paired(games: pd.DataFrame, factor: str, levels: list[Any], name: str) -> dict[str, Estimate]:
    """Estimate the difference of a measure between each two levels of a factor, over games equal in all else."""
    keys = games.options.map(lambda options: options[factor])
    rest = games.cell.map(
        lambda cell: ", ".join(part for part in cell.split(", ") if not part.startswith(f"{factor}="))
    )
    table = games.assign(level=keys, rest=rest).pivot_table(
        index=["seed", "rotation", "rest"], columns="level", values=name, aggfunc="first", dropna=False
    )
    yes_or_no = all(isinstance(value, bool | np.bool_) for value in games[name].dropna())
    out = {}
    for one, other in combinations(levels, 2):
        both = table[[one, other]].dropna()
        seeds = both.index.get_level_values("seed").to_series(index=both.index)
        if yes_or_no:
            value, low, high = share_difference(both[one], both[other], seeds)
            out[f"{other} - {one}"] = value, low, high
        else:
            out[f"{other} - {one}"] = mean(both[other].astype(float) - both[one].astype(float), seeds)
    return out
