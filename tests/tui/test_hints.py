"""Hints: shown on the board, played by Enter or a second h, and justified by what the human can know."""

from collections.abc import Callable
from typing import Any

import pytest

import playbill as pb
from core.engine.casting import prepare
from core.engine.events import Said
from core.engine.registry import scene_names
from core.engine.scene import Scene
from scenes.feed.scene import FeedScene
from tests.tui.conftest import my_turn, row, screen_of, until
from tui.panes.coloring.seat import advice
from tui.panes.council import seat as council
from tui.panes.feed.hints import hint as feed_hint
from tui.panes.kit import Advice
from tui.panes.seat import label_of
from tui.panes.village import seat as village
from tui.panes.werewolf import seat as werewolf
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
        if "no hint: this scene's bot takes too long" in told:
            return
        assert "hint, Enter plays it: " in told
        command = stage.state.hint_shown
        assert command
        assert label_of(stage.view.pane, command)[:80] in told
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
    """An agent that does what the hint says."""

    def act(self, turn: pb.Turn) -> str:
        return advice(turn.observation).command


@pytest.mark.parametrize("seed", [1, 18])
def test_by_hints_alone_the_table_agrees(seed: int) -> None:
    """In both games greedy misses the valid coloring, and at first H cannot solve it with its own colors alone."""
    game = pb.play("coloring", {}, {"H": Hinted}, seed=seed)
    said = [event.data for event in game.events if event.agent == "H"]
    assert any(isinstance(each, pb.Said) and each.text.startswith("change ") for each in said)
    assert (game.reason, game.outcome.metrics["conflicts"]) == ("consensus", 0)


HINTS: dict[str, Callable[[Any, str, int, int], Advice]] = {
    "village": village.advice,
    "council": council.advice,
    "werewolf": werewolf.advice,
}


def hinted(name: str, options: dict[str, Any], seat: str, seed: int) -> list[Advice]:
    """Play one seat by hints alone and return them."""
    found: list[Advice] = []

    class Hinted(pb.Agent):
        def act(self, turn: pb.Turn) -> str:
            found.append(HINTS[name](turn._scene, seat, turn.number, seed))
            return found[-1].command

    pb.play(name, options, {seat: Hinted}, seed=seed)
    return found


@pytest.mark.parametrize(
    ("name", "options", "seat"),
    [
        ("village", {"max_turns": 40}, "Ida"),
        ("council", {"agenda": "Build a bridge", "members": 5}, "Ann"),
        ("werewolf", {}, "Ann"),
        ("werewolf", {"deal": "Ann=werewolf"}, "Ann"),
    ],
)
def test_each_has_a_reason(name: str, options: dict[str, Any], seat: str) -> None:
    assert all(each.command and each.why for each in hinted(name, options, seat, 3))


def test_a_villager_accuses_nobody_on_the_first_day_without_a_reason() -> None:
    told = next(each for each in hinted("werewolf", {"deal": "Ann=villager"}, "Ann", 5))
    assert told == Advice("yield", "nothing that was said or done speaks against anybody yet; listen")


def test_a_seer_goes_by_what_it_saw() -> None:
    looked, told, *_ = hinted("werewolf", {"deal": "Ann=seer"}, "Ann", 4)
    assert looked.command == "look Bob"
    assert told.command == "yield"
    assert told.why.startswith("you alone know that Bob is no wolf")


def test_who_asked_is_answered() -> None:
    scene = met()
    scene.apply(Said("Good morning, Ida. What is new?").by("Tom", to=("Ida", "Tom")))
    told = village.advice(scene, "Ida", 2, 3)  # type: ignore[arg-type]
    assert told.command.startswith("say Tom, ")
    assert told.why == "Tom asked you"


def met() -> Scene:
    """Return a village in which Tom is within earshot of Ida."""
    game = pb.play("village", {"max_turns": 1, "earshot": 80}, seed=3)
    scene: Scene = game.scene
    return scene


@pytest.mark.parametrize("aim", ["reach", "correct", "source"])
def test_hints_in_the_feed_serve_the_aim(aim: str) -> None:
    class Follower(pb.Agent):
        def act(self, turn: pb.Turn) -> str:
            assert isinstance(turn._scene, FeedScene)
            return (turn.observation.options and feed_hint(turn._scene, "guest").command) or "scroll"

    options = {"agents": 120, "ticks": 60, "aim": aim}
    games = [pb.play("feed", options, {"guest": Follower}, seed) for seed in range(8)]
    assert sum(game.outcome.metrics["aim_met"] is True for game in games) >= 3
