"""The council's players that need no model."""

from core.engine.agents import Agent
from core.engine.turn import Action, Turn
from scenes.council import chairing, member
from scenes.council.observation import CHAIR


class Rules(Agent):
    """Sits in any seat: in the chair it gives the floor, elsewhere it argues for what it cares for, and listens."""

    what = "argues, listens, may change its mind"

    def act(self, turn: Turn) -> Action:
        return chairing.act(turn) if turn.name == CHAIR else member.act(turn)
