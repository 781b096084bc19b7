"""Moves that are drawn: how often which."""

from collections.abc import Mapping
from typing import NamedTuple, Self

from core.engine.chance import Draw
from scenes.coup.actions import Action, describe

LEAST = 0.03
"""Least probability of an action; lower ones are noise of the solution."""


class Mixed(NamedTuple):
    """The most frequent first; odds add up to 1."""

    actions: list[Action]
    odds: list[float]

    @classmethod
    def of(cls, weights: Mapping[Action, float]) -> Self | None:
        """Mix by these weights; None if none is above 0."""
        least = LEAST * sum(weights.values())
        ranked = sorted([action for action in weights if weights[action] > least], key=lambda each: -weights[each])
        total = sum([weights[action] for action in ranked])
        return cls(ranked, [round(weights[action] / total, 3) for action in ranked]) if ranked else None

    def draw(self, draw: Draw) -> Action:
        left = draw.random()
        for action, odds in zip(self.actions, self.odds, strict=True):
            left -= odds
            if left < 0:
                return action
        return self.actions[0]

    def __str__(self) -> str:
        named = [f"{describe(action)} {odds:.0%}" for action, odds in zip(self.actions, self.odds, strict=True)]
        return ", ".join(named[:4])
