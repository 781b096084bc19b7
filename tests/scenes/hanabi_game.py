"""A game of Hanabi by hand."""

import asyncio
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

from core.engine.agents import Agent
from core.engine.casting import prepare, set_up
from scenes.hanabi.scene import HanabiScene


class Game:
    """A game by hand."""

    def __init__(self, agents: Sequence[Agent], seed: int = 1, variant: str = "standard", deck: str = "") -> None:
        told = {"players": len(agents), "variant": variant, "deck": deck}
        scene, self.chance = set_up(prepare("hanabi", told, {"*": "rules"}, seed))
        assert isinstance(scene, HanabiScene)
        self.scene, self.agents = scene, agents
        for event in scene.start(self.chance):
            scene.apply(event)

    def turn(self) -> Any:
        seat = len(self.scene.history) % len(self.agents)
        name = self.scene.names[seat]
        self.chance.at(len(self.scene.history) + 1, 0)
        return SimpleNamespace(
            observation=self.scene.observe(name),
            legal=self.scene.legal(name),
            chance=lambda purpose: self.chance(purpose, name),
            think=lambda words: None,
        )

    def do(self, action: Any) -> None:
        name = self.scene.names[len(self.scene.history) % len(self.agents)]
        self.scene.check(name, action)
        for event in self.scene.decide(name, action, self.chance):
            self.scene.apply(event)

    def turns(self) -> Iterator[tuple[Any, Any]]:
        """Each turn, and what is done then; it is done when the next is asked for."""
        while self.scene.is_complete() is None:
            turn = self.turn()
            action = act(self.agents[turn.observation.seat], turn)
            assert action in turn.legal
            yield turn, action
            self.do(action)

    def play(self) -> HanabiScene:
        for _ in self.turns():
            pass
        return self.scene

    def skip(self, moves: int) -> list[Any]:
        """So many moves are made."""
        made: list[Any] = []
        for _, action in self.turns():
            if len(made) == moves:
                break
            made.append(action)
        return made


def act(agent: Agent, turn: Any) -> Any:
    action = agent.act(turn)
    return asyncio.run(action) if asyncio.iscoroutine(action) else action
