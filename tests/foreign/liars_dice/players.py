"""A player that asks a model."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict

import playbill as pb
from tests.foreign.liars_dice.events import Bid, Challenge, Face

PROMPTS = pb.Prompts(Path(__file__).parent / "prompts")


class Answer(BaseModel):
    """What a model is to write. A count of 0 is a challenge."""

    model_config = ConfigDict(extra="forbid")
    why: str
    count: int
    face: Face


class ModelPlayer(pb.Agent):
    remembers = True

    async def act(self, turn: pb.Turn) -> pb.Action:
        first = next((action for action in turn.legal if isinstance(action, Bid)), Bid(0, 1))
        example = Answer(why="it is likely enough", count=first.count, face=first.face)
        messages = [
            {"role": "system", "content": PROMPTS.render("rules", name=turn.name, example=example.model_dump_json())},
            *turn.memory.serialize("default", 12),
            {"role": "user", "content": PROMPTS.render("turn", seen=turn.observation)},
        ]
        answer = await turn.ask(messages, pb.Json(Answer, "a bid", example))
        turn.think(answer.why)
        return Bid(answer.count, answer.face) if answer.count else Challenge()
