"""Fixtures and helpers of the screen tests: a fresh data folder, no animation, no delays, and ways to open a stage."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from copy import copy
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot

from core.engine.casting import prepare
from core.engine.scene import Scene
from core.recording.file import Recording
from playbill.played import Played
from scenes.coloring.problem.graph import Problem
from tests.terminal import PATIENCE
from tests.tui.models import played
from themes.palettes import DARK, Palette
from tui.panes.coloring.layout import Embedding, embed
from tui.screens.base import stroke
from tui.screens.stage import StageScreen
from tui.stages import StageApp
from tui.state.opening import live_stage
from tui.testing import settle, settled, standing
from tui.view import View

RECORDINGS = Path(__file__).parent.parent.parent / "recordings"


BREAK_OFF = StageScreen.stop_drawing


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    """Wait for every screen to settle; fail the test if a pane raises an error."""
    with settled():
        yield


@pytest.fixture
def own_break(still: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the stage handle an error in a pane itself, for tests of panes that fail."""
    monkeypatch.setattr(StageScreen, "stop_drawing", BREAK_OFF)


@pytest.fixture(params=["chat", "coloring", "council", "coup", "feed", "hanabi", "village", "werewolf"])
def scene_run(request: pytest.FixtureRequest) -> tuple[type[Scene], View]:
    """The first 300 events of a shipped recording, folded into a view."""
    recording = recorded_sample(f"{request.param}-sample")
    view = View(recording.header)
    view.extend(recording.events[:300])
    return type(view.scene), view


@pytest.fixture(autouse=True, scope="session")
def layouts_once() -> Iterator[None]:
    """Compute the layout of each graph once a session; it is the same every time."""
    found: dict[str, Embedding] = {}

    def kept(problem: Problem) -> Embedding:
        key = f"{problem}"
        if key not in found:
            found[key] = embed(problem)
        return found[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tui.panes.coloring.board.embed", kept)
        yield


@pytest.fixture(autouse=True, scope="session")
def styles_once() -> Iterator[None]:
    """Parse each style sheet once a session: every app would parse the same ones again."""
    parsed: dict[object, list[RuleSet]] = {}
    parse = Stylesheet._parse_rules

    def kept(self: Stylesheet, *args: Any, **named: Any) -> list[RuleSet]:
        key = (frozenset(self._variables.items()), args, *named.items())
        if key not in parsed:
            parsed[key] = parse(self, *args, **named)
        return parsed[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", kept)
        yield


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLAYBILL_DATA", str(tmp_path))
    monkeypatch.setattr("tui.exports.working_folder", lambda: tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def timeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every event the time 0, since the screen shows event times."""
    monkeypatch.setattr("core.engine.log.time", SimpleNamespace(monotonic=lambda: 0.0))


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the feed from scrolling past a post when the machine is slow."""
    monkeypatch.setattr("tui.panes.feed.pane.FeedPane._patience", 0.0)


@pytest.fixture(scope="session")
def model_game(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A short game with a scripted model at B, played once a session."""
    with pytest.MonkeyPatch.context() as patch:
        header, events = asyncio.run(played(tmp_path_factory.mktemp("model"), patch, cost=0.002))
    return Played(header, events)


def recorded_sample(name: str) -> Recording:
    """Return a copy of a shipped recording, which is read once a session."""
    recording = copy(_read_sample(name))
    recording.events = [*recording.events]
    return recording


@cache
def _read_sample(name: str) -> Recording:
    return Recording.read(RECORDINGS / f"{name}.jsonl")


def playing(seed: int = 7, record: Path | None = None, **cast: str) -> StageApp:
    """Return the app with a human at H of the built-in problem."""
    header = prepare("coloring", {}, cast, seed, human=True)
    return StageApp(live_stage(header, record), pace=0.0, motion=False)


def replaying(name: str = "coloring-sample", at: int = 0, perspective: str = "", palette: Palette = DARK) -> StageApp:
    """Return the app with a shipped recording, paused at an event."""
    return standing(recorded_sample(name), at, perspective, palette)


@asynccontextmanager
async def seated(
    size: tuple[int, int] = (80, 24), *, record: Path | None = None, **cast: str
) -> AsyncIterator[tuple[StageApp, Pilot[str], StageScreen]]:
    """Run the app of `playing` until it is the human's turn."""
    app = playing(7, record, **cast)
    async with app.run_test(size=size) as pilot:
        yield app, pilot, await my_turn(pilot)


@asynccontextmanager
async def watching(
    name: str = "coloring-sample", at: int = 0, size: tuple[int, int] = (80, 24), **how: Any
) -> AsyncIterator[tuple[StageApp, Pilot[str], StageScreen]]:
    """Run the app of `replaying`."""
    app = replaying(name, at, **how)
    async with app.run_test(size=size) as pilot:
        yield app, pilot, stage_of(app)


def stage_of(app: StageApp) -> StageScreen:
    screen = app.screen
    assert isinstance(screen, StageScreen)
    return screen


async def until(pilot: Pilot[str], true: Callable[[], bool]) -> None:
    """Wait until a condition holds, then until the screen shows it."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"what is waited for never came; the screen:\n{screen_of(pilot.app)}"
        await asyncio.sleep(0.005)
        await settle()
    await pilot.pause()


async def my_turn(pilot: Pilot[str]) -> StageScreen:
    """Wait for the human's turn."""
    assert isinstance(pilot.app, StageApp)
    stage = stage_of(pilot.app)
    await until(pilot, lambda: stage.view.seat in stage.view.waiting)
    return stage


async def type_in(pilot: Pilot[str], text: str) -> None:
    """Type text in one burst."""
    for letter in text:
        pilot.app.post_message(stroke(letter))
    await pilot.pause()


def screen_of(app: App[str]) -> str:
    """Return the text of the whole screen."""
    return "\n".join("".join(s.text for s in strip) for strip in app.screen._compositor.render_strips())


def row(app: StageApp, name: str, y: int = 0) -> str:
    """Return the text of one row of a pane."""
    return "".join(segment.text for segment in app.screen.query_one(f"#{name}").render_line(y)).rstrip()
