"""How long a bot of Coup thinks."""

import asyncio
from collections.abc import Sequence
from itertools import cycle, islice
from statistics import median, quantiles
from time import process_time

from core.engine.agents import Agent
from core.engine.casting import agent_for, open_run
from core.engine.turn import Turn
from scenes.coup.actions import Action
from scenes.coup.scene import CoupScene
from tests.bench.coup_tables import header_for


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


def decisions(table: Sequence[str], seed: int) -> list[float]:
    """Milliseconds of each decision of whoever plays the policy of the first seat."""
    header = header_for(table, seed, {})
    seats = {name: agent_for(CoupScene, policy) for name, policy in header.cast.items()}
    timed = {name: Timed(agent) for name, agent in seats.items() if header.cast[name] == table[0]}

    async def go() -> None:
        async for _ in open_run(header, agents={**seats, **timed}):
            pass

    asyncio.run(go())
    return [each for agent in timed.values() for each in agent.took]


def decide(policy: str, rivals: Sequence[str], players: Sequence[int], games: int) -> None:
    """One against rivals that take the other seats in turn, and all alike, in CPU time."""
    print(f"\nMilliseconds a decision of {policy}, CPU time, {games} games each")
    print(f"{'':38}{'decisions':>10}{'median':>9}{'p95':>9}{'max':>9}")
    for count in players:
        for table in ((policy, *islice(cycle(rivals), count - 1)), (policy,) * count):
            took = [each for seed in range(1, games + 1) for each in decisions(table, seed)]
            p95 = quantiles(took, n=20)[-1]
            who = f"{count} players, {'all alike' if len(set(table)) == 1 else 'among others'}"
            print(f"{who:38}{len(took):10}{median(took):9.1f}{p95:9.1f}{max(took):9.1f}", flush=True)
