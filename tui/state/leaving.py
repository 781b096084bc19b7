"""Leaving a stage: ask first if a run would be stopped or lost, and end the run cleanly."""

import asyncio

from tui.state.requests import Close
from tui.state.shown import StageFields


class Leaving:
    """Closes a stage."""

    def __init__(self, stage: StageFields) -> None:
        self.stage = stage
        self._then: StageFields | None = None
        """Stage that takes its place; None for none."""

    def ask_to_leave(self) -> None:
        """Leave, but ask first if a run would be stopped or lost."""
        live = self.stage.live
        if (
            live is None
            or live.replayed
            or self.stage.failed
            or self.stage.guide.leaves_at_once
            or (live.path is not None and self.stage.view.ended is not None)
        ):
            self.leave()
            return
        kept = "recorded" if live.path else "not recorded and will be lost"
        if live.is_guest:
            kept = "held for you: join again with the same line"
        self.stage.asking = "leave"
        self.stage.tell(f"leave? the game is {kept}. y leaves, any other key stays", "accent")

    def leave(self, next_stage: StageFields | None = None) -> None:
        """Stop the run cleanly and close the stage, once. `next_stage` is the stage that takes its place."""
        if self.stage.leaving:
            return
        self.stage.leaving = True
        self._then = next_stage
        if self.stage.live is not None and self.stage.view.ended is None:
            self.stage.live.control.stop()
        elif self.stage.live is None:
            self.stage.stop("source")
        self.stage.beats.end()
        if self.stage.ready:
            self.stage.start("leaving", self.close())

    async def close(self) -> None:
        """Wait until the run has ended, then close the stage."""
        if (source := self.stage.tasks.get("source")) is not None:
            await asyncio.wait({source})
        self.stage.request(Close(self._then))
