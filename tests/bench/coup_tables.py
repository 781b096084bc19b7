"""Games of Coup for the benches: tables with fixed seeds, duels side by side, and shares of wins."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from core.engine.agents import Agent
from core.engine.casting import agent_for, open_run, prepare
from core.engine.chance import Chance
from core.engine.turn import Turn
from core.lab.figures import by_seed
from core.lab.intervals import Clusters
from scenes.coup.config import SEATS, CoupConfig
from scenes.coup.equilibrium.policy import turn_path
from scenes.coup.equilibrium.solutions import Turns, solutions
from scenes.coup.scene import CoupScene

A = TypeVar("A", bound=Agent)
TOGETHER = 100
"""Duels that are played side by side."""


class Share(NamedTuple):
    """Games won of those played."""

    won: int
    games: int
    seeds: tuple[tuple[float, int], ...] = ()
    """Games won and played by seed; without, each game has a seed of its own."""

    @property
    def interval(self) -> tuple[float, float]:
        """Of 95 %, with seeds as clusters."""
        alone = [(1, 1)] * self.won + [(0, 1)] * (self.games - self.won)
        return Clusters(self.seeds or alone).interval()

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.won / self.games:6.1%} [{100 * low:4.1f}, {100 * high:4.1f}]"


def watched(
    table: Sequence[str], seed: int, options: Mapping[str, Any], policy: str, wrap: Callable[[Agent], A]
) -> tuple[dict[str, A], Sequence[str]]:
    """Play a game with all agents of one policy wrapped; return these by name, and the winners."""
    cast = dict(zip(SEATS, table, strict=False))
    header = prepare("coup", {**options, "players": len(table)}, cast, seed)
    agents = {name: agent_for(CoupScene, each) for name, each in cast.items()}
    wrapped = {name: wrap(agents[name]) for name, each in cast.items() if each == policy}
    run = open_run(header, agents={**agents, **wrapped})

    async def play() -> None:
        async for _ in run:
            pass

    asyncio.run(play())
    return wrapped, run.scene.outcome().winners


class Duel:
    """A game between two agents that nobody records."""

    def __init__(self, seed: int, agents: Mapping[str, Agent], options: Mapping[str, Any] | None = None) -> None:
        config = CoupConfig(players=2, **(options or {}))
        self.scene, self.chance = CoupScene(config, config.seats), Chance(seed)
        for event in self.scene.start(self.chance):
            self.scene.apply(event)
        self.agents, self.turns = agents, 0

    @property
    def deciding(self) -> tuple[str, ...]:
        """Names of those who decide; empty when the game is over or takes too long."""
        pick = self.scene.pick()
        return pick.names if pick and self.turns < self.scene.config.max_turns else ()

    def step(self) -> None:
        """Play one turn of the run."""
        self.turns += 1
        self.chance.at(self.turns, 1)
        client: Any = None  # bots ask no model
        turns = {name: Turn(self.scene, name, self.turns, self.chance, client) for name in self.deciding}
        actions: dict[str, Any] = {name: self.agents[name].act(turn) for name, turn in turns.items()}
        for event in self.scene.resolve(actions, self.chance):
            self.scene.apply(event)

    def unsolved(self) -> list[Turns]:
        """List the turns that `strong` has to have solved before the next step."""
        undecided = [name for name in self.deciding if len(self.scene.legal(name)) > 1]
        walks = [turn_path(self.scene.observe(name)) for name in undecided]
        return [tuple(walk.over) for walk in walks if walk]


def duels(make: Callable[[], Agent], policy: str, games: int, first: int = 1) -> Share:
    """Return the share of duels that these agents win against a policy, each seed in both seatings.

    Turns that `strong` has to solve are solved for many games together.
    """
    every = []
    for seed in range(first, first + games // 2):
        for name, rival in (SEATS[:2], SEATS[1::-1]):
            every.append((seed, name, Duel(seed, {name: make(), rival: agent_for(CoupScene, policy)})))
    known = solutions()
    known.kept = 4 * TOGETHER
    for n in range(0, len(every), TOGETHER):
        some = [duel for _, _, duel in every[n : n + TOGETHER]]
        while live := [duel for duel in some if duel.deciding]:
            known.prepare([turns for duel in live for turns in duel.unsolved()])
            for duel in live:
                duel.step()
    wins = [(seed, duel.scene.outcome().winners == (name,), 1) for seed, name, duel in every]
    return Share(sum(win for _, win, _ in wins), len(wins), tuple(by_seed(wins).values()))
