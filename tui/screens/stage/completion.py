"""Commands are completed as they are typed."""

from typing import TYPE_CHECKING

from textual.suggester import Suggester

if TYPE_CHECKING:
    from tui.screens.stage.screen import StageScreen


class Completion(Suggester):
    """Completes a command as it is typed; the right arrow takes it."""

    def __init__(self, stage: "StageScreen") -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._stage = stage

    async def get_suggestion(self, value: str) -> str | None:
        stage, told = self._stage, None
        with stage.guarded():
            if stage.view.n and not stage.broken:  # before the first event there is no world to speak of
                told = stage.view.pane.completed(value, stage.asking)
        return told
