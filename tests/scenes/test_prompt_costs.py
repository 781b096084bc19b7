"""Costs of prompts: most of each prompt is a beginning that its model has had before."""

from typing import Any

import pytest

import playbill as pb
from core.engine.events import Asked, Event, Prompted
from tests.bench.prefix import Cost, cost

HANABI = {"max_turns": 60}
COUP = {"max_turns": 60}


@pytest.mark.parametrize(
    ("scene", "options"),
    [
        ("hanabi", HANABI),
        ("hanabi", {**HANABI, "talk": "none"}),
        ("coup", COUP),
        ("coup", {**COUP, "notes": "never", "verifier": "never", "parser": "never"}),
    ],
)
def test_most_of_a_prompt_was_read_before(scene: str, options: dict[str, Any]) -> None:
    told = cost(pb.play(scene, options, {"*": "llm:mock"}, 3).events)
    assert told.calls > 30
    assert told.share > 60


def test_what_is_kept_is_a_long_beginning_of_the_same_agents_prompts() -> None:
    def asked(agent: str, *texts: str) -> list[Event]:
        messages = {text: {"role": "user", "content": text} for text in texts}
        call = Asked("mock", "x", texts, "", None, "", "", False, (), "", "")
        return [Prompted(messages).by(agent, to=(agent,)), call.by(agent, to=(agent,))]

    rules = "r" * 4 * 1500
    events = [*asked("Ann", rules, "a"), *asked("Bob", rules, "a"), *asked("Ann", rules, "b"), *asked("Ann", "short")]
    told = cost(events)
    assert (told.calls, told.kept // 100) == (4, 15)
    assert cost(asked("Ann", "short") * 2) == Cost(2, 4, 0, 2)
