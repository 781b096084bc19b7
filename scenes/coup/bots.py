"""Players that need no model."""

from core.agents import Agent, Turn
from scenes.coup.actions import Action


class Honest(Agent):
    """Placeholder."""

    def act(self, turn: Turn) -> Action:
        choice: Action = turn.chance("x").choice(turn.legal)
        return choice
