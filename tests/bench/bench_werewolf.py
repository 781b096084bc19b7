"""Werewolf: who wins, whether the seer found a wolf, each game judged anew; CPU time; cost of models.

`python -m tests.bench.bench_werewolf` plays 2,000 games at eight and at nine players, on all processors. With
`--check`, it only measures CPU time, and exits with 1 if a game of 16 players takes more than 15 times as long as one
of 8.
"""

import argparse
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import process_time
from typing import Any, NamedTuple

import msgspec

import playbill as pb
from core.lab.intervals import Clusters
from tests.bench.bench_engine import Limit, enforce
from tests.bench.figures import Figure
from tests.bench.prefix import PREFIX, Cost
from tests.bench.prefix import cost as cost_of
from tests.scenes.werewolf_checker import judge

PROTOCOLS = ("moderated", "round-robin", "random", "bidding", "parallel")
GAMES = 2000
GROWTH = 15
"""Most times as long as a game of 8 players that one of 16 may take; listing packs in Python took 40."""


class Game(NamedTuple):
    winner: str
    found: bool
    days: int


def play(told: tuple[dict[str, Any], int]) -> Game:
    """One game of rule players, judged from its log."""
    game = pb.play("werewolf", told[0], {"*": "rules"}, told[1])
    events = [{"kind": event.kind, **msgspec.to_builtins(event)} for event in game.events]
    winner = judge(msgspec.to_builtins(game.header), events)
    metrics = game.outcome.metrics
    return Game(winner, bool(metrics["seer_found"]), int(metrics["days"] or 0))


def share(won: int, of: int) -> str:
    """A share of games with a seed each and its 95 % interval, in percent."""
    if not of:
        return "-"
    low, high = Clusters([(1, 1)] * won + [(0, 1)] * (of - won)).interval()
    return f"{100 * won / of:5.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


def balance(games: int) -> None:
    print(f"rule players, {games} games each, all judged by the log: the village wins")
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        tables: list[dict[str, Any]] = [{"players": 8}, {"players": 9}]
        for options in [*tables, *({"players": 8, "protocol": protocol} for protocol in PROTOCOLS[1:])]:
            count = games if options in tables else games // 4
            played = list(pool.map(play, [(options, seed) for seed in range(count)], chunksize=25))
            won = Counter((game.found, game.winner == "village") for game in played)
            found, unfound = won[True, True] + won[True, False], won[False, True] + won[False, False]
            print(
                f"  {options!s:45} {share(won[True, True] + won[False, True], count)}"
                f"   seer found a wolf {share(won[True, True], found)}, found none {share(won[False, True], unfound)}"
                f"   {sum(game.days for game in played) / count:.1f} days"
            )


def cpu(players: int, games: int = 5) -> float:
    """Mean CPU milliseconds of a game of rule players, after a first game that fills caches."""
    play(({"players": players}, games))
    began = process_time()
    for seed in range(games):
        play(({"players": players}, seed))
    return 1000 * (process_time() - began) / games


def figures() -> list[Figure]:
    times = {players: cpu(players) for players in (8, 12, 16)}
    found = [Figure(f"a game of {players} players", ms, "ms") for players, ms in times.items()]
    return [*found, Figure("CPU of 16 players", times[16] / times[8], "", "a game of 8", noise=0.3)]


def limits() -> list[Limit]:
    return [Limit("a game of 16 players beside one of 8", figures()[-1].value, GROWTH)]


def cost(games: int) -> None:
    """Calls and tokens of eight mock players, and how much of a prompt its model has had before as a beginning."""
    print(f"eight model players (and a model that moderates), means of {games} games")
    for protocol in PROTOCOLS:
        total = Cost()
        for seed in range(games):
            options = {"players": 8, "protocol": protocol}
            total = total.plus(cost_of(pb.play("werewolf", options, {"*": "llm:mock"}, seed).events))
        print(
            f"  {protocol:12} {total.calls / games:6.0f} calls {total.tokens / games:9,.0f} tokens in"
            f"   {total.share:3.0f} % in a prefix of {PREFIX} or more seen before"
        )


def main(games: int = GAMES) -> None:
    balance(games)
    print("\n".join(figure.told() for figure in figures()))
    cost(5)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--check", action="store_true", help="only measure CPU time, and fail if it grows too much")
    arguments = parser.parse_args()
    if arguments.check:
        enforce(limits)
    else:
        main(arguments.games)
