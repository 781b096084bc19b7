"""How the four modes of coloring differ, with no key: `python -m tests.bench.bench_modes [GAMES] [FIRST SEED]`.

Everybody at the table is `chatty`: it decides as `rules` does and is known only by its words, each part of them put in
one of several manners that were written without looking at the reader. Every second seed: tune on even ones.
"""

import sys

from core.engine.casting import prepare
from core.engine.events import Metric
from core.lab.batch import play_batch
from core.lab.rows import Row

GAMES, FIRST = 20, 1
MODES = ("rb", "llm_u", "llm_c", "llm_f")
PROBLEMS: dict[str, dict[str, object]] = {
    "default": {},
    "default, asynchronous": {"ordering": "asynchronous"},
    "5x8 ring": {"problem": "generate", "clusters": 5, "size": 8, "topology": "ring"},
}


def main() -> None:
    """Print the table, in Markdown."""
    games, first = (*map(int, sys.argv[1:]), *(GAMES, FIRST)[len(sys.argv) - 1 :])
    columns = ("solved", "turns", "messages", "words", "statements", "missed", "mistaken")
    print(f"| {games} games a row, seeds {first}, {first + 2} … | mode | {' | '.join(columns)} |")
    print(f"|---|---|{'--:|' * len(columns)}")
    for name, options in PROBLEMS.items():
        for mode in MODES:
            played: list[Row] = []
            for seed in range(first, first + 2 * games, 2):
                header = prepare("coloring", {**options, "mode": mode}, {"*": "chatty"}, seed)
                played += play_batch(header, 1, workers=1).games
            solved = 100 * mean(played, "solved")
            statements = mean(played, "statements")
            shares = [
                f"{100 * mean(played, key) / statements:.0f} %" if statements else "" for key in ("missed", "mistaken")
            ]
            turns = sum(game.turns for game in played) / games
            figures = [f"{solved:.0f} %", f"{turns:.1f}", f"{mean(played, 'messages'):.1f}"]
            figures += [f"{mean(played, 'words'):.0f}", f"{statements:.1f}", *shares]
            print(f"| {name} | {mode} | {' | '.join(figures)} |", flush=True)


def mean(games: list[Row], key: str) -> float:
    """Average a figure over games; one that is missing counts as 0."""

    def figure(value: Metric) -> float:
        return float(value) if isinstance(value, int | float) else 0.0

    return sum(figure(game.metrics.get(key)) for game in games) / len(games)


if __name__ == "__main__":
    main()
