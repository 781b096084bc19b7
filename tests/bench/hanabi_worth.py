"""Fits what a moment of Hanabi is worth to players of the hat strategy: the numbers of scenes/hanabi/search/worth.py.

python -m tests.bench.hanabi_worth [--games 3000] [--players 2]
"""

import argparse
import random
import sys
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from scenes.hanabi.search.shared import ALL, SharedInformation
from scenes.hanabi.search.simulate import Table
from scenes.hanabi.search.worth import STRETCHES, signs
from scenes.hanabi.variants import CLUES, FUSES, VARIANTS

SHARE = 0.25
"""Of a game's moments, those that are looked at."""


def game(players: int, deck: Sequence[int]) -> Table:
    public = SharedInformation(VARIANTS["standard"], players, ALL)
    table = object.__new__(Table)
    table.__dict__.update(public.__dict__)
    table.clues, table.strikes, table.left, table.mover = CLUES, 0, -1, 0
    return table.dealt(deck)


def moments(players: int, games: int) -> Iterator[tuple[int, tuple[float, ...], int]]:
    """The deck, the signs, and the points that were still to come."""
    draw = random.Random(1)
    for _ in range(games):
        deck, found = list(VARIANTS["standard"].deck), []
        draw.shuffle(deck)
        table = game(players, deck)
        while not table.is_over and not table.broken:
            left = len(table.cards) - table.drawn
            if left and draw.random() < SHARE:
                found.append((left, signs(table, table.mover), sum(table.stacks)))
            table.step(table.blueprint())
        score = 0 if table.strikes == FUSES else sum(table.stacks)
        for left, seen, had in found:
            yield left, seen, score - had


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="hanabi_worth", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--players", default="2")
    wish = parser.parse_args(arguments)
    for players in map(int, wish.players.split(",")):
        stretches = defaultdict[int, list[tuple[tuple[float, ...], int]]](list)
        for left, seen, come in moments(players, wish.games):
            stretches[bisect_left(STRETCHES, left)].append((seen, come))
        print(f"    {players}: (")
        for stretch in sorted(stretches):
            shown = np.array([seen for seen, _ in stretches[stretch]])
            points = np.array([come for _, come in stretches[stretch]], float)
            factors = np.linalg.lstsq(shown, points, rcond=None)[0]
            off = points - shown @ factors
            told = ", ".join(f"{factor:.3f}" for factor in factors)
            print(f"        ({told}),")
            print(f"        # {len(points)} moments, off by {off.std():.2f}; the points vary by {points.std():.2f}")
        print("    ),", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
