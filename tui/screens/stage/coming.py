"""Events come to a stage: from a game that is played, or from a recording that is read."""

import asyncio
from typing import TYPE_CHECKING

from core.errors import UserError
from tui.screens.stage.acts import open_eyes, pause_between
from tui.screens.stage.reading import SLICE
from tui.source import Source, follow, keep_still

if TYPE_CHECKING:
    from tui.screens.stage.screen import StageScreen


async def play_on(stage: "StageScreen", live: Source) -> None:
    """Show a game as it is played."""
    await _open(stage)
    async for batch in live.batches():
        await stage.setting_up.take_in(batch)
        stage.early.heed(batch[-1])
        open_eyes(stage, batch)
        if batch[-1].agent not in live.people and not live.control.stopping:
            await pause_between(stage, batch)


async def read_on(stage: "StageScreen") -> None:
    """Show the rest of a recording; then what is added to it, if it still grows."""
    await _open(stage)
    while stage.reading is not None:
        if not stage.reading.go_on(SLICE):
            stage.reading = None
            _arrive(stage)
        await asyncio.sleep(0)
    if stage.follow is not None:
        async for batch in follow(stage.follow, stage.view.known):
            stage.view.extend(batch)


async def _open(stage: "StageScreen") -> None:
    """Wait for what takes a scene long before its first event can be shown, while the screen lives on."""
    if (slow := stage.view.head.long_opening(stage.view.header.seed)) is not None:
        await asyncio.to_thread(slow)


def _arrive(stage: "StageScreen") -> None:
    """All is read."""
    keep_still()
    try:
        stage.view.arrive()
    except UserError as error:
        stage.tell(str(error), "bad")
    stage.repaint()
