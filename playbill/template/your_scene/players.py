"""A player that asks a model."""

import playbill as pb
from pydantic import BaseModel, ConfigDict

from your_scene.events import Doubt, Raise


class Answer(BaseModel):
    """The model's reply."""

    model_config = ConfigDict(extra="forbid")
    why: str
    by: int
    """Amount to raise the claim by; 0 doubts it."""


class ModelPlayer(pb.Agent):
    remembers = True

    async def act(self, turn: pb.Turn) -> pb.Action:
        most = max((action.by for action in turn.legal if isinstance(action, Raise)), default=0)
        example = Answer(why="it is likely enough", by=most)
        rules = turn.prompts.render("rules", name=turn.name, example=example.model_dump_json())
        messages = [
            {"role": "system", "content": rules},
            *turn.memory.serialize("default", 12),
            {"role": "user", "content": turn.prompts.render("turn", seen=turn.observation)},
        ]
        answer = await turn.ask(messages, pb.Json(Answer, "a claim", example))
        turn.think(answer.why)
        return Raise(answer.by) if answer.by else Doubt()
