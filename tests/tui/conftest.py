"""What the screen tests share: a data folder of their own, no motion, no waiting, and ways to put a stage up."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from textual._context import active_app
from textual.app import App
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


@pytest.fixture(params=["coloring", "coup", "feed", "hanabi", "village"])
def scene_run(request: pytest.FixtureRequest) -> tuple[type[Scene], View]:
    """A shipped run, folded."""
    recording = Recording.read(RECORDINGS / f"{request.param}-sample.jsonl")
    view = View(recording.header)
    view.extend(recording.events[:300])
    return type(view.scene), view


@pytest.fixture(autouse=True)
def heap_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process of many tests has much to walk through: that is done once for an app, not once for each stage here."""
    monkeypatch.setattr("tui.screens.stage.screen.keep_still", lambda: None)


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLAYBILL_DATA", str(tmp_path))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path


@pytest.fixture(autouse=True)
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys, clicks, `pilot.pause()` and pictures wait until the screen is settled. Textual itself waits for a while
    in which the processor has little to do, which is soon on a busy machine."""
    for module in ("textual.app", "textual.pilot"):
        monkeypatch.setattr(f"{module}.wait_for_idle", settle)


@pytest.fixture(autouse=True)
def timeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of an event stands on the screen: a game takes none."""
    monkeypatch.setattr("core.log.time", SimpleNamespace(monotonic=lambda: 0.0))


async def settle(least: float = 0.0) -> None:
    """Wait until the screen shows what there is to show, and nothing goes on but with time, a reply or a key.

    Sizes, frames and layout are on timers, so that much is done at once; here each is due now.
    """
    app = active_app.get()
    await nothing_ready()
    while app.is_running and app.screen_stack:
        painted = [stage._painted for stage in stages(app)]
        app._check_resize()
        await nothing_ready()
        for stage in stages(app):
            stage._frame()
        await nothing_ready()
        app.screen._on_timer_update()
        await nothing_ready()
        due = app._resize_event or app.screen._layout_required or app.screen._scroll_required or app.screen._callbacks
        if not due and painted == [stage._painted for stage in stages(app)]:
            return


def stages(app: App[object]) -> list[StageScreen]:
    return [screen for screen in app.screen_stack if isinstance(screen, StageScreen) and screen.is_attached]


async def nothing_ready() -> None:
    """Wait until every message is heeded and every task waits: the loop has nothing to run but this."""
    loop = asyncio.get_running_loop()
    await asyncio.sleep(0)
    while loop._ready:  # type: ignore[attr-defined]
        await asyncio.sleep(0)


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


async def until(pilot: Pilot[str], true: Callable[[], bool]) -> None:
    """Wait for something to become true, and for the screen to show it."""
    while not true():
        await asyncio.sleep(0.005)
        await settle()
    await pilot.pause()


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
