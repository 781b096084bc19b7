"""How often rules against rules agree, cell by cell: `python -m tests.bench.bench_consensus [GAMES] [FIRST SEED]`.

A cell is a kind of problem under one algorithm and one ordering; its games have every second seed (tune on even ones,
report odd ones), and in the mix `fixed` goes 0 1 2 3. A game counts where it ends in a valid consensus within 80 turns.
"""

import sys
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from core.engine.casting import prepare
from core.lab.batch import play_batch
from core.lab.rows import Row

GAMES, FIRST = 2, 1
SIZES = ((3, 5), (3, 12), (5, 8), (8, 5), (8, 12))
"""Clusters, and nodes in each."""
TOPOLOGIES = ("chain", "ring", "star", "random")
ORDERINGS = ("sequential", "random", "asynchronous")
COLUMNS = tuple(product(("greedy", "maxsum"), ORDERINGS))


class Cell(NamedTuple):
    name: str
    options: dict[str, Any]
    mixed: bool
    """Whether `fixed` goes 0 1 2 3 with the games."""


def rows() -> Iterator[Cell]:
    """Give the default problem by locks and by penalty, then the mix."""
    for fixed in range(4):
        yield Cell(f"default, fixed {fixed}", {"fixed": fixed}, mixed=False)
    for penalty in (5, 1):
        yield Cell(f"default, penalty {penalty}", {"penalty": penalty}, mixed=True)
    for colors, topology, (clusters, size) in product((3, 4), TOPOLOGIES, SIZES):
        options = {"problem": "generate", "clusters": clusters, "size": size, "colors": colors, "topology": topology}
        yield Cell(f"{clusters}x{size} {topology}, {colors} colors", options, mixed=True)


def play(row: Cell, alg: str, ordering: str, games: int, first: int) -> list[Row]:
    """Play a cell."""
    out = []
    for number in range(games):
        options = {**row.options, "alg": alg, "ordering": ordering, **({"fixed": number % 4} if row.mixed else {})}
        out += play_batch(prepare("coloring", options, {}, first + 2 * number), 1, workers=1).games
    return out


def agreed(game: Row) -> bool:
    """Tell whether a game ended in a valid consensus."""
    return game.reason == "consensus" and bool(game.metrics["solved"])


def main() -> None:
    """Print the table, in Markdown: percent of games that agree, and the mean turns of those."""
    games, first = (*map(int, sys.argv[1:]), *(GAMES, FIRST)[len(sys.argv) - 1 :])
    print(f"| {games} games a cell, seeds {first}, {first + 2} … | {' | '.join(map(' '.join, COLUMNS))} |")
    print(f"|---|{'--:|' * len(COLUMNS)}")
    total = [0] * len(COLUMNS)
    count = 0
    for row in rows():
        cells = []
        for at, (alg, ordering) in enumerate(COLUMNS):
            valid = [game for game in play(row, alg, ordering, games, first) if agreed(game)]
            turns = sum(game.turns for game in valid) / max(1, len(valid))
            cells.append(f"{100 * len(valid) / games:.0f} % ({turns:.0f})")
            total[at] += len(valid)
        count += games
        print(f"| {row.name} | {' | '.join(cells)} |", flush=True)
    print(f"| all | {' | '.join(f'{100 * each / count:.1f} %' for each in total)} |")


if __name__ == "__main__":
    main()
