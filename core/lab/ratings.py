"""How strong players are, by who came out ahead of whom: Plackett and Luce's model, which for two is Bradley and
Terry's, with intervals by bootstrap over seeds."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import log, nan, sqrt
from statistics import pstdev
from typing import TYPE_CHECKING, NamedTuple

from core.lab.figures import FEW, Figure, reason
from core.lab.intervals import t_quantile, t_tail

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Points = NDArray[np.float64]

POINTS = 400 / log(10)
"""Points a unit of log strength: 100 points more come out ahead in 64 of 100 meetings of two, as in chess."""
DRAWS = 200
"""Times that seeds are drawn anew for an interval."""
PRIOR = 0.5
"""Wins and losses that each player has at first against one of middling strength, so that who never won has a rating
as well."""
ROUNDS = 2000
CLOSE = 1e-5


class Choice(NamedTuple):
    """Says that `first` came out ahead of all others of `among`, in which it is itself; each is named as often as it
    had seats."""

    first: str
    among: tuple[str, ...]


def choices(ranks: Sequence[Sequence[str]]) -> list[Choice]:
    """Make the choices of one game, from who came first, who next, and so on. One alone at a place came out ahead of
    all behind together. Those who share a place, as a team does, are not compared, and each came out ahead of each
    behind, so that no team is strong for being small."""
    out = []
    for place, level in enumerate(ranks):
        behind = [name for lower in ranks[place + 1 :] for name in lower]
        for name in level:
            others = [behind] if len(level) == 1 else [[other] for other in behind]
            out += [Choice(name, tuple(sorted([name, *each]))) for each in others if set(each) - {name}]
    return out


class Rating(NamedTuple):
    """Says how strong one is, in points, 0 being the middle of all; and how far above the next."""

    name: str
    points: Figure
    above_next: Figure | None
    """None for the last."""


def rated(games: Iterable[tuple[int, Sequence[Choice]]]) -> list[Rating]:
    """Rate all who were compared, the strongest first; games come with their seeds. Those of one seed are alike, and
    are drawn together. Who never came out ahead, or never behind, has no interval: strength has no bound then."""
    import numpy as np

    found: dict[Choice, int] = {}
    cells: dict[tuple[int, int], int] = {}
    seeds: dict[int, int] = {}
    for seed, made in games:
        row = seeds.setdefault(seed, len(seeds))
        for choice in made:
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
        drawn = np.random.default_rng(0).multinomial(len(seeds), np.full(len(seeds), 1 / len(seeds)), DRAWS)
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
    """An estimate and how far it is elsewhere: Student's quantile times the deviation over the draws, made somewhat
    wider, as draws of n vary by n - 1."""
    value = float(drawn[0])
    if not bounded or n < 2:
        return Figure(value, nan, nan, n, seeds=n, why="one seed" if bounded else "always or never ahead")
    error = pstdev(drawn[1:].tolist()) * sqrt(n / (n - 1))
    if not error:
        return Figure(value, nan, nan, n, seeds=n, why=reason(n))
    half = t_quantile(n - 1) * error
    p = t_tail(abs(value) / error, n - 1)
    return Figure(value, value - half, value + half, n, seeds=n, few=n < FEW["rating"], p=p)


def _strengths(counts: "Points", found: Sequence[Choice], names: Sequence[str]) -> "Points":
    """The most likely log strengths, a row for each row of counts, by Hunter's iteration (2004)."""
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
    told = np.log(strength)
    return np.asarray(told - told.mean(axis=1, keepdims=True))
