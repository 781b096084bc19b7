"""Helpers for tests of screens: an app without motion, and waiting until the screen has settled."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from textual._context import active_app
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from core.recording.verification import RecordedRun
from themes.palettes import DARK, Palette
from tui.screens.stage import StageScreen
from tui.stages import StageApp
from tui.state.opening import replay_stage


def standing(game: RecordedRun, at: int = 0, perspective: str = "", palette: Palette = DARK) -> StageApp:
    """Make the app with a game that is paused at an event."""
    return StageApp(replay_stage(game, at=at, perspective=perspective), palette, pace=0.0, motion=False)


@contextmanager
def settled() -> Iterator[None]:
    """Make keys, clicks, `pilot.pause()` and snapshots wait for a settled screen, and pane errors fail the test.

    Textual itself waits until the process needs little CPU time, which is too early on a busy machine. Garbage
    collection is not frozen, since a process with many tests has a large heap. NO_COLOR is ignored.
    """
    with (
        patch.dict(os.environ),
        patch("textual.app.wait_for_idle", settle),
        patch("textual.pilot.wait_for_idle", _settle_and_draw),
        patch.object(Pilot, "press", _press),
        patch("tui.state.stage.freeze_objects", lambda: None),
        patch.object(StageScreen, "stop_drawing", _fail),
        patch.object(Screen, "_compositor_refresh", _draw_later),
    ):
        os.environ.pop("NO_COLOR", None)
        yield


_draw = Screen._compositor_refresh
_press_keys = Pilot.press


def _draw_later(screen: Screen[object]) -> None:
    """Leave the drawing of the top screen to the pilot: a headless driver shows nothing in between."""
    if screen is screen.app.screen:
        screen._dirty_widgets.clear()
    else:
        _draw(screen)


async def _settle_and_draw(least: float = 0.0) -> None:
    await settle()
    app = active_app.get()
    if app.is_running and app.screen_stack:
        _draw(app.screen)


async def _press(pilot: Pilot[object], *keys: str) -> None:
    await _press_keys(pilot, *keys)
    await _settle_and_draw()


def _fail(stage: StageScreen, error: Exception) -> None:
    raise error


async def settle(least: float = 0.0) -> None:
    """Wait until the screen is laid out and nothing changes without time, a reply or a key.

    Textual updates sizes, frames and layout by timers; here they are updated at once.
    """
    app = active_app.get()
    await all_tasks_waiting()
    while app.is_running and app.screen_stack:
        painted = [stage.frame for stage in stages(app)]
        app._check_resize()
        await all_tasks_waiting()
        for stage in stages(app):
            stage.flush()
        await all_tasks_waiting()
        shown = [app.screen, *app._background_screens]
        for screen in shown:
            screen._on_timer_update()
        await all_tasks_waiting()
        due = app._resize_event or any(s._layout_required or s._scroll_required or s._callbacks for s in shown)
        if not due and painted == [stage.frame for stage in stages(app)]:
            return


def stages(app: App[object]) -> list[StageScreen]:
    """List the stages that an app shows, the top one last."""
    return [screen for screen in app.screen_stack if isinstance(screen, StageScreen) and screen.is_attached]


async def all_tasks_waiting() -> None:
    """Wait until every message is handled and every task is waiting."""
    loop = asyncio.get_running_loop()
    await asyncio.sleep(0)
    while loop._ready:  # type: ignore[attr-defined]
        await asyncio.sleep(0)
