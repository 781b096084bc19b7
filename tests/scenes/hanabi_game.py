"""A game of Hanabi driven step by step."""

import asyncio
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

from core.engine.agents import Agent
from core.engine.casting import prepare, set_up
from scenes.hanabi.scene import HanabiScene


class Game:
    """A game driven step by step. Seats move in turn, or are picked at random."""

    def __init__(
        self, agents: Sequence[Agent], seed: int = 1, variant: str = "standard", deck: str = "", in_order: bool = True
    ) -> None:
        options = {"players": len(agents), "variant": variant, "deck": deck}
        scene, self.chance = set_up(prepare("hanabi", options, {"*": "rules"}, seed))
        assert isinstance(scene, HanabiScene)
        self.scene, self.agents, self.in_order = scene, agents, in_order
        self.thoughts: list[str] = []
        for event in scene.start(self.chance):
            scene.apply(event)

    def turn(self, name: str = "") -> Any:
        name = name or self.scene.names[len(self.scene.history) % len(self.agents)]
        self.chance.at(len(self.scene.history) + 1, 0)
        return SimpleNamespace(
            observation=self.scene.observe(name),
            legal=self.scene.legal(name),
            chance=lambda purpose: self.chance(purpose, name),
            think=self.thoughts.append,
        )

    def do(self, action: Any, name: str = "") -> None:
        name = name or self.scene.names[len(self.scene.history) % len(self.agents)]
        self.scene.check(name, action)
        for event in self.scene.decide(name, action, self.chance):
            self.scene.apply(event)

    def turns(self) -> Iterator[tuple[Any, Any]]:
        """Yield each turn with its action; the action is applied when the next turn is requested."""
        while self.scene.is_complete() is None:
            name = "" if self.in_order else self.chance("pick").choice(self.scene.names)
            turn = self.turn(name)
            if not turn.legal:
                continue
            action = act(self.agents[turn.observation.seat], turn)
            assert action in turn.legal
            yield turn, action
            self.do(action, name)

    def play(self) -> HanabiScene:
        for _ in self.turns():
            pass
        return self.scene

    def skip(self, moves: int) -> list[Any]:
        """Play a number of moves and return them."""
        actions: list[Any] = []
        for _, action in self.turns():
            if len(actions) == moves:
                break
            actions.append(action)
        return actions


def act(agent: Agent, turn: Any) -> Any:
    action = agent.act(turn)
    return asyncio.run(action) if asyncio.iscoroutine(action) else action
