"""What the screen tests share: a data folder of their own, no motion, no waiting, and ways to put a stage up."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from core.casting import prepare
from core.recording import Recording
from core.scene import Scene
from themes.palettes import DARK, Palette
from tui.screens.stage.screen import StageScreen
from tui.stages import StageApp, live_stage, replay_stage
from tui.view import View

RECORDINGS = Path(__file__).parent.parent.parent / "recordings"


@pytest.fixture(autouse=True)
def panes_hold(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error in a pane ends the test, and is not shown politely, but where that is what is tested."""

    def fail(stage: StageScreen, error: Exception) -> None:
        raise error

    if "own_break" not in request.fixturenames:
        monkeypatch.setattr(StageScreen, "break_off", fail)


@pytest.fixture
def own_break() -> None:
    """For a test of panes that fail."""


@pytest.fixture(params=["coloring", "coup", "feed", "hanabi"])
def scene_run(request: pytest.FixtureRequest) -> tuple[type[Scene], View]:
    """A shipped run, folded."""
    recording = Recording.read(RECORDINGS / f"{request.param}-sample.jsonl")
    view = View(recording.header)
    view.extend(recording.events[:300])
    return type(view.scene), view


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLAYBILL_DATA", str(tmp_path))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path


def playing(seed: int = 7, record: Path | None = None, **cast: str) -> StageApp:
    """The app with a person at H of the built-in problem."""
    header = prepare("coloring", {}, cast, seed, human=True)
    return StageApp(live_stage(header, record), pace=0.0, motion=False)


def replaying(name: str = "coloring-sample", at: int = 0, eyes: str = "", palette: Palette = DARK) -> StageApp:
    """The app with a shipped recording, standing still at an event."""
    recording = Recording.read(RECORDINGS / f"{name}.jsonl")
    return StageApp(replay_stage(recording, at=at, eyes=eyes), palette, pace=0.0, motion=False)


def stage_of(app: StageApp) -> StageScreen:
    screen = app.screen
    assert isinstance(screen, StageScreen)
    return screen


async def until(pilot: Pilot[str], true: Callable[[], bool], seconds: float = 5.0) -> None:
    """Wait for something to become true; fail if it does not."""
    for _ in range(int(seconds / 0.02)):
        if true():
            await pilot.pause()
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it did not happen in time")


async def my_turn(pilot: Pilot[str]) -> StageScreen:
    """Wait for the person's turn."""
    assert isinstance(pilot.app, StageApp)
    stage = stage_of(pilot.app)
    await until(pilot, lambda: stage.view.seat in stage.view.waiting)
    return stage


async def type_in(pilot: Pilot[str], text: str) -> None:
    """Type words as a person would."""
    names = {" ": "space", "@": "at", ",": "comma", "/": "slash", "'": "apostrophe", "?": "question_mark"}
    for letter in text:
        await pilot.press(names.get(letter, letter))


def row(app: StageApp, name: str, y: int = 0) -> str:
    """The text of a row of a pane."""
    return "".join(segment.text for segment in app.screen.query_one(f"#{name}").render_line(y)).rstrip()
