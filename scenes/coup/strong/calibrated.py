"""What a share of playouts is worth in games: in playouts the player is less shrewd than it is."""

from math import exp, log

FITS = {2: (0.273, 0.776), 3: (0.262, 0.705), 4: (0.108, 0.554)}
"""What is added to the log odds, and what they are multiplied by before, by players in the game, four or more alike:
fitted to games at tables of all bots by `tests.bench.coup_calibration`, which says how well what is told holds."""
LEAST = 0.005
"""Nothing is taken for surer than this."""


def calibrated(won: float, left: int) -> float:
    """The chance to win with so many players left, from the share of playouts that were won."""
    return mapped(won, FITS[min(left, max(FITS))])


def mapped(share: float, fit: tuple[float, float]) -> float:
    more, times = fit
    return 1 / (1 + exp(-more - times * log_odds(share)))


def log_odds(share: float) -> float:
    kept = min(max(share, LEAST), 1 - LEAST)
    return log(kept / (1 - kept))
