"""Coup: coins and cards conserved, speed beside TextArena, strength of the bots by name, and how exploitable they are.

    python -m tests.bench.bench_coup [--games 200] [--players 2,3,4,5,6] [--workers 1] [--random 100000] [--effort 1]
                                     [--only conserve,speed,strength,mixes,decide,exploit] [--bots random,honest]

`--games` is how many a row has, where a row is a pair, a table size, a mix or a trained responder; `--random` is the
random games in which conservation is checked, `--effort` the training, where 1 is some ten minutes. `TEXTARENA_PYTHON`
may name a Python that has TextArena; without, it is installed from the package index into a temporary environment. It
is no dependency of ours.
"""

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from tests.bench import coup_response, coup_times, coup_tournament
from tests.bench.coup_pace import conserved, ours
from tests.bench.coup_textarena import NEEDED, textarena
from tests.bench.elsewhere import installed
from tests.bench.figures import Figure
from tests.bench.pace import SECONDS, Contender, races, rows, tell

PARTS = "conserve,speed,strength,mixes,decide"
"""All but `exploit`, which takes as long as the rest together."""
STRONG, BLUFFER = "strong", "bluffer"


def conserve(games: int) -> None:
    pace = conserved(games)
    what = f"{pace.games:,} random games of 2 to 6 players, {pace.moves:,} events"
    print(f"{what}: after each, coins and cards are conserved")


def contenders(python: str | None, players: int, folder: Path) -> dict[str, Contender]:
    """Who plays, TextArena first."""
    theirs = {} if python is None else {"TextArena": partial(textarena, python, players, SECONDS)}
    return {**theirs, **ours(players, folder)}


def figures() -> list[Figure]:
    with installed("TEXTARENA_PYTHON", NEEDED) as python:
        return rows(races(partial(contenders, python)))


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(prog="bench_coup", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", default="2,3,4,5,6")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--random", type=int, default=100_000)
    parser.add_argument("--effort", type=float, default=1.0)
    parser.add_argument("--only", default=PARTS)
    parser.add_argument("--bots", default=",".join(coup_tournament.POLICIES))
    wish = parser.parse_args(list(arguments))
    parts, players, bots = wish.only.split(","), [int(n) for n in wish.players.split(",")], wish.bots.split(",")
    others = [bot for bot in bots if bot != STRONG]
    if "conserve" in parts:
        conserve(wish.random)
    if "speed" in parts:
        with installed("TEXTARENA_PYTHON", NEEDED) as python:
            tell(races(partial(contenders, python)))
    if "strength" in parts:
        coup_tournament.strength(bots, players, wish.games, wish.workers)
    if "mixes" in parts and STRONG in bots:
        coup_tournament.mixes(STRONG, others, wish.games, wish.workers)
        if BLUFFER in others:
            coup_tournament.extremes(STRONG, BLUFFER, wish.games, wish.workers)
    if "decide" in parts and STRONG in bots:
        coup_times.decide(STRONG, others, players, max(1, wish.games // 20))
    if "exploit" in parts:
        coup_response.exploit(bots, wish.games, wish.effort)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
