"""Hanabi: speed beside OpenSpiel, strength of the bots by name, and how they play with each other.

    python -m tests.bench.bench_hanabi [--games 100] [--players 2,3,4,5] [--workers 2] [--only speed,strength,cross]
                                       [--bots cautious,hat] [--option KEY=VALUE] [--first 1] [--slow 10]

`OPENSPIEL_PYTHON` may name a Python that has OpenSpiel; without, it is installed from the package index into a
temporary environment. It is no dependency of ours.
"""

import argparse
import os
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import cycle
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from time import process_time
from typing import Any, NamedTuple

from core.engine.casting import prepare
from core.engine.chance import Chance
from core.lab.batch import play_batch
from core.lab.rows import Row
from scenes.hanabi.config import HanabiConfig
from scenes.hanabi.scene import HanabiScene
from tests.bench.elsewhere import installed
from tests.bench.figures import Figure
from tests.bench.hanabi_openspiel import DEALT, NEEDED, agreement, openspiel
from tests.bench.pace import SECONDS, Contender, Pace, batches, races, rows, tell

SLOW = "search"


# -- speed


def bare(players: int, seconds: float) -> Pace:
    """Games and moves in about so many seconds: legal, decide, apply, and nothing around them."""
    config = HanabiConfig(players=players)
    names = config.seats
    choice = random.Random(1).choice
    games = moves = 0
    began = process_time()
    while process_time() - began < seconds:
        scene = HanabiScene(config, names)
        chance = Chance(games)
        apply, legal, decide = scene.apply, scene.legal, scene.decide
        for event in scene.start(chance):
            apply(event)
        for name in cycle(names):
            for event in decide(name, choice(legal(name)), chance):
                apply(event)
            moves += 1
            if scene.is_complete() is not None:
                break
        games += 1
    return Pace(games, moves, process_time() - began)


def contenders(python: str | None, players: int, folder: Path) -> dict[str, Contender]:
    """Who plays, OpenSpiel first."""
    theirs: dict[str, Contender] = {}
    if python is not None:
        theirs = {f"OpenSpiel, {how}": partial(openspiel, python, players, SECONDS, arg) for how, arg in DEALT.items()}
    rules = {"bare: legal, decide, apply": partial(bare, players, SECONDS)}
    return {**theirs, **rules, **batches("hanabi", players, folder)}


def figures() -> list[Figure]:
    with installed("OPENSPIEL_PYTHON", NEEDED) as python:
        return rows(races(partial(contenders, python)))


# -- strength


def bots(wanted: str) -> list[str]:
    """Names of the scene's bots, each once, and chance."""
    names: dict[Any, str] = {}
    for name, make in HanabiScene.bots.items():
        if name != "rules":
            names.setdefault(make, name)
    known = ["random", *names.values()]
    return [name for name in known if not wanted or name in wanted.split(",")]


def games_of(
    cast: Sequence[str], players: int, games: int, workers: int, options: dict[str, str], first: int = 1
) -> list[Row]:
    """Policies take the seats in turn; seeds from the first."""
    told = {**options, "players": players}
    config: Any = HanabiConfig(**told)
    policies = dict(zip(config.seats, cycle(cast), strict=False))
    batch = play_batch(prepare("hanabi", told, policies, first), games, workers)
    failed = [game for game in batch.games if game.error]
    if failed:
        raise RuntimeError(f"{cast}: seed {failed[0].seed}: {failed[0].error}")
    return batch.games


def spread(scores: Sequence[float]) -> str:
    se = stdev(scores) / sqrt(len(scores)) if len(scores) > 1 else 0.0
    return f"{mean(scores):6.2f} ± {se:.2f}"


def strength(names: Sequence[str], players: Sequence[int], games: int, workers: int, options: dict[str, str]) -> None:
    print(f"{games} games each, seeds from 1; kept: cards played, also where the fuses burned out; games a CPU second")
    print(f"{'':14}{'players':>8}{'score':>16}{'kept':>16}{'perfect':>9}{'bombed':>8}{'games/s':>10}")
    for name in names:
        for count in players:
            played = games_of([name], count, games, workers, options)
            result = [game.metrics for game in played]
            score, kept = ([one[key] for one in result] for key in ("score", "kept"))
            perfect, bombed = (mean(bool(one[key]) for one in result) for key in ("perfect", "bombed"))
            rate = len(played) / sum(game.cpu_s for game in played)
            line = f"{name:14}{count:8}{spread(score):>16}{spread(kept):>16}{perfect:9.1%}{bombed:8.1%}{rate:10,.1f}"
            print(line, flush=True)
            print("\n".join(histogram(kept)))


def histogram(scores: Sequence[int], width: int = 60) -> Iterator[str]:
    """Cards played: a bar for each score that occurred."""
    counts = Counter(scores)
    most = max(counts.values())
    for score in range(min(counts), max(counts) + 1):
        yield f"{'':14}{score:8} {counts[score]:6} {'█' * round(width * counts[score] / most)}".rstrip()


class Cross(NamedTuple):
    """How much cross-play there is to be."""

    games: int
    slow: int
    """Games of a pair in which somebody looks ahead."""
    first: int
    workers: int
    options: dict[str, str]

    def pair(self, one: str, other: str, count: int) -> str:
        games = self.slow if SLOW in (one, other) else self.games
        played = games_of([one, other], count, games, self.workers, self.options, self.first)
        return spread([game.metrics["score"] for game in played])


def cross(names: Sequence[str], count: int, wish: Cross) -> None:
    print(f"\n{count} players, {wish.games} games, {wish.slow} with {SLOW}, seeds from {wish.first}:")
    print("the row's bot has the first seat and every other, the column's the rest")
    print(f"{'':14}" + "".join(f"{name:>16}" for name in names))
    for one in names:
        print(f"{one:14}" + "".join(f"{wish.pair(one, other, count):>16}" for other in names), flush=True)


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(prog="bench_hanabi", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--players", default="2,3,4,5")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="agree,speed,strength,cross")
    parser.add_argument("--bots", default="")
    parser.add_argument("--first", type=int, default=1, help="the first seed of cross-play")
    parser.add_argument("--slow", type=int, default=10, help=f"games of a pair with {SLOW}")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    wish = parser.parse_args(list(arguments))
    parts, players = wish.only.split(","), [int(n) for n in wish.players.split(",")]
    options = dict(option.split("=", 1) for option in wish.option)
    names = bots(wish.bots)
    if {"agree", "speed"} & set(parts):
        with installed("OPENSPIEL_PYTHON", NEEDED) as python:
            if python and "agree" in parts:
                agreement(python)
            if "speed" in parts:
                tell(races(partial(contenders, python)))
    if "strength" in parts:
        strength(names, players, wish.games, wish.workers, options)
    if "cross" in parts:
        for count in players:
            cross(names, count, Cross(wish.games, wish.slow, wish.first, wish.workers, options))


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
