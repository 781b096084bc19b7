"""Coverage of the intervals of shares and rates by simulation: games of one seed are alike, more or less.

python -m tests.bench.bench_intervals [--times 400]
"""

import argparse
import math
import random
from itertools import product
from statistics import fmean
from typing import NamedTuple

from core.lab.intervals import Clusters

GAMES = 12
"""Games of each seed."""


class Setting(NamedTuple):
    """A truth to draw games from."""

    share: float
    effect: float
    """How much a seed decides: 0 nothing, 1 all of its games."""
    layout: str
    """`plain`: 12 games a seed; `copies`: 2 games, six times each; `unbalanced`: 1 to 23 games a seed; or both."""

    def __str__(self) -> str:
        return f"{self.share}, effect {self.effect}, {self.layout}"


SETTINGS = [
    Setting(*each)
    for each in product((0.02, 0.1, 0.3, 0.5), (0.0, 0.2, 0.6, 1.0), ("plain", "copies", "unbalanced"))
    if each[0] > 0.02 or each[2] != "unbalanced"
]
CORNER = [Setting(0.02, effect, "unbalanced copies") for effect in (0.0, 0.2, 0.6, 1.0)]
"""Rare wins in few, unbalanced copies of games: the interval is known to be too narrow here."""


def draw(setting: Setting, seeds: int, chance: random.Random) -> list[tuple[int, int]]:
    """Wins and games by seed: each seed's own chance to win has a beta distribution around the share."""
    share, effect, layout = setting
    out = []
    for _ in range(seeds):
        if effect == 0:
            own = share
        elif effect == 1:
            own = float(chance.random() < share)
        else:
            weight = 1 / effect - 1
            own = chance.betavariate(share * weight, (1 - share) * weight)
        games = chance.randint(1, 2 * GAMES - 1) if layout.startswith("unbalanced") else GAMES
        copies = 6 if layout.endswith("copies") else 1
        played = max(1, games // copies)
        out.append((copies * sum(chance.random() < own for _ in range(played)), played * copies))
    return out


def coverage(setting: Setting, seeds: int, times: int) -> float:
    """The share of simulations whose interval holds the truth."""
    held = 0
    for i in range(times):
        low, high = Clusters(draw(setting, seeds, random.Random(f"{setting} {seeds} {i}"))).interval()
        held += low <= setting.share <= high
    return held / times


def rate_coverage(effect: float, seeds: int, times: int) -> float:
    """The share of simulations whose interval holds a rate of 300, such as tokens per call.

    Calls and tokens per call differ by seed; `effect` is the deviation of the logarithm of the seeds' own rates.
    """
    held = 0
    for i in range(times):
        chance, found = random.Random(f"rate {effect} {seeds} {i}"), Clusters()
        for _ in range(seeds):
            own = 300 * math.exp(chance.gauss(-effect * effect / 2, effect))
            calls = chance.randint(5, 40)
            found.add(sum(chance.expovariate(1 / own) for _ in range(calls)), calls)
        low, high = found.rate_interval()
        held += low <= 300 <= high
    return held / times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=400)
    times = parser.parse_args().times
    print(f"{len(SETTINGS)} settings, {times} simulations each")
    for seeds in (5, 10, 20, 50, 200):
        found = {setting: coverage(setting, seeds, times) for setting in SETTINGS}
        worst = min(found, key=lambda setting: found[setting])
        corner = min(coverage(setting, seeds, times) for setting in CORNER)
        rates = [rate_coverage(effect, seeds, times) for effect in (0.0, 0.3, 0.8)]
        print(
            f"{seeds:4} seeds: shares {fmean(found.values()):.3f} on average, worst {found[worst]:.3f} ({worst}), "
            f"{corner:.3f} in the corner; rates {fmean(rates):.3f}, worst {min(rates):.3f}"
        )


if __name__ == "__main__":
    main()
