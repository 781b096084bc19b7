"""Chance to win from a share of won playouts, in which the player is weaker than in games."""

from math import exp, log

FITS = {2: (0.273, 0.776), 3: (0.262, 0.705), 4: (0.108, 0.554)}
"""Intercept and slope of the log odds by number of players, from four on alike: fitted to games of all bots by
`tests.bench.coup_calibration`, which also reports the fit."""
LEAST = 0.005
"""Nothing is taken for surer than this."""


def calibrated(won: float, left: int) -> float:
    """Return the chance to win with so many players left, from the share of won playouts."""
    return mapped(won, FITS[min(left, max(FITS))])


def mapped(share: float, fit: tuple[float, float]) -> float:
    more, times = fit
    return 1 / (1 + exp(-more - times * log_odds(share)))


def log_odds(share: float) -> float:
    kept = min(max(share, LEAST), 1 - LEAST)
    return log(kept / (1 - kept))
