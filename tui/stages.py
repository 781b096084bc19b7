"""The app with one stage and no lobby."""

from collections.abc import Awaitable, Callable

from core.engine.config import RESUMABLE
from core.errors import UserError
from themes.palettes import DARK, Palette
from tui.app import Playbill
from tui.outcome import outcome, person_of
from tui.preferences import PACE
from tui.screens.base import PlaybillScreen
from tui.screens.stage import push_stage
from tui.state.opening import resume_hint
from tui.state.stage import StageState

First = PlaybillScreen["StageState | UserError"]
"""A screen whose result is a stage, or the reason why there is none."""


async def _nothing() -> None:
    return


class StageApp(Playbill):
    """The app with a stage, which may come from a first screen. Its exit message says how to continue the run."""

    def __init__(
        self,
        stage: StageState | First,
        palette: Palette = DARK,
        *,
        pace: float = PACE,
        motion: bool = True,
        closing: Callable[[], Awaitable[None]] = _nothing,
    ) -> None:
        """Show a stage, or a screen that produces one. `closing` is awaited before the app ends."""
        super().__init__(palette, pace=pace, motion=motion)
        self._stage = stage
        self._on_leaving = closing

    def on_mount(self) -> None:
        if isinstance(self._stage, StageState):
            push_stage(self, self._stage, self._leave)
        else:
            self.push_screen(self._stage, self._opened)

    async def on_unmount(self) -> None:
        await self._on_leaving()

    def _opened(self, stage_or_error: StageState | UserError | None) -> None:
        if isinstance(stage_or_error, StageState):
            push_stage(self, stage_or_error, self._leave)
        elif stage_or_error is None:
            self.exit()
        else:
            self.exit(f"playbill: {stage_or_error}", return_code=2)

    def _leave(self, stage: StageState) -> None:
        failed = stage.failed
        words = [word for word in (failed, closing_lines(stage)) if word]
        if failed and stage.live is None:
            self.exit(f"playbill: {failed}", return_code=2)
        else:
            self.exit("\n".join(words), return_code=1 if failed else 0)


def closing_lines(stage: StageState) -> str:
    """Return the message to print after a stage is left."""
    live = stage.live
    if live is None or live.path is None:
        return ""
    ended, cast = stage.view.ended, stage.view.header.cast
    if ended is None or ended.reason in RESUMABLE:
        if live.is_guest:
            return f"your part is recorded in {live.path}; to go on, join again with the same line"
        return f"recorded in {live.path}; {resume_hint(str(live.path), ended.reason if ended else '')}"
    result = outcome(ended.reason, ended.winners, ended.scores, person_of(cast))
    return f"{result}; recorded in {live.path}; watch it: playbill watch {live.path}"
