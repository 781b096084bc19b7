"""Whether what the strong player of Coup says of its chances is so: of all said to win 30 to 40%, how much does?

    python -m tests.bench.coup_calibration [--games 2000] [--first 1] [--fit]

Tables of three to six players, drawn by seed from all bots, at least one of them strong; every decision of a strong
player that says a chance counts, with how the game ended for that player. `--fit` fits what is said to what came (so
give it other seeds than those that are measured), and prints the numbers for `scenes.coup.strong.calibrated`.
"""

import argparse
import asyncio
import random
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from unittest.mock import patch

import numpy as np

from core.agents import Agent
from core.casting import agent_for, open_run
from core.turn import Turn
from scenes.coup.actions import Action
from scenes.coup.scene import CoupScene
from scenes.coup.strong import player
from scenes.coup.strong.calibrated import calibrated, log_odds
from scenes.coup.strong.search import search as played_out
from tests.bench.coup_tables import header_for

POLICIES = ("strong", "honest", "bluffer", "random")
TENTHS = 10
ROUNDS = 50
"""Of Newton's method, which needs a few."""


class Told(NamedTuple):
    share: float
    """Of playouts, won with what was best."""
    came: bool
    """Whether the player won."""


class Row(NamedTuple):
    """What was said within a tenth."""

    decisions: int
    said: float
    came: float


class Overheard(Agent):
    """A strong player, and for each decision the share that the best action won in playouts."""

    def __init__(self) -> None:
        self.agent = agent_for(CoupScene, "strong")
        self.told: list[float] = []

    def act(self, turn: Turn) -> Action:
        heard = list[float]()

        def search(*given: object) -> object:
            action, tried = played_out(*given)  # type: ignore[arg-type]
            heard.append(tried[0].won)
            return action, tried

        with patch.object(player, "search", search):
            action: Action = self.agent.act(turn)  # type: ignore[assignment]
        self.told += heard
        return action


def lineup(seed: int) -> list[str]:
    draw = random.Random(seed)
    table = ["strong", *draw.choices(POLICIES, k=draw.randint(2, 5))]
    draw.shuffle(table)
    return table


def overheard(seed: int, playouts: int = 400) -> Iterator[Told]:
    """All that is told in one game."""
    header = header_for(lineup(seed), seed, {"playouts": playouts})
    seats = {name: agent_for(CoupScene, policy) for name, policy in header.cast.items()}
    listening = {name: Overheard() for name, policy in header.cast.items() if policy == "strong"}
    run = open_run(header, agents={**seats, **listening})

    async def go() -> None:
        async for _ in run:
            pass

    asyncio.run(go())
    winners = run.scene.outcome().winners
    for name, agent in listening.items():
        yield from (Told(share, name in winners) for share in agent.told)


def reliability(said: Iterable[tuple[float, bool]]) -> dict[int, Row]:
    """By tenth of what was said."""
    tenths: dict[int, list[tuple[float, bool]]] = {}
    for odds, came in said:
        tenths.setdefault(min(int(odds * TENTHS), TENTHS - 1), []).append((odds, came))
    return {
        tenth: Row(len(each), sum(odds for odds, _ in each) / len(each), sum(came for _, came in each) / len(each))
        for tenth, each in sorted(tenths.items())
    }


def fitted(told: Sequence[tuple[float, bool]]) -> tuple[float, float]:
    """Logistic regression of what came on the log odds of what was played out: what to add, what to multiply by."""
    x = np.array([[1.0, log_odds(share)] for share, _ in told])
    y = np.array([came for _, came in told], float)
    weights = np.array([0.0, 1.0])
    for _ in range(ROUNDS):
        p = 1 / (1 + np.exp(-x @ weights))
        slope, curve = x.T @ (y - p), (x * (p * (1 - p))[:, None]).T @ x
        weights = weights + np.linalg.solve(curve + 1e-6 * np.eye(2), slope)
    return round(float(weights[0]), 3), round(float(weights[1]), 3)


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(prog="coup_calibration", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--fit", action="store_true")
    wish = parser.parse_args(list(arguments))
    seeds = range(wish.first, wish.first + wish.games)
    told = [each for seed in seeds for each in overheard(seed)]
    if wish.fit:
        print(fitted([(each.share, each.came) for each in told]))
    for what, say in (("playouts", float), ("said", calibrated)):
        print(f"\n{what:10}{'decisions':>10}{'said':>8}{'came':>8}{'off':>8}   {len(told):,} in {wish.games} games")
        for tenth, row in reliability((say(each.share), each.came) for each in told).items():
            off = f"{100 * (row.said - row.came):+.1f}"
            print(
                f"{10 * tenth}–{10 * tenth + 10} %".ljust(10)
                + f"{row.decisions:10}{row.said:8.1%}{row.came:8.1%}{off:>8}"
            )


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
