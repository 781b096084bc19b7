"""Secrecy of projections: swaps of hidden content, and noise in other minds, in games of all scenes.

python -m tests.bench.bench_projection [--swaps N]
"""

import argparse

from core.remote.projection import PUBLIC
from core.testing.games import Game, header, played
from tests.core.test_projection import GAMES, Swaps, logs_of, some_seats, with_thoughts

SEEDS = 4
"""Seeds of the games of each scene, each played by rules and at random."""


def count_noise(scene: str) -> tuple[int, int]:
    """Add thoughts to one mind after the other; return the numbers of compared logs and of different ones."""
    compared = different = 0
    for seed in range(SEEDS):
        game = Game(scene, "rules", seed, tuple(GAMES[scene].items()))
        whole = header(game)
        seats = some_seats(whole)
        quiet = logs_of(whole, played(game), [PUBLIC, *seats])
        for thinker in seats:
            others = [PUBLIC, *(name for name in seats if name != thinker)]
            noisy = logs_of(whole, list(with_thoughts(played(game), thinker)), others)
            compared += len(others)
            different += sum(noisy[name] != quiet[name] for name in others)
    return compared, different


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--swaps", type=int, default=10_000)
    chosen = parser.parse_args()
    most = -(-chosen.swaps // len(GAMES))
    total, leaks = 0, list[str]()
    for scene in GAMES:
        swaps = Swaps(scene, SEEDS)
        while swaps.folded < most:
            swaps.try_one()
        compared, different = count_noise(scene)
        total += swaps.folded
        leaks += swaps.leaks
        kinds = ", ".join(f"{kind} {count}" for kind, count in swaps.kinds.most_common(4))
        print(
            f"{scene}: {swaps.folded} swaps, {len(swaps.leaks)} with other bytes ({kinds}); {swaps.rejected} rejected"
        )
        print(f"  noise in other minds: {different} of {compared} logs with other bytes", flush=True)
    print(f"{total} swaps, {len(leaks)} with other bytes")
    for leak in leaks[:10]:
        print(f"  {leak}")


if __name__ == "__main__":
    main()
