"""How rules against rules end, and how fast: `python -m tests.bench.bench_coloring [GAMES] [GENERATED]`."""

import sys
from collections import Counter
from collections.abc import Iterator
from statistics import median
from typing import Any

from core.engine.casting import prepare
from core.lab.batch import Batch, play_batch
from tests.bench.figures import Figure

GENERATED = [(3, 5), (5, 6), (3, 10)]
"""Clusters, and nodes in each."""
LARGEST = {"problem": "generate", "clusters": 8, "size": 20, "colors": 6}
SEEDS = range(100, 103)


def spread(values: list[int]) -> str:
    """Mean and 95th percentile."""
    ordered = sorted(values)
    return f"{sum(ordered) / len(ordered):6.1f} {ordered[int(0.95 * (len(ordered) - 1))]:4d}"


def row(name: str, batch: Batch) -> str:
    games = batch.played
    valid = sum(game.reason == "consensus" and bool(game.metrics["solved"]) for game in games)
    turns = spread([game.turns for game in games])
    messages = spread([game.metrics["messages"] for game in games])
    speed = len(batch.games) / batch.wall_s
    rest = Counter(game.error or game.reason for game in batch.games if not game.metrics.get("solved"))
    share = f"{valid}/{len(batch.games)} ({100 * valid / len(batch.games):.1f} %)"
    return f"{name:16} {share:20} {turns} {messages} {speed:8.0f}  {dict(rest) or ''}"


def figures() -> Iterator[Figure]:
    """CPU seconds of rules against rules on the largest problem."""
    for turns in (1, 8):
        headers = [prepare("coloring", {**LARGEST, "max_turns": turns}, {}, seed) for seed in SEEDS]
        tries = [play_batch(header, 1, workers=1).games[0].cpu_s for header in headers]
        yield Figure(f"8x20 nodes, 6 colors: {turns} turn{'s'[: turns > 1]}", median(tries), "s")


def main() -> None:
    counts = [int(word) for word in sys.argv[1:]]
    games, generated = (*counts, *(1000, 200)[len(counts) :])
    rows: list[tuple[str, dict[str, Any], int]] = [(f"fixed {fixed}", {"fixed": fixed}, games) for fixed in range(4)]
    for clusters, size in GENERATED:
        options = {"problem": "generate", "clusters": clusters, "size": size}
        rows.append((f"generated {clusters}x{size}", options, generated))
    print(f"{'':16} {'valid consensus':20}  turns  p95  messages p95  games/s  others")
    for name, options, count in rows:
        print(row(name, play_batch(prepare("coloring", options, {}, 0), count, workers=2)), flush=True)


if __name__ == "__main__":
    main()
