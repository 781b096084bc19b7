"""Before a live game can be shown: its opening comes in pieces, and what it waits for is said."""

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.engine.events import Event

if TYPE_CHECKING:
    from tui.screens.stage.screen import StageScreen

PIECE = 500
"""Events that are laid out before the screen has its turn."""
SOON = 0.15
"""Seconds after which it is said that something is being set up."""


class SettingUp:
    """Knows how far the opening of a stage's game is."""

    def __init__(self, stage: "StageScreen") -> None:
        self._stage = stage
        self._began = time.monotonic()
        self._of = 0
        """Events of an opening that is being laid out."""

    async def take_in(self, batch: Sequence[Event]) -> None:
        """Lay out what comes; between the pieces of a large opening the screen has its turn."""
        view = self._stage.view
        if len(batch) <= PIECE:
            await self._stage.beats.show(batch)
            return
        self._of = len(batch)
        for start in range(0, len(batch), PIECE):
            view.extend(batch[start : start + PIECE])
            await asyncio.sleep(0)
        self._of = 0
        self._stage.repaint()

    def goes_on(self) -> bool:
        """Whether there is no whole world to be painted yet. The notice says so, once that takes a while."""
        stage, view = self._stage, self._stage.view
        going = stage.live is not None and view.ended is None and not stage.failed
        seconds = time.monotonic() - self._began
        late = going and (bool(self._of) or not view.known) and seconds > SOON
        stage.set_class(late, "setting-up")
        if late:
            told = f"laying out {view.known:,} of {self._of:,} events" if self._of else "setting up the world"
            top = max(0, stage.app.size.height // 2 - 2)
            words = ((f"   {view.pane.title()}   ", "bold hi"), (f"{told}   {int(seconds)} s", "mid"))
            stage.pane_of("notice").show([*[()] * top, words])
        return bool(self._of)
