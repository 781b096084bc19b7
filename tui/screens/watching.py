"""Opening what was recorded, from a screen that lists it: read beside the screen, and put up over it."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual import work

from core.errors import UserError
from core.recording.checked_reader import read_run
from core.text import one_line
from tui.screens.base import PlaybillScreen
from tui.screens.opening import Opening, OpeningScreen, Progress

if TYPE_CHECKING:
    from tui.state.stage import StageState

Lister = PlaybillScreen[Any]
"""A screen that lists recordings."""


def open_recording(lister: Lister, path: Path, goes_on: bool = False) -> None:
    """Open a recording on the stage: as a replay, or where the game goes on, live."""
    from tui.choices import remembered
    from tui.state.opening import file_stage, is_long, stage_again

    def make(progress: Progress) -> "StageState":
        if goes_on:
            return stage_again(read_run(path, progress))
        return file_stage(path, spoiler_free=remembered().spoiler_free)

    _open(lister, path, make, long=goes_on and is_long(path))


def open_beside(lister: Lister, path: Path) -> None:
    """Open a branch beside the run that it left."""
    from tui.choices import remembered
    from tui.state.opening import is_long, with_parent

    free = remembered().spoiler_free
    _open(lister, path, lambda progress: with_parent(path, spoiler_free=free, report=progress), long=is_long(path))


def show(lister: Lister, stage: "StageState") -> None:
    """Put up a stage, unless the screen has been left meanwhile, or something else lies over it."""
    from tui.screens.stage import put_up

    if lister.is_current and not lister.leaving:
        put_up(lister.app, stage, lambda _: None)


def _open(lister: Lister, path: Path, make: "Callable[[Progress], StageState]", *, long: bool) -> None:
    """Open a stage once it is made; if that takes `long`, a screen says how far it is."""

    def made(stage: "StageState | UserError | None") -> None:
        if isinstance(stage, UserError | None):
            lister.tell(one_line(str(stage)), "bad")
        else:
            lister.tell("", "")
            show(lister, stage)

    lister.tell(f"reading {one_line(path.name)}", "dim")
    if long:
        lister.app.push_screen(OpeningScreen(Opening(f"reading {one_line(path.name)}", make)), made)
    else:
        _make(lister, make, made)


@work(group="open", exclusive=True)
async def _make(
    lister: Lister, make: "Callable[[Progress], StageState]", made: "Callable[[StageState | UserError], None]"
) -> None:
    try:
        made(await asyncio.to_thread(make, Progress()))
    except UserError as error:
        made(error)
