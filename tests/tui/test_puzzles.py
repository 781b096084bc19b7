"""Puzzles on the stage, from the command line and in the lobby."""

import asyncio
from pathlib import Path

import pytest
from typer.testing import CliRunner

from core.puzzles.attempts import attempts, first_tries
from core.puzzles.puzzle import Puzzle, find_puzzle, puzzles_of
from core.recording.file import Recording
from core.recording.verification import verify
from tests.tui.conftest import screen_of, stage_of, until
from tui.cli.app import app as command_line
from tui.cli.run_files import runs_folder
from tui.lobby.app import LobbyApp
from tui.screens.stage import StageScreen
from tui.stages import StageApp
from tui.state.opening import puzzle_stage

EASY = find_puzzle("werewolf", 1)


async def opened(puzzle: Puzzle) -> StageApp:
    return StageApp(await asyncio.to_thread(puzzle_stage, puzzle), pace=0.0, motion=False)


async def test_a_wrong_answer_is_shown_with_its_cost_and_a_second_try_is_no_first_one() -> None:
    app = await opened(EASY)
    wrong = max(EASY.losses, key=lambda text: EASY.losses[text])
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: stage_of(app).state.my_turn)
        assert f"{EASY.id}" in screen_of(app)
        await pilot.press("h")
        await until(pilot, lambda: "no hint before your answer" in screen_of(app))
        stage_of(app).state.seat.give(wrong)
        await until(pilot, lambda: f"Best was {EASY.best}" in screen_of(app))
        assert stage_of(app).state.paused
        await pilot.press("A")
        await until(pilot, lambda: stage_of(app).state.my_turn)
        stage_of(app).state.seat.give(EASY.best)
        await until(pilot, lambda: f"Right: {EASY.best}" in screen_of(app))
        known = stage_of(app).state.view.known
        await pilot.press("space")
        await until(pilot, lambda: stage_of(app).state.view.known > known)
        await pilot.press("ctrl+q")
    found = attempts(runs_folder())
    assert [(each.puzzle.id, each.is_right) for each in found] == [(EASY.id, False), (EASY.id, True)]
    assert first_tries(found) == {EASY.id: False}
    recording = Recording.read(found[0].path)
    assert await verify(recording) == len(recording.events)
    listed = CliRunner().invoke(command_line, ["puzzle", "werewolf", "--list"]).stdout.splitlines()
    assert listed[0].startswith(f"werewolf 1    level {EASY.level}  solved later  ")
    assert len(listed) == len(puzzles_of("werewolf"))


async def test_the_next_puzzle_is_the_easiest_unsolved_one() -> None:
    app = await opened(EASY)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: stage_of(app).state.my_turn)
        await pilot.press("ctrl+n")
        await until(pilot, lambda: puzzles_of("werewolf")[1].id in screen_of(app))


async def test_the_lobby_opens_a_puzzle_and_back_leaves_it_without_a_question() -> None:
    app = LobbyApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "Options" in screen_of(app))
        lobby = app.screen
        await pilot.press("z")
        await until(pilot, lambda: "is clearly best" in screen_of(app))
        stage = app.screen
        assert isinstance(stage, StageScreen)
        await until(pilot, lambda: stage.state.my_turn)
        assert stage.state.runs.puzzle is not None
        stage.state.seat.give(stage.state.runs.puzzle.best)
        await until(pilot, lambda: "next puzzle" in screen_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is lobby and "r all 1" in screen_of(app))
        assert "stopped" not in screen_of(app), "an attempt is no recent game"
        await pilot.press("r")
        await until(pilot, lambda: "stopped" in screen_of(app))


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["chess"], "There are no puzzles for 'chess'"),
        (["hanabi", "999"], "has puzzles 1 to"),
        ([], "needs a terminal"),
    ],
)
def test_errors_name_a_remedy(words: list[str], error: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(command_line, ["puzzle", *words])
    assert error in str(result.exception)
