"""The review at the end: the human's moves are compared with the best ones in the background, and the worst marked."""

from pathlib import Path

import pytest

from core.engine.capabilities import Verdict
from core.engine.casting import prepare
from tests.tui.conftest import screen_of, stage_of, until
from tests.tui.test_ending import opened
from tui.stages import StageApp
from tui.state.opening import live_stage
from tui.state.review import JudgedMove

SIZE = (80, 24)


def hanabi(tmp_path: Path, commands: list[str]) -> StageApp:
    """Return a game in which a human plays from the wrong end until the fuses are burnt."""
    header = prepare("hanabi", {"players": 2, "bomb": "zero"}, {"Bob": "convention"}, 1, human=True)
    stage = live_stage(header, tmp_path / "run.jsonl")
    assert stage.live is not None
    for command in commands:
        stage.live.submit("Ann", command)
    return StageApp(stage, pace=0.0, motion=False)


async def test_the_worst_moves_are_turning_points_from_which_one_plays_on(tmp_path: Path) -> None:
    app = hanabi(tmp_path, ["play e"] * 20)
    async with app.run_test(size=SIZE) as pilot:
        stage = stage_of(app)
        await until(pilot, lambda: stage.has_class("over"))
        review = stage.state.ending.review
        await until(pilot, lambda: review.done)
        worst = review.worst()[0]
        assert worst.verdict.loss >= 1
        assert f"{worst.words}" in screen_of(app)
        assert f"{len(review.worst())} worse" in screen_of(app)
        assert [point.n for point in stage.state.ending.points] == [move.n for move in review.worst()[:3]]
        await pilot.press("i")
        assert "points that can still be reached" in screen_of(app)
        await pilot.press("v")
        for move in review.judged.values():
            assert move is None or move.text in screen_of(app)
        await pilot.press("v")
        assert "Bob convention" in screen_of(app).replace("  ", " ")
        first = worst.n
        await pilot.press("enter", "y")
        branch = await opened(pilot, stage)
        assert branch.view.seat == "Ann"
        await until(pilot, lambda: branch.state.my_turn)
        assert branch.view.turn == stage.view.events[first - 1].turn - 1, "the move is to be made again"
        await pilot.press("ctrl+q")


async def test_a_review_can_be_stopped_and_goes_on(tmp_path: Path) -> None:
    app = hanabi(tmp_path, ["play e"] * 20)
    async with app.run_test(size=SIZE) as pilot:
        stage = stage_of(app)
        await until(pilot, lambda: stage.has_class("over"))
        review = stage.state.ending.review
        await until(pilot, lambda: bool(review.judged))
        stage.state.ending.stop_review()
        kept = dict(review.judged)
        await pilot.pause()
        assert "v goes on" in screen_of(app) or review.done
        if not review.done:
            await pilot.press("v")
        await until(pilot, lambda: len(review.judged) == len(review.moves()))
        assert kept.items() <= review.judged.items(), "what was judged is kept"
        for place, (n, command) in enumerate(review.moves()):
            review.judged[n] = (
                JudgedMove(n, command, Verdict("play a", float(place), "points"), False) if place else None
            )
        count = len(review.moves())
        assert review.words() == f"{count - 1} worse, 1 not judged; v lists"


@pytest.mark.slow
async def test_a_game_that_can_go_on_is_not_reviewed() -> None:
    header = prepare("coup", {"max_turns": 2, "timer": 1}, {"Ann": "human"}, 5)
    app = StageApp(live_stage(header, None), pace=0.0, motion=False)
    async with app.run_test(size=SIZE) as pilot:
        stage = stage_of(app)
        assert stage.live is not None
        for _ in range(20):
            stage.live.submit("Ann", "income")
        await until(pilot, lambda: stage.has_class("over"))
        await pilot.press("v")
        assert "; v lists" not in screen_of(app)
        assert not stage.state.ending.review.judged
