"""Games of Coup between two, side by side: turns that `strong` has to solve are solved for all of them together."""

from collections.abc import Callable
from typing import Any

from core.engine.agents import Agent
from core.engine.casting import agent_for
from core.engine.turn import Turn
from core.lab.figures import by_seed
from scenes.coup.config import SEATS
from scenes.coup.equilibrium.policy import walked
from scenes.coup.equilibrium.solutions import Turns, solutions
from scenes.coup.scene import CoupScene
from tests.bench.coup_response import opened
from tests.bench.coup_tables import Share

TOGETHER = 100


class _Game:
    def __init__(self, seed: int, agents: dict[str, Agent], options: dict[str, Any]) -> None:
        self.scene, self.chance = opened(seed, options)
        self.agents, self.turns = agents, 0

    @property
    def live(self) -> bool:
        return self.scene.pick() is not None and self.turns < self.scene.config.max_turns

    def wants(self) -> list[Turns]:
        """What has to be solved before it goes on."""
        pick = self.scene.pick()
        assert pick
        undecided = [name for name in pick.names if len(self.scene.legal(name)) > 1]
        walks = [walked(self.scene.observe(name)) for name in undecided]
        return [tuple(walk.over) for walk in walks if walk]

    def go_on(self) -> None:
        pick = self.scene.pick()
        assert pick
        self.turns += 1
        self.chance.at(self.turns, 1)
        client: Any = None  # bots ask no model
        actions: dict[str, Any] = {
            name: self.agents[name].act(Turn(self.scene, name, self.turns, self.chance, client)) for name in pick.names
        }
        for event in self.scene.resolve(actions, self.chance):
            self.scene.apply(event)


def duels(make: Callable[[], Agent], policy: str, games: int, first: int = 1, **options: Any) -> Share:
    """What these players win against the policy, each seed in both seatings."""
    made = []
    for seed in range(first, first + games // 2):
        for name, rival in (SEATS[:2], SEATS[1::-1]):
            made.append((seed, name, _Game(seed, {name: make(), rival: agent_for(CoupScene, policy)}, options)))
    known = solutions()
    known.kept = 4 * TOGETHER
    for n in range(0, len(made), TOGETHER):
        some = [game for _, _, game in made[n : n + TOGETHER]]
        while live := [game for game in some if game.live]:
            known.prepare([turns for game in live for turns in game.wants()])
            for game in live:
                game.go_on()
    wins = [(seed, game.scene.outcome().winners == (name,), 1) for seed, name, game in made]
    return Share(sum(win for _, win, _ in wins), len(wins), tuple(by_seed(wins).values()))
