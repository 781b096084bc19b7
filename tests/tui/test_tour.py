"""Tours: following each tour's text plays it to its end, and it can be left at any time."""

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from core.engine.registry import scene_names
from core.errors import UserError
from core.recording.checked_reader import read_run
from tests.tui.conftest import screen_of, stage_of, until
from tui.cli.play import tour as from_the_command_line
from tui.linear import Linear
from tui.stages import StageApp
from tui.state.opening import toured
from tui.tour import STRAYED, Step, Tour


async def follow(pilot: Pilot[str], tour: Tour) -> None:
    """Do what each step says once the human can, and check that the tour moves on by itself."""
    assert isinstance(pilot.app, StageApp)
    stage = stage_of(pilot.app)
    for number, step in enumerate(tour.steps):
        await until(pilot, lambda: stage.state.my_turn or stage.view.ended is not None)
        assert stage.state.guide.at == number
        assert all(told in screen_of(pilot.app) for told in step.words.replace("`", "").split())
        for told in step.inputs or ["ctrl+n"]:
            if " " in told:
                stage.words.insert_text_at_cursor(told)
            else:
                await pilot.press(told)
        await until(pilot, lambda number=number: stage.state.guide.at > number)  # type: ignore[misc]
    assert stage.state.guide.step is None


@pytest.mark.parametrize("scene", sorted(scene_names(), key=lambda scene: scene != "coloring"))
@pytest.mark.few(1)
async def test_a_tour_is_played_by_doing_what_it_says(scene: str, own_data: Path) -> None:
    app = StageApp(toured(scene), pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = stage_of(app)
        tour = stage.view.pane.traits.tour
        assert tour is not None
        assert 5 <= len(tour.steps) <= 8
        await follow(pilot, tour)
        assert not stage.query_one("#guide").display
        ended = stage.view.ended
        assert scene != "coloring" or (ended is not None and ended.result["solved"] is True)
    (recorded,) = (own_data / "runs").iterdir()
    assert len(read_run(recorded).events) >= stage.view.known


@pytest.mark.parametrize("scene", sorted(scene_names(), key=lambda scene: scene != "coloring"))
@pytest.mark.few(2)
async def test_a_tour_in_lines_suggests_commands_and_names_no_keys(scene: str) -> None:
    written: list[str] = []

    def answer() -> None:
        step, suggested = linear.stage.guide.step, [text for text in written if text.startswith("The tour suggests: ")]
        written.clear()
        linear.hear(None if step is None else suggested[0].partition(": ")[2] if suggested else "n")

    linear = Linear(toured(scene), written.append, answer)
    steps = linear.stage.view.pane.traits.tour.steps  # type: ignore[union-attr]
    await linear.run()
    assert linear.stage.guide.at == len(steps)
    assert not any(re.search(r"`|Enter\b(?! follows)|Esc\b|esc\b|Tab\b|\? has|[←→↑↓]", step.linear) for step in steps)


async def test_a_step_waits_for_what_it_says_and_esc_ends_the_tour_but_not_the_game() -> None:
    app = StageApp(toured("coloring"), pace=0.0, motion=False)
    async with app.run_test(size=(60, 20)) as pilot:
        stage = stage_of(app)
        await until(pilot, lambda: stage.state.my_turn)
        await pilot.press("h", "down")
        assert (stage.state.guide.at, stage.query_one("#guide").display) == (0, True)
        await pilot.press("escape")
        assert stage.state.guide.step is None
        assert not stage.state.asking
        assert "the tour has ended; the game continues" in screen_of(app)
        await pilot.press("escape", "y")
        await until(pilot, lambda: not app.is_running)
    assert app.return_value is not None


async def test_who_goes_another_way_is_told_so_where_words_tell_what_happens() -> None:
    app = StageApp(toured("hanabi"), pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = stage_of(app)
        await until(pilot, lambda: stage.state.my_turn)
        await pilot.press("5", "p")
        await until(pilot, lambda: stage.state.guide.step is STRAYED)
        assert "You left the tour" in screen_of(app)
        await pilot.press("ctrl+n")
        assert stage.state.guide.step is None


async def test_a_scripted_tour_passes_over_no_step_that_the_next_one_needs() -> None:
    app = StageApp(toured("werewolf"), pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = stage_of(app)
        await until(pilot, lambda: stage.state.my_turn)
        await pilot.press("ctrl+n")
        await until(pilot, lambda: "The next step needs this one" in screen_of(app))
        assert stage.state.guide.at == 0
        assert "NIGHT" in screen_of(app)
        await pilot.press("2", "enter")
        await until(pilot, lambda: "Now it is day." in screen_of(app))
        assert "The next step needs this one" not in screen_of(app)
        await pilot.press("ctrl+n")
        await until(pilot, lambda: "You have the floor." in screen_of(app))


async def test_going_on_all_the_same_leaves_a_scripted_tour() -> None:
    app = StageApp(toured("werewolf"), pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = stage_of(app)
        await until(pilot, lambda: stage.state.my_turn)
        await pilot.press("ctrl+n", "ctrl+n")
        await until(pilot, lambda: "You left the tour" in screen_of(app))
        assert "You have the floor" not in screen_of(app)
        assert stage.state.guide.step is STRAYED


def test_keys_are_in_the_words() -> None:
    assert Step("Choose with `↓`, then `m`, `hi you` and `Enter`.").inputs == ["down", "m", "hi you", "enter"]
    assert Step("Look around.").inputs == []


def test_a_tour_of_nothing_and_without_a_terminal_is_refused() -> None:
    with pytest.raises(UserError, match="no scene 'chess'"):
        toured("chess")
    with pytest.raises(UserError, match="A tour needs a terminal"):
        from_the_command_line("coup")
