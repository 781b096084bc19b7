"""A hint is shown on the board, and done by Enter, or when h is pressed again, in every scene."""

import pytest

import playbill as pb
from core.engine.casting import prepare
from core.engine.registry import scene_names
from tests.tui.conftest import my_turn, row, screen_of, until
from tui.panes.coloring.seat import advice
from tui.panes.seat import called
from tui.stages import StageApp
from tui.state.opening import live_stage


@pytest.mark.parametrize("scene", scene_names())
@pytest.mark.few(1)
async def test_enter_does_what_the_hint_says(scene: str) -> None:
    app = StageApp(live_stage(prepare(scene, {}, {}, 7, human=True), None), pace=0.0, motion=False)
    async with app.run_test(size=(120, 40)) as pilot:
        stage = await my_turn(pilot)
        known = stage.view.known
        await pilot.press("escape", "h") if stage.view.pane.traits.writes_first else await pilot.press("h")
        told = row(app, "preview")
        if "no hint: this scene's bot takes its time" in told:
            return
        assert "hint, Enter plays it: " in told
        command = stage.state.hint_shown
        assert command
        assert called(stage.view.pane, command) in told
        assert "yield" not in told
        await pilot.press("enter")
        await until(pilot, lambda: stage.view.known > known)
        done = [e.data.command for e in stage.view.events[known:] if e.kind == "acted"]  # type: ignore[attr-defined]
        assert done[0] == command


async def test_another_key_between_them_is_no_order() -> None:
    app = StageApp(live_stage(prepare("coup", {}, {}, 7, human=True), None), pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        known = stage.view.known
        await pilot.press("h")
        assert "▸" in screen_of(app), "the move is chosen in the menu"
        await pilot.press("o", "h")
        assert stage.view.known == known
        assert "Enter plays it" in row(app, "preview")
        await pilot.press("h")
        await until(pilot, lambda: stage.view.known > known)


class Hinted(pb.Agent):
    """Does what the hint says."""

    def act(self, turn: pb.Turn) -> str:
        return advice(turn.observation).command


@pytest.mark.parametrize("seed", [1, 18])
def test_by_hints_alone_the_table_agrees(seed: int) -> None:
    """In both there is a coloring that greedy does not find, and no color of one's own would do at first."""
    game = pb.play("coloring", {}, {"H": Hinted}, seed=seed)
    said = [event.data for event in game.events if event.agent == "H"]
    assert any(isinstance(each, pb.Said) and each.text.startswith("change ") for each in said)
    assert (game.reason, game.outcome.metrics["conflicts"]) == ("consensus", 0)
