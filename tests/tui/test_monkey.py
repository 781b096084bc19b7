"""Random keys, clicks, pastes and resizes: the app keeps running and returns to its normal state."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from textual.pilot import Pilot

from core.engine.casting import prepare
from core.engine.registry import scene_names
from tests.tui.conftest import recorded_sample, screen_of, until
from tests.tui.monkey import Monkey, send, some_size
from tui.app import Playbill
from tui.lobby.app import LobbyApp
from tui.screens.base import PlaybillScreen
from tui.screens.stage import StageScreen
from tui.stages import StageApp
from tui.state.opening import live_stage, replay_stage

SCENES = scene_names()


def seat(scene: str, seed: int) -> Playbill:
    """Return the app with a human at the usual seat."""
    return StageApp(live_stage(prepare(scene, {}, {}, seed, human=True), None), pace=0.02, motion=False)


def two_seats(scene: str, seed: int) -> Playbill:
    """Return the app with two humans at one terminal, who take turns behind a curtain."""
    names = tuple(prepare(scene, {}, {}, seed).cast)[:2]
    return StageApp(live_stage(prepare(scene, {}, dict.fromkeys(names, "human"), seed), None), pace=0.02, motion=False)


def bots(scene: str, seed: int) -> Playbill:
    """Return the app with bots at every seat."""
    return StageApp(live_stage(prepare(scene, {}, {"*": "rules"}, seed), None), pace=0.02, motion=False)


def replay(scene: str, seed: int) -> Playbill:
    recording = recorded_sample(f"{scene}-sample")
    return StageApp(replay_stage(recording, at=None if seed % 2 else 0), pace=0.02, motion=False)


def lobby(scene: str, seed: int) -> Playbill:
    return LobbyApp(pace=0.02, motion=False)


async def play(make: Callable[[str, int], Playbill], scene: str, seed: int, deeds: int) -> None:
    """Send random input to one app after another, each until it exits."""
    monkey, done, apps = Monkey(seed, quits=True), 0, 0
    try:
        while done < deeds:
            app = make(scene, seed + apps)
            apps += 1
            async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
                done += await monkey.play(pilot, deeds - done) + 1
    except BaseException as error:
        error.add_note(f"the monkey with seed {seed} did {', '.join(monkey.done)}")
        raise


SLOW = pytest.mark.slow


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("make", [seat, replay])
@pytest.mark.few(1)
async def test_a_monkey_breaks_no_stage(make: Callable[[str, int], Playbill], scene: str) -> None:
    await play(make, scene, 1, 20)


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("make", [seat, replay, two_seats, bots])
async def test_a_monkey_that_has_time_breaks_no_stage(
    make: Callable[[str, int], Playbill], scene: str, pytestconfig: pytest.Config
) -> None:
    await play(make, scene, 2, pytestconfig.getoption("deeds"))


async def test_a_monkey_breaks_no_lobby(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    await play(lobby, "", 1, 20)


async def test_whoever_chooses_again_and_again_has_chosen_once() -> None:
    app = replay("coloring", 0)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = app.screen
        await pilot.press("ctrl+p", *"theme:", "space", *"light")
        await until(pilot, lambda: "the light palette" in screen_of(app))
        for _ in range(7):
            send(app, "enter")
        await pilot.pause()
        assert app.is_running
        assert app.screen is stage
        assert app.theme == "light"


async def test_pages_are_turned_in_a_palette_that_has_no_room() -> None:
    app = replay("coloring", 0)
    async with app.run_test(size=(61, 1)) as pilot:
        for key in ("ctrl+p", "down", "pageup", "pagedown", "x", "down", "pageup", "pagedown"):
            send(app, key)
        await pilot.pause()
        await pilot.resize_terminal(80, 24)
        await pilot.press("escape")
        assert isinstance(app.screen, StageScreen)


async def test_the_palette_waits_for_a_screen_to_lie_on() -> None:
    app = LobbyApp(pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        send(app, "ctrl+p")
        await until(pilot, lambda: any(isinstance(screen, PlaybillScreen) for screen in app.screen_stack))
        for _ in range(3):
            send(app, "ctrl+p")
        await pilot.press("escape")
        assert isinstance(app.screen, PlaybillScreen)


# -- sizes


async def storm(pilot: Pilot[str], seed: int, sizes: int) -> None:
    """Resize at random, painting most sizes, and return to 80x24."""
    draw = Random(seed)
    for i in range(sizes):
        await pilot.resize_terminal(*((1, 1) if i == 0 else some_size(draw)))
        if draw.random() < 0.7:
            await pilot.pause()
    await pilot.resize_terminal(80, 24)


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.slow
async def test_a_storm_of_sizes_leaves_a_stage_as_it_was(scene: str) -> None:
    """It does so with nothing open, and with help, the inspector, the search or the palette."""
    app = seat(scene, 3)
    async with app.run_test(size=(80, 24)) as pilot:
        app.tempo.pace = 0.0
        stage = app.screen
        assert isinstance(app, StageApp)
        await until(pilot, lambda: stage.view.seat in stage.view.waiting)  # type: ignore[attr-defined]
        for seed, key in enumerate(("", "question_mark", "i", "slash", "ctrl+p")):
            await pilot.press(*filter(None, [key]))
            await pilot.pause()
            before = screen_of(app)
            await storm(pilot, seed, 10)
            await pilot.pause()
            assert screen_of(app) == before, key
            await pilot.press("escape")
            await pilot.pause()
            assert "YOUR TURN" in screen_of(app)


@pytest.mark.parametrize("sizes", [6, pytest.param(60, marks=SLOW)])
async def test_a_storm_of_sizes_leaves_the_lobby_as_it_was(sizes: int) -> None:
    app = LobbyApp(pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "No runs yet" in screen_of(app))
        before = screen_of(app)
        await storm(pilot, 3, sizes)
        await until(pilot, lambda: screen_of(app) == before)


async def test_what_lies_over_a_stage_is_put_away_once() -> None:
    """In a burst of keys, the first closes the branch page and the stage handles the others."""
    app = replay("coup", 1)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = app.screen
        await pilot.press("b")
        await until(pilot, lambda: app.screen is not stage)
        for key in ("escape", "]", "]"):
            send(app, key)
        await until(pilot, lambda: app.screen is stage)
        await pilot.press("b")
        await until(pilot, lambda: app.screen is not stage)
        for key in ("ctrl+q", "escape", "escape"):
            send(app, key)
        await until(pilot, lambda: not app.is_running)


@pytest.mark.parametrize("scene", ["coup", "chat"])
async def test_a_search_that_is_entered_twice_is_no_command(scene: str) -> None:
    app = replay(scene, 1)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("slash", "x")
        for _ in range(3):
            send(app, "enter")
        await pilot.pause()
        assert app.is_running
