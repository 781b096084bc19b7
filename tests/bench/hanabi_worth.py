"""Fits what a moment of Hanabi is worth to two who share a code: the numbers of scenes/hanabi/search/lookahead.py.

python -m tests.bench.hanabi_worth [--games 8000]
"""

import argparse
import sys
from collections.abc import Iterator, Sequence

import numpy as np

from scenes.hanabi.search.card_sets import CARDS, Bools, Floats, Ints
from scenes.hanabi.search.code_policy import choose
from scenes.hanabi.search.lookahead import DECK_SIZES, score_features
from scenes.hanabi.search.parallel_games import ParallelGames
from scenes.hanabi.variants import FUSES, VARIANTS

FACES: Ints = np.array([*CARDS, 0])
"""Identities by number; -1 is none."""
SHARE = 0.3
"""Of a game's moments, those that are looked at."""
AT_ONCE = 2000
HALF = 11
"""Factors in a line."""
RIDGE = 0.5
"""By which factors are held small, where a stretch tells nothing of a sign."""


def moments(games: int, seed: int) -> Iterator[tuple[Ints, Floats, Floats]]:
    """The cards in the deck, the signs, and the points that were still to come."""
    draw, deck = np.random.default_rng(seed), FACES[np.array([*VARIANTS["standard"].deck, -1])]
    order = draw.permuted(np.tile(np.arange(len(deck) - 1), (games, 1)), axis=1)
    batch, which, scores = (
        ParallelGames(np.pad(deck[order], ((0, 0), (0, 1)))),
        np.arange(games),
        np.zeros(games, np.float32),
    )
    found: list[tuple[Ints, Floats, Ints, Ints]] = []
    while len(batch):
        looked: Bools = (draw.random(len(batch)) < SHARE) & (batch.in_deck > 0)
        some = batch.rows(looked)
        found.append((some.in_deck, score_features(some), some.score, which[looked]))
        batch.step(*choose(batch))
        scores[which] = np.where(batch.strikes == FUSES, 0, batch.score)
        batch, which = batch.rows(~batch.is_over), which[~batch.is_over]
    for left, seen, had, game in found:
        yield left, seen, scores[game] - had


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="hanabi_worth", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=8000)
    wish = parser.parse_args(arguments)
    parts = [part for seed in range(-(-wish.games // AT_ONCE)) for part in moments(AT_ONCE, seed)]
    left, seen, come = (np.concatenate(column) for column in zip(*parts, strict=True))
    stretch = np.searchsorted(DECK_SIZES, left)
    for n in range(len(DECK_SIZES)):
        shown, points = seen[stretch == n].astype(float), come[stretch == n]
        factors = np.linalg.solve(shown.T @ shown + RIDGE * np.eye(shown.shape[1]), shown.T @ points)
        off = points - shown @ factors
        told = [f"{factor:.3f}" for factor in factors]
        print(f"    ({', '.join(told[:HALF])},\n     {', '.join(told[HALF:])}),")
        print(f"    # {len(points)} moments, off by {off.std():.2f}; the points vary by {points.std():.2f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
