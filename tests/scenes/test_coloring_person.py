"""A person who plays difficult problems through words alone: colors of its own, and plain sentences to the others."""

import pytest

from core.engine.agents import Agent
from core.engine.casting import prepare
from core.engine.chance import Draw
from core.engine.turn import Turn
from scenes.coloring.actions import Action, Color, Pass, Satisfied, Say
from scenes.coloring.bots.rule_based import plan
from scenes.coloring.rules.observation import Observation
from scenes.coloring.talk.phrases import in_manner, in_mode
from scenes.coloring.talk.speech import Gathered
from tests.core.table import ended, play, run_of


class Talker(Agent):
    """Colors by exact search as anybody could with a pencil, and says what it has to say in sentences of its own. It
    reads nothing but its observation, and sends no typed part."""

    def __init__(self) -> None:
        self.todo: list[Action] = []

    def act(self, turn: Turn) -> Action:
        if not self.todo:
            self.todo = self.turn(turn.observation, turn)
        return self.todo.pop(0)

    def turn(self, seen: Observation, turn: Turn) -> list[Action]:
        made = plan(seen, turn.chance)
        out: list[Action] = [Color(n, c) for n, c in made.move(seen).colors.items()]
        for message in made.messages:
            words = in_manner(seen, in_mode(seen, message), Draw(turn.number))
            out += [Say(f"@{message.to} {words}")] if words else []
        return [*out, Satisfied() if made.verdict.satisfied else Pass()]


@pytest.mark.parametrize("seed", [21, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(22, 26))])
async def test_a_person_agrees_by_words_alone(seed: int) -> None:
    options = {"difficulty": "hard", "mode": "llm_u"}
    cast = {"A": "chatty", "B": "chatty"}
    events = await play(run_of(prepare("coloring", options, cast, seed), {"H": Talker()}))
    spoken = [event for event in events if isinstance(event.data, Gathered) and event.agent == "H"]
    assert spoken
    assert ended(events).result["solved"], ended(events).reason
