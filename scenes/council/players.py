"""The council's player that asks a model. What sets it apart: as the chair it writes its own brief."""

from contextlib import suppress

from core.engine.turn import Action, Turn
from core.errors import GaveUp
from core.llm.replies import Words
from core.social.player import SocialPlayer
from scenes.council.actions import RequestBrief
from scenes.council.events import Briefed
from scenes.council.observation import CouncilSeen

ASKED = (
    "This once, do not act and write no block. Write the brief on the motion before you, for yourself alone: what is "
    "at stake, who stands where, what is still open. Two or three sentences in plain words, and nothing else."
)


class CouncilPlayer(SocialPlayer):
    """A brief that it requests is written by its model; where none comes, the scene's facts stand in for it."""

    async def act(self, turn: Turn) -> Action:
        action = await super().act(turn)
        seen: CouncilSeen = turn.observation
        if isinstance(action, RequestBrief) and action in turn.legal:
            example = f"{seen.text}: not all have said where they stand."
            with suppress(GaveUp):
                turn.log(Briefed(await turn.ask(self.messages(turn, ASKED), Words("brief", example, 2000))))
        return action
