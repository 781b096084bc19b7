"""The questions to the person once a game is decided."""

import pytest

from core.engine.agents import Scripted
from core.engine.audience import may_know
from core.engine.casting import prepare
from core.engine.events import Event
from core.errors import IllegalAction
from scenes.coloring.problem.generation import default_problem
from scenes.coloring.questionnaire import QUESTIONS, Answered, Questioned, Skipped
from scenes.coloring.reports.tables import EXPORTS
from scenes.coloring.rules.legality import admit
from scenes.coloring.scene import ColoringScene
from tests.core.table import ended, play, run_of

COLORS = ("color h1 red", "color h2 green", "color h3 blue", "color h4 green", "color h5 blue")


async def told(*lines: str, **options: object) -> tuple[ColoringScene, list[Event]]:
    header = prepare("coloring", {"questionnaire": True, "fixed": 0, **options}, {"H": "human"}, 7)
    run = run_of(header, {"H": Scripted([*COLORS, *lines])})
    events = await play(run)
    assert isinstance(run.scene, ColoringScene)
    return run.scene, events


async def test_the_person_is_asked_once_the_game_is_decided() -> None:
    scene, events = await told(
        "impossible", "answer 7", "3", "say 5", "color h1 red", "answer 8", "answer 1", "answer 2"
    )
    assert ended(events).reason == "impossible"
    asked = [event for event in events if isinstance(event.data, Questioned)]
    given = [event.data.score for event in events if isinstance(event.data, Answered)]
    assert [event.data.statement for event in asked] == list(QUESTIONS)  # type: ignore[attr-defined]
    assert given == [7, 3, 5, 1, 2]
    refused = [event.data.why for event in events if event.kind == "rejected"]  # type: ignore[attr-defined]
    assert refused == ["the game is over, and a question is open: answer 1 to 7, or skip"] * 2
    assert all([name for name in scene.names if may_know(event, name, scene)] == ["H"] for event in asked)
    assert ended(events).result["turns"] == 3, "all questions are one turn"


async def test_who_does_not_want_to_answer_skips() -> None:
    _, events = await told("impossible", "answer 7", "skip")
    assert [event.data.score for event in events if isinstance(event.data, Answered)] == [7]
    assert isinstance(events[-2].data, Skipped)
    table = EXPORTS["answers"](prepare("coloring", {}, {}, 1), events)
    assert table.splitlines() == ["question,statement,answer,of", f"1,{QUESTIONS[0]},7,7"]


@pytest.mark.parametrize("ordering", ["sequential", "asynchronous"])
async def test_a_bot_in_the_seat_skips(ordering: str) -> None:
    header = prepare("coloring", {"questionnaire": True, "ordering": ordering}, {}, 2)
    run = run_of(header)
    events = await play(run)
    assert ended(events).reason == "consensus"
    assert ended(events).result["consensus"] is True
    assert [event.kind for event in events if event.kind in ("skipped", "defaulted", "rejected")] == ["skipped"]


def test_a_forged_question_is_refused() -> None:
    for forged in (Questioned(99, "x"), Answered(0, "x", 5)):
        with pytest.raises(ValueError, match="there is no question"):
            admit(default_problem(), forged)


async def test_nobody_is_asked_unless_the_option_says_so() -> None:
    _, events = await told("impossible", questionnaire=False)
    assert not any(isinstance(event.data, Questioned) for event in events)


async def test_there_is_nothing_to_answer_before_the_end() -> None:
    scene, _ = await told("pass", max_turns=2)
    with pytest.raises(IllegalAction, match="there is no question to answer"):
        scene.check("H", scene.parse("H", "answer 3"))
    with pytest.raises(IllegalAction):
        scene.parse("H", "3")
