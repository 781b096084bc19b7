"""Coup: coins and cards conserved, speed, time of a decision, and how exploitable the bots are.

    python -m tests.bench.bench_coup [--games 200] [--players 2,3,4,5,6] [--random 100000] [--effort 1]
                                     [--only conserve,speed,decide,exploit] [--bots random,honest]

`--games` are played to measure a trained responder, and a twentieth of them to time decisions at each table. `--random`
is the random games in which conservation is checked, `--effort` the training, where 1 is some ten minutes.
"""

import argparse
from collections.abc import Sequence
from itertools import cycle, islice
from statistics import median, quantiles
from time import process_time

from core.engine.agents import Agent
from core.engine.turn import Turn
from scenes.coup.actions import Action
from tests.bench import coup_response
from tests.bench.coup_pace import conserved, ours
from tests.bench.coup_tables import watched
from tests.bench.figures import Figure
from tests.bench.pace import races, rows, tell

PARTS = "conserve,speed,decide"
"""All but `exploit`, which takes as long as the rest together."""
BOTS = ("random", "honest", "bluffer", "strong")


def conserve(games: int) -> None:
    pace = conserved(games)
    what = f"{pace.games:,} random games of 2 to 6 players, {pace.moves:,} events"
    print(f"{what}: after each, coins and cards are conserved")


class Timed(Agent):
    """Another agent, and the milliseconds of each decision in which it had a choice."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.took: list[float] = []

    def act(self, turn: Turn) -> Action:
        began = process_time()
        action: Action = self.agent.act(turn)  # type: ignore[assignment]
        if len(turn.legal) > 1:
            self.took.append(1000 * (process_time() - began))
        return action


def decide(policy: str, rivals: Sequence[str], players: Sequence[int], games: int) -> None:
    """Time decisions of one among rivals that take the other seats in turn, and of all alike."""
    print(f"\nMilliseconds a decision of {policy}, CPU time, {games} games each")
    print(f"{'':38}{'decisions':>10}{'median':>9}{'p95':>9}{'max':>9}")
    for count in players:
        for table in ((policy, *islice(cycle(rivals), count - 1)), (policy,) * count):
            timed = [watched(table, seed, {}, policy, Timed)[0] for seed in range(1, games + 1)]
            took = [each for agents in timed for agent in agents.values() for each in agent.took]
            p95 = quantiles(took, n=20)[-1]
            who = f"{count} players, {'all alike' if len(set(table)) == 1 else 'among others'}"
            print(f"{who:38}{len(took):10}{median(took):9.1f}{p95:9.1f}{max(took):9.1f}", flush=True)


def figures() -> list[Figure]:
    return rows(races(ours))


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(prog="bench_coup", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", default="2,3,4,5,6")
    parser.add_argument("--random", type=int, default=100_000)
    parser.add_argument("--effort", type=float, default=1.0)
    parser.add_argument("--only", default=PARTS)
    parser.add_argument("--bots", default=",".join(BOTS))
    wish = parser.parse_args(list(arguments))
    parts, players, bots = wish.only.split(","), [int(n) for n in wish.players.split(",")], wish.bots.split(",")
    if "conserve" in parts:
        conserve(wish.random)
    if "speed" in parts:
        tell(races(ours))
    if "decide" in parts:
        decide("strong", [bot for bot in bots if bot != "strong"], players, max(1, wish.games // 20))
    if "exploit" in parts:
        coup_response.exploit(bots, wish.games, wish.effort)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
