"""Ratings by Plackett and Luce's model (Bradley and Terry's for two players).

Intervals are by bootstrap over seeds.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import log, nan, sqrt
from statistics import pstdev
from typing import TYPE_CHECKING, NamedTuple

from core.lab.figures import MIN_SEEDS, Figure, no_interval_reason
from core.lab.intervals import t_quantile, t_tail

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Points = NDArray[np.float64]

POINTS = 400 / log(10)
"""Points per unit of log strength: 100 points more win 64 of 100 meetings, as in chess."""
BOOTSTRAP_SAMPLES = 200
"""Bootstrap samples for an interval."""
PRIOR = 0.5
"""Prior wins and losses of each player against a mean one, so that players without a win are rated, too.
"""
ROUNDS = 2000
CLOSE = 1e-5


class Choice(NamedTuple):
    """`first` came out ahead of all others in `among`, which includes `first`, and has a name once per seat."""

    first: str
    among: tuple[str, ...]


def choices(ranks: Sequence[Sequence[str]]) -> list[Choice]:
    """Return the choices of one game, from the names at each rank.

    A name alone at its rank came out ahead of all names behind it. Names that share a rank, as teams do, are not
    compared; each came out ahead of each name behind, so that a small team gains nothing.
    """
    out = []
    for place, level in enumerate(ranks):
        behind = [name for lower in ranks[place + 1 :] for name in lower]
        for name in level:
            others = [behind] if len(level) == 1 else [[other] for other in behind]
            out += [Choice(name, tuple(sorted([name, *each]))) for each in others if set(each) - {name}]
    return out


class Rating(NamedTuple):
    """A name's rating in points (0 is the mean of all names), and its lead over the next name."""

    name: str
    points: Figure
    above_next: Figure | None
    """Lead over the next name; None for the last."""


def rate_names(games: Iterable[tuple[int, Sequence[Choice]]]) -> list[Rating]:
    """Rate all names, strongest first, from the seed and choices of each game.

    Games of a seed are resampled together. A name that never came out ahead, or never behind, has no interval, because
    its strength is unbounded.
    """
    import numpy as np

    found: dict[Choice, int] = {}
    cells: dict[tuple[int, int], int] = {}
    seeds: dict[int, int] = {}
    for seed, choices_of_game in games:
        row = seeds.setdefault(seed, len(seeds))
        for choice in choices_of_game:
            place = row, found.setdefault(choice, len(found))
            cells[place] = cells.get(place, 0) + 1
    names = list(dict.fromkeys(name for choice in found for name in choice.among))
    if not names:
        return []
    counts = np.zeros((len(seeds), len(found)))
    for at, count in cells.items():
        counts[at] = count
    weights = np.ones((1, len(seeds)))
    if len(seeds) > 1:
        drawn = np.random.default_rng(0).multinomial(len(seeds), np.full(len(seeds), 1 / len(seeds)), BOOTSTRAP_SAMPLES)
        weights = np.vstack([weights, drawn])
    points = POINTS * _strengths(weights @ counts, list(found), names)
    order = sorted(range(len(names)), key=lambda i: -points[0, i])
    ahead = {choice.first for choice in found}
    behind = {name for choice in found for name in choice.among if name != choice.first}

    def figure(drawn: "Points", *of: int) -> Figure:
        return _spread(drawn, len(seeds), all(names[i] in ahead & behind for i in of))

    out = []
    for i, after in zip(order, [*order[1:], None], strict=True):
        above = None if after is None else figure(points[:, i] - points[:, after], i, after)
        out.append(Rating(names[i], replace(figure(points[:, i], i), p=nan), above))
    return out


def _spread(drawn: "Points", n: int, bounded: bool) -> Figure:
    """Return an estimate with its interval: Student's quantile times the bootstrap deviation, corrected for n - 1."""
    value = float(drawn[0])
    if not bounded or n < 2:
        return Figure(value, nan, nan, n, seeds=n, why="one seed" if bounded else "always or never ahead")
    error = pstdev(drawn[1:].tolist()) * sqrt(n / (n - 1))
    if not error:
        return Figure(value, nan, nan, n, seeds=n, why=no_interval_reason(n))
    half = t_quantile(n - 1) * error
    p = t_tail(abs(value) / error, n - 1)
    return Figure(value, value - half, value + half, n, seeds=n, few=n < MIN_SEEDS["rating"], p=p)


def _strengths(counts: "Points", found: Sequence[Choice], names: Sequence[str]) -> "Points":
    """Return the most likely log strengths for each row of counts, by Hunter's iteration (2004)."""
    import numpy as np

    among = np.array([[choice.among.count(name) for name in names] for choice in found], float)
    first = np.array([[choice.first == name for name in names] for choice in found], float)
    won = counts @ first + PRIOR
    strength = np.ones((len(counts), len(names)))
    for _ in range(ROUNDS):
        met = (counts / (strength @ among.T)) @ among + 2 * PRIOR / (strength + 1)
        fresh = won / met
        moved = np.abs(np.log(fresh / strength)).max()
        strength = fresh
        if moved < CLOSE:
            break
    log_strength = np.log(strength)
    return np.asarray(log_strength - log_strength.mean(axis=1, keepdims=True))
