"""The questionnaire that a human answers on the stage after a coloring game."""

from core.engine.casting import prepare
from scenes.coloring.questionnaire import QUESTIONS, Answered
from tests.tui.conftest import my_turn, row, type_in, until
from tui.stages import StageApp
from tui.state.opening import live_stage


async def test_a_digit_answers_a_question_and_words_do_too() -> None:
    header = prepare("coloring", {"questionnaire": True}, {}, 7, human=True)
    app = StageApp(live_stage(header, None), pace=0.0, motion=False)
    async with app.run_test(size=(60, 20)) as pilot:
        stage = await my_turn(pilot)
        await pilot.press("m")
        await type_in(pilot, "/impossible")
        await pilot.press("enter", "y")
        await until(pilot, lambda: bool(stage.view.scene.observe("H").question))
        await until(pilot, lambda: QUESTIONS[0] in row(app, "preview"))
        await pilot.press("7")
        await until(pilot, lambda: QUESTIONS[1] in row(app, "preview"))
        await pilot.press("m")
        await type_in(pilot, "4")
        await pilot.press("enter")
        await until(pilot, lambda: QUESTIONS[2] in row(app, "preview"))
        await pilot.press("1", "2")
        await until(pilot, lambda: QUESTIONS[4] in row(app, "preview"))
        await pilot.press("5")
        await until(pilot, lambda: stage.view.ended is not None)
        given = [event.data.score for event in stage.view.events if isinstance(event.data, Answered)]
        assert given == [7, 4, 1, 2, 5]
