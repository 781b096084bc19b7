"""How often rules against rules agree by difficulty and message budget: `python -m tests.bench.bench_difficulty [GAMES]
[FIRST SEED]`.

Games have every second seed (tune on even ones, report odd ones). A game counts where it ends in a valid consensus
within 80 turns. Bots with no messages report colors alone: no bounds, no requests, no offers.
"""

import sys
from typing import NamedTuple, get_args

from core.engine.casting import prepare
from core.lab.batch import play_batch
from core.lab.rows import Row
from scenes.coloring.problem.difficulty import Level
from tests.bench.bench_consensus import agreed

GAMES, FIRST = 20, 1
BUDGETS = ("any", "2", "0")


class Cell(NamedTuple):
    """The games of one level under one budget."""

    games: list[Row]

    def __str__(self) -> str:
        valid = [game for game in self.games if agreed(game)]
        turns = sum(game.turns for game in valid) / max(1, len(valid))
        said = sum(int(game.metrics["messages"] or 0) for game in self.games) / len(self.games)
        return f"{len(valid)} of {len(self.games)} ({turns:.0f} turns, {said:.0f} messages)"


def play(level: str, budget: str, games: int, first: int) -> Cell:
    """Play a cell."""
    options = {"difficulty": level, "messages": budget}
    seeds = range(first, first + 2 * games, 2)
    return Cell([play_batch(prepare("coloring", options, {}, seed), 1, workers=1).games[0] for seed in seeds])


def main() -> None:
    """Print the table, in Markdown: games that agree, the mean turns of those, and the mean messages of all."""
    games, first = (*map(int, sys.argv[1:]), *(GAMES, FIRST)[len(sys.argv) - 1 :])
    print(f"| difficulty, seeds {first}, {first + 2} … | messages any | messages 2 | messages 0 |")
    print("|---|--:|--:|--:|")
    for level in get_args(Level):
        print(f"| {level} | {' | '.join(str(play(level, budget, games, first)) for budget in BUDGETS)} |", flush=True)


if __name__ == "__main__":
    main()
