"""Models' replies that are actions: the schema, and the reading of replies."""

from typing import Any, ClassVar

import pytest
from pydantic_core import to_json

import playbill as pb
from core.actions.schema import ActionReply
from core.engine import registry
from core.engine.chance import Chance
from core.engine.events import Asked
from core.engine.turn import Turn
from core.llm.replies import Unreadable
from scenes.coup.actions import Move
from tests.scenes.coup_table import Table
from tests.toy import ToyScene


@pytest.fixture(autouse=True)
def _unregistered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the scenes of these tests out of other tests."""
    monkeypatch.setattr(registry, "_registered", {})


class Chooser(pb.Agent):
    """An agent that asks its model for the next action, using only the action declarations."""

    async def act(self, turn: pb.Turn) -> pb.Action:
        prompt = [{"role": "user", "content": turn.board}]
        return await turn.ask(prompt, pb.ActionReply(turn, "a move"))


def reply() -> ActionReply:
    table = Table("duk ass, con cap, amb duk")
    return ActionReply(Turn(table.scene, "Ann", 1, Chance(1), None), "a move")  # type: ignore[arg-type]


def test_the_schema_offers_what_is_legal_now() -> None:
    schema: dict[str, Any] = reply().schema or {}
    assert schema["properties"]["verb"]["enum"] == ["income", "foreign aid", "tax", "exchange", "steal"]
    assert schema["properties"]["target"]["enum"] == ["Bob", "Cat"]
    assert schema["required"] == ["why", "action", "verb"]


@pytest.mark.parametrize(
    ("told", "action"),
    [
        ({"why": "", "action": "move", "verb": "steal", "target": "bob"}, Move("steal", "Bob")),
        ({"why": "", "action": "move", "verb": "tax", "target": None}, Move("tax")),
        ({"why": "a command does as well", "action": "steal from Cat"}, Move("steal", "Cat")),
    ],
)
def test_an_object_or_a_whole_command_is_read(told: dict[str, Any], action: Move) -> None:
    assert reply().understand(f"I think:\n```json\n{to_json(told).decode()}\n```").value == action


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"action": "move", "verb": "coup", "target": "Bob"}, "coup costs 7 coins"),
        ({"action": "move", "verb": "steal", "target": "Zed"}, "nobody is called 'Zed'"),
        ({"action": "dance"}, "Unknown command"),
        ({"verb": "tax"}, "no JSON object with an action"),
    ],
)
def test_what_is_no_legal_action_says_why(told: dict[str, Any], why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        reply().read(to_json(told).decode())


class Chosen(ToyScene):
    name = "chosen"
    player: ClassVar[Any] = Chooser


def test_a_mock_model_plays_a_game_by_the_declarations_alone() -> None:
    game = pb.play(Chosen, {"max_turns": 12}, {"*": "llm:mock"}, seed=3)
    asked = [event.data for event in game.events if isinstance(event.data, Asked)]
    assert asked
    assert not [each for each in asked if each.error]
