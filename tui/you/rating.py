"""The player's rating against a scene's own bots.

The chance to win is logistic in the rating: 100 points more than the bots win 64 of 100 meetings of two, as in chess.
The bots are fixed at 1500. The prior is normal around 1500, so a few games move the rating only a little; the rating is
the mode of the posterior, and its interval comes from the curvature there (Laplace's approximation).
"""

from collections.abc import Sequence
from math import exp, log, log1p, sqrt
from statistics import NormalDist
from typing import NamedTuple

from core.lab.intervals import LEVEL
from core.lab.ratings import POINTS

BOT_RATING = 1500
"""Rating of every bot of a scene."""
PRIOR_DEVIATION = 350
"""Standard deviation of the prior in points."""
MIN_GAMES = 10
"""Number of games from which a rating is shown; before, its interval is too wide to say anything."""
MAX_DISTANCE = 20.0
"""Largest distance from the bots, in units of log strength."""


class Rating(NamedTuple):
    """A rating, half the width of its 95 % interval, and the number of games behind it."""

    points: float
    half: float
    games: int

    @property
    def missing(self) -> int:
        """Number of games until the rating is shown."""
        return max(0, MIN_GAMES - self.games)


def rate(results: Sequence[tuple[float, bool]]) -> Rating:
    """Rate a player from the games' results.

    Args:
        results: For each game, the win probability of a player as strong as the bots, and True if it was won.
    """
    games = [(log(chance) - log1p(-chance), won) for chance, won in results]
    precision = (POINTS / PRIOR_DEVIATION) ** 2

    def chances(strength: float) -> list[float]:
        return [1 / (1 + exp(-even - strength)) for even, _ in games]

    low, high = -MAX_DISTANCE, MAX_DISTANCE
    for _ in range(50):  # the slope of the log posterior falls, so its root is found by bisection
        middle = (low + high) / 2
        slope = sum(won - p for (_, won), p in zip(games, chances(middle), strict=True)) - precision * middle
        low, high = (middle, high) if slope > 0 else (low, middle)
    curvature = precision + sum(p * (1 - p) for p in chances(low))
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    return Rating(BOT_RATING + POINTS * low, z * POINTS / sqrt(curvature), len(games))
