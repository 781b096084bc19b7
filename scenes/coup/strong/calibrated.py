"""What a share of playouts is worth in games: in playouts the player is less shrewd than it is."""

from math import exp, log

TWO, MANY = (-0.213, 0.909), (0.559, 0.779)
"""What is added to the log odds, and what they are multiplied by before, with two players in the game and with more,
where playouts are cut: fitted to games at tables of all bots by `tests.bench.coup_calibration`, which says how well
what is told holds."""
LEAST = 0.005
"""Nothing is taken for surer than this."""


def calibrated(won: float, left: int) -> float:
    """The chance to win with so many players left, from the share of playouts that were won."""
    more, times = TWO if left == 2 else MANY
    return 1 / (1 + exp(-more - times * log_odds(won)))


def log_odds(share: float) -> float:
    kept = min(max(share, LEAST), 1 - LEAST)
    return log(kept / (1 - kept))
