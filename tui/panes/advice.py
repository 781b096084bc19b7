"""Hints: the choice of the scene's first bot in a person's seat."""

import inspect

from core.engine.chance import Chance
from core.engine.events import Thought
from core.engine.scene import Scene
from core.engine.turn import Turn
from core.errors import GaveUp
from core.llm.model_client import ModelClient
from tui.panes.kit import Advice


def first_bot(scene: Scene, seat: str, number: int, seed: int) -> Advice:
    """Write what the scene's first bot, which is `rules`, would do in turn `number` of a run of this seed, and what it
    thinks. Raises GaveUp, saying why there is no advice.
    """
    if not scene.bots:
        raise GaveUp("this scene has no bot to ask")
    turn = Turn(scene, seat, number, Chance(seed), ModelClient({}, {}, scene.config))
    made = next(iter(scene.bots.values()))().act(turn)
    if inspect.isawaitable(made):
        if inspect.iscoroutine(made):
            made.close()
        raise GaveUp("this scene's bot takes its time, and is not asked")
    thoughts = " ".join(event.data.text for event in turn.private if isinstance(event.data, Thought))
    return Advice(made if isinstance(made, str) else scene.describe(made), thoughts)
